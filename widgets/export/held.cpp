// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/held.h"

#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <string_view>

#include "widgets/style/words.h"

namespace lanescope::held {
namespace {

const QString kPngKey = QStringLiteral("lanescope-session");
constexpr std::string_view kOpens = R"(<lanescope:session xmlns:lanescope="urn:lanescope:session:1">)";
constexpr std::string_view kCloses = "</lanescope:session>";

QByteArray base64Of(const std::string& session) {
    return QByteArray::fromRawData(session.data(), static_cast<qsizetype>(session.size())).toBase64();
}

std::optional<std::string> sessionOf(const QByteArray& base64) {
    const auto bytes = QByteArray::fromBase64Encoding(base64, QByteArray::AbortOnBase64DecodingErrors);
    if (!bytes || (*bytes).isEmpty()) return std::nullopt;
    return (*bytes).toStdString();
}

}  // namespace

void addToPng(QImage& image, const std::string& session) {
    image.setText(kPngKey, QString::fromLatin1(base64Of(session)));
}

QByteArray element(const std::string& session) {
    return QByteArray(kOpens.data(), kOpens.size()) + base64Of(session) + QByteArray(kCloses.data(), kCloses.size());
}

QByteArray xmp(const QString& title, const std::string& session) {
    // The two lines around it are the standard's, byte for byte.
    return QByteArrayLiteral(
               "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
               "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
               "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
               "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
               "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">") +
           escaped(title).toUtf8() + QByteArrayLiteral("</rdf:li></rdf:Alt></dc:title>") +
           (session.empty() ? QByteArray() : element(session)) +
           QByteArrayLiteral("</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>");
}

std::optional<std::string> in(const std::string& file) {
    if (file.starts_with("\x89PNG")) {
        QByteArray bytes = QByteArray::fromStdString(file);
        QBuffer buffer(&bytes);
        return sessionOf(QImageReader(&buffer, "PNG").text(kPngKey).toLatin1());
    }
    const std::size_t opens = file.find(kOpens);
    if (opens == std::string::npos) return std::nullopt;
    const std::size_t from = opens + kOpens.size(), to = file.find(kCloses, from);
    if (to == std::string::npos) return std::nullopt;
    return sessionOf(QByteArray::fromRawData(file.data() + from, static_cast<qsizetype>(to - from)));
}

}  // namespace lanescope::held
