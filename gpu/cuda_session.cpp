// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/cuda_session.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <ctime>

#include "core/base/file_reader.h"
#include "core/base/words.h"
#include "core/ptx/entry_text.h"
#include "gpu/cuda_error.h"
#include "gpu/nvml.h"

namespace lanescope {
using cuda::Attribute;

namespace {

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::array<char, 16> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d", &utc);
    return text.data();
}

int attributeOf(const cuda::Driver& driver, cuda::Device device, Attribute attribute) {
    int value = 0;
    return driver.deviceGetAttribute(&value, static_cast<int>(attribute), device) == cuda::kSuccess ? value : 0;
}

/// "nvidia-h200" of "NVIDIA H200".
std::string idOf(const std::string& title) {
    std::string id;
    for (const char c : title) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const bool capital = c >= 'A' && c <= 'Z';
        if (letter || capital)
            id += capital ? static_cast<char>(c - 'A' + 'a') : c;
        else if (!id.empty() && id.back() != '-')
            id += '-';
    }
    return id;
}

GpuSpec specOf(const cuda::Driver& driver, cuda::Device device, const std::string& title) {
    const auto read = [&](Attribute attribute) { return attributeOf(driver, device, attribute); };
    GpuSpec spec;
    spec.id = idOf(title);
    spec.title = title;
    spec.computeCapability = std::to_string(read(Attribute::ComputeCapabilityMajor)) + "." +
                             std::to_string(read(Attribute::ComputeCapabilityMinor));
    const auto put = [&, date = today()](const char* id, double value, const char* unit, const Message& call) {
        if (value > 0)
            spec.values[id] = {value,
                               unit,
                               inWords(Message("gpu.asked"_id, {{"call", call}, {"gpu", title}, {"date", date}})),
                               {},
                               {}};
    };
    const std::string name = "cuDeviceGetAttribute";
    const Message attribute = Message::plain(name);
    put("sm_count", read(Attribute::MultiprocessorCount), "", attribute);
    put("clock", 1e3 * read(Attribute::ClockRate), "Hz", attribute);
    put("memory_clock", 1e3 * read(Attribute::MemoryClockRate), "Hz", attribute);
    // Two transfers a clock, bus width in bits.
    put("memory_bandwidth", 2e3 * read(Attribute::MemoryClockRate) * read(Attribute::GlobalMemoryBusWidth) / 8, "B/s",
        Message("gpu.bandwidth_of_clock"_id, {{"call", name}}));
    put("max_threads_per_block", read(Attribute::MaxThreadsPerBlock), "", attribute);
    put("max_threads_per_sm", read(Attribute::MaxThreadsPerMultiprocessor), "", attribute);
    put("max_warps_per_sm", read(Attribute::MaxThreadsPerMultiprocessor) / 32, "",
        Message("gpu.warps_of_threads"_id, {{"call", name}}));
    put("max_blocks_per_sm", read(Attribute::MaxBlocksPerMultiprocessor), "", attribute);
    put("registers_per_sm", read(Attribute::MaxRegistersPerMultiprocessor), "", attribute);
    put("shared_per_block", read(Attribute::MaxSharedMemoryPerBlock), "B", attribute);
    put("shared_per_sm", read(Attribute::MaxSharedMemoryPerMultiprocessor), "B", attribute);
    put("l2_size", read(Attribute::L2CacheSize), "B", attribute);
    std::size_t memory = 0;
    if (driver.deviceTotalMem(&memory, device) == cuda::kSuccess)
        put("memory_size", static_cast<double>(memory), "B", Message::plain("cuDeviceTotalMem"));
    return spec;
}

std::string kernelDriverVersion() {
    if (std::string version = Nvml::driverVersion(); !version.empty()) return version;
    const Result<std::string> text = readFile("/sys/module/nvidia/version");
    return text ? text->substr(0, text->find('\n')) : std::string();
}

GpuDevice describeDevice(const cuda::Driver& driver, int ordinal) {
    GpuDevice gpu;
    gpu.ordinal = ordinal;
    cuda::Device device = 0;
    cuda::check(driver, driver.deviceGet(&device, ordinal), "cuDeviceGet");
    std::array<char, 128> text{};
    cuda::check(driver, driver.deviceGetName(text.data(), text.size(), device), "cuDeviceGetName");
    gpu.spec = specOf(driver, device, text.data());
    if (driver.deviceGetPciBusId(text.data(), text.size(), device) == cuda::kSuccess) gpu.pciBusId = text.data();
    int version = 0;
    if (driver.driverGetVersion(&version) == cuda::kSuccess) gpu.cudaVersion = cuda::versionText(version);
    gpu.driverVersion = kernelDriverVersion();
    return gpu;
}

}  // namespace

Result<std::vector<GpuDevice>> gpuDevices() {
    const auto driver = cuda::driver();
    if (!driver) return fail(driver.error());
    return cuda::guarded([&] {
        int count = 0;
        cuda::check(**driver, (*driver)->deviceGetCount(&count), "cuDeviceGetCount");
        std::vector<GpuDevice> gpus;
        for (int i = 0; i < count; ++i) gpus.push_back(describeDevice(**driver, i));
        return gpus;
    });
}

CudaSession::CudaSession(const cuda::Driver& driver, GpuDevice gpu, cuda::Device device, cuda::Context context)
    : m_driver(&driver), m_gpu(std::move(gpu)), m_device(device), m_context(context) {}

