// SPDX-License-Identifier: GPL-3.0-or-later
// A bookmark in the list: its picture, its number, what it says, where it leads, and what must be known of it.
#pragma once

#include <QStyledItemDelegate>

#include "widgets/style/theme.h"

namespace lanescope {

class BookmarkDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    enum Role {
        Number = Qt::UserRole,
        Where,    ///< "Tiles · matmul.tiled"
        Signs,    ///< "?" asks, "✎" has a note, in a few letters
        Problem,  ///< in a sentence; empty: none
        Picture,  ///< QPixmap; null: none yet
        Present   ///< it was gone to last
    };
    /// `theme` must outlive this.
    BookmarkDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Of the picture, in pixels.
    [[nodiscard]] static QSize pictureSize(const Theme& theme);

private:
    const Theme& m_theme;
};

}  // namespace lanescope
