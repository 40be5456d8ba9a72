// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/code/code_scene.h"

#include <algorithm>

#include "widgets/scenes/kernel_lines.h"
#include "widgets/stage/code/machine_listing.h"

namespace lanescope::code {
namespace {

bool isIn(const std::vector<LineRange>& ranges, std::uint32_t line) {
    return std::ranges::any_of(ranges, [line](const LineRange& r) { return r.first <= line && line <= r.last; });
}

Listing sourceOf(const std::shared_ptr<const Kernel>& kernel) {
    Listing listing;
    listing.kernel = kernel;
    listing.text = cudaLines(*kernel);
    listing.open = functionsOf(*kernel);
    listing.key.resize(listing.text.size(), 0);
    for (const program::Instruction& instruction : kernel->code().instructions)
        if (const auto line = sourceLineOf(*kernel, instruction); line && *line <= listing.text.size())
            listing.key[*line - 1] = *line;
    for (const TextLine& line : listing.text)
        listing.dropped.push_back(!line.isCode && !line.isComment && listing.key[line.number - 1] == 0 &&
                                  !line.text.startsWith(QLatin1Char('#')));
    return listing;
}

Listing ptxOf(const std::shared_ptr<const Kernel>& kernel) {
    Listing listing;
    listing.language = CodeLanguage::Ptx;
    listing.kernel = kernel;
    listing.text = ptxLines(*kernel);
    const program::Entry& entry = kernel->code();
    listing.key.resize(listing.text.size(), 0);
    std::uint32_t first = 0, last = 0;
    for (const program::Instruction& instruction : entry.instructions) {
        // Functions that are called have their text elsewhere.
        if (instruction.line < entry.firstLine || instruction.line > entry.lastLine) continue;
        const std::uint32_t line = ptxLineOf(entry, instruction);
        listing.key[line - 1] = sourceLineOf(*kernel, instruction).value_or(0);
        if (first == 0) first = line;
        last = std::max(last, line);
    }
    if (first > 0) listing.open.push_back({first, last});
    for (const TextLine& line : listing.text) listing.dropped.push_back(!line.isCode);
    return listing;
}

/// Would both sides be shown by the same lines?
bool isSameSource(const Listing& listing, const Kernel& kernel) {
    return listing.kernel->sourceName == kernel.sourceName && kernel.source &&
           (listing.kernel->source == kernel.source || *listing.kernel->source == *kernel.source) &&
           functionsOf(kernel) == listing.open;
}

/// Lines of code of one that the other has not, by their text without comments (a longest common subsequence).
std::vector<std::uint32_t> differencesOf(const Listing& listing, const Listing& other) {
    const auto codeOf = [](const Listing& of) {
        std::vector<CodeLine> code;
        for (const TextLine& line : of.text)
            if (line.isCode && isIn(of.open, line.number))
                code.push_back(
                    {line.number, line.text.left(line.text.indexOf(QLatin1String("//"))).trimmed().toStdString()});
        return code;
    };
    return differingLines(codeOf(listing), codeOf(other));
}

/// How much an instruction says about what its line makes, and of which family that is.
struct Making {
    int weight = 0;
    std::optional<flow::Family> family;
};

Making makingOf(const flow::BlockFlow& flow, std::uint64_t event) {
    const flow::Touched touched = flow.activities().touched(event);
    const auto family = [&]() -> std::optional<flow::Family> {
        if (touched.array == flow::Touched::kNone) return std::nullopt;
        if (touched.space == program::Space::Global) return flow.families().ofBuffer(touched.array);
        if (touched.space == program::Space::Shared) return flow.families().ofShared(touched.array);
        return std::nullopt;
    };
    const program::Instruction& instruction = flow.entry().instructions[flow.trace().instruction(event)];
    switch (flow.activities().activity(event)) {
        case flow::Activity::Store: return {3, family()};
        case flow::Activity::Load: return {1, family()};
        case flow::Activity::Compute:
        case flow::Activity::Exchange: {
            if (instruction.destination.kind != program::Operand::Kind::Register) return {};
            // Machine code uses a register again and again: that it gathers at one place says nothing of an index that
            // it holds at another.
            if (flow.entry().meetsByCode && !program::isFloat(instruction.type)) return {};
            const flow::RegisterRole role = flow.roles().role(instruction.destination.reg);
            const bool gathers = role == flow::RegisterRole::Sum || role == flow::RegisterRole::Result ||
                                 role == flow::RegisterRole::Partial;
            return gathers ? Making{2, flow.families().ofOwned()} : Making{};
        }
        default: return {};
    }
}

}  // namespace

std::vector<Row> rowsOf(const Listing& listing, const std::vector<std::uint32_t>& opened) {
    std::vector<Row> rows;
    const auto lines = static_cast<std::uint32_t>(listing.text.size());
    for (std::uint32_t line = 1; line <= lines; ++line) {
        if (isIn(listing.open, line)) {
            if (!listing.dropped[line - 1]) rows.push_back({line, 0});
            continue;
        }
        std::uint32_t end = line;
        bool says = false;
        for (; end <= lines && !isIn(listing.open, end); ++end)
            says = says || std::ranges::any_of(listing.text[end - 1].text, [](QChar c) { return c.isLetter(); });
        if (std::ranges::find(opened, line) != opened.end())
            for (std::uint32_t each = line; each < end; ++each) rows.push_back({each, 0});
        else if (says)
            rows.push_back({line, end - line});
        line = end - 1;
    }
    return rows;
}

std::vector<Piece> piecesOf(const Listing& listing, const std::vector<Row>& rows) {
    std::vector<Piece> pieces;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::uint32_t key = rows[row].closed > 0 ? 0 : listing.key[rows[row].first - 1];
        if (key == 0) continue;
        if (!pieces.empty() && pieces.back().key == key && pieces.back().end == row)
            ++pieces.back().end;
        else
            pieces.push_back({key, row, row + 1});
    }
    return pieces;
}

