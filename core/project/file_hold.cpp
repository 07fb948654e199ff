// SPDX-License-Identifier: Apache-2.0
#include "core/project/file_hold.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <map>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/hash.h"
#include "core/project/failures.h"
#include "core/project/inode_mark.h"
#include "core/project/no_world.h"

namespace ww::project {
namespace {

constexpr std::size_t kMostMarkBytes = 4096, kMostValue = 200;
constexpr int kTries = 20;
constexpr mode_t kOwnerOnly = 0600;
constexpr std::chrono::milliseconds kTryAgain{5};

using Entries = std::map<std::string, std::string, std::less<>>;

std::string firstLine(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  std::array<char, kMostMarkBytes> bytes{};
  const ssize_t size = ::read(fd, bytes.data(), bytes.size());
  ::close(fd);
  const std::string text(bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  return text.substr(0, text.find('\n'));
}

// When the process began, in ticks since the machine did; empty: there is none, or it has ended and nobody has asked
// how. Its name may hold any character.
std::string beginOf(std::int64_t process) {
  const std::string text = firstLine(fmt::format("/proc/{}/stat", process));
  std::size_t at = text.rfind(')');
  const std::size_t state = at == std::string::npos ? at : text.find_first_not_of(' ', at + 1);
  if (state == std::string::npos || std::string_view("ZXx").find(text[state]) != std::string_view::npos) return {};
  constexpr int kFieldsBehindName = 20;
  for (int i = 0; i < kFieldsBehindName && at != std::string::npos; ++i) at = text.find(' ', at + 1);
  if (at == std::string::npos) return {};
  return text.substr(at + 1, text.find(' ', at + 1) - at - 1);
}

// The machine, without telling others the id that it has for itself.
std::string machineKey() {
  const std::string id = firstLine("/etc/machine-id");
  return id.empty() ? id : toHex(sha256("worldwright " + id)).substr(0, 16);
}

std::string machineName() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string("?");
}

std::string loginName(uid_t user) {
  std::array<char, 4096> buffer{};
  struct passwd entry {
  }, *found = nullptr;
  const bool known = ::getpwuid_r(user, &entry, buffer.data(), buffer.size(), &found) == 0 && found;
  return known ? std::string(entry.pw_name) : fmt::format("{}", user);
}

std::string linkTarget(const char* path) {
  std::error_code error;
  const auto target = std::filesystem::read_symlink(path, error);
  return error ? std::string() : target.string();
}

std::string bootId() { return firstLine("/proc/sys/kernel/random/boot_id"); }
std::string processSpace() { return linkTarget("/proc/self/ns/pid"); }

constexpr std::string_view kMarkEnding = ".open";

// With links followed.
std::filesystem::path realPath(const std::string& file) {
  std::error_code error;
  std::filesystem::path path = std::filesystem::weakly_canonical(std::filesystem::absolute(file, error), error);
  return error || path.empty() ? std::filesystem::path(file) : path;
}

std::string markedBy(const std::filesystem::path& mark) {
  const std::string name = mark.filename().string();
  return mark.parent_path() / name.substr(1, name.size() - 1 - kMarkEnding.size());
}

// Beside the file that links lead to.
std::string markOf(const std::string& file) {
  const std::filesystem::path path = realPath(file);
  return path.parent_path() / ("." + path.filename().string() + std::string(kMarkEnding));
}

// Those of its other names in its folder: hard links.
std::vector<std::string> marksOfTwins(const std::string& file) {
  const std::filesystem::path path = realPath(file);
  std::vector<std::string> out;
  struct stat own {};
  if (::stat(path.c_str(), &own) != 0 || own.st_nlink < 2) return out;
  std::error_code error;
  for (auto at = std::filesystem::directory_iterator(path.parent_path(), error);
       !error && at != std::filesystem::directory_iterator(); at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with('.') || !name.ends_with(kMarkEnding) || name.size() <= kMarkEnding.size() + 1) continue;
    const std::filesystem::path twin = markedBy(at->path());
    struct stat other {};
    const bool is_it = ::stat(twin.c_str(), &other) == 0 && other.st_dev == own.st_dev && other.st_ino == own.st_ino;
    if (is_it && twin.filename() != path.filename()) out.push_back(at->path());
  }
  return out;
}

bool isFileAt(int fd, const std::string& path) {
  struct stat held {
  }, named{};
  return ::fstat(fd, &held) == 0 && ::stat(path.c_str(), &named) == 0 && held.st_dev == named.st_dev &&
         held.st_ino == named.st_ino;
}

// What is shown to people may come from anybody.
std::string cleanValue(std::string_view value) {
  std::string out;
  for (const char c : value.substr(0, kMostValue))
    if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) out += c;
  return out;
}

