// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/kernel_file.h"

#include "core/base/file_reader.h"
#include "core/ptx/parser.h"

namespace lanescope {

Result<KernelFile> KernelFile::load(const std::string& resources, const std::string& name) {
    Result<std::string> text = readFile(resources + "/ptx/" + name + ".ptx");
    if (!text) return fail(text.error());
    Result<std::string> source = readFile(resources + "/kernels/" + name + ".cu");
    if (!source) return fail(source.error());
    Result<ptx::Module> module = ptx::parse(std::move(*text), name + ".ptx");
    if (!module) return fail(module.error());
    KernelFile file;
    file.m_name = name;
    file.m_module = std::make_shared<const ptx::Module>(std::move(*module));
    file.m_source = std::make_shared<const std::string>(std::move(*source));
    return file;
}

void KernelFile::goOnWith(KernelFile file) { m_next = std::make_shared<const KernelFile>(std::move(file)); }

Result<std::shared_ptr<const Kernel>> KernelFile::kernel(std::string entry, std::vector<SharedArray> shared) const {
    if (m_module->find(entry) == nullptr && m_next) return m_next->kernel(std::move(entry), std::move(shared));
    if (m_module->find(entry) == nullptr)
        return fail(ErrorCode::PtxUnknownEntry,
                    {{"file", m_module->name}, {"entry", entry}, {"known", m_module->entryNames()}});
    return std::make_shared<const Kernel>(
        Kernel{m_module, std::move(entry), m_name + ".cu", m_source, std::move(shared)});
}

}  // namespace lanescope
