// SPDX-License-Identifier: GPL-3.0-or-later
// What the view of the code shows, as data: listings of the kernels that run, which lines of one belong to which of
// another, what each line costs, and which family of values a line works on.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/flow/block_flow.h"
#include "core/sass/scoreboards.h"
#include "widgets/stage/code/code_text.h"
#include "widgets/stage/code/line_counts.h"
#include "widgets/stage/stage_view.h"

namespace lanescope::code {

/// What is counted: the block that is watched, or all blocks of its launch.
enum class Scope : std::uint8_t { Block, Launch };

/// A text that one side runs, or several.
struct Listing {
    CodeLanguage language = CodeLanguage::Cuda;
    std::shared_ptr<const Kernel> kernel;
    std::vector<std::size_t> sides;  ///< the first one's block tells the hues
    std::vector<TextLine> text;
    /// By line: the line of CUDA source that it belongs to, 1-based; 0 = none. Lines of one key belong together.
    std::vector<std::uint32_t> key;
    std::vector<LineRange> open;  ///< parts of the text that are shown unless something else is asked for; 1-based
    std::vector<bool> dropped;    ///< by line: says nothing to a reader, left out unsaid
    std::vector<std::uint32_t> defects;      ///< wrong as published
    std::vector<std::uint32_t> differences;  ///< that the kernel has not that this one is compared with
    // Of machine code alone, whose line i is instruction i - 1:
    std::shared_ptr<const sass::Listing> machine;
    std::vector<std::uint32_t> ptxLine;  ///< by line: the line of the PTX's listing that it is made of; 0 = not known
    std::vector<sass::Await> awaits;
};

struct MachineForm;

/// A row of a pane: a line of its listing, or lines that are closed.
struct Row {
    std::uint32_t first = 0;   ///< 1-based
    std::uint32_t closed = 0;  ///< lines from `first` on that are closed; 0 = this is a line
    friend bool operator==(const Row&, const Row&) = default;
};
/// `opened`: first lines of closed parts that somebody has opened.
[[nodiscard]] std::vector<Row> rowsOf(const Listing& listing, const std::vector<std::uint32_t>& opened);

/// Rows of one key that lie in one piece: [first, end) of a pane.
struct Piece {
    std::uint32_t key = 0;
    std::size_t first = 0, end = 0;
    friend bool operator==(const Piece&, const Piece&) = default;
};
[[nodiscard]] std::vector<Piece> piecesOf(const Listing& listing, const std::vector<Row>& rows);

/// What belongs together in two neighbouring panes: each piece of the right one with the piece of the left one that has
/// its key, the nearest before it in turn if there are several.
struct Link {
    Piece left, right;
    friend bool operator==(const Link&, const Link&) = default;
};
[[nodiscard]] std::vector<Link> linksOf(const Listing& left, const std::vector<Row>& leftRows, const Listing& right,
                                        const std::vector<Row>& rightRows);

class CodeScene {
public:
    /// One side for each block of `playback`; without a block none.
    CodeScene(const std::vector<StageSide>& sides, const Playback& playback);
    /// Of the same runs, counted further.
    void setCounts(const std::vector<StageSide>& sides);

    /// CUDA sources, one for all sides that run the same functions of the same file; and the PTX of each of them, as
    /// its first side runs it. Without a source there is none, and the PTX alone.
    [[nodiscard]] const std::vector<Listing>& sources() const { return m_sources; }
    [[nodiscard]] const std::vector<Listing>& ptx() const { return m_ptx; }
    /// The machine code of the first side's kernel beside its PTX, or, where machine code runs, the PTX beside that;
    /// nothing if the form is of another kernel. Listings are others then. To be called once.
    void setMachine(const MachineForm& form);
    /// None until it is set.
    [[nodiscard]] const std::optional<Listing>& machine() const { return m_machine; }
    /// Of a side: machine code runs, and no PTX.
    [[nodiscard]] bool runsMachineCode(std::size_t side) const;
    /// Marks where the sources differ from this kernel; nullptr: nowhere.
    void compareWith(const std::shared_ptr<const Kernel>& corrected);

