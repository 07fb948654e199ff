// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker_client.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "core/io/failure_wire.h"
#include "core/io/failures.h"
#include "core/io/file_broker.h"
#include "core/io/frame_io.h"
#include "core/io/text_scan.h"
#include "core/io/worker_spawn.h"
#include "worldwright/v1/worker.pb.h"

namespace ww::io {
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Kind = WorkerExit::Kind;

Result<fs::path> findWorker() {
  std::vector<fs::path> tried;
  if (const char* set = std::getenv("WORLDWRIGHT_WORKER"); set != nullptr && *set != '\0') {
    tried.emplace_back(set);
  } else {
    std::error_code ec;
    const fs::path here = fs::read_symlink("/proc/self/exe", ec).parent_path();
    tried.push_back(here / "worldwright-worker");
    tried.push_back(here.parent_path() / "libexec/worldwright/worldwright-worker");
  }
  for (const fs::path& path : tried) {
    if (access(path.c_str(), X_OK) == 0) return path;
  }
  return fail(failures::kNoWorker, {{"program", arg::Name{tried.back().string()}}});
}

namespace {

constexpr int kPollMs = 25;
constexpr std::size_t kKeepOutput = 16 * 1024;
constexpr double kHelloSeconds = 20.0;

// How many processes the system has ended for want of memory; 0 when it does not say.
std::uint64_t outOfMemoryKills() {
  std::ifstream counters("/proc/vmstat");
  std::string name;
  std::uint64_t value = 0;
  while (counters >> name >> value) {
    if (name == "oom_kill") return value;
  }
  return 0;
}

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Terminal colours of the libraries' messages are left out.
std::string withoutEscapes(std::string_view s) {
  std::string out;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '\x1b' && i + 1 < s.size() && s[i + 1] == '[') {
      i += 2;
      while (i < s.size() && (s[i] < '@' || s[i] > '~')) ++i;
    } else {
      out += s[i];
    }
  }
  return out;
}

// One conversation with one process.
class Session {
 public:
  Session(WorkerProcess process, FileBroker files, const WorkerLimits& limits, std::stop_token stop,
          const TakeMessage& take)
      : process_(std::move(process)), files_(std::move(files)), limits_(limits), stop_(std::move(stop)), take_(take) {}

  WorkerExit run(const worldwright::v1::ToWorker& request) {
    request_ = &request;
    while (!over_) step();
    return finish();
  }

 private:
  void end(Kind kind) {
    if (over_) return;
    exit_.kind = kind;
    over_ = true;
  }

  void step() {
    std::array<pollfd, 3> fds = {{{process_.socket, POLLIN, 0},
                                  {output_open_ ? process_.output : -1, POLLIN, 0},
                                  {files_open_ ? process_.files : -1, POLLIN, 0}}};
    poll(fds.data(), fds.size(), kPollMs);
    if (fds[1].revents != 0) readOutput();
    if (fds[2].revents != 0) files_open_ = files_.serve(process_.files);
    if (fds[0].revents != 0) readMessages();
    if (stop_.stop_requested()) end(Kind::kCancelled);
    if (since(start_) > limits_.wall_s || (!greeted_ && since(start_) > kHelloSeconds)) end(Kind::kTimeOut);
    watchMemory();
  }

  void watchMemory() {
    if (over_ || since(last_watch_) < 0.05) return;
    last_watch_ = Clock::now();
    std::ifstream statm(fmt::format("/proc/{}/statm", process_.pid));
    std::uint64_t total = 0, resident = 0;
    if (!(statm >> total >> resident)) return;
    resident *= static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    exit_.peak_bytes = std::max(exit_.peak_bytes, resident);
    if (limits_.memory_bytes > 0 && resident > limits_.memory_bytes) end(Kind::kMemory);
  }

  void readOutput() {
    std::array<char, 4096> buffer;
    const ssize_t n = read(process_.output, buffer.data(), buffer.size());
    if (n <= 0) {
      if (n == 0 || errno != EAGAIN) output_open_ = false;
      return;
    }
    exit_.output.append(buffer.data(), static_cast<std::size_t>(n));
    if (exit_.output.size() > 2 * kKeepOutput) exit_.output.erase(0, exit_.output.size() - kKeepOutput);
  }

