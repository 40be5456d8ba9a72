// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/time/time_value.h"

#include <QAccessibleWidget>

#include "widgets/stage/time/time_strip.h"

namespace lanescope {
namespace {

class TimeValue final : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    explicit TimeValue(TimeStrip* strip) : QAccessibleWidget(strip, QAccessible::Slider) {}

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::ValueInterface) return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    [[nodiscard]] QString text(QAccessible::Text what) const override {
        return what == QAccessible::Value ? strip()->accessibleDescription() : QAccessibleWidget::text(what);
    }

    [[nodiscard]] QVariant currentValue() const override { return strip()->playback().position(); }
    void setCurrentValue(const QVariant& value) override {
        strip()->playback().pause();
        strip()->playback().seek(value.toULongLong());
    }
    [[nodiscard]] QVariant maximumValue() const override { return strip()->playback().size(); }
    [[nodiscard]] QVariant minimumValue() const override { return quint64{0}; }
    [[nodiscard]] QVariant minimumStepSize() const override { return quint64{1}; }

private:
    [[nodiscard]] TimeStrip* strip() const { return static_cast<TimeStrip*>(widget()); }
};

QAccessibleInterface* make(const QString& /*name*/, QObject* object) {
    auto* strip = qobject_cast<TimeStrip*>(object);
    return strip != nullptr ? new TimeValue(strip) : nullptr;
}

}  // namespace

void makeTimeAccessible() {
    static const bool kMade = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    static_cast<void>(kMade);
}

}  // namespace lanescope
