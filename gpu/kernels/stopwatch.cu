// SPDX-License-Identifier: GPL-3.0-or-later
// What the stopwatch launches besides the plan's own kernels: one that holds back what is queued behind it, and one
// that reads the clocks, of one thread each; and one that reads a buffer, so that nothing else is left in the L2 cache.
// Times are in nanoseconds of the GPU's global timer.

/// Where the clocks stood.
struct ClockStamp {
    long long cycles;           ///< of the multiprocessor
    unsigned long long nanoseconds;
    unsigned long long multiprocessor;
};

__device__ unsigned long long globalTimer()
{
    unsigned long long nanoseconds;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
    return nanoseconds;
}

__device__ void stampTo(volatile ClockStamp *stamp)
{
    unsigned multiprocessor;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
    stamp->cycles = clock64();
    stamp->nanoseconds = globalTimer();
    stamp->multiprocessor = multiprocessor;
    __threadfence_system();
}

/// Ends when the host has written `ticket` or more to *released, but after `limit` at the latest: then it sets
/// *timedOut to its ticket. Both lie in memory of the host that the GPU sees.
extern "C" __global__ void holdUntilReleased(const volatile unsigned *released, volatile unsigned *timedOut,
                                             volatile ClockStamp *stamp, unsigned ticket, unsigned long long limit)
{
    const unsigned long long begun = globalTimer();
    while (*released < ticket) {
        if (globalTimer() - begun <= limit)
            continue;
        *timedOut = ticket;
        __threadfence_system();
        break;
    }
    stampTo(stamp);
}

extern "C" __global__ void stampClock(volatile ClockStamp *stamp)
{
    stampTo(stamp);
}

/// Reads `count` pieces of 16 bytes, all of them zero, with all threads of the grid. What it writes, it never writes:
/// without that the compiler would leave out the reading.
extern "C" __global__ void readThrough(const uint4 *buffer, unsigned long long count, unsigned *never)
{
    const unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x;
    unsigned seen = 0;
    for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += threads) {
        const uint4 piece = __ldcg(buffer + i);
        seen |= piece.x | piece.y | piece.z | piece.w;
    }
    if (seen != 0)
        *never = seen;
}