// "key: value", a line each; what is unknown is of a newer program.
Entries readMark(int fd) {
  std::array<char, kMostMarkBytes> bytes{};
  const ssize_t size = ::pread(fd, bytes.data(), bytes.size(), 0);
  std::string_view text(bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  Entries out;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t colon = line.find(": ");
    if (colon != std::string_view::npos)
      out.emplace(std::string(line.substr(0, colon)), cleanValue(line.substr(colon + 2)));
  }
  return out;
}

std::string valueOf(const Entries& entries, std::string_view key) {
  const auto at = entries.find(key);
  return at == entries.end() ? std::string() : at->second;
}

std::int64_t processOf(const Entries& entries) {
  const std::string text = valueOf(entries, "process");
  std::int64_t out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

// Whether who wrote it is gone for certain. `locked`: its lock is free, as far as this disk has locks.
bool hasEnded(const Entries& mark, bool locked) {
  const std::int64_t process = processOf(mark);
  if (process <= 0) return locked;  // it ended while it wrote, or somebody else made the file
  const std::string key = valueOf(mark, "computer"), boot = valueOf(mark, "boot"), own_boot = bootId();
  const bool same_boot = !boot.empty() && boot == own_boot;
  if (!same_boot && (key.empty() || key != machineKey())) return false;
  if (!same_boot) return !boot.empty() && !own_boot.empty();  // the machine was started anew since
  if (valueOf(mark, "space") != processSpace()) return locked;
  if (process == ::getpid()) return locked;
  return beginOf(process) != valueOf(mark, "started");
}

// A disk that was full when it was written has left nothing of it, or a piece.
FileHolder holderIn(const Entries& mark, int fd) {
  FileHolder out{valueOf(mark, "owner"), valueOf(mark, "program"), valueOf(mark, "machine"),
                 processOf(mark),        valueOf(mark, "since"),   valueOf(mark, "service")};
  struct stat of_whom {};
  if (out.owner.empty() && ::fstat(fd, &of_whom) == 0) out.owner = loginName(of_whom.st_uid);
  return out;
}

// A save puts another file there, and who has it open locks that within two seconds; so does who begins.
bool mayBeUnderWay(const struct stat& mark, const std::string& file) {
  constexpr std::time_t kSoon = 10;  // seconds
  const auto isNew = [now = std::time(nullptr)](const struct stat& of) { return std::abs(now - of.st_mtime) < kSoon; };
  struct stat saved {};
  return isNew(mark) || (::stat(file.c_str(), &saved) == 0 && isNew(saved));
}

// One that another user has written, and nobody else may read: the lock of the file itself tells whether that is still
// so, and the disk whose it is. In doubt it is so: a living one is never put aside.
std::optional<FileHolder> holderOfClosed(const std::string& path) {
  struct stat of_whom {};
  if (::lstat(path.c_str(), &of_whom) != 0 || !S_ISREG(of_whom.st_mode)) return std::nullopt;
  const std::string file = markedBy(path);
  if (!isMarked(file).value_or(true) && !mayBeUnderWay(of_whom, file)) return std::nullopt;
  FileHolder out;
  out.owner = loginName(of_whom.st_uid);
  return out;
}

std::optional<FileHolder> holderAt(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0) return errno == EACCES ? holderOfClosed(path) : std::nullopt;
  const bool is_taken = ::flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  const Entries mark = readMark(fd);
  std::optional<FileHolder> out;
  if (is_taken || !hasEnded(mark, true)) out = holderIn(mark, fd);
  ::close(fd);
  return out;
}

// Who has it open by another of its names.
std::optional<FileHolder> holderOfTwin(const std::string& file) {
  for (const std::string& mark : marksOfTwins(file))
    if (auto holder = holderAt(mark)) return holder;
  const std::string path = realPath(file).string();
  struct stat own {};
  if (::stat(path.c_str(), &own) != 0 || own.st_nlink < 2 || !isMarked(path).value_or(false)) return std::nullopt;
  if (holderAt(markOf(file))) return std::nullopt;  // by this very name
  for (const std::string& name : otherNamesOpen(path))
    if (auto holder = holderAt(markOf(name))) return holder;
  return FileHolder();
}

}  // namespace

const std::string& userName() {
  static const std::string kName = loginName(::geteuid());
  return kName;
}

Status heldBy(const std::string& file, const FileHolder& holder) {
  const FailureArg place{"file", arg::Place{file}}, path{"path", arg::Name{file}},
      copy{"copy", arg::Name{proposedName(file, "-copy")}}, owner{"owner", arg::Words{holder.owner}};
  if (holder.owner.empty()) return fail(failures::kOpenSomewhere, {place, path, copy});
  if (holder.program.empty() || holder.machine.empty() || holder.since.empty())
    return fail(failures::kOpenByOther, {place, path, copy, owner});
  return fail(holder.service.empty() ? failures::kOpenElsewhere : failures::kOpenAndShared,
              {place,
               path,
               {"program", arg::Words{holder.program}},
               owner,
               {"machine", arg::Words{holder.machine}},
               {"since", arg::Words{holder.since}},
               copy,
               {"address", arg::Words{holder.service}}});
}

