// SPDX-License-Identifier: GPL-3.0-or-later
// Columns as wide as what stands in them, whatever the font and the room: where there is too little of it, a column of
// words gives way before numbers are cut off.
#pragma once

#include <QObject>

class QTableView;

namespace lanescope {

/// Fits the columns of one table again whenever its font or its room changes; of new contents it must be told.
class ColumnFitter final : public QObject {
    Q_OBJECT

public:
    /// Column `words` gets what the others leave, but never less than `least` characters: then the table is scrolled.
    /// None of the others takes more than two fifths of the room.
    ColumnFitter(QTableView* table, int words, int least);
    void fit();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] int contentsWidth(int column) const;

    QTableView* m_table;
    int m_words;
    int m_least;
};

}  // namespace lanescope
