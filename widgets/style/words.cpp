// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/words.h"

#include <QImage>
#include <QMessageBox>
#include <QRegularExpression>
#include <QTextDocument>

#include "core/base/printable.h"

namespace lanescope {
namespace {

QString cut(const QString& text, qsizetype most) {
    if (text.size() <= most) return text;
    qsizetype end = most - 1;
    if (text[end - 1].isHighSurrogate()) --end;
    return text.left(end) + QStringLiteral("…");
}

}  // namespace

QString shownText(std::string_view utf8, qsizetype most) {
    // Cut first, so that a gigabyte takes no longer than a sentence: a character has at most four bytes.
    const std::string_view begin = utf8.substr(0, 4 * static_cast<std::size_t>(most) + 4);
    return cut(QString::fromStdString(printable(begin)), most);
}

QString shownText(const QString& text, qsizetype most) { return shownText(text.left(most + 1).toStdString(), most); }

QString shownName(std::string_view utf8, qsizetype most) { return cut(shownText(utf8, 4 * most).simplified(), most); }

QString shownName(const QString& text, qsizetype most) { return cut(shownText(text, 4 * most).simplified(), most); }

QString escaped(const QString& text) { return shownText(text).toHtmlEscaped(); }
QString escaped(std::string_view utf8) { return shownText(utf8).toHtmlEscaped(); }

QString ownMarkup(const QString& html) {
    static const QRegularExpression kNamesAFile(
        QStringLiteral(
            R"(<(?=\s*(img|link|object|style|script|iframe|meta|base)\b)|<(?=[^>]*(\burl\s*\(|background\s*=|\bsrc\s*=)))"),
        QRegularExpression::CaseInsensitiveOption);
    QString markup = html;
    return markup.replace(kNamesAFile, QStringLiteral("&lt;"));
}

QString plainTip(const QString& text) {
    const QString shown = shownText(text);
    return Qt::mightBeRichText(shown) ? Qt::convertFromPlainText(shown) : shown;
}

QString richTip(const QString& html) { return QStringLiteral("<qt>%1</qt>").arg(ownMarkup(html)); }

QString withoutMnemonic(const QString& text) { return shownName(text).replace(QLatin1Char('&'), QStringLiteral("&&")); }

void openMessage(QWidget* parent, const QString& title, const QString& html) {
    auto* box = new QMessageBox(QMessageBox::NoIcon, title, {}, QMessageBox::Close, parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::RichText);
    box->setText(ownMarkup(html));
    box->open();
}

QLabel* plainLabel(const QString& text, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);  // before any text: it would be taken apart else
    label->setText(text);
    return label;
}

QLabel* plainLabel(QWidget* parent) { return plainLabel({}, parent); }

QLabel* sentenceLabel(QWidget* parent) {
    QLabel* label = plainLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setMinimumWidth(1);  // else that of the longest word
    return label;
}

RichLabel::RichLabel(QWidget* parent) : QLabel(parent) { setTextFormat(Qt::RichText); }

RichBrowser::RichBrowser(QWidget* parent) : QTextBrowser(parent) { setOpenLinks(false); }

QVariant RichBrowser::loadResource(int type, const QUrl& /*name*/) {
    // Of nothing, and of bytes that are no picture, the document would look for a file itself.
    if (type != QTextDocument::ImageResource) return QByteArray("");
    QImage nothing(1, 1, QImage::Format_ARGB32);
    nothing.fill(Qt::transparent);
    return nothing;
}

}  // namespace lanescope
