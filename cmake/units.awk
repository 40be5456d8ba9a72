# SPDX-License-Identifier: GPL-3.0-or-later
# Which sources are compiled as one unit, and in which order (Unity.cmake): prints "UNIT FILE" lines.
# usage: awk -v most=LINES -v root=FOLDER -f units.awk FILE...     root: where the paths of included headers begin
#
# In a unit no file stands behind one that has a name of its own which the later one speaks of: what is declared in the
# first column within an unnamed namespace or behind `static`, aliases, using-declarations and macros. So everything means
# in a unit what it means in the file by itself, and nobody has to think of units when naming things. The same alias in
# both does no harm. Nor does a file that defines something stand with one whose headers declare a type of that
# name. clang-format lays the code out, so lines tell enough; a name found too many only makes a unit more.

function own(name, line) {
    if (name ~ /^(TEST|TEST_F|TEST_P|INSTANTIATE_TEST_SUITE_P|)$/ || ((file, name) in owns)) return
    owns[file, name] = line
    if (line == file) defined[file] = defined[file] " " name
    ownList[file] = ownList[file] " " name
}

function readLine(line,    rest, count, i, words) {
    if (line ~ /^}  \/\/ namespace/) unnamed = 0
    sub(/\/\/.*/, "", line)
    gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
    if (line ~ /^namespace .*\{$/) unnamed = (line == "namespace {")
    count = split(line, words, /[^A-Za-z_0-9]+/)
    for (i = 1; i <= count; ++i) speaks[file, words[i]]
    if (line ~ /^using namespace /) {
        wide[file] = wide[file] line
    } else if (line ~ /^(#define|using|namespace) [A-Za-z_0-9]+( [^{]|\()/) {
        own(words[2], line)
    } else if (line ~ /^using [A-Za-z_0-9:]+;/) {
        own(words[count - 1], line)
    } else if (line ~ /^static / || (unnamed && line ~ /^[A-Za-z]/ && line !~ notNaming)) {
        rest = line
        while (gsub(/<[^<>]*>/, "", rest)) {}
        if (match(rest, /^(struct|class|enum class|enum|union) [A-Za-z_0-9]+/) || match(rest, /^[^({=;\[]*/)) {
            count = split(substr(rest, 1, RLENGTH), words, /[^A-Za-z_0-9]+/)
            while (count > 0 && words[count] == "") --count
            own(words[count], file)
        }
    }
}

function readHeader(header,    path, line, words, count) {
    if (header in included) return
    included[header] = ""
    path = root "/" header
    while ((getline line < path) > 0) {
        if (line ~ /^#include "/) {
            split(line, words, "\"")
            included[header] = included[header] " " words[2]
        } else if (match(line, /^(struct|class|enum class|enum|union) [A-Za-z_0-9]+/)) {
            count = split(substr(line, 1, RLENGTH), words, " ")
            declared[header] = declared[header] " " words[count]
        }
    }
    close(path)
}

# What the file includes, and what that includes: sees[file, TYPE].
function include(header,    count, names, i) {
    if ((file, header) in includes) return
    includes[file, header]
    readHeader(header)
    count = split(declared[header], names, " ")
    for (i = 1; i <= count; ++i) sees[file, names[i]]
    count = split(included[header], names, " ")
    for (i = 1; i <= count; ++i) include(names[i])
}

function definesWhatIsSeen(one, other,    count, names, i) {
    count = split(defined[one], names, " ")
    for (i = 1; i <= count; ++i)
        if ((other, names[i]) in sees) return 1
    return 0
}

function mayPrecede(first, second,    count, names, i) {
    if (wide[first] != "" && wide[first] != wide[second]) return 0
    count = split(ownList[first], names, " ")
    for (i = 1; i <= count; ++i)
        if (((second, names[i]) in speaks) && owns[first, names[i]] != owns[second, names[i]]) return 0
    return 1
}

# Where in the unit the file may stand, or 0.
function placeIn(unit,    first, last, i) {
    if (lines[unit] + lineCount > most) return 0
    first = 1
    last = size[unit] + 1
    for (i = size[unit]; i >= 1; --i) {
        if (!mayPrecede(member[unit, i], file)) last = i
        if (definesWhatIsSeen(member[unit, i], file) || definesWhatIsSeen(file, member[unit, i])) return 0
        if (first == 1 && !mayPrecede(file, member[unit, i])) first = i + 1
    }
    return first <= last ? last : 0
}

function insert(unit, place,    i) {
    for (i = size[unit]; i >= place; --i) member[unit, i + 1] = member[unit, i]
    member[unit, place] = file
    ++size[unit]
    lines[unit] += lineCount
}

BEGIN {
    notNaming = "^(template|namespace|extern|using|static_assert|public|protected|private)"
    for (a = 1; a < ARGC; ++a) {
        file = ARGV[a]
        unnamed = lineCount = 0
        while ((getline line < file) > 0) {
            readLine(line)
            if (line ~ /^#include "/) {
                split(line, words, "\"")
                include(words[2])
            }
            ++lineCount
        }
        close(file)
        for (unit = 1; unit <= units; ++unit)
            if (place = placeIn(unit)) break
        if (unit > units) {
            units = unit
            place = 1
        }
        insert(unit, place)
    }
    for (unit = 1; unit <= units; ++unit)
        for (i = 1; i <= size[unit]; ++i) print unit, member[unit, i]
}
