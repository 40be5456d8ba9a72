// SPDX-License-Identifier: GPL-3.0-or-later
// Libraries that are there on some machines only are loaded at run time, so that one build runs with and without them.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace lanescope {

/// One dlopen'ed library; it stays loaded for the life of the process (driver libraries do not like to be unloaded).
class SharedLibrary {
public:
    SharedLibrary() = default;
    /// Tries `names` in order: each by the loader's own search first, then in each of `folders`.
    [[nodiscard]] static SharedLibrary openFirst(std::span<const char* const> names,
                                                 const std::vector<std::string>& folders);

    [[nodiscard]] explicit operator bool() const { return m_handle != nullptr; }
    /// Why nothing could be opened, for people; empty when it could.
    [[nodiscard]] const std::string& problem() const { return m_problem; }
    [[nodiscard]] void* symbol(const char* name) const;
    /// Sets `function` to the symbol; false if the library has none of that name.
    template <typename Function>
    bool bind(Function*& function, const char* name) const {
        function = reinterpret_cast<Function*>(symbol(name));
        return function != nullptr;
    }

private:
    void* m_handle = nullptr;
    std::string m_problem;
};

/// Folders where CUPTI may lie: beside the program, the source tree's .cuda (packaging/setup.sh --with-cuda, layouts of
/// NVIDIA's Python wheels), $CUDA_HOME, /usr/local/cuda*.
[[nodiscard]] std::vector<std::string> cudaLibraryFolders();

}  // namespace lanescope
