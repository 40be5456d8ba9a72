// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/launch_spec.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>

#include "core/base/file_reader.h"
#include "core/base/memory.h"
#include "core/base/number_text.h"
#include "core/base/words.h"
#include "core/plan/arguments.h"
#include "core/plan/scalar_text.h"

namespace lanescope {
namespace {

/// No parameter block is longer (PTX ISA, "kernel function parameters").
constexpr std::size_t kMostStructBytes = 32764;
constexpr std::uint64_t kMostElements = 1ULL << 40;

std::string typeNames() {
    std::string names;
    for (const ElementType type : kElementTypes) names += (names.empty() ? "" : " ") + std::string(nameOf(type));
    return names;
}

tl::unexpected<std::string> wrong(const Message& why) { return tl::unexpected(inWords(why)); }

Message unknownType(std::string_view word) {
    return Message("plan.spec.unknown_type"_id, {{"word", word}, {"types", typeNames()}});
}

/// The text up to the next ':', which is taken away with it.
std::string_view takeField(std::string_view& rest) {
    const std::size_t colon = rest.find(':');
    const std::string_view field = rest.substr(0, colon);
    rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
    return field;
}

/// A part of an argument, or why it cannot be.
template <typename T>
using Parsed = tl::expected<T, std::string>;

struct Shape {
    std::uint64_t rows = 1;
    std::uint64_t columns = 0;
};

/// "32x64", "4x8x64" (32 rows of 64); nothing if `text` does not look like a shape at all. One of no elements, or of
/// more than there may be, has no columns.
std::optional<Shape> shapeFromText(std::string_view text) {
    std::size_t cross = text.find('x');
    if (cross == std::string_view::npos) return std::nullopt;
    Shape shape;
    for (;; cross = text.find('x')) {
        const auto size = wholeNumberFromText(text.substr(0, cross));
        if (!size) return std::nullopt;
        const bool fits = *size > 0 && shape.rows > 0 && *size <= kMostElements / shape.rows;
        if (cross == std::string_view::npos) {
            shape.columns = fits ? *size : 0;
            return shape;
        }
        shape.rows = fits ? shape.rows * *size : 0;
        text.remove_prefix(cross + 1);
    }
}

Parsed<InitialContent> contentOfFile(const std::string& path, const Buffer& buffer) {
    std::error_code problem;
    const auto unreadable = [&](const std::string& reason) {
        return wrong(Message("plan.spec.file_unreadable"_id, {{"file", path}, {"reason", reason}}));
    };
    if (!std::filesystem::is_regular_file(path, problem))
        return wrong(Message(
            problem || !std::filesystem::exists(path) ? "plan.spec.file_missing"_id : "plan.spec.file_no_regular"_id,
            {{"file", path}}));
    const std::uintmax_t size = std::filesystem::file_size(path, problem);
    if (problem) return unreadable(problem.message());
    if (size != buffer.bytes())
        return wrong(Message("plan.spec.file_size"_id, {{"file", path},
                                                        {"bytes", size},
                                                        {"elements", buffer.elements()},
                                                        {"type", nameOf(buffer.type)},
                                                        {"wanted", buffer.bytes()}}));
    if (size > availableMemory())  // a file of holes may be of any size
        return wrong(Message("plan.spec.file_too_large"_id, {{"file", path}}));
    auto bytes = std::make_shared<std::vector<std::byte>>();
    bytes->reserve(size);
    Result<FileReader> file = FileReader::open(path);
    Result<std::string_view> piece = file ? file->next() : fail(file.error());
    for (; piece && !piece->empty() && piece->size() <= size - bytes->size(); piece = file->next()) {
        const auto* begin = reinterpret_cast<const std::byte*>(piece->data());
        bytes->insert(bytes->end(), begin, begin + piece->size());
    }
    if (!piece) return unreadable(piece.error().arguments.at("reason"));
    if (!piece->empty() || bytes->size() != size) return wrong(Message("plan.spec.file_changed"_id, {{"file", path}}));
    InitialContent content{InitialContent::Kind::Given};
    content.given = std::move(bytes);
    return content;
}

Parsed<InitialContent> contentFromText(std::string_view text, const Buffer& buffer) {
    using Kind = InitialContent::Kind;
    if (text == "zero") return InitialContent{Kind::Zeros};
    if (text == "ramp") return InitialContent{Kind::Ramp};
    if (text == "none") return InitialContent{Kind::Uninitialised};
    const std::size_t equals = text.find('=');
    const std::string_view kind = text.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? std::string_view() : text.substr(equals + 1);
    if (equals != std::string_view::npos && kind == "const") {
        const auto element = scalarFromText(buffer.type, value);
        if (!element) return tl::unexpected(element.error());
        return InitialContent{Kind::Constant, 0, element->bits};
    }
    if (equals != std::string_view::npos && kind == "random") {
        const auto seed = wholeNumberFromText(value);
        if (!seed) return wrong(Message("plan.spec.seed"_id, {{"seed", value}}));
        return InitialContent{Kind::Random, *seed};
    }
    if (equals != std::string_view::npos && kind == "file") return contentOfFile(std::string(value), buffer);
    return wrong(Message("plan.spec.content"_id, {{"content", text}}));
}

/// What follows "buf:".
Parsed<Buffer> bufferFromText(std::string_view rest) {
    const std::string_view typeName = takeField(rest);
    const auto type = elementTypeFromName(typeName);
    if (!type) return wrong(unknownType(typeName));
    const std::string_view countText = takeField(rest);
    const auto count = wholeNumberFromText(countText);
    const Shape shape = count ? Shape{1, *count} : shapeFromText(countText).value_or(Shape{});
    if (shape.columns == 0 || shape.columns > kMostElements)
        return wrong(Message("plan.spec.count"_id, {{"count", countText}, {"most", kMostElements}}));
    Buffer buffer{"", *type, shape.rows, shape.columns, {}};
    if (const auto also = shapeFromText(rest.substr(0, rest.find(':')))) {
        const std::string_view shapeText = takeField(rest);
        if (also->columns == 0 || also->rows * also->columns != buffer.elements())
            return wrong(Message("plan.spec.shape"_id, {{"shape", shapeText}, {"count", countText}}));
        buffer.rows = also->rows;
        buffer.columns = also->columns;
    }
    auto content = contentFromText(rest, buffer);
    if (!content) return tl::unexpected(content.error());
    buffer.initial = std::move(*content);
    return buffer;
}

Parsed<std::vector<std::byte>> bytesFromHex(std::string_view text) {
    const auto digit = [](char c) {
        return c >= '0' && c <= '9'   ? c - '0'
               : c >= 'a' && c <= 'f' ? c - 'a' + 10
               : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                      : -1;
    };
    if (text.empty() || text.size() % 2 != 0 || text.size() / 2 > kMostStructBytes ||
        !std::ranges::all_of(text, [&](char c) { return digit(c) >= 0; }))
        return wrong(Message("plan.spec.hex"_id, {{"most", kMostStructBytes}}));
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < text.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(digit(text[i]) * 16 + digit(text[i + 1])));
    return bytes;
}

/// What follows "same:", among the arguments before it.
Parsed<Argument> pointerFromText(std::string_view rest, const std::vector<Argument>& before, const Plan& plan) {
    const std::size_t plus = rest.find('+');
    const auto index = wholeNumberFromText(rest.substr(0, plus));
    const auto further =
        plus == std::string_view::npos ? std::optional<std::uint64_t>(0) : wholeNumberFromText(rest.substr(plus + 1));
    if (!index || !further) return wrong(Message("plan.spec.same"_id));
    if (*index >= before.size()) return wrong(Message("plan.spec.same_index"_id));
    const std::optional<BufferPlace> place = placeOf(before[*index]);
    if (!place) return wrong(Message("plan.spec.same_no_buffer"_id, {{"index", *index}}));
    const Buffer& buffer = plan.buffers[place->buffer];
    const std::uint64_t room = (buffer.bytes() - place->bytes) / sizeOf(buffer.type);
    if (*further > room) return wrong(Message("plan.spec.same_too_far"_id, {{"index", *index}, {"elements", room}}));
    return Argument(BufferPlace{place->buffer, place->bytes + *further * sizeOf(buffer.type)});
}

/// Adds a buffer to the plan if the argument is one of its own.
Parsed<Argument> argumentFromText(std::string_view text, const std::vector<Argument>& before, Plan& plan) {
    std::string_view rest = text;
    const std::string_view kind = takeField(rest);
    if (kind.size() == text.size()) return wrong(Message("plan.spec.forms"_id));  // no ':' at all
    if (kind == "bytes") return bytesFromHex(rest).map([](auto bytes) { return Argument(std::move(bytes)); });
    if (kind == "buf") {
        auto buffer = bufferFromText(rest);
        if (!buffer) return tl::unexpected(buffer.error());
        buffer->name = "arg" + std::to_string(before.size());
        plan.buffers.push_back(std::move(*buffer));
        return Argument(BufferId{plan.buffers.size() - 1});
    }
    if (kind == "same") return pointerFromText(rest, before, plan);
    const auto type = elementTypeFromName(kind);
    if (!type) return wrong(Message("plan.spec.unknown_kind"_id, {{"no_type", unknownType(kind)}}));
    const auto scalar = scalarFromText(*type, rest);
    if (!scalar) return tl::unexpected(scalar.error());
    return Argument(*scalar);
}

Result<const program::Entry*> entryOf(const program::Module& module, const std::string& name) {
    const auto illegal = [&](const Message& reason) {
        return fail(ErrorCode::IllegalValue, {{"parameter", "entry"}, {"value", name}, {"legal", inWords(reason)}});
    };
    if (name.empty()) {
        if (module.entries.size() == 1) return &module.entries.front();
        if (module.entries.empty()) return illegal(Message("plan.spec.no_kernel"_id, {{"file", module.name}}));
        return illegal(
            Message("plan.spec.several_kernels"_id, {{"file", module.name}, {"known", module.entryNames()}}));
    }
    const program::Entry* found = module.find(name);
    if (found == nullptr)
        return fail(ErrorCode::PtxUnknownEntry,
                    {{"file", module.name}, {"entry", name}, {"known", module.entryNames()}});
    if (found->name != name && std::ranges::count(module.entries, name, &program::Entry::demangled) > 1)
        return illegal(
            Message("plan.spec.several_of_name"_id, {{"file", module.name}, {"known", module.entryNames()}}));
    return found;
}

Parameters wordsOf(const LaunchSpec& spec, const program::Entry& entry) {
    const auto text = [](const Dim3& d) {
        return std::to_string(d.x) + "," + std::to_string(d.y) + "," + std::to_string(d.z);
    };
    Parameters words{{"entry", entry.name},
                     {"grid", text(spec.grid)},
                     {"block", text(spec.block)},
                     {"shared", std::to_string(spec.dynamicSharedBytes)}};
    for (std::size_t i = 0; i < spec.arguments.size(); ++i) words.add("arg" + std::to_string(i), spec.arguments[i]);
    return words;
}

}  // namespace