std::vector<Link> linksOf(const Listing& left, const std::vector<Row>& leftRows, const Listing& right,
                          const std::vector<Row>& rightRows) {
    const std::vector<Piece> lefts = piecesOf(left, leftRows);
    std::vector<Link> links;
    std::vector<std::size_t> taken(left.text.size() + 1, 0);  // by key: how many pieces of it have been linked
    for (const Piece& piece : piecesOf(right, rightRows)) {
        const Piece* nearest = nullptr;
        std::size_t seen = 0;
        for (const Piece& candidate : lefts) {
            if (candidate.key != piece.key) continue;
            nearest = &candidate;
            if (piece.key < taken.size() && seen++ == taken[piece.key]) break;
        }
        if (nearest == nullptr) continue;
        if (piece.key < taken.size()) ++taken[piece.key];
        links.push_back({*nearest, piece});
    }
    return links;
}

CodeScene::CodeScene(const std::vector<StageSide>& sides, const Playback& playback) {
    for (std::size_t side = 0; side < std::min(sides.size(), playback.sides()); ++side)
        addSide(sides[side], playback.flow(side));
    for (std::size_t side = 0; side < m_sides.size(); ++side) addSource(side);
    if (m_sources.size() == 2 && m_sources[0].kernel->sourceName == m_sources[1].kernel->sourceName)
        for (const std::size_t one : {0, 1})
            m_sources[one].differences = differencesOf(m_sources[one], m_sources[1 - one]);
    findFamilies();
}

void CodeScene::addSide(const StageSide& side, const flow::BlockFlow& flow) {
    Side made;
    made.name = side.name;
    made.flow = &flow;
    const program::Entry& entry = flow.entry();
    const Kernel& kernel = *flow.trace().launch().kernel;
    for (const program::Instruction& instruction : entry.instructions) {
        const bool here = instruction.line >= entry.firstLine && instruction.line <= entry.lastLine;
        made.of(CodeLanguage::Cuda).push_back(sourceLineOf(kernel, instruction).value_or(0));
        made.of(CodeLanguage::Ptx).push_back(here ? ptxLineOf(entry, instruction) : 0);
        made.of(CodeLanguage::Machine).push_back(0);
    }
    made.tally = std::make_unique<BlockTally>(flow.sharedTrace());
    made.blocks = flow.trace().launch().grid.count();
    takeCounts(made, side);
    m_sides.push_back(std::move(made));
}

void CodeScene::takeCounts(Side& side, const StageSide& from) {
    side.run = from.run;
    if (!from.run || from.launch >= from.run->launches.size()) return;
    const simt::LaunchReport& report = from.run->launches[from.launch];
    if (report.sites.size() == side.flow->entry().instructions.size()) side.launch = costsOf(report);
    side.sampled = report.sampled();
}

