// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of a machine model's shared memory, numbered: elements of buffers, then those of every block's shared
// arrays.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/simt/decode/program.h"
#include "core/simt/engine/block_execution.h"

namespace lanescope {

class SharedCells {
public:
    struct Touched {
        std::uint64_t cell = 0;
        std::uint32_t digest = 0;  ///< of what a store put into the cell
        std::uint8_t bytes = 0;    ///< of the cell that the access covers
        std::uint8_t lane = 0;
        bool inShared = false;
    };

    SharedCells(std::shared_ptr<const simt::Program> program, const simt::DeviceMemory& memory,
                std::uint64_t sharedBytes);

    /// The cells that a step touched, lane after lane; what is no buffer and no shared array is left out. `block` is
    /// the block's number among those seen. `execution` is as the step left it.
    void find(const simt::StepRecord& record, const program::Instruction& what, const simt::BlockExecution& execution,
              std::uint32_t block, std::vector<Touched>& touched) const;

    /// "C[3][17]", "tile[2] of block (1, 0, 0)"
    [[nodiscard]] std::string nameOf(std::uint64_t cell, const std::vector<Dim3>& blocks) const;

private:
    struct Region {
        std::uint64_t base = 0;
        std::uint64_t end = 0;
        std::uint64_t elementBytes = 4;
        std::uint64_t firstCell = 0;
        std::string name;
        std::uint64_t rows = 1;
        std::uint64_t columns = 1;
    };
    [[nodiscard]] const Region* regionAt(std::uint64_t address) const;

    std::shared_ptr<const simt::Program> m_program;
    std::vector<Region> m_regions;
    std::uint64_t m_sharedBytes;
    std::uint64_t m_sharedCellBytes = 4;
    std::uint64_t m_sharedCells = 0;  ///< of a block
    std::uint64_t m_firstShared = 0;
};

}  // namespace lanescope