Result<Plan> planOf(const LaunchSpec& spec, std::shared_ptr<const program::Module> module) {
    const Result<const program::Entry*> entry = entryOf(*module, spec.entry);
    if (!entry) return fail(entry.error());
    if ((*entry)->unsupported) return fail(*(*entry)->unsupported);

    auto kernel = std::make_shared<Kernel>();
    kernel->entry = (*entry)->name;
    kernel->sourceName = module->files.size() > 1 ? module->files[1] : std::string();
    kernel->source = std::make_shared<const std::string>();
    kernel->module = std::move(module);

    Plan plan;
    plan.algorithm = "ptx";
    plan.parameters = wordsOf(spec, **entry);
    Launch launch{kernel, spec.grid, spec.block, spec.dynamicSharedBytes, {}};
    for (std::size_t i = 0; i < spec.arguments.size(); ++i) {
        auto argument = argumentFromText(spec.arguments[i], launch.arguments, plan);
        if (!argument)
            return fail(ErrorCode::IllegalValue, {{"parameter", inWords(Message("plan.argument"_id, {{"index", i}}))},
                                                  {"value", spec.arguments[i]},
                                                  {"legal", argument.error()}});
        launch.arguments.push_back(std::move(*argument));
    }
    // Now rather than at the launch, so that nothing is allocated for what cannot be.
    const auto anywhere = [](BufferId) { return std::optional<std::uint64_t>(0); };
    if (const auto fits = parameterBlock(launch, **entry, anywhere); !fits) return fail(fits.error());

    for (BufferId id = 0; id < plan.buffers.size(); ++id)
        if (plan.buffers[id].initial.kind != InitialContent::Kind::Uninitialised)
            plan.steps.emplace_back(UploadStep{id});
    plan.steps.emplace_back(LaunchStep{std::move(launch)});
    for (BufferId id = 0; id < plan.buffers.size(); ++id) plan.steps.emplace_back(DownloadStep{id});
    return plan;
}

Result<Dim3> dim3FromText(const std::string& name, const std::string& text) {
    std::array<std::uint32_t, 3> sizes{1, 1, 1};
    std::string_view rest = text;
    for (std::size_t i = 0;; ++i) {
        const std::size_t comma = rest.find(',');
        const auto size = wholeNumberFromText(rest.substr(0, comma));
        if (i == sizes.size() || !size || *size == 0 || *size > std::numeric_limits<std::uint32_t>::max())
            return fail(ErrorCode::IllegalValue,
                        {{"parameter", name}, {"value", text}, {"legal", textOf("plan.spec.size"_id)}});
        sizes.at(i) = static_cast<std::uint32_t>(*size);
        if (comma == std::string_view::npos) return Dim3{sizes[0], sizes[1], sizes[2]};
        rest.remove_prefix(comma + 1);
    }
}

}  // namespace lanescope