bool saysHeld(const Status& status) {
  const FailureRow* row = status.failure ? status.failure->row : nullptr;
  return row == &failures::kOpenElsewhere || row == &failures::kOpenAndShared || row == &failures::kOpenByOther ||
         row == &failures::kOpenSomewhere;
}

Result<std::shared_ptr<FileHold>> FileHold::take(const std::string& file, const std::string& program) {
  const std::string path = markOf(file);
  if (const auto other = holderOfTwin(file); other && other->process != ::getpid()) return heldBy(file, *other);
  for (int i = 0; i < kTries; ++i) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, kOwnerOnly);
    if (fd < 0) {
      const bool denied = errno == EACCES;
      if (const auto other = holderOf(file)) return heldBy(file, *other);
      // What a program of another user has left can be removed where the folder can be written.
      if (!denied || ::unlink(path.c_str()) != 0) return std::shared_ptr<FileHold>();
      continue;
    }
    const bool locked = ::flock(fd, LOCK_EX | LOCK_NB) == 0;
    const bool is_taken = !locked && errno == EWOULDBLOCK;
    const Entries mark = readMark(fd);
    // Somebody who only looks has it for a moment, too.
    const bool soon = is_taken && i + 1 < kTries && hasEnded(mark, true);
    if (soon || (locked && !isFileAt(fd, path))) {
      ::close(fd);
      if (soon) std::this_thread::sleep_for(kTryAgain);
      continue;
    }
    if (is_taken || !hasEnded(mark, true)) {
      const FileHolder holder = holderIn(mark, fd);
      ::close(fd);
      return heldBy(file, holder);
    }
    std::shared_ptr<FileHold> hold(new FileHold(fd, realPath(file).string(), path, program));
    hold->tell();
    (void)hold->isTold();
    return hold;
  }
  return std::shared_ptr<FileHold>();
}

FileHold::FileHold(int fd, std::string file, std::string mark, std::string program)
    : fd_(fd),
      file_(std::move(file)),
      of_file_(std::make_unique<InodeMark>()),
      mark_(std::move(mark)),
      program_(std::move(program)),
      since_(fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(std::time(nullptr)))) {}

// While it is locked: who comes then sees that it has gone, and makes another.
FileHold::~FileHold() {
  if (isFileAt(fd_, mark_)) ::unlink(mark_.c_str());
  ::close(fd_);
}

bool FileHold::isTold() const {
  const std::lock_guard lock(mutex_);
  of_file_->follow(file_);
  return isFileAt(fd_, mark_);
}

bool FileHold::tellAgain() {
  const std::lock_guard lock(mutex_);
  std::error_code error;
  if (!isFileAt(fd_, mark_)) {
    if (!std::filesystem::exists(file_, error)) return false;
    const int fd = ::open(mark_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, kOwnerOnly);
    if (fd < 0) return false;
    const bool is_ours = ::flock(fd, LOCK_EX | LOCK_NB) == 0 && hasEnded(readMark(fd), true) && isFileAt(fd, mark_);
    if (!is_ours) return ::close(fd), false;
    ::close(std::exchange(fd_, fd));
    is_written_ = false;
  }
  of_file_->follow(file_);
  if (!is_written_) tell();
  return true;
}

void FileHold::setService(const std::string& address) {
  const std::lock_guard lock(mutex_);
  service_ = address;
  tell();
}

void FileHold::tell() {
  const std::string text = fmt::format(
      "A world file is open. This file goes when it is closed.\nowner: {}\nprogram: {}\nmachine: {}\nprocess: {}\n"
      "started: {}\nsince: {}\nservice: {}\ncomputer: {}\nboot: {}\nspace: {}\n",
      userName(), program_, machineName(), ::getpid(), beginOf(::getpid()), since_, cleanValue(service_), machineKey(),
      bootId(), processSpace());
  (void)::fchmod(fd_, kOwnerOnly);  // one that a program of before has left
  // Only people miss what cannot be written: the lock holds. Half of it would be told as if it were all.
  is_written_ = ::pwrite(fd_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()) &&
                ::ftruncate(fd_, static_cast<off_t>(text.size())) == 0;
  if (!is_written_) (void)::ftruncate(fd_, 0);
}

std::optional<FileHolder> holderOf(const std::string& file) {
  const auto holder = holderAt(markOf(file));
  return holder ? holder : holderOfTwin(file);
}

}  // namespace ww::project
