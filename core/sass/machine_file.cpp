// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/machine_file.h"

#include <zlib.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "core/base/gzip.h"
#include "core/base/name_list.h"
#include "core/base/words.h"
#include "core/sass/bytes.h"
#include "core/sass/packed_kernels.h"

namespace lanescope::sass {
namespace {

constexpr std::string_view kMagic = "Lanescope machine code ";
constexpr std::string_view kVersion = "1\n";
/// No header and no piece is larger.
constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;

void put(ByteWriter& writer, const Resources& resources) {
    for (const std::uint32_t value : {resources.registers, resources.sharedBytes, resources.stackBytes,
                                      resources.spillStoreBytes, resources.spillLoadBytes, resources.barriers})
        writer.number(value);
}

Resources resourcesFrom(ByteReader& reader) {
    Resources resources;
    for (std::uint32_t Resources::*member :
         {&Resources::registers, &Resources::sharedBytes, &Resources::stackBytes, &Resources::spillStoreBytes,
          &Resources::spillLoadBytes, &Resources::barriers})
        resources.*member = reader.small();
    return resources;
}

std::string listed(const std::vector<std::string>& names, std::string_view wanted) {
    return nameList(std::vector<std::string_view>(names.begin(), names.end()), wanted);
}

/// But for the architecture's name and what stands in the header.
bool sameCode(const Listing& one, const Listing& other) {
    return one.parameterBase == other.parameterBase && one.parameters == other.parameters && one.files == other.files &&
           one.functions == other.functions && one.banks == other.banks && one.symbols == other.symbols &&
           one.instructions == other.instructions;
}

/// All of what gzip packed in `bytes`; nothing if it is damaged or not of this size.
std::optional<std::string> unpacked(std::string_view bytes, std::size_t size, const std::string& file) {
    TextSource source(bytes);
    Unpacker unpacker(source, file);
    std::string all;
    for (;;) {
        const Result<std::string_view> piece = unpacker.next();
        if (!piece || all.size() + piece->size() > size) return std::nullopt;
        if (piece->empty()) break;
        all += *piece;
    }
    if (all.size() != size) return std::nullopt;
    return all;
}

}  // namespace

std::uint32_t checksumOf(std::string_view text) {
    return static_cast<std::uint32_t>(::crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size()));
}

std::string packMachineFile(const MadeOf& made, const std::vector<std::vector<Listing>>& architectures) {
    ByteWriter header, codes, pieces;
    header.text(made.module);
    header.number(made.ptxBytes);
    header.word(made.ptxChecksum);
    header.text(made.ptxas);
    header.text(made.nvdisasm);
    const std::size_t kernels = architectures.empty() ? 0 : architectures.front().size();
    header.number(kernels);
    for (std::size_t k = 0; k < kernels; ++k) header.text(architectures.front()[k].kernel);
    header.number(architectures.size());
    std::vector<std::vector<std::pair<std::uint64_t, std::uint64_t>>> places(architectures.size());
    std::vector<std::string> packed;
    std::uint64_t pieceCount = 0;
    for (std::size_t a = 0; a < architectures.size(); ++a) {
        header.text(architectures[a].empty() ? std::string() : architectures[a].front().architecture);
        std::vector<const Listing*> fresh;
        for (std::size_t k = 0; k < kernels; ++k) {
            const Listing& listing = architectures[a][k];
            std::size_t earlier = 0;
            while (earlier < a && !sameCode(architectures[earlier][k], listing)) ++earlier;
            if (earlier < a) {
                places[a].push_back(places[earlier][k]);
            } else {
                places[a].emplace_back(pieceCount, fresh.size());
                fresh.push_back(&listing);
            }
            codes.number(places[a].back().first);
            codes.number(places[a].back().second);
            put(codes, listing.resources);
        }
        if (fresh.empty()) continue;
        const std::string whole = packKernels(fresh);
        packed.push_back(gzip(whole));
        ++pieceCount;
        pieces.number(packed.back().size());
        pieces.number(whole.size());
        pieces.word(checksumOf(packed.back()));
    }
    header.number(pieceCount);
    header.raw(pieces.bytes());
    header.raw(codes.bytes());
    const std::string head = gzip(header.bytes());
    ByteWriter file;
    file.raw(kMagic);
    file.raw(kVersion);
    file.word(static_cast<std::uint32_t>(head.size()));
    file.word(static_cast<std::uint32_t>(header.bytes().size()));
    file.word(checksumOf(head));
    file.raw(head);
    for (const std::string& piece : packed) file.raw(piece);
    return file.bytes();
}

/// The piece that was unpacked last: kernels of one architecture are asked for one after the other.
struct MachineFile::Unpacked {
    std::mutex mutex;
    std::map<std::uint32_t, PackedKernels> pieces;
};

Error MachineFile::malformed(std::string_view reason) const {
    return Error(ErrorCode::MalformedFile,
                 {{"file", m_file}, {"place", textOf("sass.its_bytes"_id)}, {"reason", textOf(reason)}});
}

