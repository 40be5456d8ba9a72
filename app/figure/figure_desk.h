// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows, written: as it is, as a figure for a paper, as rows.
#pragma once

#include <QObject>
#include <functional>

#include "app/figure/figure_sheet.h"
#include "core/base/result.h"
#include "widgets/export/table_text.h"

class QMenu;

namespace lanescope {

class MainWindow;
class Settings;

class FigureDesk final : public QObject {
    Q_OBJECT
public:
    /// All must outlive this.
    FigureDesk(MainWindow& window, Theme& theme, Settings& settings);

    void fillFileMenu(QMenu& menu);
    void fillEditMenu(QMenu& menu);

    /// Of the page that is shown, as it is shown.
    [[nodiscard]] Picture picture() const;
    /// The same with its caption and the session that it is of.
    [[nodiscard]] Figure figure() const;
    /// As it is shown, on white where it is no PNG, without a caption; or its rows (csv, json), by the file's ending.
    /// Error: CannotWrite.
    [[nodiscard]] Result<void> write(const QString& path) const;
    [[nodiscard]] Result<void> write(const QString& path, const Figure& figure, const FigureWishes& wishes) const;
    /// Rows of the page that is shown. Error: CannotWrite.
    [[nodiscard]] Result<void> writeRows(const QString& path, ExportFormat format) const;
    /// "compare-matmul.tiled-n1024-block16": page, algorithm, values.
    [[nodiscard]] QString suggestedName() const;

    /// How the last figure was wanted.
    [[nodiscard]] const FigureWishes& wishes() const { return m_wishes; }
    void setWishes(const FigureWishes& wishes);
    void copyPicture(const FigureWishes& wishes) const;
    /// Asks where to, beginning with that name, and writes there. It is said what came of it.
    void ask(const QString& name, const QStringList& endings,
             const std::function<Result<void>(const QString& path)>& write) const;

private:
    void showDialog();
    void copyRows(DataFormat format) const;

    MainWindow& m_window;
    Theme& m_theme;
    Settings& m_settings;
    FigureWishes m_wishes;
};

}  // namespace lanescope
