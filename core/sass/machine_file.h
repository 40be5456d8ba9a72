// SPDX-License-Identifier: GPL-3.0-or-later
// The machine code of all kernels of a PTX file for several architectures in one packed file (resources/machine). What
// two architectures share stands in it once. README.md here says how it is laid out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/sass/listing.h"

namespace lanescope::sass {

/// Of which PTX it was made, and by what.
struct MadeOf {
    std::string module;  ///< "matmul.ptx"
    std::uint64_t ptxBytes = 0;
    std::uint32_t ptxChecksum = 0;  ///< checksumOf() its text
    std::string ptxas, nvdisasm;    ///< versions: "13.0.88"
    friend bool operator==(const MadeOf&, const MadeOf&) = default;
};
/// CRC-32 as gzip has it.
[[nodiscard]] std::uint32_t checksumOf(std::string_view text);

/// Listings by architecture, each kernel in the same order. The same listings give the same bytes.
[[nodiscard]] std::string packMachineFile(const MadeOf& made, const std::vector<std::vector<Listing>>& architectures);

/// Reads what packMachineFile() has made: what is in it at once, code when it is asked for. Threads may share it.
class MachineFile {
public:
    /// `bytes` are the file's. Errors: MalformedFile, UnsupportedVersion.
    [[nodiscard]] static Result<MachineFile> read(std::string bytes, const std::string& file);

    [[nodiscard]] const MadeOf& made() const { return m_made; }
    [[nodiscard]] const std::vector<std::string>& architectures() const { return m_architectures; }
    [[nodiscard]] const std::vector<std::string>& kernels() const { return m_kernels; }
    /// nullptr where there is no such architecture or kernel.
    [[nodiscard]] const Resources* resources(std::string_view architecture, std::string_view kernel) const;
    /// Errors: PtxUnknownEntry, IllegalValue (the architecture), MalformedFile.
    [[nodiscard]] Result<Listing> listing(std::string_view architecture, std::string_view kernel) const;
    /// Do both architectures have the very same code of this kernel?
    [[nodiscard]] bool same(std::string_view one, std::string_view other, std::string_view kernel) const;

private:
    struct Code {
        std::uint32_t piece = 0, index = 0;
        Resources resources;
    };
    struct Piece {
        std::size_t begin = 0, bytes = 0, unpacked = 0;
        std::uint32_t checksum = 0;
    };
    struct Unpacked;
    [[nodiscard]] bool readHeader(std::string_view header);
    [[nodiscard]] const Code* code(std::string_view architecture, std::string_view kernel) const;
    [[nodiscard]] Error malformed(std::string_view reason) const;

    std::string m_file, m_bytes;
    MadeOf m_made;
    std::vector<std::string> m_architectures, m_kernels;
    std::vector<Piece> m_pieces;
    std::vector<Code> m_codes;  ///< by architecture, then kernel
    std::shared_ptr<Unpacked> m_unpacked;
};

}  // namespace lanescope::sass