void CodeScene::setCounts(const std::vector<StageSide>& sides) {
    for (std::size_t side = 0; side < std::min(sides.size(), m_sides.size()); ++side)
        takeCounts(m_sides[side], sides[side]);
}

void CodeScene::addSource(std::size_t side) {
    const std::shared_ptr<const Kernel>& kernel = m_sides[side].flow->trace().launch().kernel;
    for (Listing& source : m_sources)
        if (isSameSource(source, *kernel)) {
            source.sides.push_back(side);
            return;
        }
    m_ptx.push_back(ptxOf(kernel));
    m_ptx.back().sides = {side};
    Listing source = sourceOf(kernel);
    if (source.open.empty()) return;  // no source, or the code has no positions in it
    source.sides = {side};
    // What lies between a kernel and a function that was inlined into it belongs to neither.
    for (const std::uint32_t line : defectLines(*kernel))
        if (isIn(source.open, line)) source.defects.push_back(line);
    m_sources.push_back(std::move(source));
}

bool CodeScene::runsMachineCode(std::size_t side) const {
    return isMachineCode(*m_sides[side].flow->trace().launch().kernel);
}

void CodeScene::setMachine(const MachineForm& form) {
    if (m_sides.empty() || m_ptx.empty() || !form.kernel) return;
    Side& side = m_sides.front();
    if (side.flow->trace().launch().kernel->entry != form.kernel->entry) return;
    const bool runs = runsMachineCode(0);
    if (runs && (!form.listing || form.listing->instructions.size() != side.of(CodeLanguage::Cuda).size())) return;
    if (runs) {
        m_ptx.front() = ptxOf(form.kernel);
        m_ptx.front().sides = {0};
    }
    m_machine = machineListing(form, m_ptx.front());
    // What the compiler has left of a line in either form, it has left of the source.
    if (!m_sources.empty())
        for (const Listing* listing : {&m_ptx.front(), &*m_machine})
            for (const std::uint32_t key : listing->key)
                if (key > 0 && key <= m_sources.front().key.size()) {
                    m_sources.front().key[key - 1] = key;
                    m_sources.front().dropped[key - 1] = false;
                }
    if (!runs) return;
    for (std::uint32_t i = 0; i < m_machine->text.size(); ++i) {
        side.of(CodeLanguage::Cuda)[i] = m_machine->key[i];
        side.of(CodeLanguage::Ptx)[i] = m_machine->ptxLine[i];
        side.of(CodeLanguage::Machine)[i] = i + 1;
    }
    findFamilies();
}

void CodeScene::findFamilies() {
    m_families.clear();
    for (const Listing& source : m_sources) {
        const Side& side = m_sides[source.sides.front()];
        std::vector<std::optional<flow::Family>> families(source.text.size() + 1);
        std::vector<int> weights(families.size(), 0);
        std::vector<bool> seen(side.of(CodeLanguage::Cuda).size(), false);
        const BlockTrace& trace = side.flow->trace();
        for (std::uint64_t event = 0; event < trace.size(); ++event) {
            const std::uint32_t instruction = trace.instruction(event);
            if (seen[instruction] || trace.active(event) == 0) continue;
            seen[instruction] = true;
            const std::uint32_t line = side.of(CodeLanguage::Cuda)[instruction];
            if (line == 0 || line >= families.size()) continue;
            const Making making = makingOf(*side.flow, event);
            if (!making.family || making.weight <= weights[line]) continue;
            weights[line] = making.weight;
            families[line] = making.family;
        }
        m_families.push_back(std::move(families));
    }
}

std::optional<flow::Family> CodeScene::family(const Listing& listing, std::uint32_t key) const {
    for (std::size_t source = 0; source < m_sources.size(); ++source)
        if (m_sources[source].kernel->entry == listing.kernel->entry && key < m_families[source].size())
            return m_families[source][key];
    return std::nullopt;
}

QString CodeScene::arrayOf(std::size_t side, std::uint64_t event) const {
    const Side& of = m_sides[side];
    const flow::Touched touched = of.flow->activities().touched(event);
    if (touched.array == flow::Touched::kNone) return {};
    if (touched.space == program::Space::Shared && touched.array < of.flow->entry().shared.size())
        return QString::fromStdString(of.flow->entry().shared[touched.array].shortName);
    if (touched.space == program::Space::Global && of.run && touched.array < of.run->plan.buffers.size())
        return QString::fromStdString(of.run->plan.buffers[touched.array].name);
    return {};
}

