// SPDX-License-Identifier: Apache-2.0
#include "app/cli/git_run.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "app/cli/failures.h"
#include "core/base/system_words.h"

extern char** environ;

namespace ww::cli {
namespace {

std::string readToEnd(int fd) {
  std::string out;
  char part[4096];
  for (;;) {
    const ssize_t n = ::read(fd, part, sizeof part);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    out.append(part, static_cast<std::size_t>(n));
  }
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

int waitFor(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// With its output in the pipe and no input; the errno of what failed, else 0.
int spawnGit(std::vector<std::string> words, int output, pid_t& child) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // Signals that a thread of ours waits for are blocked here, and should not be there.
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  const int error = ::posix_spawnp(&child, "git", &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

}  // namespace

Result<GitAnswer> runGit(const std::string& folder, const std::vector<std::string>& words) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return ww::fail(failures::kNoGit, {{"reason", systemWords(errno)}});
  std::vector<std::string> all{"git", "-C", folder};
  all.insert(all.end(), words.begin(), words.end());
  pid_t child = 0;
  const int error = spawnGit(std::move(all), ends[1], child);
  ::close(ends[1]);
  if (error != 0) {
    ::close(ends[0]);
    return ww::fail(failures::kNoGit, {{"reason", systemWords(error)}});
  }
  GitAnswer answer;
  answer.out = readToEnd(ends[0]);
  ::close(ends[0]);
  answer.exit = waitFor(child);
  return answer;
}

}  // namespace ww::cli
