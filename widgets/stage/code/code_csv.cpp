// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the listings that are shown, with what each costs: in the block that is watched, or in all of its
// launch, as it is chosen.
#include "widgets/export/csv_rows.h"
#include "widgets/stage/code/code_view.h"

namespace lanescope {
namespace {

std::string nameOf(CodeLanguage language) {
    switch (language) {
        case CodeLanguage::Cuda: return "cuda";
        case CodeLanguage::Ptx: return "ptx";
        case CodeLanguage::Machine: return "machine";
    }
    return {};
}

}  // namespace

std::string CodeStage::csv() const {
    CsvRows rows({"side", "language", "line", "source_line", "of", "runs", "lanes", "sectors", "wavefronts", "text"});
    for (const code::Listing* const listing : shownListings())
        for (const std::size_t side : listing->sides) {
            std::array<std::vector<std::uint64_t>, code::kCounts.size()> values;
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = m_scene->values(*listing, side, code::kCounts[i], m_scope);
            for (std::size_t line = 0; line < listing->text.size(); ++line) {
                rows << m_scene->name(side).toStdString() << nameOf(listing->language) << listing->text[line].number
                     << (line < listing->key.size() ? listing->key[line] : 0)
                     << (m_scope == code::Scope::Block ? "watched block" : "launch");
                for (const std::vector<std::uint64_t>& of : values)
                    if (line < of.size())
                        rows << of[line];
                    else
                        rows << std::string_view();
                rows << listing->text[line].text.toStdString();
                rows.end();
            }
        }
    return rows.take();
}

}  // namespace lanescope
