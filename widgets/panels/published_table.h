// SPDX-License-Identifier: GPL-3.0-or-later
// What documents print of an algorithm, a group of rows for each configuration, beside our own number for the same,
// with its origin, the difference and what is known of it. A double-click on a row, or Return, chooses its
// configuration.
#pragma once

#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "core/documents/accuracy_claims.h"
#include "core/study/study.h"
#include "widgets/style/words.h"

class QLabel;
class QTableWidget;

namespace lanescope {

/// One published number, and ours.
struct PublishedLine {
    Published::Row row;
    QString configuration;  ///< "n=64 block=8": what the document fixes
    bool present = false;   ///< it is of the configuration that is chosen
    std::optional<double> own;
    Origin origin = Origin::Emulated;  ///< of our own number
    QString ownMissing;                ///< why there is none
};

class WrappedNames;

class PublishedTable final : public QWidget {
    Q_OBJECT

public:
    explicit PublishedTable(QWidget* parent = nullptr);

    /// `missing`: why there are no lines at all.
    void setLines(std::vector<PublishedLine> lines, const QString& missing);
    /// What the document claims of its own numbers for the algorithm, and whether it holds; none = nothing is shown.
    void setClaims(const std::vector<AccuracyClaim>& claims);

    [[nodiscard]] QTableWidget* table() const { return m_table; }
    [[nodiscard]] RichBrowser* claims() const { return m_claims; }
    /// What is said of the selected row.
    [[nodiscard]] QString remark() const;

Q_SIGNALS:
    void configurationChosen(const lanescope::Parameters& parameters);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void buildRows();
    void fillGroup(int row, const PublishedLine& line);
    void fillLine(int row, const PublishedLine& line);
    void fitColumns();
    void scrollToPresent();
    void explainCurrent();
    void choose(int row);
    /// What a row shows, or what the group is of; nullptr if there is no such row.
    [[nodiscard]] const PublishedLine* lineAt(int row) const;

    /// A row is a line, or the head of the group of lines that begins there.
    struct Row {
        std::size_t line = 0;
        bool head = false;
    };
    std::vector<PublishedLine> m_lines;
    std::vector<Row> m_rows;
    QTableWidget* m_table;
    WrappedNames* m_names = nullptr;
    RichBrowser* m_claims;
    RichLabel* m_remark;
    QLabel* m_missing;
};

/// Everything that is known of a line, as rich text.
[[nodiscard]] QString describeLine(const PublishedLine& line);

}  // namespace lanescope
