// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a class's results, to be sorted by any column, and their rows for a file.
#pragma once

#include <QTableWidget>
#include <string>

#include "core/study/class_summary.h"
#include "widgets/charts/chart_data.h"

namespace lanescope {

/// What a row of the files is of, as data of its first item: a file's place, or nothing and why it was left out.
inline constexpr int kClassFile = Qt::UserRole + 1;
inline constexpr int kClassWhy = Qt::UserRole + 2;
/// Of the spreads: a place in the summary.
inline constexpr int kClassSpread = Qt::UserRole + 1;

[[nodiscard]] QTableWidget* makeFilesTable(QWidget* parent);
[[nodiscard]] QTableWidget* makeSpreadsTable(QWidget* parent);
void fillFiles(QTableWidget& table, const ClassFolder& folder);
/// Of one algorithm.
void fillSpreads(QTableWidget& table, const ClassFolder& folder, const ClassSummary& summary,
                 const std::string& algorithm);

/// nullptr unless it is the best of its algorithm, size and GPU.
[[nodiscard]] const ClassBest* bestOf(const ClassSummary& summary, const ClassSpread& spread);

/// All results of an algorithm, for a file: a series for each configuration on each GPU, a point for each file.
/// `algorithm`: nullptr of one that the catalogue does not have.
[[nodiscard]] ChartData classData(const ClassFolder& folder, const ClassSummary& summary, const Algorithm* algorithm,
                                  const std::string& id);

}  // namespace lanescope
