// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

/// lanescope-cli worker on a stand-in GPU, spoken to line by line while it works.
class WorkerProcess {
public:
    using Clock = std::chrono::steady_clock;

    /// `mode` is what the stand-in does (tests/gpu/fake_cuda.cpp).
    explicit WorkerProcess(const char* mode, std::vector<std::string> arguments = {}) {
        std::array<int, 2> in{};
        std::array<int, 2> out{};
        if (pipe(in.data()) != 0 || pipe(out.data()) != 0) return;
        m_child = fork();
        if (m_child == 0) {
            dup2(in[0], STDIN_FILENO);
            dup2(out[1], STDOUT_FILENO);
            for (const int end : {in[0], in[1], out[0], out[1]}) close(end);
            setenv("LD_LIBRARY_PATH", LANESCOPE_BINARY_DIR "/tests/gpu/fake", 1);
            setenv("FAKE_CUDA", mode, 1);
            arguments.insert(arguments.begin(), {"lanescope-cli", "worker"});
            std::vector<char*> words;
            for (std::string& word : arguments) words.push_back(word.data());
            words.push_back(nullptr);
            execv(LANESCOPE_CLI, words.data());
            _exit(127);
        }
        close(in[0]);
        close(out[1]);
        m_in = in[1];
        m_out = out[0];
    }
    ~WorkerProcess() {
        if (!m_status) {
            kill(m_child, SIGKILL);
            waitpid(m_child, nullptr, 0);
        }
        close(m_in);
        if (m_out >= 0) close(m_out);
    }
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    [[nodiscard]] pid_t id() const { return m_child; }
    void send(const std::string& line) {
        const std::string text = line + "\n";
        EXPECT_EQ(write(m_in, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }
    /// Nobody reads its answers any longer.
    void stopReading() {
        close(m_out);
        m_out = -1;
    }
    void measure(int id, const std::string& rest) {
        send(R"({"v":2,"id":)" + std::to_string(id) + R"(,"verb":"measure",)" + rest + "}");
    }
    /// The first answer that is so; nothing when there is none in 30 s, or none any more.
    std::optional<nlohmann::json> waitFor(const std::function<bool(const nlohmann::json&)>& so) {
        const auto end = Clock::now() + std::chrono::seconds(30);
        while (Clock::now() < end) {
            for (std::size_t newline = m_text.find('\n'); newline != std::string::npos; newline = m_text.find('\n')) {
                const auto answer = nlohmann::json::parse(m_text.substr(0, newline), nullptr, false);
                m_text.erase(0, newline + 1);
                EXPECT_TRUE(answer.is_object());
                if (answer.is_object() && so(answer)) return answer;
            }
            pollfd ready{m_out, POLLIN, 0};
            if (poll(&ready, 1, 100) <= 0) continue;
            std::array<char, 4096> piece{};
            const ssize_t bytes = read(m_out, piece.data(), piece.size());
            if (bytes <= 0) return std::nullopt;
            m_text.append(piece.data(), static_cast<std::size_t>(bytes));
        }
        return std::nullopt;
    }
    /// The last answer to a request.
    std::optional<nlohmann::json> answerTo(int id) {
        return waitFor(
            [id](const nlohmann::json& answer) { return answer["id"] == id && answer["event"] != "progress"; });
    }
    /// -1 if a signal ended it. Waits.
    int exitCode() {
        int status = 0;
        if (!m_status && waitpid(m_child, &status, 0) == m_child) m_status = status;
        return m_status && WIFEXITED(*m_status) ? WEXITSTATUS(*m_status) : -1;
    }
    /// What was begun and not ended by a newline.
    [[nodiscard]] const std::string& rest() const { return m_text; }

private:
    pid_t m_child = -1;
    int m_in = -1;
    int m_out = -1;
    std::string m_text;
    std::optional<int> m_status;
};

}  // namespace lanescope
