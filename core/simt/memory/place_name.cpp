// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/memory/place_name.h"

#include <cctype>
#include <string_view>

#include "core/base/words.h"

namespace lanescope::simt {
namespace {

/// Element of a row-major array at a byte distance from its start, which may lie before or beyond it.
std::string elementAt(const std::string& name, std::int64_t offset, std::int64_t elementBytes, std::int64_t rows,
                      std::int64_t columns) {
    const auto floorDivide = [](std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); };
    const std::int64_t index = floorDivide(offset, elementBytes);
    if (rows <= 1) return name + "[" + std::to_string(index) + "]";
    const std::int64_t row = floorDivide(index, columns);
    return name + "[" + std::to_string(row) + "][" + std::to_string(index - row * columns) + "]";
}

std::string extentOf(std::uint64_t rows, std::uint64_t columns) {
    if (rows <= 1) return inWords(Message::counted("simt.elements"_id, columns));
    return inWords(Message("simt.rows"_id, {{"rows", rows}, {"columns", columns}}));
}

/// The folders of a path, in small letters.
std::vector<std::string> foldersOf(const std::string& file) {
    std::vector<std::string> folders(1);
    for (const char c : file) {
        if (c == '/' || c == '\\')
            folders.emplace_back();
        else
            folders.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    folders.pop_back();  // the name of the file
    return folders;
}

bool startsWithDigit(std::string_view text) {
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0;
}

/// Is the file in the include folder of a toolkit? These are, and /home/me/cuda-course/include/k.cuh is not:
/// /usr/local/cuda-13.0/targets/x86_64-linux/include/, …/CUDA/v13.0/include/ (Windows), …/cuda/12.3/include/ (HPC SDK),
/// /opt/conda/targets/x86_64-linux/include/, …/nvidia/cuda_runtime/include/ (pip), /usr/include/ (Debian).
bool isOfToolkit(const std::string& file) {
    const std::vector<std::string> folders = foldersOf(file);
    for (std::size_t include = 1; include < folders.size(); ++include) {
        if (folders[include] != "include") continue;
        const std::string& above = folders[include - 1];
        const std::string_view second = include > 1 ? std::string_view(folders[include - 2]) : std::string_view();
        const bool isVersion = startsWithDigit(above) || (above.starts_with('v') && startsWithDigit(&above[1]));
        if (above == "cuda" || (above.starts_with("cuda-") && startsWithDigit(&above[5]))) return true;
        if (second == "targets" || second == "nvidia" || (second == "cuda" && isVersion)) return true;
        if (include == 2 && above == "usr" && second.empty()) return true;
    }
    return false;
}

/// The place that is told of an instruction.
const program::SourceLocation& locationOf(const program::Instruction& instruction) {
    const bool elsewhere = instruction.calledFrom.line != 0 && instruction.calledFrom.file != instruction.source.file;
    return elsewhere ? instruction.calledFrom : instruction.source;
}

}  // namespace

SourceLine sourceLineOf(const program::Module& module, const program::Instruction& instruction) {
    const program::SourceLocation& at = locationOf(instruction);
    if (at.line == 0 || at.file >= module.files.size()) return {{}, at.line};
    return {module.files[at.file], at.line};
}

std::optional<std::uint32_t> shownInFunction(const program::Module& module, const program::Entry& entry,
                                             std::uint32_t instruction) {
    std::uint32_t first = 0;
    for (const program::Function& function : entry.functions)
        if (instruction >= function.first && instruction < function.end) first = function.first;
    // Neighbours are mostly of one file.
    std::optional<std::uint32_t> theirs;
    for (std::uint32_t i = instruction + 1; i-- > first;) {
        const program::SourceLocation& at = locationOf(entry.instructions[i]);
        if (at.line == 0 || at.file == theirs) continue;
        if (at.file >= module.files.size() || !isOfToolkit(module.files[at.file])) return i;
        theirs = at.file;
    }
    return std::nullopt;
}

std::vector<std::optional<std::uint32_t>> shownInFunctions(const program::Module& module, const program::Entry& entry) {
    std::vector<bool> theirs;
    for (const std::string& file : module.files) theirs.push_back(isOfToolkit(file));
    std::vector<bool> starts(entry.instructions.size());
    for (const program::Function& function : entry.functions)
        if (function.first < function.end) starts[function.first] = true;
    std::vector<std::optional<std::uint32_t>> all;
    all.reserve(entry.instructions.size());
    std::optional<std::uint32_t> shown;
    for (std::uint32_t i = 0; i < entry.instructions.size(); ++i) {
        if (starts[i]) shown.reset();
        const program::SourceLocation& at = locationOf(entry.instructions[i]);
        if (at.line != 0 && (at.file >= theirs.size() || !theirs[at.file])) shown = i;
        all.push_back(shown);
    }
    return all;
}

const program::SharedVariable* sharedVariableAt(const program::Entry& entry, std::int64_t offset) {
    const program::SharedVariable* best = nullptr;
    for (const program::SharedVariable& variable : entry.shared) {
        const bool starts = static_cast<std::int64_t>(variable.offset) <= offset;
        if (best == nullptr || (starts && variable.offset >= best->offset)) best = &variable;
    }
    return best;
}

PlaceName placeOfGlobal(const DeviceMemory& memory, std::uint64_t address) {
    const std::optional<BufferId> nearest = memory.nearest(address);
    return nearest ? placeInBuffer(memory, *nearest, address) : PlaceName{};
}

PlaceName placeInBuffer(const DeviceMemory& memory, BufferId which, std::uint64_t address) {
    const DeviceMemory::Allocation& allocation = memory.allocation(which);
    const Buffer& buffer = allocation.buffer;
    PlaceName place{buffer.name, {}, extentOf(buffer.rows, buffer.columns)};
    if (buffer.columns == 0) return place;
    place.element = elementAt(buffer.name, static_cast<std::int64_t>(address - allocation.base),
                              static_cast<std::int64_t>(sizeOf(buffer.type)), static_cast<std::int64_t>(buffer.rows),
                              static_cast<std::int64_t>(buffer.columns));
    return place;
}

PlaceName placeOfShared(const Kernel& kernel, const program::Entry& entry, std::uint64_t sharedBytes,
                        std::int64_t offset, unsigned accessBytes) {
    const program::SharedVariable* const variable = sharedVariableAt(entry, offset);
    if (variable == nullptr) return {};
    const std::string& name = variable->shortName;
    const std::int64_t inside = offset - static_cast<std::int64_t>(variable->offset);
    for (const SharedArray& array : kernel.shared) {
        if (array.name != name || array.columns == 0) continue;
        return {name, elementAt(name, inside, static_cast<std::int64_t>(sizeOf(array.type)), array.rows, array.columns),
                extentOf(array.rows, array.columns)};
    }
    const std::uint64_t rest = sharedBytes > variable->offset ? sharedBytes - variable->offset : 0;
    const std::uint64_t size = variable->size != 0 ? variable->size : rest;  // extern: the rest
    const unsigned bytes = accessBytes == 0 ? 1 : accessBytes;
    return {name, elementAt(name, inside, bytes, 1, 1),
            inWords(Message("simt.elements_of"_id, {{"elements", extentOf(1, size / bytes)},
                                                    {"size", Message::counted("simt.bytes"_id, bytes)}}))};
}

std::vector<std::uint32_t> linesOf(const program::Module& module, const program::Entry& entry) {
    std::vector<std::uint32_t> lines;
    for (const auto& shown : shownInFunctions(module, entry))
        lines.push_back(shown ? sourceLineOf(module, entry.instructions[*shown]).line : 0);
    return lines;
}

}  // namespace lanescope::simt