void CodeScene::compareWith(const std::shared_ptr<const Kernel>& corrected) {
    if (m_sources.size() != 1) return;
    Listing& source = m_sources.front();
    source.differences.clear();
    if (corrected && corrected->entry != source.kernel->entry)
        source.differences = differencesOf(source, sourceOf(corrected));
}

std::uint32_t CodeScene::lineOf(const Listing& listing, std::size_t side, std::uint32_t instruction) const {
    return m_sides[side].of(listing.language)[instruction];
}

template <typename T, typename Of>
std::vector<std::uint64_t> CodeScene::summed(const Listing& listing, std::size_t side,
                                             const std::vector<T>& byInstruction, Of of) const {
    std::vector<std::uint64_t> sums(listing.text.size(), 0);
    for (std::uint32_t i = 0; i < byInstruction.size(); ++i)
        if (const std::uint32_t line = lineOf(listing, side, i); line > 0 && line <= sums.size())
            sums[line - 1] += of(byInstruction[i]);
    return sums;
}

std::vector<std::uint64_t> CodeScene::values(const Listing& listing, std::size_t side, Count count, Scope scope) const {
    const Side& of = m_sides[side];
    const std::vector<SiteCost>& costs = scope == Scope::Block ? of.tally->costs() : of.launch;
    if (costs.empty()) return {};
    return summed(listing, side, costs, [count](const SiteCost& cost) { return cost.of(count); });
}

std::uint64_t CodeScene::total(std::size_t side, Count count, Scope scope) const {
    const Side& of = m_sides[side];
    std::uint64_t sum = 0;
    for (const SiteCost& cost : scope == Scope::Block ? of.tally->costs() : of.launch) sum += cost.of(count);
    return sum;
}

std::vector<std::uint64_t> CodeScene::runs(const Listing& listing, std::size_t side) const {
    return summed(listing, side, m_sides[side].tally->runs(), [](std::uint64_t runs) { return runs; });
}

std::vector<std::uint64_t> CodeScene::runsBefore(const Listing& listing, std::size_t side,
                                                 std::uint64_t position) const {
    return summed(listing, side, m_sides[side].tally->runsBefore(position), [](std::uint64_t runs) { return runs; });
}

bool CodeScene::advance(std::uint64_t events) {
    for (const Side& side : m_sides)
        if (!side.tally->isDone()) side.tally->advance(events);
    return isCounted();
}

bool CodeScene::isCounted() const {
    return std::ranges::all_of(m_sides, [](const Side& side) { return side.tally->isDone(); });
}

std::vector<bool> CodeScene::instructionsOf(const Listing& listing, std::size_t side, std::uint32_t line) const {
    std::vector<bool> found;
    for (std::uint32_t i = 0; i < m_sides[side].of(CodeLanguage::Cuda).size(); ++i)
        found.push_back(line > 0 && lineOf(listing, side, i) == line);
    return found;
}

std::optional<std::uint64_t> CodeScene::nextRun(const Listing& listing, std::size_t side, std::uint32_t line,
                                                std::uint64_t from) const {
    const std::vector<bool> wanted = instructionsOf(listing, side, line);
    const BlockTrace& trace = flow(side).trace();
    for (std::uint64_t event = from; event < trace.size(); ++event)
        if (wanted[trace.instruction(event)]) return event;
    for (std::uint64_t event = 0; event < std::min(from, trace.size()); ++event)
        if (wanted[trace.instruction(event)]) return event;
    return std::nullopt;
}

std::optional<std::uint64_t> CodeScene::previousRun(const Listing& listing, std::size_t side, std::uint32_t line,
                                                    std::uint64_t from) const {
    const std::vector<bool> wanted = instructionsOf(listing, side, line);
    const BlockTrace& trace = flow(side).trace();
    for (std::uint64_t event = std::min(from, trace.size()); event-- > 0;)
        if (wanted[trace.instruction(event)]) return event;
    for (std::uint64_t event = trace.size(); event-- > from;)
        if (wanted[trace.instruction(event)]) return event;
    return std::nullopt;
}

}  // namespace lanescope::code
