// SPDX-License-Identifier: GPL-3.0-or-later
// What the user points at, one for all views: hover a lane and its element and its source line light up; a click pins.
#pragma once

#include <QObject>
#include <cstdint>
#include <optional>

namespace lanescope {

/// A thread of the traced block.
struct ThreadRef {
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;
    friend bool operator==(const ThreadRef&, const ThreadRef&) = default;
};

/// A matrix that is drawn: a plan's buffer or a kernel's shared array.
struct ArrayRef {
    enum class Kind { Buffer, Shared };
    Kind kind = Kind::Buffer;
    std::size_t index = 0;  ///< BufferId, or index into Kernel::shared
    friend bool operator==(const ArrayRef&, const ArrayRef&) = default;
};

struct ElementPick {
    ArrayRef array;
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    friend bool operator==(const ElementPick&, const ElementPick&) = default;
};

/// What is pointed at; each part may be absent.
struct Focus {
    std::optional<ThreadRef> thread;
    std::optional<std::uint64_t> gridThread;  ///< of the watched launch, as core/trace/thread_work.h numbers threads
    std::optional<ElementPick> element;
    std::optional<std::uint32_t> sourceLine;  ///< 1-based, in the kernel's CUDA source
    std::optional<std::uint32_t> ptxLine;     ///< 1-based, in the module's text
    [[nodiscard]] bool empty() const { return !thread && !gridThread && !element && !sourceLine && !ptxLine; }
    friend bool operator==(const Focus&, const Focus&) = default;
};

class Selection : public QObject {
    Q_OBJECT
public:
    explicit Selection(QObject* parent = nullptr);
    ~Selection() override;

    [[nodiscard]] const Focus& hovered() const { return m_hovered; }
    [[nodiscard]] const Focus& pinned() const { return m_pinned; }
    /// What views light up: part by part what is hovered, else what is pinned.
    [[nodiscard]] Focus shown() const;

public Q_SLOTS:
    void setHovered(const lanescope::Focus& focus);
    void clearHovered();
    void setPinned(const lanescope::Focus& focus);
    void clearPinned();
    /// Pins `focus`, or unpins it if it is what is pinned.
    void togglePinned(const lanescope::Focus& focus);
    /// Nothing hovered, nothing pinned: another trace is shown.
    void clear();

Q_SIGNALS:
    /// shown() is other than before.
    void changed();
    void hoveredChanged();
    void pinnedChanged();

private:
    Focus m_hovered;
    Focus m_pinned;
};

}  // namespace lanescope