Result<MachineFile> MachineFile::read(std::string bytes, const std::string& file) {
    MachineFile all;
    all.m_file = file;
    all.m_bytes = std::move(bytes);
    all.m_unpacked = std::make_shared<Unpacked>();
    std::string_view rest = all.m_bytes;
    if (!rest.starts_with(kMagic)) return fail(all.malformed("sass.no_machine_file"_id));
    rest.remove_prefix(kMagic.size());
    if (!rest.starts_with(kVersion))
        return fail(ErrorCode::UnsupportedVersion,
                    {{"file", file},
                     {"version", std::string(rest.substr(0, rest.substr(0, 8).find('\n')))},
                     {"supported", std::string(kVersion.substr(0, 1))}});
    rest.remove_prefix(kVersion.size());
    ByteReader reader(rest);
    const std::uint32_t headBytes = reader.word(), headUnpacked = reader.word(), checksum = reader.word();
    const std::string_view head = reader.raw(headBytes);
    if (!reader.good() || headUnpacked > kMostBytes || checksumOf(head) != checksum)
        return fail(all.malformed("sass.damaged"_id));
    const std::optional<std::string> header = unpacked(head, headUnpacked, file);
    if (!header || !all.readHeader(*header)) return fail(all.malformed("sass.damaged"_id));
    std::size_t at = static_cast<std::size_t>(head.data() + head.size() - all.m_bytes.data());
    for (Piece& piece : all.m_pieces) {
        if (piece.bytes > all.m_bytes.size() - at) return fail(all.malformed("sass.cut_off"_id));
        piece.begin = at;
        at += piece.bytes;
    }
    if (at != all.m_bytes.size()) return fail(all.malformed("sass.too_long"_id));
    return all;
}

bool MachineFile::readHeader(std::string_view header) {
    ByteReader reader(header);
    m_made.module = reader.text();
    m_made.ptxBytes = reader.number();
    m_made.ptxChecksum = reader.word();
    m_made.ptxas = reader.text();
    m_made.nvdisasm = reader.text();
    for (std::uint64_t n = reader.count(); n > 0 && reader.good(); --n) m_kernels.emplace_back(reader.text());
    for (std::uint64_t n = reader.count(); n > 0 && reader.good(); --n) m_architectures.emplace_back(reader.text());
    for (std::uint64_t n = reader.count(); n > 0 && reader.good(); --n) {
        Piece& piece = m_pieces.emplace_back();
        piece.bytes = reader.number(kMostBytes);
        piece.unpacked = reader.number(kMostBytes);
        piece.checksum = reader.word();
    }
    for (std::size_t n = m_architectures.size() * m_kernels.size(); n > 0 && reader.good(); --n) {
        Code& code = m_codes.emplace_back();
        code.piece = reader.small();
        code.index = reader.small();
        code.resources = resourcesFrom(reader);
        if (code.piece >= m_pieces.size()) return false;
    }
    return reader.atEnd();
}

const MachineFile::Code* MachineFile::code(std::string_view architecture, std::string_view kernel) const {
    const auto a = std::ranges::find(m_architectures, architecture);
    const auto k = std::ranges::find(m_kernels, kernel);
    if (a == m_architectures.end() || k == m_kernels.end()) return nullptr;
    return &m_codes[static_cast<std::size_t>(a - m_architectures.begin()) * m_kernels.size() +
                    static_cast<std::size_t>(k - m_kernels.begin())];
}

const Resources* MachineFile::resources(std::string_view architecture, std::string_view kernel) const {
    const Code* found = code(architecture, kernel);
    return found == nullptr ? nullptr : &found->resources;
}

bool MachineFile::same(std::string_view one, std::string_view other, std::string_view kernel) const {
    const Code* first = code(one, kernel);
    const Code* second = code(other, kernel);
    return first != nullptr && second != nullptr && first->piece == second->piece && first->index == second->index;
}

Result<Listing> MachineFile::listing(std::string_view architecture, std::string_view kernel) const {
    if (std::ranges::find(m_architectures, architecture) == m_architectures.end())
        return fail(ErrorCode::IllegalValue, {{"parameter", textOf("sass.architecture"_id)},
                                              {"value", std::string(architecture)},
                                              {"legal", listed(m_architectures, architecture)}});
    const Code* found = code(architecture, kernel);
    if (found == nullptr)
        return fail(ErrorCode::PtxUnknownEntry,
                    {{"file", m_made.module}, {"entry", std::string(kernel)}, {"known", listed(m_kernels, kernel)}});
    const Piece& piece = m_pieces[found->piece];
    const std::scoped_lock lock(m_unpacked->mutex);
    auto known = m_unpacked->pieces.find(found->piece);
    if (known == m_unpacked->pieces.end()) {
        const std::string_view bytes = std::string_view(m_bytes).substr(piece.begin, piece.bytes);
        std::optional<std::string> whole;
        if (checksumOf(bytes) == piece.checksum) whole = unpacked(bytes, piece.unpacked, m_file);
        std::optional<PackedKernels> kernels = whole ? PackedKernels::open(std::move(*whole)) : std::nullopt;
        if (!kernels) return fail(malformed("sass.damaged"_id));
        known = m_unpacked->pieces.emplace(found->piece, std::move(*kernels)).first;
    }
    std::optional<Listing> listing;
    if (found->index < known->second.size()) listing = known->second.kernel(found->index, std::string(kernel));
    if (!listing) return fail(malformed("sass.damaged"_id));
    listing->architecture = architecture;
    listing->resources = found->resources;
    return std::move(*listing);
}

}  // namespace lanescope::sass
