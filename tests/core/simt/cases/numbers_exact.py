# SPDX-License-Identifier: GPL-3.0-or-later
"""IEEE 754 numbers of any width in exact fractions: what PTX's arithmetic must give, computed independently of the
emulator. A value is its bits; rounding modes are those of PTX: rn rz rm rp."""
from fractions import Fraction
from math import isqrt


class Format:
    def __init__(self, name, bits, exponent_bits):
        self.name, self.bits, self.exponent_bits = name, bits, exponent_bits
        self.mantissa = bits - 1 - exponent_bits
        self.bias = (1 << (exponent_bits - 1)) - 1
        self.infinity = ((1 << exponent_bits) - 1) << self.mantissa
        self.sign = 1 << (bits - 1)
        self.nan = self.infinity | (1 << (self.mantissa - 1))
        self.smallest_normal = 1 << self.mantissa
        self.one = self.bias << self.mantissa

    def is_nan(self, x):
        return (x & ~self.sign) > self.infinity

    def is_infinite(self, x):
        return (x & ~self.sign) == self.infinity

    def is_zero(self, x):
        return (x & ~self.sign) == 0

    def is_subnormal(self, x):
        return 0 < (x & ~self.sign) < self.smallest_normal

    def negative(self, x):
        return bool(x & self.sign)

    def flushed(self, x):
        return x & self.sign if self.is_subnormal(x) else x

    def value(self, x):
        """The finite number as a fraction."""
        exponent = (x & ~self.sign) >> self.mantissa
        fraction = x & ((1 << self.mantissa) - 1)
        if exponent:
            fraction |= 1 << self.mantissa
        power = max(exponent, 1) - self.bias - self.mantissa
        number = Fraction(fraction) * (Fraction(2) ** power)
        return -number if self.negative(x) else number

    def round(self, number, mode="rn", negative_zero=False):
        if number == 0:
            return self.sign if negative_zero else 0
        sign = self.sign if number < 0 else 0
        magnitude = abs(number)
        exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
        if Fraction(2) ** exponent > magnitude:
            exponent -= 1
        exponent = max(exponent, 1 - self.bias)
        scaled = magnitude / Fraction(2) ** (exponent - self.mantissa)
        whole = scaled.numerator // scaled.denominator
        rest = scaled - whole
        up = {
            "rn": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole & 1),
            "rz": False,
            "rm": rest != 0 and bool(sign),
            "rp": rest != 0 and not sign,
        }[mode]
        whole += 1 if up else 0
        bits = whole + ((exponent + self.bias - 1) << self.mantissa) if whole >> self.mantissa else whole
        if whole >> (self.mantissa + 1):
            bits = (whole >> 1) + ((exponent + self.bias) << self.mantissa)
        if bits >= self.infinity:
            toward = mode == "rz" or (mode == "rm" and not sign) or (mode == "rp" and sign)
            bits = self.infinity - 1 if toward else self.infinity
        return sign | bits


F16 = Format("f16", 16, 5)
BF16 = Format("bf16", 16, 8)
F32 = Format("f32", 32, 8)
F64 = Format("f64", 64, 11)
FORMATS = {f.name: f for f in (F16, BF16, F32, F64)}


def fma(f, a, b, c, mode="rn"):
    if f.is_nan(a) or f.is_nan(b) or f.is_nan(c):
        return f.nan
    sign = f.negative(a) != f.negative(b)
    if f.is_infinite(a) or f.is_infinite(b):
        if f.is_zero(a) or f.is_zero(b) or (f.is_infinite(c) and f.negative(c) != sign):
            return f.nan
        return f.infinity | (f.sign if sign else 0)
    if f.is_infinite(c):
        return c
    exact = f.value(a) * f.value(b) + f.value(c)
    if exact == 0:
        product_zero = f.is_zero(a) or f.is_zero(b)
        if product_zero and f.is_zero(c):
            negative = sign and f.negative(c) if mode != "rm" else sign or f.negative(c)
        else:
            negative = mode == "rm"
        return f.round(Fraction(0), mode, negative)
    return f.round(exact, mode)


def add(f, a, b, mode="rn"):
    return fma(f, a, f.one, b, mode)


def sub(f, a, b, mode="rn"):
    return add(f, a, b if f.is_nan(b) else b ^ f.sign, mode)


def mul(f, a, b, mode="rn"):
    sign = f.negative(a) != f.negative(b)
    zero = f.sign if sign else 0
    finite = not any(f.is_nan(x) or f.is_infinite(x) for x in (a, b))
    if finite and (f.is_zero(a) or f.is_zero(b)):
        return zero
    return fma(f, a, b, zero, mode)


def div(f, a, b, mode="rn"):
    if f.is_nan(a) or f.is_nan(b):
        return f.nan
    sign = f.sign if f.negative(a) != f.negative(b) else 0
    if f.is_infinite(a):
        return f.nan if f.is_infinite(b) else f.infinity | sign
    if f.is_infinite(b):
        return sign
    if f.is_zero(b):
        return f.nan if f.is_zero(a) else f.infinity | sign
    if f.is_zero(a):
        return sign
    return f.round(f.value(a) / f.value(b), mode)


def sqrt(f, a, mode="rn"):
    if f.is_nan(a) or (f.negative(a) and not f.is_zero(a)):
        return f.nan
    if f.is_zero(a) or f.is_infinite(a):
        return a
    number = f.value(a)
    shift = 2400  # even, and enough for the smallest subnormal of a double
    scaled = number * Fraction(2) ** shift
    root = isqrt(scaled.numerator // scaled.denominator)
    # Half a unit, far below what is rounded, stands for the rest that is cut off.
    exact = root * root == scaled
    return f.round((Fraction(root) if exact else root + Fraction(1, 2)) / Fraction(2) ** (shift // 2), mode)


def minimum(f, a, b, nan_wins=False, largest=False):
    if f.is_nan(a) or f.is_nan(b):
        if nan_wins or (f.is_nan(a) and f.is_nan(b)):
            return f.nan
        return b if f.is_nan(a) else a
    key = lambda x: (float("-inf") if f.negative(x) else float("inf"), 0) if f.is_infinite(x) else (f.value(x), -f.negative(x))
    return (max if largest else min)((a, b), key=key)


def saturated(f, x):
    if f.is_nan(x) or f.negative(x):
        return 0
    return min(x, f.one)


def rectified(f, x):
    if f.is_nan(x):
        return f.nan
    return 0 if f.negative(x) else x


def compare(f, a, b):
    """-1, 0, 1, or None if unordered."""
    if f.is_nan(a) or f.is_nan(b):
        return None
    order = lambda x: (-1 if f.negative(x) else 1) * (Fraction(2) ** 2000 if f.is_infinite(x) else abs(f.value(x)))
    return (order(a) > order(b)) - (order(a) < order(b))


def convert(source, target, x, mode="rn"):
    if source.is_nan(x):
        return target.nan
    sign = target.sign if source.negative(x) else 0
    if source.is_infinite(x):
        return target.infinity | sign
    return target.round(source.value(x), mode, bool(sign))


def whole(number, mode):
    """A fraction rounded to an integer: rni rzi rmi rpi."""
    floor = number.numerator // number.denominator
    rest = number - floor
    if mode == "rmi":
        return floor
    if mode == "rpi":
        return floor + (rest != 0)
    if mode == "rzi":
        return floor + (rest != 0 and number < 0)
    return floor + (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and floor & 1))
