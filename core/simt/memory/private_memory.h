// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that each thread has for itself: local memory and the slots of calls; and what all threads only read:
// constants and kernel parameters by address. Not compiled by instruction set. Internal to core/simt.
#pragma once

#include "core/simt/handlers/handlers.h"

namespace lanescope::simt {

/// ld and st of .local, .const, .param by register, and of slots; nullptr for what else there is.
[[nodiscard]] Handler pickPrivate(const HandlerRequest& request);

/// A load or store of local memory at these addresses of the active lanes.
void accessLocal(Machine& m, const Op& op, const LaneAddresses& address);

/// A load of the kernel's parameters at these offsets of the active lanes. Nothing can be stored there.
void accessParameters(Machine& m, const Op& op, const LaneAddresses& address);

/// Addresses of the active lanes, as their registers say.
[[nodiscard]] LaneAddresses laneAddresses(const Machine& m, const Op& op);
/// The low `op.elementBytes` of an element of a lane's registers, and the other way round: widened as the load asks.
[[nodiscard]] std::uint64_t registerBits(const Machine& m, const Op& op, unsigned element, unsigned lane);
void setRegister(Machine& m, const Op& op, unsigned element, unsigned lane, std::uint64_t bits);

/// Sectors that the lanes' [address, address + bytes) of local memory touch where it lies in the GPU.
[[nodiscard]] unsigned localSectorsOf(const LaneAddresses& address, LaneMask active, unsigned bytes);

/// Words of local memory [from, to) of these lanes hold nothing any more.
void forgetLocal(Machine& m, LaneMask lanes, std::uint64_t from, std::uint64_t to);

}  // namespace lanescope::simt
