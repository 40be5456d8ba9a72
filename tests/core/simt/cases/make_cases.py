#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the cases: one PTX entry for each instruction form, with operands and results for the 32 threads of a warp.
The results are computed here, in integers and exact fractions, from what the PTX ISA says; not by the emulator.

usage: make_cases.py [FOLDER]   (default: this file's) → GROUP.ptx and GROUP.json for every group
"""
import json
import math
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import numbers_exact as n  # noqa: E402
from numbers_exact import BF16, F16, F32, F64, FORMATS  # noqa: E402

LANES = 32
HEAD = ".version 8.3\n.target sm_90\n.address_size 64\n"
LETTER = {8: "%h", 16: "%h", 32: "%r", 64: "%d"}


def bits_of(type_):
    return 16 if type_ == "bf16" else 32 if type_.endswith("x2") else int(re.sub("[a-z]", "", type_))


def signed(x, bits):
    x &= (1 << bits) - 1
    return x - (1 << bits) if x >> (bits - 1) else x


def cut(x, bits):
    return x & ((1 << bits) - 1)


class Group:
    def __init__(self, name):
        self.name, self.entries, self.cases, self.names, self.data = name, [], [], set(), {}

    def case(self, form, inputs, outputs, body, compare=None, target=None, declare="", once=""):
        """inputs: [(bits, 32 values)], loaded into {0}, {1} …; outputs: [(bits, 32 expected values)], stored from {o0} …
        or, where the body has stored them itself, outputs of addresses {p0} …"""
        name = re.sub("[^A-Za-z0-9]+", "_", form).strip("_")
        while name in self.names:
            name += "_"
        self.names.add(name)
        parameters, lines, names, buffers = [], [], {}, []
        counts = {"%h": 0, "%r": 1, "%d": 1}

        def register(bits):
            letter = LETTER[bits]
            counts[letter] += 1
            return f"{letter}{counts[letter]}"

        lines.append("mov.u32 %r0, %tid.x;")
        for index, (bits, values) in enumerate(inputs + outputs):
            is_input = index < len(inputs)
            parameters.append(f".param .u64 p{index}")
            address = register(64)
            per_lane = len(values) // LANES
            lines.append(f"ld.param.u64 {address}, [p{index}];")
            lines.append(f"mul.wide.u32 %d0, %r0, {bits // 8 * per_lane};\nadd.s64 {address}, {address}, %d0;")
            value = register(bits)
            if is_input:
                names[f"a{index}"] = address
                names[f"i{index}"] = value
                if "{i%d}" % index in body:
                    lines.append(f"ld.global.{'u8' if bits == 8 else 'b%d' % bits} {value}, [{address}];")
            else:
                names[f"p{index - len(inputs)}"] = address
                names[f"o{index - len(inputs)}"] = value
            data = b"".join(cut(v, bits).to_bytes(bits // 8, "little") for v in values).hex()
            buffers.append({"bits": bits, "init" if is_input else "expect": self.data.setdefault(data, len(self.data))})
        lines.append(body.format(**names))
        for index, (bits, _) in enumerate(outputs):
            if "{p%d}" % index not in body:
                lines.append(f"st.global.b{bits} [{names['p%d' % index]}], {names['o%d' % index]};")
        text = declare + "\n".join(lines) + "\nret;\n}\n"
        registers = [(".pred", "%p", 9), (".b16", "%h", counts["%h"] + 1), (".b32", "%r", counts["%r"] + 1), (".b64", "%d", counts["%d"] + 1),
                     (".b16", "%xh", 9), (".b32", "%x", 9), (".b64", "%xd", 9)]
        head = "".join(f".reg {t} {p}<{c}>;\n" for t, p, c in registers if re.search(p + "[0-9]", text))
        self.entries.append(f"{once}.visible .entry {name}({', '.join(parameters)})\n{{\n{head}{text}")
        case = {"entry": name, "form": form, "buffers": buffers}
        if compare:
            case["compare"] = compare
        self.cases.append(case)

    def write(self, folder):
        with open(os.path.join(folder, self.name + ".ptx"), "w") as file:
            file.write(f"// {self.name}: written by make_cases.py\n{HEAD}" + "\n".join(self.entries))
        with open(os.path.join(folder, self.name + ".json"), "w") as file:
            lines = ",\n".join(json.dumps(c, separators=(",", ":")) for c in self.cases)
            file.write('{"data": [\n' + ",\n".join(f'"{d}"' for d in self.data) + '\n],\n"cases": [\n' + lines + "\n]}\n")


# ---- operands ----------------------------------------------------------------------------------------------------


def integers(bits, seed):
    """Zero, one, the ends of both ranges, patterns, and random ones."""
    draw = random.Random(seed)
    top = 1 << (bits - 1)
    special = [0, 1, 2, top - 1, top, top + 1, 2 * top - 1, 2 * top - 2, 0x55 * (2 * top // 255), 0xAA * (2 * top // 255), 7, 31]
    draw.shuffle(special)
    rest = [draw.getrandbits(draw.choice([bits, bits, bits // 2, 4])) for _ in range(LANES - len(special))]
    values = special + rest
    draw.shuffle(values)
    return [cut(v, bits) for v in values]


def floats(f, seed, ordinary=False):
    """NaN, infinities, zeros, subnormals, the ends of the range, ties, and ordinary ones."""
    draw = random.Random(seed)
    special = [0, f.sign, f.one, f.one | f.sign, f.infinity, f.infinity | f.sign, f.nan, 1, f.sign | 3,
               f.smallest_normal, f.smallest_normal - 1, f.infinity - 1, f.sign | (f.infinity - 1),
               f.one + 1, f.one - 1, f.round(n.Fraction(5, 2)), f.round(n.Fraction(-7, 2)), f.round(n.Fraction(1, 3))]
    usual = [f.round(n.Fraction(draw.randint(-4000, 4000), draw.randint(1, 300))) for _ in range(LANES)]
    if ordinary:
        return usual
    values = special + usual[:LANES - len(special)]
    draw.shuffle(values)
    return values


def pairs_of(values, seed):
    other = list(values)
    random.Random(seed).shuffle(other)
    return [cut(a, 16) | cut(b, 16) << 16 for a, b in zip(values, other)]


# ---- groups ------------------------------------------------------------------------------------------------------


def integer_group():
    g = Group("integer")
    for type_ in ("u16", "s16", "u32", "s32", "u64", "s64"):
        bits, sign = bits_of(type_), type_[0] == "s"
        value = (lambda x, b=bits: signed(x, b)) if sign else (lambda x: x)
        a, b, c = (integers(bits, s + bits) for s in (1, 2, 3))
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if sign else (0, (1 << bits) - 1)

        def binary(form, function, x=a, y=b, width=bits):
            g.case(form, [(bits, x), (bits, y)], [(width, [cut(function(value(p), value(q)), width) for p, q in zip(x, y)])],
                   form + " {o0}, {i0}, {i1};")

        def ternary(form, function, width=bits, z=c, value_z=value):
            g.case(form, [(bits, a), (bits, b), (width, z)],
                   [(width, [cut(function(value(p), value(q), value_z(r)), width) for p, q, r in zip(a, b, z)])],
                   form + " {o0}, {i0}, {i1}, {i2};")

        def unary(form, function):
            g.case(form, [(bits, a)], [(bits, [cut(function(value(p)), bits) for p in a])], form + " {o0}, {i0};")

        clamp = lambda x: max(low, min(high, x))
        truncated = lambda p, q: abs(p) // abs(q) * (1 if (p < 0) == (q < 0) else -1)
        divisors = [3 if q == 0 or value(q) == -1 else q for q in b]
        binary(f"add.{type_}", lambda p, q: p + q)
        binary(f"sub.{type_}", lambda p, q: p - q)
        binary(f"mul.lo.{type_}", lambda p, q: p * q)
        binary(f"mul.hi.{type_}", lambda p, q, w=bits: (p * q) >> w)
        binary(f"div.{type_}", truncated, y=divisors)
        binary(f"rem.{type_}", lambda p, q: p - truncated(p, q) * q, y=divisors)
        binary(f"min.{type_}", min)
        binary(f"max.{type_}", max)
        ternary(f"mad.lo.{type_}", lambda p, q, r: p * q + r)
        ternary(f"mad.hi.{type_}", lambda p, q, r, w=bits: ((p * q) >> w) + r)
        ternary(f"sad.{type_}", lambda p, q, r: abs(p - q) + r)
        if sign:
            unary(f"abs.{type_}", abs)
            unary(f"neg.{type_}", lambda p: -p)
        if type_ == "s32":
            binary("add.sat.s32", lambda p, q: clamp(p + q))
            binary("sub.sat.s32", lambda p, q: clamp(p - q))
            ternary("mad.hi.sat.s32", lambda p, q, r: clamp(((p * q) >> 32) + r))
        if bits < 64:
            wide = integers(2 * bits, 9)
            binary(f"mul.wide.{type_}", lambda p, q: p * q, width=2 * bits)
            ternary(f"mad.wide.{type_}", lambda p, q, r: p * q + r, 2 * bits, wide,
                    (lambda x, w=2 * bits: signed(x, w)) if sign else (lambda x: x))
        if bits == 32:
            small = (lambda x: signed(x, 24)) if sign else (lambda x: cut(x, 24))
            binary(f"mul24.lo.{type_}", lambda p, q: small(p) * small(q))
            binary(f"mul24.hi.{type_}", lambda p, q: (small(p) * small(q)) >> 16)
            ternary(f"mad24.lo.{type_}", lambda p, q, r: small(p) * small(q) + r)
            ternary(f"mad24.hi.{type_}", lambda p, q, r: ((small(p) * small(q)) >> 16) + r)
            if sign:
                ternary("mad24.hi.sat.s32", lambda p, q, r: clamp(((small(p) * small(q)) >> 16) + r))
        if bits >= 32:
            for first, second in (("add", "addc"), ("sub", "subc")):
                d = integers(bits, 4)
                step = 1 if first == "add" else -1
                wholes = [(p | q << bits) + step * (r | s << bits) for p, q, r, s in zip(a, b, c, d)]
                g.case(f"{first}.cc + {second}.cc + {second} .{type_}", [(bits, a), (bits, b), (bits, c), (bits, d)],
                       [(bits, [cut(w, bits) for w in wholes]), (bits, [cut(w >> bits, bits) for w in wholes]),
                        (bits, [cut(step * cut(w >> 2 * bits, 1), bits) for w in wholes])],
                       f"{first}.cc.{type_} {{o0}}, {{i0}}, {{i2}};\n{second}.cc.{type_} {{o1}}, {{i1}}, {{i3}};\n"
                       f"{second}.{type_} {{o2}}, 0, 0;")
            # The flag of a difference is 1 where nothing was borrowed, as sums see it; differences borrow where a sum has
            # not carried.
            if not sign:
                g.case(f"sub.cc + addc .{type_}", [(bits, a), (bits, b)], [(bits, [p >= q for p, q in zip(a, b)])],
                       f"sub.cc.{type_} {{o0}}, {{i0}}, {{i1}};\naddc.{type_} {{o0}}, 0, 0;")
                g.case(f"add.cc + subc .{type_}", [(bits, a), (bits, b)],
                       [(bits, [cut((p + q >> bits) - 1, bits) for p, q in zip(a, b)])],
                       f"add.cc.{type_} {{o0}}, {{i0}}, {{i1}};\nsubc.{type_} {{o0}}, 0, 0;")
            if not sign:
                d = integers(bits, 4)
                wholes = [p * q + (r | s << bits) for p, q, r, s in zip(a, b, c, d)]
                g.case(f"mad.lo.cc + madc.hi .{type_}", [(bits, a), (bits, b), (bits, c), (bits, d)],
                       [(bits, [cut(w, bits) for w in wholes]), (bits, [cut(w >> bits, bits) for w in wholes])],
                       f"mad.lo.cc.{type_} {{o0}}, {{i0}}, {{i1}}, {{i2}};\nmadc.hi.{type_} {{o1}}, {{i0}}, {{i1}}, {{i3}};")
    a, b, c = (integers(32, s) for s in (11, 12, 13))

    def parts(word, count, sign=False):
        width = 32 // count
        return [signed(word >> width * k, width) if sign else cut(word >> width * k, width) for k in range(count)]

    def word(values):
        return sum(cut(x, 32 // len(values)) << 32 // len(values) * k for k, x in enumerate(values))

    for type_ in ("u16x2", "s16x2"):
        for form, function in ((f"add.{type_}", lambda p, q: p + q), (f"min.{type_}", min), (f"max.{type_}", max)):
            g.case(form, [(32, a), (32, b)],
                   [(32, [word([function(x, y) for x, y in zip(parts(p, 2, type_[0] == "s"), parts(q, 2, type_[0] == "s"))])
                          for p, q in zip(a, b)])], f"{form} {{o0}}, {{i0}}, {{i1}};")
    for count, type_ in ((2, "s16x2"), (1, "s32")):
        for name, function in (("min", min), ("max", max)):
            g.case(f"{name}.relu.{type_}", [(32, a), (32, b)],
                   [(32, [word([max(0, function(x, y)) for x, y in zip(parts(p, count, True), parts(q, count, True))])
                          for p, q in zip(a, b)])], f"{name}{'.s32.relu' if count == 1 else '.s16x2.relu'} {{o0}}, {{i0}}, {{i1}};")
    for count in (2, 4):
        distances = [[abs(x - y) for x, y in zip(parts(p, count), parts(q, count))] for p, q in zip(a, b)]
        form = f"vabsdiff{count}.u32.u32.u32"
        g.case(form, [(32, a), (32, b), (32, c)], [(32, [word(d) for d in distances])], form + " {o0}, {i0}, {i1}, {i2};")
        g.case(form + ".add", [(32, a), (32, b), (32, c)], [(32, [cut(sum(d) + r, 32) for d, r in zip(distances, c)])],
               form + ".add {o0}, {i0}, {i1}, {i2};")
    for ta in ("u32", "s32"):
        for tb in ("u32", "s32"):
            part = lambda x, shift, width, t: signed(x >> shift, width) if t == "s32" else cut(x >> shift, width)
            dot4 = [r + sum(part(p, 8 * k, 8, ta) * part(q, 8 * k, 8, tb) for k in range(4)) for p, q, r in zip(a, b, c)]
            g.case(f"dp4a.{ta}.{tb}", [(32, a), (32, b), (32, c)], [(32, dot4)], f"dp4a.{ta}.{tb} {{o0}}, {{i0}}, {{i1}}, {{i2}};")
            for half, shift in (("lo", 0), ("hi", 16)):
                dot2 = [r + sum(part(p, 16 * k, 16, ta) * part(q, shift + 8 * k, 8, tb) for k in range(2)) for p, q, r in zip(a, b, c)]
                g.case(f"dp2a.{half}.{ta}.{tb}", [(32, a), (32, b), (32, c)], [(32, dot2)],
                       f"dp2a.{half}.{ta}.{tb} {{o0}}, {{i0}}, {{i1}}, {{i2}};")
    return g


def bit_group():
    g = Group("bits")
    for bits in (16, 32, 64):
        t = f"b{bits}"
        full = (1 << bits) - 1
        a, b = integers(bits, 21), integers(bits, 22)
        amounts = [0, 1, bits - 1, bits, bits + 1, 255, 0xFFFFFFFF, 1 << 31] + [i % (bits + 3) for i in range(24)]
        for name, function in (("and", lambda p, q: p & q), ("or", lambda p, q: p | q), ("xor", lambda p, q: p ^ q)):
            g.case(f"{name}.{t}", [(bits, a), (bits, b)], [(bits, [function(p, q) for p, q in zip(a, b)])], f"{name}.{t} {{o0}}, {{i0}}, {{i1}};")
        g.case(f"not.{t}", [(bits, a)], [(bits, [~p for p in a])], f"not.{t} {{o0}}, {{i0}};")
        g.case(f"cnot.{t}", [(bits, a)], [(bits, [int(p == 0) for p in a])], f"cnot.{t} {{o0}}, {{i0}};")
        shifts = {f"shl.{t}": lambda p, s: p << min(s, bits), f"shr.{t}": lambda p, s: p >> min(s, bits),
                  f"shr.u{bits}": lambda p, s: p >> min(s, bits), f"shr.s{bits}": lambda p, s: signed(p, bits) >> min(s, bits)}
        for form, function in shifts.items():
            g.case(form, [(bits, a), (32, amounts)], [(bits, [function(p, s) for p, s in zip(a, amounts)])], f"{form} {{o0}}, {{i0}}, {{i1}};")
        if bits == 16:
            continue
        g.case(f"popc.{t}", [(bits, a)], [(32, [bin(p).count("1") for p in a])], f"popc.{t} {{o0}}, {{i0}};")
        g.case(f"clz.{t}", [(bits, a)], [(32, [bits - p.bit_length() for p in a])], f"clz.{t} {{o0}}, {{i0}};")
        g.case(f"brev.{t}", [(bits, a)], [(bits, [int(format(p, f"0{bits}b")[::-1], 2) for p in a])], f"brev.{t} {{o0}}, {{i0}};")
        for sign in "us":
            def find(p):
                if sign == "s" and p >> (bits - 1):
                    p = ~p & full
                return p.bit_length() - 1 if p else 0xFFFFFFFF
            g.case(f"bfind.{sign}{bits}", [(bits, a)], [(32, [find(p) for p in a])], f"bfind.{sign}{bits} {{o0}}, {{i0}};")
            g.case(f"bfind.shiftamt.{sign}{bits}", [(bits, a)],
                   [(32, [find(p) if find(p) == 0xFFFFFFFF else bits - 1 - find(p) for p in a])], f"bfind.shiftamt.{sign}{bits} {{o0}}, {{i0}};")
            position = [(i * 7) % (bits + 6) for i in range(32)]
            length = [(i * 5) % (bits + 9) for i in range(30)] + [255, 0]

            def extract(p, at, count):
                if sign == "u" or count == 0:
                    fill = 0
                else:
                    fill = p >> min(at + count - 1, bits - 1) & 1
                return sum((p >> (at + k) & 1 if k < count and at + k < bits else fill) << k for k in range(bits))
            g.case(f"bfe.{sign}{bits}", [(bits, a), (32, position), (32, length)],
                   [(bits, [extract(*x) for x in zip(a, position, length)])], f"bfe.{sign}{bits} {{o0}}, {{i0}}, {{i1}}, {{i2}};")

        def insert(p, q, at, count):
            mask = (((1 << count) - 1) << at) & full
            return (q & ~mask) | ((p << at) & mask)
        g.case(f"bfi.{t}", [(bits, a), (bits, b), (32, position), (32, length)],
               [(bits, [insert(*x) for x in zip(a, b, position, length)])], f"bfi.{t} {{o0}}, {{i0}}, {{i1}}, {{i2}}, {{i3}};")
    a, b, c = (integers(32, s) for s in (31, 32, 33))
    amounts = [0, 1, 31, 32, 33, 64, 255, 0xFFFFFFFF] + list(range(24))
    for mode in ("clamp", "wrap"):
        amount = (lambda s: min(s, 32)) if mode == "clamp" else (lambda s: s & 31)
        g.case(f"shf.l.{mode}.b32", [(32, a), (32, b), (32, amounts)],
               [(32, [cut((q << 32 | p) << amount(s) >> 32, 32) for p, q, s in zip(a, b, amounts)])], f"shf.l.{mode}.b32 {{o0}}, {{i0}}, {{i1}}, {{i2}};")
        g.case(f"shf.r.{mode}.b32", [(32, a), (32, b), (32, amounts)],
               [(32, [(q << 32 | p) >> amount(s) for p, q, s in zip(a, b, amounts)])], f"shf.r.{mode}.b32 {{o0}}, {{i0}}, {{i1}}, {{i2}};")
        begin, width = [(i * 3) % 40 for i in range(32)], [(i * 7) % 41 for i in range(32)]

        def mask(at, count):
            if mode == "wrap":
                at, count = at & 31, count & 31
            return cut(((1 << min(count, 32)) - 1) << min(at, 32), 32)
        g.case(f"bmsk.{mode}.b32", [(32, begin), (32, width)], [(32, [mask(p, q) for p, q in zip(begin, width)])], f"bmsk.{mode}.b32 {{o0}}, {{i0}}, {{i1}};")
        for sign in "us":
            def extend(p, count):
                count = count & 31 if mode == "wrap" else min(count, 32)
                if count == 0:
                    return 0
                return signed(p, count) if sign == "s" else cut(p, count)
            g.case(f"szext.{mode}.{sign}32", [(32, a), (32, width)], [(32, [extend(p, q) for p, q in zip(a, width)])], f"szext.{mode}.{sign}32 {{o0}}, {{i0}}, {{i1}};")
    for table in (0x00, 0xFF, 0xE8, 0x96, 0x1B, 0x80):
        look = [sum((table >> (((p >> k & 1) << 2) | ((q >> k & 1) << 1) | (r >> k & 1)) & 1) << k for k in range(32)) for p, q, r in zip(a, b, c)]
        g.case(f"lop3.b32 {table:#x}", [(32, a), (32, b), (32, c)], [(32, look)], f"lop3.b32 {{o0}}, {{i0}}, {{i1}}, {{i2}}, {table};")

    def permute(p, q, selectors):
        source = (q << 32 | p).to_bytes(8, "little")
        out = []
        for s in selectors:
            byte = source[s & 7]
            out.append((0xFF if byte & 0x80 else 0) if s & 8 else byte)
        return int.from_bytes(bytes(out), "little")
    g.case("prmt.b32", [(32, a), (32, b), (32, c)], [(32, [permute(p, q, [r >> 4 * k & 15 for k in range(4)]) for p, q, r in zip(a, b, c)])],
           "prmt.b32 {o0}, {i0}, {i1}, {i2};")
    modes = {"f4e": lambda s: [s, s + 1, s + 2, s + 3], "b4e": lambda s: [s, (s - 1) & 7, (s - 2) & 7, (s - 3) & 7], "rc8": lambda s: [s] * 4,
             "ecl": lambda s: [max(k, s) for k in range(4)], "ecr": lambda s: [min(k, s) for k in range(4)],
             "rc16": lambda s: [0, 1, 0, 1] if s % 2 == 0 else [2, 3, 2, 3]}
    for name, pick in modes.items():
        chosen = [i % 4 for i in range(32)]
        g.case(f"prmt.b32.{name}", [(32, a), (32, b), (32, chosen)], [(32, [permute(p, q, pick(s)) for p, q, s in zip(a, b, chosen)])],
               f"prmt.b32.{name} {{o0}}, {{i0}}, {{i1}}, {{i2}};")
    start = [(i * 5) % 32 for i in range(32)]
    offset = [(i % 9) - 4 for i in range(32)]

    def nth(word, base, at):
        if at == 0:
            return base if word >> base & 1 else 0xFFFFFFFF
        step, left = (1, at) if at > 0 else (-1, -at)
        while 0 <= base < 32:
            left -= word >> base & 1
            if left == 0:
                return base
            base += step
        return 0xFFFFFFFF
    g.case("fns.b32", [(32, a), (32, start), (32, offset)], [(32, [nth(*x) for x in zip(a, start, offset)])], "fns.b32 {o0}, {i0}, {i1}, {i2};")
    return g


COMPARE = {"eq": lambda o: o == 0, "ne": lambda o: o in (-1, 1), "lt": lambda o: o == -1, "le": lambda o: o in (-1, 0),
           "gt": lambda o: o == 1, "ge": lambda o: o in (0, 1)}


def compare_group():
    g = Group("compare")
    for type_ in ("b16", "b32", "b64", "u16", "s16", "u32", "s32", "u64", "s64"):
        bits = bits_of(type_)
        a, b = integers(bits, 41), integers(bits, 41)[::-1]
        b[:8] = a[:8]
        names = {**COMPARE}
        if type_[0] == "u":
            names.update({"lo": COMPARE["lt"], "ls": COMPARE["le"], "hi": COMPARE["gt"], "hs": COMPARE["ge"]})
        for name, holds in names.items():
            if type_[0] == "b" and name not in ("eq", "ne"):
                continue
            key = (lambda x: signed(x, bits)) if type_[0] == "s" else (lambda x: x)
            result = [int(holds((key(p) > key(q)) - (key(p) < key(q)))) for p, q in zip(a, b)]
            g.case(f"setp.{name}.{type_}", [(bits, a), (bits, b)], [(32, result)], f"setp.{name}.{type_} %p1, {{i0}}, {{i1}};\nselp.u32 {{o0}}, 1, 0, %p1;")
    unordered = {"equ": "eq", "neu": "ne", "ltu": "lt", "leu": "le", "gtu": "gt", "geu": "ge"}
    for f in (F32, F64, F16, BF16):
        a, b = floats(f, 43), floats(f, 44)
        b[:6] = a[:6]
        for name in list(COMPARE) + list(unordered) + ["num", "nan"]:
            def holds(p, q):
                order = n.compare(f, p, q)
                if name in ("num", "nan"):
                    return (order is None) == (name == "nan")
                if name in unordered:
                    return order is None or COMPARE[unordered[name]](order)
                return order is not None and COMPARE[name](order)
            result = [int(holds(p, q)) for p, q in zip(a, b)]
            g.case(f"setp.{name}.{f.name}", [(f.bits, a), (f.bits, b)], [(32, result)], f"setp.{name}.{f.name} %p1, {{i0}}, {{i1}};\nselp.u32 {{o0}}, 1, 0, %p1;")
        if f in (F16, BF16):
            p2, q2 = pairs_of(a, 1), pairs_of(b, 1)
            low, high = ([int(n.compare(f, cut(p >> s, 16), cut(q >> s, 16)) == -1) for p, q in zip(p2, q2)] for s in (0, 16))
            g.case(f"setp.lt.{f.name}x2 p|q", [(32, p2), (32, q2)], [(32, low), (32, high)],
                   f"setp.lt.{f.name}x2 %p1|%p2, {{i0}}, {{i1}};\nselp.u32 {{o0}}, 1, 0, %p1;\nselp.u32 {{o1}}, 1, 0, %p2;")
            g.case(f"set.lt.{f.name}.{f.name}", [(16, a), (16, b)], [(16, [f.one if n.compare(f, p, q) == -1 else 0 for p, q in zip(a, b)])],
                   f"set.lt.{f.name}.{f.name} {{o0}}, {{i0}}, {{i1}};")
            g.case(f"set.lt.{f.name}x2.{f.name}x2", [(32, p2), (32, q2)], [(32, [(f.one if l else 0) | (f.one if h else 0) << 16 for l, h in zip(low, high)])],
                   f"set.lt.{f.name}x2.{f.name}x2 {{o0}}, {{i0}}, {{i1}};")
        if f in (F32, F64):
            classes = {"finite": lambda x: not f.is_nan(x) and not f.is_infinite(x), "infinite": f.is_infinite, "number": lambda x: not f.is_nan(x),
                       "notanumber": f.is_nan, "subnormal": f.is_subnormal,
                       "normal": lambda x: not (f.is_nan(x) or f.is_infinite(x) or f.is_subnormal(x))}  # PTX: zeros are normal
            for name, test in classes.items():
                g.case(f"testp.{name}.{f.name}", [(f.bits, a)], [(32, [int(bool(test(x))) for x in a])], f"testp.{name}.{f.name} %p1, {{i0}};\nselp.u32 {{o0}}, 1, 0, %p1;")
            g.case(f"copysign.{f.name}", [(f.bits, a), (f.bits, b)], [(f.bits, [(p & f.sign) | (q & ~f.sign) for p, q in zip(a, b)])],
                   f"copysign.{f.name} {{o0}}, {{i0}}, {{i1}};")
    f = F32
    a, b = floats(f, 45), floats(f, 46)
    flushed = [int((n.compare(f, f.flushed(p), f.flushed(q)) or 0) == -1) for p, q in zip(a, b)]
    g.case("setp.lt.ftz.f32", [(32, a), (32, b)], [(32, flushed)], "setp.lt.ftz.f32 %p1, {i0}, {i1};\nselp.u32 {o0}, 1, 0, %p1;")
    x, y = integers(32, 47), integers(32, 48)
    less = [signed(p, 32) < signed(q, 32) for p, q in zip(x, y)]
    odd = [bool(p & 1) for p in x]
    both = {"and": lambda p, q: p and q, "or": lambda p, q: p or q, "xor": lambda p, q: p != q}
    for name, join in both.items():
        for sign in ("", "!"):
            operand = [o != bool(sign) for o in odd]
            g.case(f"setp.lt.{name}.s32 p|q, {sign}c", [(32, x), (32, y)],
                   [(32, [int(join(p, q)) for p, q in zip(less, operand)]), (32, [int(join(not p, q)) for p, q in zip(less, operand)])],
                   f"and.b32 %x1, {{i0}}, 1;\nsetp.ne.u32 %p3, %x1, 0;\nsetp.lt.{name}.s32 %p1|%p2, {{i0}}, {{i1}}, {sign}%p3;\n"
                   "selp.u32 {o0}, 1, 0, %p1;\nselp.u32 {o1}, 1, 0, %p2;")
    for to, yes in (("u32", 0xFFFFFFFF), ("s32", 0xFFFFFFFF), ("f32", F32.one)):
        g.case(f"set.lt.{to}.s32", [(32, x), (32, y)], [(32, [yes if p else 0 for p in less])], f"set.lt.{to}.s32 {{o0}}, {{i0}}, {{i1}};")
        g.case(f"set.gtu.{to}.f32", [(32, a), (32, b)], [(32, [yes if n.compare(f, p, q) in (None, 1) else 0 for p, q in zip(a, b)])],
               f"set.gtu.{to}.f32 {{o0}}, {{i0}}, {{i1}};")
    for bits in (16, 32, 64):
        p, q = integers(bits, 49), integers(bits, 50)
        g.case(f"selp.b{bits}", [(bits, p), (bits, q), (32, x)], [(bits, [u if o else v for u, v, o in zip(p, q, odd)])],
               f"and.b32 %x1, {{i2}}, 1;\nsetp.ne.u32 %p1, %x1, 0;\nselp.b{bits} {{o0}}, {{i0}}, {{i1}}, %p1;")
    for bits in (32, 64):
        p, q = integers(bits, 51), integers(bits, 52)
        g.case(f"slct.b{bits}.s32", [(bits, p), (bits, q), (32, x)], [(bits, [u if signed(s, 32) >= 0 else v for u, v, s in zip(p, q, x)])],
               f"slct.b{bits}.s32 {{o0}}, {{i0}}, {{i1}}, {{i2}};")
        g.case(f"slct.b{bits}.f32", [(bits, p), (bits, q), (32, a)],
               [(bits, [u if not f.is_nan(s) and (not f.negative(s) or f.is_zero(s)) else v for u, v, s in zip(p, q, a)])], f"slct.b{bits}.f32 {{o0}}, {{i0}}, {{i1}}, {{i2}};")
    return g


def float_group():
    g = Group("floats")
    for f in (F32, F64):
        t, any_nan = f.name, {"as": f.name}
        a, b, c = (floats(f, s) for s in (61, 62, 63))

        def emit(form, function, inputs, ftz=False, sat=False):
            clean = f.flushed if ftz else (lambda x: x)
            result = []
            for operands in zip(*inputs):
                x = clean(function(*[clean(o) for o in operands]))
                result.append(n.saturated(f, x) if sat else x)
            slots = ", ".join("{i%d}" % k for k in range(len(inputs)))
            g.case(form, [(f.bits, v) for v in inputs], [(f.bits, result)], f"{form} {{o0}}, {slots};", any_nan)

        for mode in ("", "rn", "rz", "rm", "rp"):
            m, dot = mode or "rn", f".{mode}" if mode else ""
            emit(f"add{dot}.{t}", lambda p, q: n.add(f, p, q, m), [a, b])
            emit(f"sub{dot}.{t}", lambda p, q: n.sub(f, p, q, m), [a, b])
            emit(f"mul{dot}.{t}", lambda p, q: n.mul(f, p, q, m), [a, b])
            if not mode:
                continue
            emit(f"fma.{mode}.{t}", lambda p, q, r: n.fma(f, p, q, r, m), [a, b, c])
            emit(f"div.{mode}.{t}", lambda p, q: n.div(f, p, q, m), [a, b])
            emit(f"rcp.{mode}.{t}", lambda p: n.div(f, f.one, p, m), [a])
            emit(f"sqrt.{mode}.{t}", lambda p: n.sqrt(f, p, m), [a])
        emit(f"abs.{t}", lambda p: p & ~f.sign, [a])
        emit(f"neg.{t}", lambda p: p ^ f.sign, [a])
        emit(f"min.{t}", lambda p, q: n.minimum(f, p, q), [a, b])
        emit(f"max.{t}", lambda p, q: n.minimum(f, p, q, largest=True), [a, b])
        if f is F64:
            continue
        emit("min.NaN.f32", lambda p, q: n.minimum(f, p, q, True), [a, b])
        emit("max.NaN.f32", lambda p, q: n.minimum(f, p, q, True, True), [a, b])
        emit("add.ftz.f32", lambda p, q: n.add(f, p, q), [a, b], ftz=True)
        emit("sub.rz.ftz.f32", lambda p, q: n.sub(f, p, q, "rz"), [a, b], ftz=True)
        emit("mul.ftz.f32", lambda p, q: n.mul(f, p, q), [a, b], ftz=True)
        emit("fma.rn.ftz.f32", lambda p, q, r: n.fma(f, p, q, r), [a, b, c], ftz=True)
        emit("div.rn.ftz.f32", lambda p, q: n.div(f, p, q), [a, b], ftz=True)
        emit("sqrt.rn.ftz.f32", lambda p: n.sqrt(f, p), [a], ftz=True)
        emit("min.ftz.f32", lambda p, q: n.minimum(f, p, q), [a, b], ftz=True)
        emit("abs.ftz.f32", lambda p: p & ~f.sign, [a], ftz=True)
        emit("neg.ftz.f32", lambda p: p ^ f.sign, [a], ftz=True)
        emit("add.sat.f32", lambda p, q: n.add(f, p, q), [a, b], sat=True)
        emit("mul.rp.sat.f32", lambda p, q: n.mul(f, p, q, "rp"), [a, b], sat=True)
        emit("fma.rn.sat.f32", lambda p, q, r: n.fma(f, p, q, r), [a, b, c], sat=True)
        emit("fma.rm.ftz.sat.f32", lambda p, q, r: n.fma(f, p, q, r, "rm"), [a, b, c], ftz=True, sat=True)
    return g


def half_group():
    g = Group("halves")
    for f in (F16, BF16):
        a, b, c = (floats(f, s) for s in (71, 72, 73))
        forms = {"add.rn": (lambda p, q: n.add(f, p, q), 2), "sub.rn": (lambda p, q: n.sub(f, p, q), 2), "mul.rn": (lambda p, q: n.mul(f, p, q), 2),
                 "fma.rn": (lambda p, q, r: n.fma(f, p, q, r), 3), "fma.rn.relu": (lambda p, q, r: n.rectified(f, n.fma(f, p, q, r)), 3),
                 "abs": (lambda p: p & ~f.sign, 1), "neg": (lambda p: p ^ f.sign, 1),
                 "min": (lambda p, q: n.minimum(f, p, q), 2), "max": (lambda p, q: n.minimum(f, p, q, largest=True), 2),
                 "min.NaN": (lambda p, q: n.minimum(f, p, q, True), 2), "max.NaN": (lambda p, q: n.minimum(f, p, q, True, True), 2)}
        if f is F16:
            flush = f.flushed
            forms.update({"add.ftz": (lambda p, q: flush(n.add(f, flush(p), flush(q))), 2), "mul.sat": (lambda p, q: n.saturated(f, n.mul(f, p, q)), 2),
                          "add.sat": (lambda p, q: n.saturated(f, n.add(f, p, q)), 2), "fma.rn.ftz": (lambda p, q, r: flush(n.fma(f, flush(p), flush(q), flush(r))), 3),
                          "fma.rn.sat": (lambda p, q, r: n.saturated(f, n.fma(f, p, q, r)), 3)})
        for form, (function, count) in forms.items():
            inputs = [a, b, c][:count]
            slots = ", ".join("{i%d}" % k for k in range(count))
            result = [function(*x) for x in zip(*inputs)]
            g.case(f"{form}.{f.name}", [(16, v) for v in inputs], [(16, result)], f"{form}.{f.name} {{o0}}, {slots};", {"as": f.name})
            packed = [pairs_of(v, 5) for v in inputs]
            both = [sum(function(*[cut(x >> s, 16) for x in lane]) << s for s in (0, 16)) for lane in zip(*packed)]
            g.case(f"{form}.{f.name}x2", [(32, v) for v in packed], [(32, both)], f"{form}.{f.name}x2 {{o0}}, {slots};", {"as": f.name})
    return g


def convert_group():
    g = Group("convert")
    whole_types = [f"{s}{b}" for b in (8, 16, 32, 64) for s in "us"]
    for source in whole_types:
        sb = bits_of(source)
        values = integers(sb, 81)
        number = (lambda x: signed(x, sb)) if source[0] == "s" else (lambda x: x)
        for target in whole_types:
            tb = bits_of(target)
            low, high = (-(1 << tb - 1), (1 << tb - 1) - 1) if target[0] == "s" else (0, (1 << tb) - 1)
            width = 32 if tb == 8 else tb
            for sat in ("", ".sat"):
                def made(x):
                    y = max(low, min(high, number(x))) if sat else number(x)
                    return signed(y, tb) if target[0] == "s" else cut(y, tb)
                if sat and low <= (-(1 << sb - 1) if source[0] == "s" else 0) and high >= ((1 << sb - 1) - 1 if source[0] == "s" else (1 << sb) - 1):
                    continue
                form = f"cvt{sat}.{target}.{source}"
                g.case(form, [(sb, values)], [(width, [made(x) for x in values])], form + " {o0}, {i0};")
        if sb == 8:
            continue
        for f in (F16, F32, F64):
            for mode in ("rn", "rz", "rm", "rp"):
                form = f"cvt.{mode}.{f.name}.{source}"
                g.case(form, [(sb, values)], [(f.bits, [f.round(n.Fraction(number(x)), mode) for x in values])], form + " {o0}, {i0};")
    for f in (F16, F32, F64):
        values = floats(f, 82)
        for target in whole_types:
            tb = bits_of(target)
            if tb == 8:
                continue
            low, high = (-(1 << tb - 1), (1 << tb - 1) - 1) if target[0] == "s" else (0, (1 << tb) - 1)
            for mode in ("rni", "rzi", "rmi", "rpi"):
                def made(x):
                    if f.is_nan(x):
                        return 1 << (tb - 1) if f is F64 or tb == 64 else 0
                    if f.is_infinite(x):
                        return low if f.negative(x) else high
                    return max(low, min(high, n.whole(f.value(x), mode)))
                form = f"cvt.{mode}.{target}.{f.name}"
                g.case(form, [(f.bits, values)], [(tb, [made(x) for x in values])], form + " {o0}, {i0};")
        for mode in ("rni", "rzi", "rmi", "rpi"):
            def integral(x):
                if f.is_nan(x) or f.is_infinite(x):
                    return x
                return f.round(n.Fraction(n.whole(f.value(x), mode)), "rn", f.negative(x))
            form = f"cvt.{mode}.{f.name}.{f.name}"
            g.case(form, [(f.bits, values)], [(f.bits, [integral(x) for x in values])], form + " {o0}, {i0};", {"as": f.name})
    for source in (F16, BF16, F32, F64):
        values = floats(source, 83)
        for target in (F16, BF16, F32, F64):
            if source is target or {source, target} == {F16, BF16} or {source, target} == {BF16, F64}:
                continue
            narrows = target.bits < source.bits
            modes = ("rn", "rz") if narrows and target.bits == 16 and not (source is F64) else ("rn", "rz", "rm", "rp") if narrows else ("",)
            for mode in modes:
                dot = f".{mode}" if mode else ""
                form = f"cvt{dot}.{target.name}.{source.name}"
                g.case(form, [(source.bits, values)], [(target.bits, [n.convert(source, target, x, mode or "rn") for x in values])],
                       form + " {o0}, {i0};", {"as": target.name})
    for source in ("u16", "s16", "u32", "s32", "u64", "s64"):
        values = integers(bits_of(source), 86)
        number = (lambda x, b=bits_of(source): signed(x, b)) if source[0] == "s" else (lambda x: x)
        g.case(f"cvt.rn.bf16.{source}", [(bits_of(source), values)], [(16, [BF16.round(n.Fraction(number(x))) for x in values])], f"cvt.rn.bf16.{source} {{o0}}, {{i0}};")
    values = floats(F32, 84)
    g.case("cvt.sat.f32.f32", [(32, values)], [(32, [n.saturated(F32, x) for x in values])], "cvt.sat.f32.f32 {o0}, {i0};")
    g.case("cvt.ftz.f32.f32", [(32, values)], [(32, [F32.flushed(x) for x in values])], "cvt.ftz.f32.f32 {o0}, {i0};", {"as": "f32"})
    other = floats(F32, 85)
    for f in (F16, BF16):
        for relu in ("", ".relu"):
            def half(x):
                y = n.convert(F32, f, x)
                return n.rectified(f, y) if relu else y
            g.case(f"cvt.rn{relu}.{f.name}.f32", [(32, values)], [(16, [half(x) for x in values])], f"cvt.rn{relu}.{f.name}.f32 {{o0}}, {{i0}};", {"as": f.name})
            g.case(f"cvt.rn{relu}.{f.name}x2.f32", [(32, values), (32, other)], [(32, [half(x) << 16 | half(y) for x, y in zip(values, other)])],
                   f"cvt.rn{relu}.{f.name}x2.f32 {{o0}}, {{i0}}, {{i1}};", {"as": f.name})
    return g


def approximate_group():
    """The bounds are those of the PTX ISA, 9.7.3 and 9.7.4."""
    g = Group("approximate")
    f = F32
    draw = random.Random(91)
    real = lambda x: float(f.value(x))
    single = lambda x: f.round(n.Fraction(x)) if math.isfinite(x) else (f.nan if math.isnan(x) else f.infinity | (f.sign if x < 0 else 0))
    any_ = floats(f, 92, ordinary=True)
    positive = [x & ~f.sign or f.one for x in any_]
    powers = [f.round(n.Fraction(draw.randint(-12000, 12000), 100)) for _ in range(LANES)]
    angles = [f.round(n.Fraction(draw.randint(-3141, 3141), 1000)) for _ in range(LANES)]
    ends = [0, f.sign, f.infinity, f.infinity | f.sign, f.nan]

    def emit(form, values, function, special, relative=0.0, absolute=0.0):
        x = ends + values[len(ends):]
        result = special + [single(function(real(v))) for v in x[len(ends):]]
        g.case(form, [(32, x)], [(32, result)], form + " {o0}, {i0};", {"as": "f32", "relative": relative, "absolute": absolute})

    inf, minus, nan = f.infinity, f.infinity | f.sign, f.nan
    for ftz in ("", ".ftz"):
        emit(f"rcp.approx{ftz}.f32", any_, lambda v: 1 / v if v else math.inf, [inf, minus, 0, f.sign, nan], 2.0**-23)
        emit(f"sqrt.approx{ftz}.f32", positive, math.sqrt, [0, f.sign, inf, nan, nan], 2.0**-23)
        emit(f"rsqrt.approx{ftz}.f32", positive, lambda v: 1 / math.sqrt(v), [inf, minus, 0, nan, nan], 2.0**-22.4)
        emit(f"ex2.approx{ftz}.f32", powers, lambda v: 2.0**v, [f.one, f.one, inf, 0, nan], 2.0**-22)
        emit(f"lg2.approx{ftz}.f32", positive, math.log2, [minus, minus, inf, nan, nan], 2.0**-22, 2.0**-22)
        emit(f"sin.approx{ftz}.f32", angles, math.sin, [0, f.sign, nan, nan, nan], 0, 2.0**-20.5)
        emit(f"cos.approx{ftz}.f32", angles, math.cos, [f.one, f.one, nan, nan, nan], 0, 2.0**-20.5)
    emit("tanh.approx.f32", angles, math.tanh, [0, f.sign, f.one, f.one | f.sign, nan], 2.0**-10.9)
    b = floats(f, 93, ordinary=True)
    b = [x if not f.is_zero(x) else f.one for x in b]
    quotient = [n.div(f, p, q) for p, q in zip(any_, b)]
    for form in ("div.approx.f32", "div.full.f32", "div.approx.ftz.f32"):
        g.case(form, [(32, any_), (32, b)], [(32, quotient)], form + " {o0}, {i0}, {i1};", {"as": "f32", "relative": 2.0**-22})
    for h, relative, absolute in ((F16, 2.0**-9.9, 2.0**-14), (BF16, 2.0**-7, 0)):
        x = [h.round(n.Fraction(draw.randint(-800, 800), 100)) for _ in range(LANES)]
        ftz = ".ftz" if h is BF16 else ""
        result = [h.round(n.Fraction(2.0 ** float(h.value(v)))) for v in x]
        g.case(f"ex2.approx{ftz}.{h.name}", [(16, x)], [(16, result)], f"ex2.approx{ftz}.{h.name} {{o0}}, {{i0}};", {"as": h.name, "relative": relative, "absolute": absolute})
        result = [h.round(n.Fraction(math.tanh(float(h.value(v)))), "rn", h.negative(v)) for v in x]
        g.case(f"tanh.approx.{h.name}", [(16, x)], [(16, result)], f"tanh.approx.{h.name} {{o0}}, {{i0}};",
               {"as": h.name, "relative": 0, "absolute": 2.0**-10.9 if h is F16 else 2.0**-8})
    d = [F64.round(n.Fraction(draw.randint(1, 10**6), 1000)) for _ in range(LANES)]
    g.case("rcp.approx.ftz.f64", [(64, d)], [(64, [n.div(F64, F64.one, x) for x in d])], "rcp.approx.ftz.f64 {o0}, {i0};", {"as": "f64", "relative": 2.0**-19})
    g.case("rsqrt.approx.ftz.f64", [(64, d)], [(64, [n.div(F64, F64.one, n.sqrt(F64, x)) for x in d])], "rsqrt.approx.ftz.f64 {o0}, {i0};", {"as": "f64", "relative": 2.0**-19})
    return g


def memory_group():
    g = Group("memory")
    for type_ in ("u8", "s8", "b8", "u16", "s16", "b16", "u32", "s32", "b32", "f32", "u64", "s64", "b64", "f64"):
        bits = bits_of(type_)
        values = integers(bits, 101)
        for width in (16, 32, 64):
            if width < bits or (width > bits and type_[0] == "f"):
                continue
            wide = [cut(signed(x, bits), width) if type_[0] == "s" else x for x in values]
            form = f"ld.global.{type_} into {width}"
            g.case(form, [(bits, values)], [(width, wide)], f"ld.global.{type_} {{o0}}, [{{a0}}];")
            if width == max(bits, 16):
                g.case(f"st.global.{type_}", [(bits, values)], [(bits, values)], f"st.global.{type_} [{{p0}}], {{i0}};")
                for space, address in (("shared", "mov.u32 %x1, tile;"), ("local", "mov.u64 %xd1, mine;")):
                    place = "%x1" if space == "shared" else "%xd1"
                    step = f"mad.lo.u32 %x1, %r0, {bits // 8}, %x1;" if space == "shared" else ""
                    declare = ".shared .align 16 .b8 tile[1024];\n" if space == "shared" else ".local .align 16 .b8 mine[16];\n"
                    g.case(f"st.{space} and ld.{space} .{type_}", [(bits, values)], [(bits, values)],
                           f"{address}\n{step}\nst.{space}.{type_} [{place}], {{i0}};\nld.{space}.{type_} {{o0}}, [{place}];\nst.global.b{bits} [{{p0}}], {{o0}};", declare=declare)
    for qualifier in ("volatile.global", "relaxed.gpu.global", "acquire.sys.global", "global.nc", "global.ca", "global.cg", "global.cs", "global.lu", "global.cv",
                      "weak.global", "global.L1::no_allocate", "volatile"):
        values = integers(32, 102)
        g.case(f"ld.{qualifier}.u32", [(32, values)], [(32, values)], f"ld.{qualifier}.u32 {{o0}}, [{{a0}}];")
    for qualifier in ("volatile.global", "relaxed.cta.global", "release.gpu.global", "global.wb", "global.cg", "global.cs", "global.wt", "weak.global"):
        values = integers(32, 103)
        g.case(f"st.{qualifier}.u32", [(32, values)], [(32, values)], f"st.{qualifier}.u32 [{{p0}}], {{i0}};")
    for count, bits in ((2, 8), (4, 8), (2, 16), (4, 16), (2, 32), (4, 32), (2, 64)):
        draw = random.Random(count * bits)
        values = [draw.getrandbits(bits) for _ in range(LANES * count)]
        letter = {8: "%xh", 16: "%xh", 32: "%x", 64: "%xd"}[bits]
        parts = ", ".join(f"{letter}{k}" for k in range(1, count + 1))
        g.case(f"ld.global.v{count}.b{bits} and st", [(bits, values)], [(bits, values)],
               f"ld.global.v{count}.b{bits} {{{{{parts}}}}}, [{{a0}}];\nst.global.v{count}.b{bits} [{{p0}}], {{{{{parts}}}}};")
    a, b = integers(32, 104), integers(32, 105)
    g.case("st.global.v4.b32 with numbers", [(32, a)], [(32, [x for p in a for x in (7, p, cut(-2, 32), 0)])],
           "st.global.v4.b32 [{p0}], {{7, {i0}, -2, 0}};")
    g.case("mov.b64 pack with a number", [(32, a)], [(64, [p | cut(-3, 32) << 32 for p in a])], "mov.b64 {o0}, {{{i0}, -3}};")
    g.case("mov.b64 pack", [(32, a), (32, b)], [(64, [p | q << 32 for p, q in zip(a, b)])], "mov.b64 {o0}, {{{i0}, {i1}}};")
    wide = integers(64, 106)
    g.case("mov.b64 unpack", [(64, wide)], [(32, [cut(x, 32) for x in wide]), (32, [x >> 32 for x in wide])], "mov.b64 {{{o0}, {o1}}}, {i0};")
    g.case("mov.b64 unpack of the upper half", [(64, wide)], [(32, [x >> 32 for x in wide])], "mov.b64 {{_, {o0}}}, {i0};")
    h = [integers(16, 107 + k) for k in range(4)]
    g.case("mov.b32 pack", [(16, h[0]), (16, h[1])], [(32, [p | q << 16 for p, q in zip(h[0], h[1])])], "mov.b32 {o0}, {{{i0}, {i1}}};")
    g.case("mov.b64 pack of four", [(16, v) for v in h], [(64, [sum(x << 16 * k for k, x in enumerate(lane)) for lane in zip(*h)])],
           "mov.b64 {o0}, {{{i0}, {i1}, {i2}, {i3}}};")
    pairs = [random.Random(9).getrandbits(32) for _ in range(2 * LANES)]
    g.case("ld.global.v2.b32 with a sink", [(32, pairs)], [(32, pairs[1::2])], "ld.global.v2.b32 {{_, {o0}}}, [{a0}];")
    g.case("mov.b32 unpack", [(32, a)], [(16, [cut(x, 16) for x in a]), (16, [x >> 16 for x in a])], "mov.b32 {{{o0}, {o1}}}, {i0};")
    tests = [("shared", "tile", "cvta.shared.u64"), ("local", "mine", "cvta.local.u64")]
    for space, name, instruction in tests:
        declare = f".{space} .align 16 .b8 {name}[64];\n"
        for asked in ("shared", "local", "global"):
            g.case(f"isspacep.{asked} of {space}", [], [(32, [int(asked == space)] * LANES)],
                   f"mov.u64 %xd1, {name};\n{instruction} %xd2, %xd1;\nisspacep.{asked} %p1, %xd2;\nselp.u32 {{o0}}, 1, 0, %p1;", declare=declare)
        g.case(f"generic access to {space}", [(32, a)], [(32, a)],
               f"mov.u64 %xd1, {name};\n{instruction} %xd2, %xd1;\n" + ("" if space == "local" else "and.b32 %x1, %r0, 15;\nmul.wide.u32 %xd3, %x1, 4;\nadd.s64 %xd2, %xd2, %xd3;\n") +
               "st.u32 [%xd2], {i0};\nld.u32 {o0}, [%xd2];" if space == "local" else
               f"mov.u64 %xd1, {name};\n{instruction} %xd2, %xd1;\nmul.wide.u32 %xd3, %r0, 4;\nadd.s64 %xd2, %xd2, %xd3;\nst.u32 [%xd2], {{i0}};\nld.u32 {{o0}}, [%xd2];",
               declare=declare.replace("[64]", "[128]"))
        g.case(f"cvta.to.{space}", [(32, a)], [(32, a)],
               f"mov.u64 %xd1, {name};\n{instruction} %xd2, %xd1;\ncvta.to.{space}.u64 %xd3, %xd2;\nsub.s64 %xd4, %xd3, %xd1;\ncvt.u32.u64 %x1, %xd4;\nadd.u32 {{o0}}, {{i0}}, %x1;", declare=declare)
    g.case("ld.const", [], [(32, [(k * 3 + 1) for k in range(LANES)])],
           "mov.u64 %xd1, table;\nmul.wide.u32 %xd2, %r0, 4;\nadd.s64 %xd1, %xd1, %xd2;\nld.const.u32 {o0}, [%xd1];",
           once=".const .align 4 .u32 table[32] = {" + ", ".join(str(k * 3 + 1) for k in range(LANES)) + "};\n")
    g.case("variable in global memory", [], [(32, [100 + k for k in range(LANES)])],
           "mov.u64 %xd1, numbers;\nmul.wide.u32 %xd2, %r0, 4;\nadd.s64 %xd1, %xd1, %xd2;\nld.global.u32 {o0}, [%xd1];",
           once=".global .align 4 .u32 numbers[32] = {" + ", ".join(str(100 + k) for k in range(LANES)) + "};\n")
    return g


def atomic_group():
    g = Group("atomics")
    operations = {"add": lambda m, x: m + x, "min": min, "max": max, "and": lambda m, x: m & x, "or": lambda m, x: m | x, "xor": lambda m, x: m ^ x,
                  "exch": lambda m, x: x, "inc": lambda m, x: 0 if m >= x else m + 1, "dec": lambda m, x: x if m == 0 or m > x else m - 1}
    types = {"add": ("u32", "s32", "u64"), "min": ("u32", "s32", "u64", "s64"), "max": ("u32", "s32", "u64", "s64"), "and": ("b32", "b64"), "or": ("b32", "b64"),
             "xor": ("b32", "b64"), "exch": ("b32", "b64"), "inc": ("u32",), "dec": ("u32",)}

    def emit(form, bits, memory, operand, after, compare=None, extra=None, red=True):
        inputs = [(bits, memory), (bits, operand)] + ([(bits, extra)] if extra else [])
        last = ", {i2}" if extra else ""
        copy = f"st.global.b{bits} [{{p1}}], {{i0}};\n"
        g.case(f"atom.global.{form}", inputs, [(bits, memory), (bits, after)], copy + f"atom.global.{form} {{o0}}, [{{p1}}], {{i1}}{last};", compare)
        step = bits // 8
        g.case(f"atom.shared.{form}", inputs, [(bits, memory), (bits, after)],
               f"mov.u32 %x1, tile;\nmad.lo.u32 %x1, %r0, {step}, %x1;\nst.shared.b{bits} [%x1], {{i0}};\natom.shared.{form} {{o0}}, [%x1], {{i1}}{last};\nld.shared.b{bits} {{o1}}, [%x1];",
               compare, declare=".shared .align 16 .b8 tile[512];\n")
        if red:
            g.case(f"red.global.{form}", inputs, [(bits, after)], f"st.global.b{bits} [{{p0}}], {{i0}};\nred.global.{form} [{{p0}}], {{i1}};", compare)

    for name, function in operations.items():
        for type_ in types[name]:
            bits = bits_of(type_)
            memory, operand = integers(bits, 111), integers(bits, 112)
            value = (lambda x: signed(x, bits)) if type_[0] == "s" else (lambda x: x)
            emit(f"{name}.{type_}", bits, memory, operand, [cut(function(value(m), value(x)), bits) for m, x in zip(memory, operand)], red=name != "exch")
    for bits in (16, 32, 64):
        memory, operand, new = integers(bits, 113), integers(bits, 114), integers(bits, 115)
        operand[::2] = memory[::2]
        emit(f"cas.b{bits}", bits, memory, operand, [x if m == c else m for m, c, x in zip(memory, operand, new)], extra=new, red=False)
    for f in (F32, F64):
        memory, operand = floats(f, 116, True), floats(f, 117, True)
        emit(f"add.{f.name}", f.bits, memory, operand, [n.add(f, m, x) for m, x in zip(memory, operand)], {"as": f.name})
    for f in (F16, BF16):
        memory, operand = floats(f, 118, True), floats(f, 119, True)
        emit(f"add.noftz.{f.name}", 16, memory, operand, [n.add(f, m, x) for m, x in zip(memory, operand)], {"as": f.name})
        m2, x2 = pairs_of(memory, 1), pairs_of(operand, 2)
        both = [sum(n.add(f, cut(m >> s, 16), cut(x >> s, 16)) << s for s in (0, 16)) for m, x in zip(m2, x2)]
        g.case(f"atom.global.add.noftz.{f.name}x2", [(32, m2), (32, x2)], [(32, m2), (32, both)],
               f"st.global.b32 [{{p1}}], {{i0}};\natom.global.add.noftz.{f.name}x2 {{o0}}, [{{p1}}], {{i1}};", {"as": f.name})
    for qualifier in ("relaxed.gpu.global", "acquire.cta.global", "release.sys.global", "acq_rel.gpu.global", "global", "relaxed.sys", ""):
        memory, operand = integers(32, 120), integers(32, 121)
        dot = f".{qualifier}" if qualifier else ""
        g.case(f"atom{dot}.add.u32 qualified", [(32, memory), (32, operand)], [(32, memory), (32, [cut(m + x, 32) for m, x in zip(memory, operand)])],
               f"st.global.b32 [{{p1}}], {{i0}};\natom{dot}.add.u32 {{o0}}, [{{p1}}], {{i1}};")
    total = [signed(x, 8) for x in integers(32, 122)]
    g.case("red.shared.add.s32 of all on one", [(32, total)], [(32, [sum(total)] * LANES)],
           "mov.u32 %x1, tile;\nmov.u32 %x2, 0;\nst.shared.u32 [%x1], %x2;\nbar.sync 0;\nred.shared.add.s32 [%x1], {i0};\nbar.sync 0;\nld.shared.u32 {o0}, [%x1];",
           declare=".shared .align 16 .b8 tile[16];\n")
    return g


def warp_group():
    g = Group("warp")
    a = integers(32, 131)
    for mode in ("up", "down", "bfly", "idx"):
        for b, c in ((1, 0 if mode == "up" else 31), (16, 0 if mode == "up" else 31), (3, (24 << 8) | (0 if mode == "up" else 31)), (31, (16 << 8) | (0 if mode == "up" else 31)), (5, 7)):
            values, valid = [], []
            for lane in range(LANES):
                segment = c >> 8 & 31
                most, least = (lane & segment) | (c & 31 & ~segment), lane & segment
                j = {"up": lane - b, "down": lane + b, "bfly": lane ^ b, "idx": least | (b & ~segment & 31)}[mode]
                ok = j >= most if mode == "up" else j <= most
                values.append(a[j] if ok else a[lane])
                valid.append(int(ok))
            g.case(f"shfl.sync.{mode}.b32 b={b} c={c}", [(32, a)], [(32, values), (32, valid)],
                   f"shfl.sync.{mode}.b32 {{o0}}|%p1, {{i0}}, {b}, {c}, -1;\nselp.u32 {{o1}}, 1, 0, %p1;")
    odd = [x & 1 for x in a]
    ballot = sum(o << k for k, o in enumerate(odd))
    setup = "and.b32 %x1, {i0}, 1;\nsetp.ne.u32 %p1, %x1, 0;\n"
    g.case("vote.sync.ballot.b32", [(32, a)], [(32, [ballot] * LANES)], setup + "vote.sync.ballot.b32 {o0}, %p1, -1;")
    g.case("vote.sync.ballot.b32 of !p", [(32, a)], [(32, [~ballot] * LANES)], setup + "vote.sync.ballot.b32 {o0}, !%p1, -1;")
    for data in (a, [x | 1 for x in a], [x & ~1 for x in a]):
        o = [x & 1 for x in data]
        for mode, value in (("any", any(o)), ("all", all(o)), ("uni", len(set(o)) == 1)):
            g.case(f"vote.sync.{mode}.pred", [(32, data)], [(32, [int(value)] * LANES)], setup + f"vote.sync.{mode}.pred %p2, %p1, -1;\nselp.u32 {{o0}}, 1, 0, %p2;")
    for bits in (32, 64):
        few = [(x % 5) * (1 << bits - 8) + 3 for x in range(LANES)]
        same = [sum(1 << k for k, y in enumerate(few) if y == x) for x in few]
        g.case(f"match.any.sync.b{bits}", [(bits, few)], [(32, same)], f"match.any.sync.b{bits} {{o0}}, {{i0}}, -1;")
        for data in (few, [7] * LANES):
            whole = len(set(data)) == 1
            g.case(f"match.all.sync.b{bits}", [(bits, data)], [(32, [0xFFFFFFFF if whole else 0] * LANES), (32, [int(whole)] * LANES)],
                   f"match.all.sync.b{bits} {{o0}}|%p1, {{i0}}, -1;\nselp.u32 {{o1}}, 1, 0, %p1;")
    from functools import reduce
    for form, function, sign in (("add.u32", lambda p, q: p + q, 0), ("add.s32", lambda p, q: p + q, 1), ("min.u32", min, 0), ("max.u32", max, 0), ("min.s32", min, 1),
                                 ("max.s32", max, 1), ("and.b32", lambda p, q: p & q, 0), ("or.b32", lambda p, q: p | q, 0), ("xor.b32", lambda p, q: p ^ q, 0)):
        data = [signed(x, 32) for x in a] if sign else a
        g.case(f"redux.sync.{form}", [(32, a)], [(32, [cut(reduce(function, data), 32)] * LANES)], f"redux.sync.{form} {{o0}}, {{i0}}, -1;")
    g.case("activemask.b32 in a branch", [], [(32, [0x55555555 if k % 2 == 0 else 0 for k in range(LANES)])],
           "and.b32 %x1, %r0, 1;\nsetp.ne.u32 %p1, %x1, 0;\nmov.u32 {o0}, 0;\n@%p1 bra done;\nactivemask.b32 {o0};\ndone:")
    g.case("bar.warp.sync", [(32, a)], [(32, [a[k ^ 1] for k in range(LANES)])],
           "mov.u32 %x1, tile;\nmad.lo.u32 %x2, %r0, 4, %x1;\nst.shared.u32 [%x2], {i0};\nbar.warp.sync -1;\nxor.b32 %x3, %r0, 1;\nmad.lo.u32 %x2, %x3, 4, %x1;\nld.shared.u32 {o0}, [%x2];",
           declare=".shared .align 4 .b8 tile[128];\n")
    for prefix in ("bar", "barrier", "barrier.cta"):
        aligned = "" if prefix == "bar" else ".aligned"
        g.case(f"{prefix}.red.popc{aligned}.u32", [(32, a)], [(32, [sum(odd)] * LANES)], setup + f"{prefix}.red.popc{aligned}.u32 {{o0}}, 0, %p1;")
        for mode, value in (("and", all(odd)), ("or", any(odd))):
            g.case(f"{prefix}.red.{mode}{aligned}.pred", [(32, a)], [(32, [int(value)] * LANES)],
                   setup + f"{prefix}.red.{mode}{aligned}.pred %p2, 1, 32, %p1;\nselp.u32 {{o0}}, 1, 0, %p2;")
    specials = {"%tid.x": list(range(32)), "%tid.y": [0] * 32, "%ntid.x": [32] * 32, "%ntid.z": [1] * 32, "%ctaid.x": [0] * 32, "%nctaid.x": [1] * 32, "%laneid": list(range(32)),
                "%lanemask_eq": [1 << k for k in range(32)], "%lanemask_lt": [(1 << k) - 1 for k in range(32)], "%lanemask_le": [(2 << k) - 1 for k in range(32)],
                "%lanemask_gt": [~((2 << k) - 1) for k in range(32)], "%lanemask_ge": [~((1 << k) - 1) for k in range(32)], "WARP_SZ": [32] * 32,
                "%cluster_nctarank": [1] * 32, "%dynamic_smem_size": [0] * 32}
    for name, values in specials.items():
        g.case(f"mov.u32 {name}", [], [(32, values)], f"mov.u32 {{o0}}, {name};")
    return g


def asynchronous_group():
    g = Group("asynchronous")
    a = integers(32, 151)
    tile = ".shared .align 16 .b8 tile[512];\n.shared .align 8 .b64 gate;\n"
    for operation, size in (("ca", 4), ("ca", 8), ("ca", 16), ("cg", 16)):
        bits = 32
        count = size // 4
        draw = random.Random(size)
        values = [draw.getrandbits(bits) for _ in range(LANES * count)]
        parts = ", ".join(f"%x{k}" for k in range(3, 3 + count))
        vector, braces = (f".v{count}", f"{{{{{parts}}}}}") if count > 1 else ("", "%x3")
        for given in (None, 0, 4):
            if given is not None and given > size:
                continue
            kept = values if given is None else [v if k % count * 4 < given else 0 for k, v in enumerate(values)]
            for wait in ("cp.async.wait_all;", "cp.async.commit_group;\ncp.async.wait_group 0;"):
                form = f"cp.async.{operation}.shared.global {size}" + ("" if given is None else f", {given}") + (" group" if "group" in wait else "")
                g.case(form, [(bits, values)], [(bits, kept)],
                       f"mov.u32 %x1, tile;\nmad.lo.u32 %x2, %r0, {size}, %x1;\ncp.async.{operation}.shared.global [%x2], [{{a0}}], {size}" + ("" if given is None else f", {given}") +
                       f";\n{wait}\nld.shared{vector}.b32 {braces}, [%x2];\nst.global{vector}.b32 [{{p0}}], {braces};", declare=tile)
    first = "setp.eq.u32 %p1, %r0, 0;\nmov.u32 %x1, gate;\n"
    init = first + "@%p1 mbarrier.init.shared.b64 [%x1], {count};\nbar.sync 0;\n"
    exchange = "mov.u32 %x2, tile;\nmad.lo.u32 %x3, %r0, 4, %x2;\nst.shared.u32 [%x3], {i0};\n"
    read = "xor.b32 %x4, %r0, 1;\nmad.lo.u32 %x3, %x4, 4, %x2;\nld.shared.u32 {o0}, [%x3];"
    crossed = [a[k ^ 1] for k in range(LANES)]
    thirty_two = init.replace("{count}", "32")
    for wait in ("test_wait", "try_wait"):
        for parity in (False, True):
            state = "%x5" if parity else "%xd1"
            dot = ".parity" if parity else ""
            setup = "mov.u32 %x5, 0;\n" if parity else ""
            g.case(f"mbarrier.arrive and {wait}{dot}", [(32, a)], [(32, crossed)],
                   thirty_two + exchange + f"mbarrier.arrive.shared.b64 %xd1, [%x1];\n{setup}again:\nmbarrier.{wait}{dot}.shared.b64 %p2, [%x1], {state};\n@!%p2 bra again;\n" + read, declare=tile)
    g.case("mbarrier.arrive with a count", [(32, a)], [(32, crossed)],
           init.replace("{count}", "64") + exchange + "mbarrier.arrive.shared.b64 %xd1, [%x1], 2;\nagain:\nmbarrier.test_wait.shared.b64 %p2, [%x1], %xd1;\n@!%p2 bra again;\n" + read, declare=tile)
    g.case("mbarrier.arrive_drop", [(32, a)], [(32, crossed)],
           thirty_two + exchange + "mbarrier.arrive_drop.shared.b64 %xd1, [%x1];\nagain:\nmbarrier.test_wait.shared.b64 %p2, [%x1], %xd1;\n@!%p2 bra again;\n" + read, declare=tile)
    g.case("mbarrier.pending_count", [(32, a)], [(32, [40] * LANES)],
           init.replace("{count}", "40") + "@%p1 mbarrier.arrive.noComplete.shared.b64 %xd1, [%x1], 3;\n@!%p1 mov.b64 %xd1, 0;\n"
           "mov.b64 {{%x2, %x3}}, %xd1;\nshfl.sync.idx.b32 %x2, %x2, 0, 31, -1;\nshfl.sync.idx.b32 %x3, %x3, 0, 31, -1;\nmov.b64 %xd2, {{%x2, %x3}};\n"
           "mbarrier.pending_count.b64 {o0}, %xd2;\nbar.sync 0;\n@%p1 mbarrier.inval.shared.b64 [%x1];", declare=tile)
    g.case("cp.async.mbarrier.arrive.noinc", [(32, a)], [(32, a)],
           thirty_two + "mov.u32 %x2, tile;\nmad.lo.u32 %x3, %r0, 4, %x2;\ncp.async.ca.shared.global [%x3], [{a0}], 4;\ncp.async.mbarrier.arrive.noinc.shared.b64 [%x1];\nmov.u32 %x5, 0;\nagain:\n"
           "mbarrier.test_wait.parity.shared.b64 %p2, [%x1], %x5;\n@!%p2 bra again;\nld.shared.u32 {o0}, [%x3];", declare=tile)
    for instruction in ("membar.cta;", "membar.gl;", "membar.sys;", "fence.sc.gpu;", "fence.acq_rel.cta;", "prefetch.global.L1 [{a0}];", "prefetch.global.L2 [{a0}];", "prefetchu.L1 [{a0}];",
                        "nanosleep.u32 20;", "bar.sync 0;", "bar.sync 1, 32;", "barrier.sync 2, 32;", "barrier.cta.sync.aligned 3;"):
        g.case(instruction.rstrip(";") + " changes nothing", [(32, a)], [(32, a)], "mov.u32 {o0}, {i0};\n" + instruction)
    g.case("elect.sync", [], [(32, [0] * LANES), (32, [1] + [0] * (LANES - 1))], "elect.sync {o0}|%p1, -1;\nselp.u32 {o1}, 1, 0, %p1;")
    return g


def control_group():
    g = Group("control")
    a = integers(32, 141)
    g.case("@p and @!p", [(32, a)], [(32, [1 if x & 1 else 2 for x in a])], "and.b32 %x1, {i0}, 1;\nsetp.ne.u32 %p1, %x1, 0;\n@%p1 mov.u32 {o0}, 1;\n@!%p1 mov.u32 {o0}, 2;")
    g.case("bra and a loop", [(32, [x % 9 for x in a])], [(32, [sum(range(x % 9 + 1)) for x in a])],
           "mov.u32 {o0}, 0;\nmov.u32 %x1, {i0};\ntop:\nadd.u32 {o0}, {o0}, %x1;\nsetp.eq.u32 %p1, %x1, 0;\n@%p1 bra out;\nsub.u32 %x1, %x1, 1;\nbra top;\nout:")
    g.case("brx.idx", [(32, [x % 3 for x in a])], [(32, [[10, 20, 30][x % 3] for x in a])],
           "ts: .branchtargets one, two, three;\nbrx.idx {i0}, ts;\none: mov.u32 {o0}, 10;\nbra out;\ntwo: mov.u32 {o0}, 20;\nbra out;\nthree: mov.u32 {o0}, 30;\nout:")
    call = "{{ .param .b32 arg; st.param.b32 [arg], {i0}; .param .b32 res; call.uni (res), %s, (arg); ld.param.b32 {o0}, [res]; }}"
    g.case("call", [(32, a)], [(32, [cut(2 * x, 32) for x in a])], call % "twice",
           once=".func (.param .b32 out) twice(.param .b32 in)\n{\n.reg .b32 %r<3>;\nld.param.b32 %r1, [in];\nadd.u32 %r2, %r1, %r1;\nst.param.b32 [out], %r2;\nret;\n}\n")
    small = [x % 8 for x in a]
    fibonacci = [0, 1]
    while len(fibonacci) < 9:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    recursive = (".func (.param .b32 out) fib(.param .b32 in)\n{\n.reg .b32 %r<9>;\n.reg .pred %p<2>;\nld.param.b32 %r1, [in];\nsetp.lt.u32 %p1, %r1, 2;\nmov.u32 %r4, %r1;\n@%p1 bra done;\n"
                 "sub.u32 %r2, %r1, 1;\n{ .param .b32 x; st.param.b32 [x], %r2; .param .b32 y; call (y), fib, (x); ld.param.b32 %r3, [y]; }\n"
                 "sub.u32 %r2, %r1, 2;\n{ .param .b32 x; st.param.b32 [x], %r2; .param .b32 y; call (y), fib, (x); ld.param.b32 %r4, [y]; }\nadd.u32 %r4, %r4, %r3;\n"
                 "done:\nst.param.b32 [out], %r4;\nret;\n}\n")
    g.case("call of itself", [(32, small)], [(32, [fibonacci[x] for x in small])], call % "fib", once=recursive)
    g.case("call of a register", [(32, a)], [(32, [cut(x + 1 if k % 2 else 3 * x, 32) for k, x in enumerate(a)])],
           "mov.u64 %xd1, thrice;\nmov.u64 %xd2, next;\nand.b32 %x1, %r0, 1;\nsetp.ne.u32 %p1, %x1, 0;\nselp.b64 %xd3, %xd2, %xd1, %p1;\n"
           "{{ .param .b32 arg; st.param.b32 [arg], {i0}; .param .b32 res; proto: .callprototype (.param .b32 _) _ (.param .b32 _);\ncall (res), %xd3, (arg), proto; ld.param.b32 {o0}, [res]; }}",
           once="".join(f".func (.param .b32 out) {name}(.param .b32 in)\n{{\n.reg .b32 %r<3>;\nld.param.b32 %r1, [in];\n{code}\nst.param.b32 [out], %r2;\nret;\n}}\n"
                        for name, code in (("thrice", "mul.lo.u32 %r2, %r1, 3;"), ("next", "add.u32 %r2, %r1, 1;"))))
    return g


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    total = 0
    for make in (integer_group, bit_group, compare_group, float_group, half_group, convert_group, approximate_group, memory_group, atomic_group, warp_group, asynchronous_group, control_group):
        group = make()
        group.write(folder)
        total += len(group.cases)
        print(f"{group.name}: {len(group.cases)}")
    print(f"{total} cases")


if __name__ == "__main__":
    main()
