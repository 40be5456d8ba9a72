// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue as a tree by family, with the document that each algorithm comes from, and a search field. Only the
// family of what is chosen is open, until one is opened by hand; a search opens all that have something to show.
#pragma once

#include <QString>
#include <QWidget>
#include <memory>
#include <span>

#include "core/algorithms/algorithm.h"

class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace lanescope {

class AlgorithmPicker final : public QWidget {
    Q_OBJECT

public:
    explicit AlgorithmPicker(QWidget* parent = nullptr);

    void setAlgorithms(std::span<const std::unique_ptr<Algorithm>> algorithms);
    /// Marks one as chosen without emitting chosen().
    void setCurrent(const QString& id);
    [[nodiscard]] QString current() const { return m_current; }

    [[nodiscard]] QLineEdit* search() const { return m_search; }
    [[nodiscard]] QTreeWidget* tree() const { return m_tree; }

Q_SIGNALS:
    /// By click or key.
    void chosen(const QString& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& text);
    void take(const QTreeWidgetItem* item);
    [[nodiscard]] QTreeWidgetItem* itemOf(const QString& id) const;
    [[nodiscard]] QTreeWidgetItem* firstVisible() const;

    QString m_current;
    QLineEdit* m_search;
    QLabel* m_nothing;
    QTreeWidget* m_tree;
};

}  // namespace lanescope
