// SPDX-License-Identifier: GPL-3.0-or-later
// One thread's walk through a kernel's source (source_walk.h). Private to the map view.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "widgets/stage/map/source_walk.h"
#include "widgets/stage/map/source_words.h"

namespace lanescope {

class SourceWalker {
public:
    SourceWalker(const SourceFile& file, const Launch& launch, Dim3 block, Dim3 thread);

    std::vector<SourceStep> run(const SourceFunction& kernel, SourceFrame frame);
    /// Names and types; what points to something is left out of `frame`'s values, and is unknown.
    std::vector<std::pair<std::string, SourceValue::Type>> parametersOf(const SourceFunction& function,
                                                                        SourceFrame& frame);

private:
    enum class Flow : std::uint8_t { On, Returned, Stopped };

    // ---- statements. `m_at` stands on the first token, and behind the last one afterwards.
    Flow block(std::size_t open, SourceFrame& frame);
    Flow statement(SourceFrame& frame);
    Flow choice(SourceFrame& frame);
    Flow leave(SourceFrame& frame);

    /// Within functions only.
    Flow loop(SourceFrame& frame);

    /// int a = …, b; what points is not followed.
    Flow declaration(SourceValue::Type type, SourceFrame& frame);
    Flow assignment(SourceFrame& frame);

    void set(const std::string& name, const SourceValue& value, std::size_t begin, std::uint32_t line,
             SourceFrame& frame);
    Flow work(std::uint32_t line = 0);

    // ---- expressions

    std::optional<SourceValue> expression(SourceFrame& frame);
    std::optional<SourceValue> operation(SourceFrame& frame, int least);
    std::optional<SourceValue> unary(SourceFrame& frame);
    std::optional<SourceValue> primary(SourceFrame& frame);
    std::optional<SourceValue> call(const std::string& name, SourceFrame& frame);

    // ---- reading

    [[nodiscard]] const SourceToken& now() const { return m_file.at(m_at); }
    [[nodiscard]] bool isTop(const SourceFrame& frame) const { return &frame == m_top; }
    Flow skip(std::size_t tokens);
    Flow toBehind(const char* sign);

    /// The type that stands here, if one does; then m_at is behind it.
    std::optional<SourceValue::Type> declaredType(const SourceFrame& frame);

    static constexpr int kMostStatements = 20'000;
    static constexpr int kDeepest = 64;

    const SourceFile& m_file;
    SourceBuiltins m_builtins;
    std::vector<SourceStep> m_steps;
    const SourceFrame* m_top = nullptr;
    std::size_t m_at = 0;
    int m_count = 0;
    int m_depth = 0;
    std::uint32_t m_returnLine = 0;
    std::optional<SourceValue> m_returned;
};

}  // namespace lanescope
