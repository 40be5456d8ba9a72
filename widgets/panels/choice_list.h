// SPDX-License-Identifier: GPL-3.0-or-later
// A list of which one is chosen, and any number may stand beside it. Click or Enter chooses; the second column's box,
// or Space, puts beside.
#pragma once

#include <QTreeWidget>
#include <vector>

namespace lanescope {

class ChoiceList final : public QTreeWidget {
    Q_OBJECT

public:
    struct Row {
        QString key;
        QString text;
        bool canStandBeside = false;
        bool beside = false;
    };

    explicit ChoiceList(const QString& accessibleName, QWidget* parent = nullptr);

    /// `chosen`: key of the row that is marked; none if there is no such row. Keeps the keyboard's place.
    void setRows(const std::vector<Row>& rows, const QString& chosen);
    [[nodiscard]] QString chosen() const { return m_chosen; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void keyChosen(const QString& key);
    void besideToggled(const QString& key, bool beside);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void take(const QTreeWidgetItem* item, int column);
    void toggle(QTreeWidgetItem* item);

    QString m_chosen;
};

}  // namespace lanescope
