# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D OUTPUT=english.cpp -D "FILES=a.json;b.json" -P EmbedTexts.cmake: the texts as a C++ file (core/base/english.h).
set(source "// Made by cmake/EmbedTexts.cmake of resources/i18n/en.\n#include \"core/base/english.h\"\n\n#include <array>\n
// Longer than what every compiler must take; ours take it.
#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n
namespace lanescope {\nnamespace {\n\nconstexpr std::array kFiles{\n")
foreach(file IN LISTS FILES)
  file(READ "${file}" text)
  get_filename_component(name "${file}" NAME)
  string(APPEND source "    EmbeddedFile{\"${name}\", R\"~~~~(${text})~~~~\"},\n")
endforeach()
string(APPEND source "};\n\n}  // namespace\n\nstd::span<const EmbeddedFile> englishFiles() { return kFiles; }\n\n}  // namespace lanescope\n")
file(WRITE "${OUTPUT}" "${source}")
