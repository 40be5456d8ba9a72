// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/frozen.h"

#include <cstdlib>
#include <filesystem>

#include "core/base/file_reader.h"
#include "core/base/file_writer.h"
#include "core/base/gzip.h"
#include "tests/golden/transcript.h"

namespace lanescope::golden {
namespace {

namespace fs = std::filesystem;

Result<std::string> unpackedFile(const std::string& path) {
    Result<FileReader> file = FileReader::open(path);
    if (!file) return fail(file.error());
    Unpacker unpacker(*file, path);
    std::string text;
    for (;;) {
        const Result<std::string_view> piece = unpacker.next();
        if (!piece) return fail(piece.error());
        if (piece->empty()) return text;
        text += *piece;
    }
}

/// Its folders too.
Result<void> written(const std::string& path, const std::string& text) {
    std::error_code ignored;  // what cannot be made cannot be written to
    fs::create_directories(fs::path(path).parent_path(), ignored);
    return writePackedFile(path, text);
}

testing::AssertionResult freeze(const std::string& path, const std::string& now) {
    // A file that says the same stays: another version of zlib may pack it into other bytes.
    if (const Result<std::string> frozen = unpackedFile(path); frozen && *frozen == now)
        return testing::AssertionSuccess();
    if (const Result<void> done = written(path, now); !done)
        return testing::AssertionFailure() << lanescope::describe(done.error());
    return testing::AssertionSuccess();
}

}  // namespace

bool freezes() {
    const char* const wish = std::getenv("LANESCOPE_FREEZE");
    return wish != nullptr && std::string_view(wish) == "1";
}

testing::AssertionResult isAsFrozen(const std::string& subject, const std::string& now) {
    const std::string path = LANESCOPE_SOURCE_DIR "/tests/golden/frozen/" + subject + ".txt.gz";
    if (freezes()) return freeze(path, now);
    const Result<std::string> frozen = unpackedFile(path);
    if (!frozen)
        return testing::AssertionFailure()
               << lanescope::describe(frozen.error()) << "\nLANESCOPE_FREEZE=1 makes it (tests/golden/README.md).";
    const auto difference = firstDifference(*frozen, now);
    if (!difference) return testing::AssertionSuccess();
    const std::string whole = LANESCOPE_BINARY_DIR "/golden/" + subject + ".txt";
    const Result<void> kept = written(whole, now);
    return testing::AssertionFailure() << subject << " is not what is frozen: " << describe(*difference)
                                       << (kept ? "all of it: zdiff " + path + " " + whole
                                                : lanescope::describe(kept.error()));
}

}  // namespace lanescope::golden
