// SPDX-License-Identifier: GPL-3.0-or-later
// After the GIF89a specification (CompuServe 1990) and its appendix F on LZW.
#include "app/render/gif.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace lanescope {
namespace {

constexpr unsigned kColours = 256;
constexpr unsigned kColourBits = 8;
constexpr unsigned kMostCodes = 4096;

void putShort(std::string& bytes, unsigned value) {
    bytes += static_cast<char>(value & 0xffU);
    bytes += static_cast<char>(value >> 8U & 0xffU);
}

/// Codes of growing width, packed from the lowest bit on, in blocks of 255 bytes.
class CodeStream {
public:
    explicit CodeStream(std::string& out) : m_out(out) {}
    void put(unsigned code, unsigned bits) {
        m_buffer |= code << m_held;
        for (m_held += bits; m_held >= 8; m_held -= 8, m_buffer >>= 8U) byte(m_buffer & 0xffU);
    }
    void finish() {
        if (m_held > 0) byte(m_buffer & 0xffU);
        flush();
        m_out += '\0';
    }

private:
    void byte(unsigned value) {
        m_block += static_cast<char>(value);
        if (m_block.size() == 255) flush();
    }
    void flush() {
        if (m_block.empty()) return;
        m_out += static_cast<char>(m_block.size());
        m_out += m_block;
        m_block.clear();
    }
    std::string& m_out;
    std::string m_block;
    unsigned m_buffer = 0;
    unsigned m_held = 0;
};

void putPixels(std::string& out, const QImage& image) {
    constexpr unsigned kClear = kColours;
    constexpr unsigned kEnd = kColours + 1;
    out += static_cast<char>(kColourBits);
    CodeStream stream(out);
    std::unordered_map<unsigned, unsigned> codes;  // prefix × 256 + colour
    unsigned next = kEnd + 1;
    unsigned bits = kColourBits + 1;
    stream.put(kClear, bits);
    unsigned prefix = image.constScanLine(0)[0];
    for (int y = 0; y < image.height(); ++y) {
        const uchar* row = image.constScanLine(y);
        for (int x = y == 0 ? 1 : 0; x < image.width(); ++x) {
            const unsigned key = prefix * kColours + row[x];
            if (const auto known = codes.find(key); known != codes.end()) {
                prefix = known->second;
                continue;
            }
            stream.put(prefix, bits);
            if (next == kMostCodes) {
                stream.put(kClear, bits);
                codes.clear();
                next = kEnd + 1;
                bits = kColourBits + 1;
            } else {
                if (next == 1U << bits) ++bits;
                codes.emplace(key, next++);
            }
            prefix = row[x];
        }
    }
    stream.put(prefix, bits);
    stream.put(kEnd, bits);
    stream.finish();
}

}  // namespace

GifWriter::GifWriter(const QSize& size) : m_bytes("GIF89a") {
    putShort(m_bytes, static_cast<unsigned>(size.width()));
    putShort(m_bytes, static_cast<unsigned>(size.height()));
    m_bytes += std::string("\x00\x00\x00", 3);                                  // each picture has its own colours
    m_bytes += std::string("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00", 19);  // for ever
}

void GifWriter::add(const QImage& image, double seconds) {
    const QImage indexed = image.convertToFormat(QImage::Format_Indexed8, Qt::AvoidDither | Qt::ThresholdDither);
    const auto hundredths = static_cast<unsigned>(std::clamp(std::llround(seconds * 100), 2LL, 65535LL));
    m_bytes += std::string("\x21\xf9\x04\x00", 4);
    putShort(m_bytes, hundredths);
    m_bytes += std::string("\x00\x00,\x00\x00\x00\x00", 7);
    putShort(m_bytes, static_cast<unsigned>(image.width()));
    putShort(m_bytes, static_cast<unsigned>(image.height()));
    m_bytes += static_cast<char>(0x87);  // a table of 256 colours of its own
    for (int i = 0; i < static_cast<int>(kColours); ++i) {
        const QRgb colour = i < indexed.colorCount() ? indexed.color(i) : 0;
        m_bytes +=
            {static_cast<char>(qRed(colour)), static_cast<char>(qGreen(colour)), static_cast<char>(qBlue(colour))};
    }
    putPixels(m_bytes, indexed);
}

std::string GifWriter::finish() { return m_bytes + ';'; }

}  // namespace lanescope
