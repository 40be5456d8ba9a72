// SPDX-License-Identifier: GPL-3.0-or-later
// Variables of modules in device memory.
#include <cstring>
#include <new>

#include "core/base/memory.h"
#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/simt/decode/op.h"
#include "core/simt/memory/device_memory.h"

namespace lanescope::simt {
namespace {

/// Variables lie as far apart as buffers.
constexpr std::uint64_t kAlignment = 256;

/// How a variable's elements are shown; bytes where nothing fits.
ElementType elementTypeOf(program::Type type) {
    using enum program::Type;
    switch (type) {
        case F64: return ElementType::F64;
        case F32: return ElementType::F32;
        case F16: return ElementType::F16;
        case S64: return ElementType::I64;
        case U64:
        case B64: return ElementType::U64;
        case S32: return ElementType::I32;
        case U32:
        case B32: return ElementType::U32;
        case S16: return ElementType::I16;
        case U16:
        case B16: return ElementType::U16;
        case S8: return ElementType::I8;
        default: return ElementType::U8;
    }
}

Buffer bufferOf(const program::ModuleVariable& variable) {
    Buffer buffer;
    buffer.name = variable.shortName.empty() ? variable.name : variable.shortName;
    buffer.type = elementTypeOf(variable.type);
    if (variable.size % sizeOf(buffer.type) != 0) buffer.type = ElementType::U8;
    buffer.rows = 1;
    buffer.columns = variable.size / sizeOf(buffer.type);
    return buffer;
}

}  // namespace

std::uint64_t DeviceMemory::nextBase() const {
    if (m_allocations.empty()) return kFirstBase;
    return (m_allocations.back()->end() + kAlignment - 1) / kAlignment * kAlignment + kGuardGap;
}

std::optional<BufferId> DeviceMemory::variable(const program::Module& module, std::uint32_t index) const {
    for (const Loaded& loaded : m_loaded)
        if (loaded.module.get() == &module && index < module.variables.size())
            return static_cast<BufferId>(loaded.first + index);
    return std::nullopt;
}

std::uint64_t DeviceMemory::addressOf(const Loaded& loaded, const program::ModuleVariable::Relocation& place) const {
    const auto addend = static_cast<std::uint64_t>(place.addend);
    if (place.space == program::Space::Code) return kCodeWindow + kCodeSpacing * place.symbol + addend;
    // Variables' addresses in their space are generic addresses.
    return m_allocations[loaded.first + place.symbol]->base + addend;
}

Result<void> DeviceMemory::loadVariables(const std::shared_ptr<const program::Module>& module) {
    const std::vector<program::ModuleVariable>& variables = module->variables;
    if (variables.empty() || variable(*module, 0)) return {};
    double needed = 0;
    for (const program::ModuleVariable& v : variables) needed += 1.25 * static_cast<double>(v.size);
    const auto available = static_cast<double>(availableMemory());
    const auto tooLarge = [&] {
        return fail(ErrorCode::TooLarge,
                    {{"what", inWords(Message("simt.memory_of_variables"_id, {{"module", module->name}}))},
                     {"needed", numbers::memory(needed)},
                     {"available", numbers::memory(available)}});
    };
    if (needed > available) return tooLarge();
    const std::size_t before = m_allocations.size();
    const Loaded loaded{module, static_cast<BufferId>(before)};
    try {
        for (const program::ModuleVariable& v : variables) {
            auto allocation = std::make_shared<Allocation>();
            allocation->buffer = bufferOf(v);
            allocation->base = nextBase();
            allocation->data.assign(v.initial.begin(), v.initial.end());
            allocation->data.resize(v.size);
            allocation->initialised.assign((v.size + 3) / 4, 1);
            allocation->constant = v.space == program::Space::Const;
            m_allocations.push_back(std::move(allocation));
        }
    } catch (const std::bad_alloc&) {
        m_allocations.resize(before);
        return tooLarge();
    }
    for (std::size_t k = 0; k < variables.size(); ++k) {
        for (const auto& place : variables[k].relocations) {
            if (place.offset + 8 > variables[k].size) continue;
            const std::uint64_t address = addressOf(loaded, place);
            std::memcpy(m_allocations[before + k]->data.data() + place.offset, &address, sizeof(address));
        }
    }
    m_loaded.push_back(loaded);
    return {};
}

}  // namespace lanescope::simt