CudaSession::~CudaSession() {
    if (cuda::driverAbandoned()) return;
    m_hold.reset();
    m_cublas.reset();
    if (m_broken) {
        m_driver->primaryContextReset(m_device);
    } else {
        for (const auto& [key, module] : m_modules) m_driver->moduleUnload(module);
    }
    m_driver->primaryContextRelease(m_device);
}

Result<std::shared_ptr<CudaSession>> CudaSession::open(int ordinal) {
    const auto driver = cuda::driver();
    if (!driver) return fail(driver.error());
    return cuda::guarded([&] {
        const cuda::Driver& d = **driver;
        GpuDevice gpu = describeDevice(d, ordinal);
        cuda::Device device = 0;
        cuda::check(d, d.deviceGet(&device, ordinal), "cuDeviceGet");
        cuda::Context context = nullptr;
        cuda::check(d, d.primaryContextRetain(&context, device), "cuDevicePrimaryCtxRetain");
        std::shared_ptr<CudaSession> session(new CudaSession(d, std::move(gpu), device, context));
        cuda::check(d, d.contextSetCurrent(context), "cuCtxSetCurrent");
        return session;
    });
}

cuda::Cublas& CudaSession::cublas() {
    if (!m_cublas) m_cublas = cuda::Cublas::open();
    return *m_cublas;
}

LaunchHold* CudaSession::hold() {
    if (!m_holdTried) m_hold = LaunchHold::make(*this);
    m_holdTried = true;
    return m_hold && !m_hold->useless() ? m_hold.get() : nullptr;
}

std::size_t CudaSession::l2Bytes() const {
    const auto size = m_gpu.spec.values.find("l2_size");
    return size == m_gpu.spec.values.end() ? 0 : static_cast<std::size_t>(size->second.value);
}

cuda::Module CudaSession::load(const ptx::Module& module, const std::string& kernel, unsigned threadsPerBlock) const {
    // Where kernels share no variables each is compiled alone: who measures one does not wait for sixty.
    const bool alone = !kernel.empty() && std::ranges::none_of(module.variables, [](const auto& variable) {
        return variable.space == program::Space::Global;
    });
    const std::string text = alone ? ptx::withoutOtherKernels(module.text, kernel) : module.text;
    std::array<char, 8192> log{};
    // The driver takes numbers as pointers here.
    const auto asPointer = [](std::size_t number) { return reinterpret_cast<void*>(std::uintptr_t{number}); };
    std::vector<std::pair<cuda::JitOption, void*>> choices{
        {cuda::JitOption::ErrorLogBuffer, log.data()},
        {cuda::JitOption::ErrorLogBufferSizeBytes, asPointer(log.size())}};
    if (threadsPerBlock > 0) choices.emplace_back(cuda::JitOption::ThreadsPerBlock, asPointer(threadsPerBlock));
    std::vector<int> options;
    std::vector<void*> values;
    for (const auto& [option, value] : choices) {
        options.push_back(static_cast<int>(option));
        values.push_back(value);
    }
    cuda::Module loaded = nullptr;
    const cuda::Status status = m_driver->moduleLoadDataEx(&loaded, text.c_str(), static_cast<unsigned>(options.size()),
                                                           options.data(), values.data());
    if (status != cuda::kSuccess) {
        log.back() = '\0';
        throw cuda::CudaError(
            Error(ErrorCode::CudaFailure,
                  {{"call", cuda::callOf("cuModuleLoadDataEx", module.name)},
                   {"reason", cuda::reasonOf(*m_driver, status) + (log[0] == '\0' ? "" : "; ") + log.data()}}));
    }
    return loaded;
}

cuda::Module CudaSession::moduleFor(const std::shared_ptr<const ptx::Module>& module, const std::string& kernel,
                                    unsigned threadsPerBlock) {
    const std::tuple key{module, kernel, threadsPerBlock};
    const auto found = m_modules.find(key);
    return found != m_modules.end() ? found->second
                                    : m_modules.emplace(key, load(*module, kernel, threadsPerBlock)).first->second;
}

cuda::Function CudaSession::find(cuda::Module module, const Kernel& kernel) const {
    cuda::Function function = nullptr;
    cuda::check(*m_driver, m_driver->moduleGetFunction(&function, module, kernel.code().name.c_str()),
                "cuModuleGetFunction", kernel.entry);
    return function;
}

cuda::Function CudaSession::function(const std::shared_ptr<const ptx::Module>& module, const std::string& entry) {
    cuda::Function function = nullptr;
    cuda::check(*m_driver, m_driver->moduleGetFunction(&function, moduleFor(module, {}, 0), entry.c_str()),
                "cuModuleGetFunction", entry);
    return function;
}

cuda::Function CudaSession::function(const Kernel& kernel, std::uint64_t threadsPerBlock) {
    const std::shared_ptr<const ptx::Module> ptx = ptx::moduleOf(kernel.module);
    assert(ptx != nullptr && "the driver is given PTX");
    const cuda::Function function = find(moduleFor(ptx, kernel.code().name, 0), kernel);
    int most = 0;
    const int attribute = static_cast<int>(cuda::FunctionAttribute::MaxThreadsPerBlock);
    cuda::check(*m_driver, m_driver->functionGetAttribute(&most, attribute, function), "cuFuncGetAttribute");
    constexpr std::uint64_t kMostOfAll = 1024;  // no limit on registers makes a larger block possible
    if (threadsPerBlock <= static_cast<std::uint64_t>(most) || threadsPerBlock > kMostOfAll) return function;
    return find(moduleFor(ptx, kernel.code().name, static_cast<unsigned>(threadsPerBlock)), kernel);
}

}  // namespace lanescope