  void readMessages() {
    buffer_.resize(256 * 1024);
    for (int round = 0; round < 64 && !over_; ++round) {
      const ssize_t n = recv(process_.socket, buffer_.data(), buffer_.size(), 0);
      if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
      if (n <= 0) return end(Kind::kExited);
      received_ += static_cast<std::uint64_t>(n);
      if (received_ > limits_.output_bytes) return end(Kind::kBadOutput);
      frames_.add(std::string_view(buffer_.data(), static_cast<std::size_t>(n)));
      takeFrames();
    }
  }

  void takeFrames() {
    while (!over_) {
      std::string_view frame;
      bool more = false;
      if (!frames_.next(frame, more)) return end(Kind::kBadOutput);
      if (more) return;
      worldwright::v1::FromWorker message;
      if (!message.ParseFromArray(frame.data(), static_cast<int>(frame.size()))) return end(Kind::kBadOutput);
      takeMessage(message);
    }
  }

  void takeMessage(const worldwright::v1::FromWorker& message) {
    if (!greeted_) return greet(message);
    if (message.has_stage()) {
      exit_.stage = fromWire(message.stage());
      return;
    }
    bool finished = false;
    if (!take_(message, finished)) return end(Kind::kBadOutput);
    if (finished) end(Kind::kDone);
  }

  void greet(const worldwright::v1::FromWorker& message) {
    if (!message.has_hello() || message.hello().protocol_version() != kWorkerProtocol) return end(Kind::kBadOutput);
    greeted_ = true;
    // The request is small: it fits the empty socket's buffer, so it is sent whole or not at all.
    if (!writeFrame(process_.socket, *request_)) end(Kind::kExited);
  }

  WorkerExit finish() {
    if (exit_.kind == Kind::kExited) {
      const int status = reap(0.5);
      classify(status);
    }
    process_.kill();
    process_.wait();
    for (int i = 0; i < 16 && output_open_; ++i) readOutput();
    exit_.output = cleanUtf8(withoutEscapes(exit_.output), 2 * kKeepOutput);
    if (exit_.output.size() > kKeepOutput) exit_.output.erase(0, exit_.output.size() - kKeepOutput);
    exit_.output = std::string(trim(cleanUtf8(exit_.output, kKeepOutput)));
    exit_.seconds = since(start_);
    return std::move(exit_);
  }

  // Its end of the socket is closed, so it is about to end by itself: the reason is worth a moment.
  int reap(double seconds) {
    const Clock::time_point from = Clock::now();
    siginfo_t info{};
    while (since(from) < seconds) {
      if (waitid(P_PID, static_cast<id_t>(process_.pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0)
        break;
      usleep(2000);
    }
    process_.kill();
    return process_.wait();
  }

  // Signals that come from outside: no program does this to itself by a fault.
  static bool wasEnded(int signal) {
    return signal == SIGKILL || signal == SIGTERM || signal == SIGINT || signal == SIGHUP || signal == SIGQUIT;
  }

  void classify(int status) {
    if (WIFSIGNALED(status)) {
      exit_.signal = WTERMSIG(status);
      exit_.kind = exit_.signal == SIGXCPU ? Kind::kCpu : wasEnded(exit_.signal) ? Kind::kKilled : Kind::kCrashed;
      exit_.out_of_memory = exit_.kind == Kind::kKilled && outOfMemoryKills() > memory_kills_;
    } else {
      exit_.exit_code = WEXITSTATUS(status);
      exit_.kind = exit_.exit_code == 86 ? Kind::kMemory : Kind::kExited;
    }
  }

  WorkerProcess process_;
  FileBroker files_;
  const WorkerLimits& limits_;
  std::stop_token stop_;
  const TakeMessage& take_;
  const worldwright::v1::ToWorker* request_ = nullptr;
  WorkerExit exit_;
  FrameBuffer frames_;
  std::string buffer_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_watch_{};
  std::uint64_t received_ = 0;
  std::uint64_t memory_kills_ = outOfMemoryKills();
  bool greeted_ = false;
  bool over_ = false;
  bool output_open_ = true;
  bool files_open_ = true;
};

}  // namespace

Result<WorkerExit> runWorker(const fs::path& program, const worldwright::v1::ToWorker& request, const fs::path& scratch,
                             const WorkerLimits& limits, std::stop_token stop, const TakeMessage& take) {
  WW_ASSIGN(WorkerProcess process, spawnWorker(program, scratch));
  return Session(std::move(process), FileBroker::forRequest(request, scratch), limits, std::move(stop), take)
      .run(request);
}

}  // namespace ww::io
