// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a lecturer projects it: every page and tab in every size, text scale and theme. Nothing that is to be
// read is cut off, and the window is no larger than the screen. $LANESCOPE_PICTURES names a folder for what is shown.
#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QToolButton>

#include "app/zones/explain_panel.h"
#include "tests/gui/window_fixture.h"
#include "widgets/panels/correctness_badge.h"
#include "widgets/stage/time/transport_parts.h"

namespace lanescope {
namespace {

/// Its part that is not hidden by what is around it; what a scroll area hides can be scrolled to.
QSize seenPart(const QWidget* widget) {
    for (const QWidget* around = widget->parentWidget(); around; around = around->parentWidget())
        if (around->objectName() == QStringLiteral("qt_scrollarea_viewport")) return widget->size();
    return widget->visibleRegion().boundingRect().size();
}

/// What its text needs; nothing for widgets without any.
QSize neededBy(const QWidget* widget) {
    if (const auto* label = qobject_cast<const QLabel*>(widget)) {
        // It is cut on purpose, and whole on hover.
        if (label->objectName() == QStringLiteral("status")) return {};
        if (label->text().isEmpty()) return {};
        if (label->wordWrap()) return {0, label->heightForWidth(label->width())};
        return label->minimumSizeHint();
    }
    // It draws a sign; its text is for those who hear it.
    if (qobject_cast<const GlyphButton*>(widget)) return {};
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
        const auto* tool = qobject_cast<const QToolButton*>(button);
        const bool icon = tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull();
        if (button->text().isEmpty() || icon) return {};
        const QSize text = button->fontMetrics().size(Qt::TextShowMnemonic, button->text());
        return {text.width(), text.height()};
    }
    if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
        // Of a GPU's name the beginning is enough.
        if (box->sizeAdjustPolicy() == QComboBox::AdjustToMinimumContentsLengthWithIcon) return {};
        QStyleOptionComboBox option;
        option.initFrom(box);
        const QRect field =
            box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
        const int text = box->fontMetrics().horizontalAdvance(box->currentText());
        return {text + box->width() - field.width(), box->fontMetrics().height()};
    }
    return {};
}

QString wordsOf(const QWidget* widget) {
    if (const auto* label = qobject_cast<const QLabel*>(widget)) return label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) return button->text();
    if (const auto* box = qobject_cast<const QComboBox*>(widget)) return box->currentText();
    return {};
}

/// What makes a window as high as it is.
std::string minimumsOf(const QWidget* central) {
    std::string words;
    for (const QObject* child : central->children())
        if (const auto* widget = qobject_cast<const QWidget*>(child); widget && widget->isVisible())
            words += std::string(widget->metaObject()->className()) + " " +
                     std::to_string(widget->minimumSizeHint().height()) + "; ";
    return words;
}

struct Lecture : Window {
    void look(const QString& where) {
        for (int i = 0; i < 3; ++i) QCoreApplication::processEvents();
        EXPECT_EQ(window.size(), m_size) << where.toStdString() << ": " << minimumsOf(window.centralWidget());
        for (const QWidget* widget : window.findChildren<QWidget*>()) {
            if (!widget->isVisibleTo(&window)) continue;
            const QSize needed = neededBy(widget);
            if (needed.isEmpty() && needed.height() <= 0) continue;
            const QSize seen = seenPart(widget);
            EXPECT_TRUE(seen.width() + 1 >= needed.width() && seen.height() + 1 >= needed.height())
                << where.toStdString() << ": " << widget->metaObject()->className() << " \""
                << wordsOf(widget).left(60).toStdString() << "\" needs " << needed.width() << " × " << needed.height()
                << " and has " << seen.width() << " × " << seen.height();
        }
        const QString folder = qEnvironmentVariable("LANESCOPE_PICTURES");
        if (!folder.isEmpty()) window.grab().save(folder + QLatin1Char('/') + where + QStringLiteral(".png"));
    }
    /// Every page, and on each every tab beside it.
    void walk(const QString& name) {
        for (const auto& page : window.pages()) {
            window.setPage(*page);
            settle();
            const std::vector<QWidget*> panels = window.explainPanel()->offered();
            for (std::size_t i = 0; i < panels.size(); ++i) {
                window.explainPanel()->show(panels[i]);
                settle();
                look(QStringLiteral("%1-%2-%3").arg(name, page->identity().id).arg(i));
            }
            window.explainPanel()->show(panels.front());
        }
        Window::show("tiles");
    }
    void resize(QSize size, double scale, Theme::Mode mode) {
        m_size = size;
        theme.setMode(mode);
        theme.setTextScale(scale);
        window.resize(size);
        for (int i = 0; i < 3; ++i) QCoreApplication::processEvents();
    }
    ~Lecture() override {
        theme.setTextScale(1);
        theme.setMode(Theme::Mode::Light);
    }
    QSize m_size;
};

TEST_F(Lecture, NothingIsCutOff) {
    window.playback().seek(window.playback().size() * 2 / 5);
    for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)})
        for (const double scale : {1.0, 1.5, 2.0}) {
            const auto mode = scale == 1.5 ? Theme::Mode::Dark : Theme::Mode::Light;
            resize(size, scale, mode);
            walk(QStringLiteral("%1-%2").arg(size.height()).arg(scale));
        }
}

// What is wrong with a published kernel takes many words, but no room from the picture of it.
TEST_F(Lecture, AWrongResultLeavesThePictureItsRoom) {
    resize(QSize(1280, 720), 2, Theme::Mode::Light);
    const int before = tiles().width();
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.rect4-prefetch"));
    window.workbench().choose({{"variant", "published"}, {"n", "64"}, {"block", "16"}, {"type", "f32"}});
    settle();
    ASSERT_TRUE(window.choiceBar()->badge()->text().contains(QStringLiteral("wrong")));
    look(QStringLiteral("wrong"));
    EXPECT_EQ(tiles().width(), before);
}

}  // namespace
}  // namespace lanescope
