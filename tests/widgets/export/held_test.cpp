// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures' files that hold a session.
#include "widgets/export/held.h"

#include <gtest/gtest.h>

#include <QPainter>
#include <QXmlStreamReader>

#include "widgets/export/export.h"

namespace lanescope {
namespace {

/// With bytes that no text may have.
std::string session() {
    std::string bytes("PK\x03\x04 <&>\0", 9);
    for (int i = 0; i < 5000; ++i) bytes += static_cast<char>(i * 37);
    return bytes;
}

std::string fileOf(ExportFormat format, const std::string& held) {
    const Picture picture{QStringLiteral("A & B <held>"), QSize(120, 80), [](QPainter& painter, QSize size) {
                              painter.fillRect(QRect(QPoint(0, 0), size), Qt::white);
                              painter.drawText(QPoint(10, 40), QStringLiteral("words"));
                          }};
    return render(picture, format, {.session = held});
}

TEST(Held, ComesBackFromEveryFormat) {
    for (const ExportFormat format : {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf}) {
        EXPECT_EQ(held::in(fileOf(format, session())), session());
        EXPECT_EQ(held::in(fileOf(format, {})), std::nullopt) << "nothing was given to hold";
    }
}

TEST(Held, FilesStayWhatTheyAre) {
    QXmlStreamReader xml(QByteArray::fromStdString(fileOf(ExportFormat::Svg, session())));
    while (!xml.atEnd()) xml.readNext();
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    QXmlStreamReader packet(held::xmp(QStringLiteral("A & B"), session()));
    while (!packet.atEnd()) packet.readNext();
    EXPECT_FALSE(packet.hasError()) << packet.errorString().toStdString();
}

TEST(Held, WhatIsTornHoldsNothing) {
    for (const ExportFormat format : {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf}) {
        const std::string file = fileOf(format, session());
        for (std::size_t length = 0; length < file.size(); length += file.size() / 50) {
            const auto held = held::in(file.substr(0, length));
            EXPECT_TRUE(!held || *held == session());
        }
    }
    EXPECT_EQ(held::in("<lanescope:session xmlns:lanescope=\"urn:lanescope:session:1\">no base64!</lanescope:session>"),
              std::nullopt);
}

}  // namespace
}  // namespace lanescope
