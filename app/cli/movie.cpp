// SPDX-License-Identifier: Apache-2.0
#include "app/cli/movie.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "app/cli/failures.h"
#include "core/base/system_words.h"

extern char** environ;

namespace ww::cli {
namespace {

// Its pictures come from `input`, its words go to nobody; the errno of what failed, else 0.
int spawnFfmpeg(std::vector<std::string> words, int input, pid_t& child) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  for (const int output : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  const int error = ::posix_spawnp(&child, words.front().c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

// A name that begins with a dash is no option.
std::string asFile(const std::string& file) { return file.starts_with('-') ? "./" + file : file; }

}  // namespace

Result<std::unique_ptr<Movie>> Movie::begin(const std::string& file, double pictures_per_second) {
  // A socket, as nobody is killed for writing to one that is closed.
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return ww::fail(failures::kNoFfmpeg, {{"reason", systemWords(errno)}});
  pid_t child = 0;
  const int error = spawnFfmpeg({"ffmpeg", "-loglevel", "error", "-y", "-f", "image2pipe", "-c:v", "png", "-framerate",
                                 fmt::format("{:.6f}", pictures_per_second), "-i", "-", "-vf",
                                 // Its colours are kept for four pixels: an odd size would be refused at the end.
                                 "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", asFile(file)},
                                ends[1], child);
  ::close(ends[1]);
  if (error != 0) {
    ::close(ends[0]);
    return ww::fail(failures::kNoFfmpeg, {{"reason", systemWords(error)}});
  }
  return std::unique_ptr<Movie>(new Movie(file, child, ends[0]));
}

Movie::~Movie() {
  if (is_whole_) return;
  if (child_ > 0) ::kill(child_, SIGTERM);
  (void)wait();
  ::unlink(file_.c_str());
}

int Movie::wait() {
  if (input_ >= 0) ::close(std::exchange(input_, -1));
  if (child_ <= 0) return 0;
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {}
  child_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Status Movie::add(const std::string& png) {
  for (std::size_t done = 0; done < png.size();) {
    const ssize_t n = ::send(input_, png.data() + done, png.size() - done, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return ww::fail(failures::kMovieFailed, {{"file", arg::Name{file_}}});
    done += static_cast<std::size_t>(n);
  }
  return okStatus();
}

Status Movie::finish() {
  if (wait() != 0) return ww::fail(failures::kMovieFailed, {{"file", arg::Name{file_}}});
  is_whole_ = true;
  return okStatus();
}

}  // namespace ww::cli
