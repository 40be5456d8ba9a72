// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "gpu/cuda_error.h"

namespace lanescope::cuda {

/// A CUDA event: a point in a stream, with its time. All functions throw CudaError.
class TimerEvent {
public:
    explicit TimerEvent(const Driver& driver) : m_driver(&driver) {
        check(driver, driver.eventCreate(&m_event, 0), "cuEventCreate");
    }
    ~TimerEvent() {
        if (!driverAbandoned()) m_driver->eventDestroy(m_event);
    }
    TimerEvent(const TimerEvent&) = delete;
    TimerEvent& operator=(const TimerEvent&) = delete;

    void record(Stream stream) { check(*m_driver, m_driver->eventRecord(m_event, stream), "cuEventRecord"); }
    /// Once both are over.
    [[nodiscard]] double secondsUntil(const TimerEvent& end) const {
        float milliseconds = 0;
        check(*m_driver, m_driver->eventElapsedTime(&milliseconds, m_event, end.m_event), "cuEventElapsedTime");
        return std::round(milliseconds * 1e7) / 1e10;  // finer is only the float's noise
    }
    [[nodiscard]] Event handle() const { return m_event; }

private:
    const Driver* m_driver;
    Event m_event = nullptr;
};

}  // namespace lanescope::cuda