    [[nodiscard]] std::size_t sides() const { return m_sides.size(); }
    [[nodiscard]] const flow::BlockFlow& flow(std::size_t side) const { return *m_sides[side].flow; }
    [[nodiscard]] const QString& name(std::size_t side) const { return m_sides[side].name; }
    /// The array that an event of a side accesses, by the name that the plan or the kernel gives it; empty for none.
    [[nodiscard]] QString arrayOf(std::size_t side, std::uint64_t event) const;
    /// What the hue of a source line says: what it makes, by what it stores to, gathers, or loads from; nothing for
    /// index arithmetic and control.
    [[nodiscard]] std::optional<flow::Family> family(const Listing& listing, std::uint32_t key) const;

    /// By line of the listing, for one of its sides. Empty if nobody counted.
    [[nodiscard]] std::vector<std::uint64_t> values(const Listing& listing, std::size_t side, Count count,
                                                    Scope scope) const;
    /// Of all instructions of a side, those without a line too.
    [[nodiscard]] std::uint64_t total(std::size_t side, Count count, Scope scope) const;
    /// Runs of the whole block, whether it has been counted or not.
    [[nodiscard]] std::vector<std::uint64_t> runs(const Listing& listing, std::size_t side) const;
    /// Runs before a position, likewise.
    [[nodiscard]] std::vector<std::uint64_t> runsBefore(const Listing& listing, std::size_t side,
                                                        std::uint64_t position) const;
    /// Does the launch's count stand for blocks that did not run?
    [[nodiscard]] bool isSampled(std::size_t side) const { return m_sides[side].sampled; }
    [[nodiscard]] std::uint64_t blocks(std::size_t side) const { return m_sides[side].blocks; }

    /// Counts each block further, by so many events; true if all are counted.
    bool advance(std::uint64_t events);
    [[nodiscard]] bool isCounted() const;

    /// Line of a listing that an instruction of a side is of; 0 = none.
    [[nodiscard]] std::uint32_t lineOf(const Listing& listing, std::size_t side, std::uint32_t instruction) const;
    /// Event of a side, the first from `from` on that runs the line; after the last one again from the start. Nothing
    /// if it never runs.
    [[nodiscard]] std::optional<std::uint64_t> nextRun(const Listing& listing, std::size_t side, std::uint32_t line,
                                                       std::uint64_t from) const;
    /// The last one before `from`, likewise.
    [[nodiscard]] std::optional<std::uint64_t> previousRun(const Listing& listing, std::size_t side, std::uint32_t line,
                                                           std::uint64_t from) const;

private:
    struct Side {
        QString name;
        std::shared_ptr<const Emulation> run;
        const flow::BlockFlow* flow = nullptr;
        /// By language and instruction; 0 = none.
        std::array<std::vector<std::uint32_t>, 3> lines;
        [[nodiscard]] const std::vector<std::uint32_t>& of(CodeLanguage language) const {
            return lines[static_cast<std::size_t>(language)];
        }
        [[nodiscard]] std::vector<std::uint32_t>& of(CodeLanguage language) {
            return lines[static_cast<std::size_t>(language)];
        }
        std::unique_ptr<BlockTally> tally;
        std::vector<SiteCost> launch;
        bool sampled = false;
        std::uint64_t blocks = 0;
    };
    void addSide(const StageSide& side, const flow::BlockFlow& flow);
    static void takeCounts(Side& side, const StageSide& from);
    void addSource(std::size_t side);
    template <typename T, typename Of>
    [[nodiscard]] std::vector<std::uint64_t> summed(const Listing& listing, std::size_t side,
                                                    const std::vector<T>& byInstruction, Of of) const;
    void findFamilies();
    [[nodiscard]] std::vector<bool> instructionsOf(const Listing& listing, std::size_t side, std::uint32_t line) const;

    std::vector<Side> m_sides;
    std::vector<Listing> m_sources;
    std::vector<Listing> m_ptx;
    std::optional<Listing> m_machine;
    std::vector<std::vector<std::optional<flow::Family>>> m_families;  ///< by source and line
};

}  // namespace lanescope::code
