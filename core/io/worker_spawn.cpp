// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker_spawn.h"
#include "core/base/system_words.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/io/failures.h"
#include "core/io/file_asks.h"
#include "core/io/frame_io.h"

namespace ww::io {
namespace {

// The thread that starts workers. It lives as long as the process and is never joined, because a worker dies
// when the thread that started it ends.
class BrokerThread {
 public:
  static BrokerThread& instance() {
    static BrokerThread* const broker = new BrokerThread;
    return *broker;
  }

  void run(std::function<void()> task) {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    wake_.notify_one();
  }

 private:
  BrokerThread() {
    std::thread([this] { loop(); }).detach();
  }

  [[noreturn]] void loop() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    while (true) {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return !tasks_.empty(); });
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> tasks_;
};

// What the worker may know of our environment: enough for libraries and sanitizers, no secrets, a neutral locale.
std::vector<std::string> workerEnvironment(const std::filesystem::path& scratch) {
  std::vector<std::string> env = {"LC_ALL=C.UTF-8", "TZ=UTC", "HOME=" + scratch.string(), "TMPDIR=" + scratch.string(),
                                  "OMP_NUM_THREADS=1"};
  for (const char* name : {"PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS",
                           "CSF_SHMessage", "WW_FAKE_WORKER"}) {
    if (const char* value = std::getenv(name)) env.push_back(fmt::format("{}={}", name, value));
  }
  return env;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (std::string& s : strings) out.push_back(s.data());
  out.push_back(nullptr);
  return out;
}

class SpawnSetup {
 public:
  SpawnSetup() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;

  void connect(int socket, int files, int output, const std::filesystem::path& scratch) {
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    posix_spawn_file_actions_adddup2(&actions, output, 2);
    posix_spawn_file_actions_adddup2(&actions, socket, kWorkerFd);
    posix_spawn_file_actions_adddup2(&actions, files, kFilesFd);
    posix_spawn_file_actions_addclosefrom_np(&actions, kFilesFd + 1);
    posix_spawn_file_actions_addchdir_np(&actions, scratch.c_str());
    sigset_t none, usual;
    sigemptyset(&none);
    sigfillset(&usual);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    // A session of its own has no terminal: Ctrl-C is for us, and nobody types into it.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

// dup2 onto itself would keep close-on-exec, so descriptors are kept clear of the worker's numbers.
int moveUp(int fd) {
  if (fd > kFilesFd || fd < 0) return fd;
  const int moved = fcntl(fd, F_DUPFD_CLOEXEC, kFilesFd + 1);
  close(fd);
  return moved;
}

Result<WorkerProcess> spawnHere(const std::filesystem::path& program, const std::filesystem::path& scratch) {
  int sockets[2] = {-1, -1};
  int questions[2] = {-1, -1};
  int pipe_ends[2] = {-1, -1};
  WorkerProcess out;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0 ||
      socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, questions) != 0 || pipe2(pipe_ends, O_CLOEXEC) != 0) {
    for (const int fd : {sockets[0], sockets[1], questions[0], questions[1]})
      if (fd >= 0) close(fd);
    return fail(failures::kNoMoreFiles);
  }
  out.socket = sockets[0];
  out.files = questions[0];
  out.output = pipe_ends[0];
  const int their_socket = moveUp(sockets[1]);
  const int their_questions = moveUp(questions[1]);
  const int their_output = moveUp(pipe_ends[1]);
  fcntl(out.socket, F_SETFL, O_NONBLOCK);
  fcntl(out.output, F_SETFL, O_NONBLOCK);
  SpawnSetup setup;
  setup.connect(their_socket, their_questions, their_output, scratch);
  std::vector<std::string> arguments = {program.string()};
  std::vector<std::string> environment = workerEnvironment(scratch);
  const int error = posix_spawn(&out.pid, program.c_str(), &setup.actions, &setup.attributes,
                                pointers(arguments).data(), pointers(environment).data());
  close(their_socket);
  close(their_questions);
  close(their_output);
  if (error != 0) {
    out.pid = -1;
    return fail(failures::kNotStarted, {{"program", arg::Name{program.string()}}, {"reason", systemWords(error)}});
  }
  return out;
}

}  // namespace

WorkerProcess::~WorkerProcess() {
  kill();
  wait();
  if (socket >= 0) close(socket);
  if (files >= 0) close(files);
  if (output >= 0) close(output);
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept { swap(other); }
WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
  swap(other);
  return *this;
}

void WorkerProcess::swap(WorkerProcess& other) noexcept {
  std::swap(pid, other.pid);
  std::swap(socket, other.socket);
  std::swap(files, other.files);
  std::swap(output, other.output);
  std::swap(status_, other.status_);
}

void WorkerProcess::kill() {
  if (pid > 0) ::kill(pid, SIGKILL);
}

int WorkerProcess::wait() {
  if (pid > 0) {
    while (waitpid(pid, &status_, 0) < 0 && errno == EINTR) {}
    pid = -1;
  }
  return status_;
}

Result<WorkerProcess> spawnWorker(const std::filesystem::path& program, const std::filesystem::path& scratch) {
  std::promise<Result<WorkerProcess>> promise;
  std::future<Result<WorkerProcess>> future = promise.get_future();
  BrokerThread::instance().run([&] { promise.set_value(spawnHere(program, scratch)); });
  return future.get();
}

}  // namespace ww::io
