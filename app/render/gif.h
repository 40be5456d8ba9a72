// SPDX-License-Identifier: GPL-3.0-or-later
// Animated GIF (GIF89a). Qt reads GIF but does not write it.
#pragma once

#include <QImage>
#include <string>

namespace lanescope {

class GifWriter {
public:
    explicit GifWriter(const QSize& size);
    /// Of the size that was said; up to 256 colours stay as they are. Stays for so many seconds.
    void add(const QImage& image, double seconds);
    /// The whole file; the film begins again at its end.
    [[nodiscard]] std::string finish();

private:
    std::string m_bytes;
};

}  // namespace lanescope
