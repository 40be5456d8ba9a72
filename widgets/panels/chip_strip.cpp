// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/chip_strip.h"

#include <QEvent>
#include <algorithm>
#include <utility>

namespace lanescope {
namespace {

// Pixels of a bar with text of normal size.
constexpr double kGap = 8;
constexpr double kMargin = 8;
constexpr double kBetweenPlaces = 16;
constexpr double kHeight = 48;
constexpr double kCompactHeight = 40;

}  // namespace

ChipStrip::ChipStrip(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&m_theme, &Theme::changed, this, [this] {
        updateGeometry();
        arrange();
    });
}

void ChipStrip::add(QWidget* widget, Place place, int keep) {
    widget->setParent(this);
    const auto behind = std::ranges::find_if(m_items, [&](const Item& item) { return item.place > place; });
    m_items.insert(behind, {widget, place, keep, true});
    arrange();
}

void ChipStrip::addFirst(QWidget* widget) {
    widget->setParent(this);
    m_items.insert(m_items.begin(), {widget, Place::Left, kAlways, true});
    arrange();
}

void ChipStrip::moveBehind(const std::vector<QWidget*>& widgets) {
    const auto rank = [&](const Item& item) {
        if (item.place != Place::Left) return std::ssize(widgets);
        return std::ranges::find(widgets, item.widget) == widgets.end()
                   ? std::ptrdiff_t{-1}
                   : std::ranges::find(widgets, item.widget) - widgets.begin();
    };
    std::ranges::stable_sort(m_items, {}, rank);
    arrange();
}

void ChipStrip::remove(QWidget* widget) {
    std::erase_if(m_items, [&](const Item& item) { return item.widget == widget; });
    std::erase(m_leftOut, widget);
    arrange();
}

void ChipStrip::setMore(QWidget* more) {
    more->setParent(this);
    m_more = more;
    arrange();
}

void ChipStrip::setWanted(QWidget* widget, bool wanted) {
    for (Item& item : m_items)
        if (item.widget == widget) item.wanted = wanted;
    arrange();
}

bool ChipStrip::isWanted(const QWidget* widget) const {
    return std::ranges::any_of(m_items, [&](const Item& item) { return item.widget == widget && item.wanted; });
}

int ChipStrip::gap() const { return static_cast<int>(m_theme.scaled(kGap)); }

int ChipStrip::roomOf(const std::vector<const Item*>& items, bool more) const {
    int room = 2 * static_cast<int>(m_theme.scaled(kMargin));
    for (const Item* item : items) room += item->widget->sizeHint().width() + gap();
    if (more && m_more) room += m_more->sizeHint().width() + gap();
    const bool several = std::ranges::any_of(items, [](const Item* item) { return item->place != Place::Left; });
    return room + (several ? static_cast<int>(m_theme.scaled(kBetweenPlaces)) : 0);
}

void ChipStrip::arrange() {
    std::vector<const Item*> shown;
    for (const Item& item : m_items)
        if (item.wanted) shown.push_back(&item);
    bool more = false;
    while (roomOf(shown, more) > width()) {
        // The last of those that matter least.
        auto least = shown.end();
        for (auto one = shown.begin(); one != shown.end(); ++one)
            if ((*one)->keep < kAlways && (least == shown.end() || (*one)->keep <= (*least)->keep)) least = one;
        if (least == shown.end()) break;
        shown.erase(least);
        more = true;
    }
    std::vector<QWidget*> leftOut;
    for (const Item& item : m_items) {
        const bool isShown = std::ranges::find(shown, &item) != shown.end();
        if (item.widget->isHidden() == isShown) item.widget->setVisible(isShown);
        if (item.wanted && !isShown) leftOut.push_back(item.widget);
    }
    if (m_more && m_more->isHidden() == more) m_more->setVisible(more);
    put(shown, more);
    if (leftOut == m_leftOut) return;
    m_leftOut = std::move(leftOut);
    Q_EMIT leftOutChanged();
}

void ChipStrip::put(const std::vector<const Item*>& items, bool more) {
    const int margin = static_cast<int>(m_theme.scaled(kMargin));
    const auto at = [this](QWidget* widget, int x) {
        const QSize size = widget->sizeHint();
        widget->setGeometry(x, (height() - size.height()) / 2, size.width(), size.height());
        return size.width() + gap();
    };
    int left = margin;
    for (const Item* item : items)
        if (item->place == Place::Left) left += at(item->widget, left);
    if (more && m_more) at(m_more, left);
    int right = width() - margin + gap();
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
        if ((*item)->place == Place::Left) continue;
        right -= (*item)->widget->sizeHint().width() + gap();
        at((*item)->widget, right);
    }
    // The keyboard goes as the eye does.
    QWidget* before = nullptr;
    const auto follow = [&](QWidget* widget) {
        if (before) setTabOrder(before, widget);
        before = widget;
    };
    for (const Item* item : items)
        if (item->place == Place::Left) follow(item->widget);
    if (more && m_more) follow(m_more);
    for (const Item* item : items)
        if (item->place != Place::Left) follow(item->widget);
}

QSize ChipStrip::sizeHint() const {
    std::vector<const Item*> all;
    for (const Item& item : m_items)
        if (item.wanted) all.push_back(&item);
    return {roomOf(all, false), minimumSizeHint().height()};
}

QSize ChipStrip::minimumSizeHint() const {
    std::vector<const Item*> least;
    for (const Item& item : m_items)
        if (item.wanted && item.keep >= kAlways) least.push_back(&item);
    const double height = m_theme.scaled(m_theme.isCompact() ? kCompactHeight : kHeight);
    return {roomOf(least, true), static_cast<int>(height)};
}

bool ChipStrip::event(QEvent* event) {
    const bool known = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest) arrange();
    return known;
}

void ChipStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

}  // namespace lanescope
