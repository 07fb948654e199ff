// SPDX-License-Identifier: Apache-2.0
#include "core/base/system_words.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iterator>
#include <system_error>

namespace ww {
namespace {

struct Words {
  int number;
  const char* text;
};
constexpr Words kWords[] = {
    {EPERM, WW_TEXT("Core", "the system does not permit it")},
    {ENOENT, WW_TEXT("Core", "No such file or directory")},
    {EIO, WW_TEXT("Core", "Input/output error")},
    {E2BIG, WW_TEXT("Core", "the list of arguments is too long")},
    {ENOEXEC, WW_TEXT("Core", "it is not a program for this computer")},
    {EAGAIN, WW_TEXT("Core", "the system is short of resources just now")},
    {ENOMEM, WW_TEXT("Core", "there is not enough memory")},
    {EACCES, WW_TEXT("Core", "Permission denied")},
    {EBUSY, WW_TEXT("Core", "it is in use")},
    {EEXIST, WW_TEXT("Core", "it exists already")},
    {ENOTDIR, WW_TEXT("Core", "a part of the path is not a folder")},
    {EISDIR, WW_TEXT("Core", "Is a directory")},
    {EINVAL, WW_TEXT("Core", "the system does not accept the request")},
    {ENFILE, WW_TEXT("Core", "too many files are open")},
    {EMFILE, WW_TEXT("Core", "too many files are open")},
    {ETXTBSY, WW_TEXT("Core", "the program is being written to")},
    {EFBIG, WW_TEXT("Core", "File too large")},
    {ENOSPC, WW_TEXT("Core", "No space left on device")},
    {EROFS, WW_TEXT("Core", "Read-only file system")},
    {EPIPE, WW_TEXT("Core", "the other side has closed the connection")},
    {ENAMETOOLONG, WW_TEXT("Core", "the name is too long")},
    {ELOOP, WW_TEXT("Core", "links of the path lead in a circle")},
    {EADDRINUSE, WW_TEXT("Core", "the address is in use")},
    {EADDRNOTAVAIL, WW_TEXT("Core", "this computer does not have the address")},
    {ECONNREFUSED, WW_TEXT("Core", "nothing answers there")},
    {ECONNRESET, WW_TEXT("Core", "the other side has closed the connection")},
    {ETIMEDOUT, WW_TEXT("Core", "it took too long")},
    {ENOTCONN, WW_TEXT("Core", "it is not connected")},
    {EHOSTDOWN, WW_TEXT("Core", "the other computer is not on")},
    {EHOSTUNREACH, WW_TEXT("Core", "the other computer cannot be reached")},
    {ENETDOWN, WW_TEXT("Core", "there is no network")},
    {ENETUNREACH, WW_TEXT("Core", "there is no network")},
    {ENODEV, WW_TEXT("Core", "the device has gone")},
    {ESRCH, WW_TEXT("Core", "there is no such process")},
    {ESTALE, WW_TEXT("Core", "the file has gone on the server")},
    {EDQUOT, WW_TEXT("Core", "the quota of the disk is used up")},
};

constexpr Words kSignals[] = {
    {SIGHUP, WW_TEXT("Core", "Hangup")},
    {SIGINT, WW_TEXT("Core", "Interrupt")},
    {SIGILL, WW_TEXT("Core", "Illegal instruction")},
    {SIGABRT, WW_TEXT("Core", "Aborted")},
    {SIGBUS, WW_TEXT("Core", "Bus error")},
    {SIGFPE, WW_TEXT("Core", "Floating point exception")},
    {SIGKILL, WW_TEXT("Core", "Killed")},
    {SIGSEGV, WW_TEXT("Core", "Segmentation fault")},
    {SIGPIPE, WW_TEXT("Core", "Broken pipe")},
    {SIGTERM, WW_TEXT("Core", "Terminated")},
    {SIGXCPU, WW_TEXT("Core", "CPU time limit exceeded")},
    {SIGSYS, WW_TEXT("Core", "Bad system call")},
};

}  // namespace

Phrase systemWords(int error) {
  const auto* const found = std::ranges::find(kWords, error, &Words::number);
  return found == std::end(kWords) ? Phrase(std::generic_category().message(error)) : phrase(found->text);
}

Phrase signalWords(int signal) {
  const auto* const found = std::ranges::find(kSignals, signal, &Words::number);
  return found == std::end(kSignals) ? Phrase(::strsignal(signal)) : phrase(found->text);
}

}  // namespace ww
