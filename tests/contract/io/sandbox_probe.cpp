// SPDX-License-Identifier: Apache-2.0
// Plays a reader that was taken over by its file: closed as the worker is, it tries each way out, and prints a line for
// each: NAME, and "open" or the number of the error. The request's name says what the system is to lack.
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "core/io/frame_io.h"
#include "core/io/worker/sandbox.h"
#include "worldwright/v1/worker.pb.h"

namespace {

using namespace ww::io;
namespace pb = worldwright::v1;

// `result` is what a system call gave: below 0 is a failure.
void tell(const char* what, long result) {
  if (result >= 0) std::printf("%s open\n", what);
  else std::printf("%s %d\n", what, errno);
}

void tellBool(const char* what, bool open) { std::printf("%s %s\n", what, open ? "open" : "shut"); }

void tryOtherProcesses() {
  const pid_t parent = getppid();
  tell("kill", kill(parent, 0));
  tell("tgkill", syscall(SYS_tgkill, parent, parent, 0));
  tell("ptrace", ptrace(PTRACE_ATTACH, parent, nullptr, nullptr));
  tell("vm_read", syscall(SYS_process_vm_readv, parent, nullptr, 0, nullptr, 0, 0));
  tell("pidfd", syscall(SYS_pidfd_open, parent, 0));
  tell("fork", syscall(SYS_fork));
  tell("clone3", syscall(SYS_clone3, nullptr, 0));
  char* const arguments[] = {const_cast<char*>("/bin/true"), nullptr};
  tell("exec", execve("/bin/true", arguments, arguments));
  tell("execveat", syscall(SYS_execveat, AT_FDCWD, "/bin/true", arguments, arguments, 0));
  const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
  tell("limits", setrlimit(RLIMIT_CPU, &none));
  tell("own", fcntl(1, F_SETOWN, parent));
}

void tryNetwork() {
  tell("socket", socket(AF_INET, SOCK_STREAM, 0));
  tell("unix_socket", socket(AF_UNIX, SOCK_STREAM, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  tell("connect", connect(kWorkerFd, reinterpret_cast<const sockaddr*>(&address), sizeof address));
  int pair[2];
  tell("socketpair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  char byte = 'x';
  tell("tiocsti", ioctl(0, TIOCSTI, &byte));
  tell("io_uring", syscall(SYS_io_uring_setup, 1, nullptr));
}

void tryMemory() {
  void* const page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  tell("mmap_exec", page == MAP_FAILED ? -1 : 0);
  void* const plain = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  tell("mmap", plain == MAP_FAILED ? -1 : 0);
  tell("mprotect_exec", mprotect(plain, 4096, PROT_READ | PROT_EXEC));
  tell("prctl", syscall(SYS_prctl, 4 /* PR_SET_DUMPABLE */, 1, 0, 0, 0));
}

void tryFiles(const std::filesystem::path& bundle, const std::filesystem::path& victim) {
  tell("passwd", open("/etc/passwd", O_RDONLY));
  tell("environ", open("/proc/self/environ", O_RDONLY));
  tell("parent_memory", open(("/proc/" + std::to_string(getppid()) + "/mem").c_str(), O_RDONLY));
  tell("own_memory", open("/proc/self/mem", O_RDWR));
  tell("victim_read", open(victim.c_str(), O_RDONLY));
  tell("victim_write", open(victim.c_str(), O_WRONLY));
  tell("victim_append", open(victim.c_str(), O_WRONLY | O_APPEND));
  tell("victim_truncate", truncate(victim.c_str(), 0));
  tell("victim_open_truncate", open(victim.c_str(), O_RDONLY | O_TRUNC));
  tell("victim_chmod", chmod(victim.c_str(), 0777));
  tell("victim_unlink", unlink(victim.c_str()));
  tell("victim_rename", rename(victim.c_str(), (victim.string() + "2").c_str()));
  tell("victim_link", link(victim.c_str(), "link"));
  tell("symlink", symlink(victim.c_str(), "link"));
  tell("victim_utime", syscall(SYS_utimensat, AT_FDCWD, victim.c_str(), nullptr, 0));
  struct stat s {};
  tell("victim_stat", stat(victim.c_str(), &s));
  tell("nothing_stat", stat((victim.string() + "-is-not-there").c_str(), &s));
  tell("list_home", open(victim.parent_path().c_str(), O_RDONLY | O_DIRECTORY));
  tell("hidden", open((bundle / ".ssh/id_rsa").c_str(), O_RDONLY));
  tell("link_out", open((bundle / "link_out.stl").c_str(), O_RDONLY));
  tell("climb", open((bundle / "../victim/secret.txt").c_str(), O_RDONLY));
  tell("fifo", open((bundle / "pipe").c_str(), O_RDONLY));
  tell("bundle_write", open((bundle / "part.stl").c_str(), O_WRONLY));
  tell("bundle_create", open((bundle / "new.stl").c_str(), O_CREAT | O_WRONLY, 0600));
  const int folder = open(bundle.c_str(), O_RDONLY | O_DIRECTORY);
  tell("bundle_list", folder);
  tell("openat_up", openat(folder, "../victim/secret.txt", O_RDONLY));
  tell("chdir", chdir("/"));
}

// What has to go on working for the libraries.
void tryHonestWork(const std::filesystem::path& bundle) {
  std::ifstream in(bundle / "part.stl");
  std::string word;
  tellBool("read_part", static_cast<bool>(in >> word) && word == "solid");
  std::error_code ec;
  tellBool("canonical", std::filesystem::canonical(bundle / "meshes/../part.stl", ec) == bundle / "part.stl");
  std::size_t names = 0;
  for (std::filesystem::directory_iterator it(bundle, ec), end; !ec && it != end; it.increment(ec)) ++names;
  tellBool("list", names >= 3);
  tellBool("missing", !std::filesystem::exists(bundle / "none.stl", ec));
  std::filesystem::create_directories("a/b", ec);
  std::ofstream("a/b/scratch.txt") << "written";
  std::ifstream back("a/b/scratch.txt");
  tellBool("scratch", static_cast<bool>(back >> word) && word == "written");
  bool ran = false;
  std::thread([&] { ran = std::ifstream(bundle / "part.stl").good(); }).join();
  tellBool("thread", ran);
}

}  // namespace

int main() {
  pb::FromWorker hello;
  hello.mutable_hello()->set_protocol_version(kWorkerProtocol);
  writeFrame(kWorkerFd, hello);
  pb::ToWorker request;
  if (!readFrame(kWorkerFd, request)) return 2;
  const pb::WorkerImportRequest& r = request.import();
  const bool own_session = getsid(0) == getpid();
  const bool no_more_open = fcntl(kWorkerFd + 2, F_GETFD) < 0;
  worker::applyLimits({});
  worker::SandboxLayers layers;
  layers.files = r.name() != "no files rules";
  for (const ww::Status& missing : worker::enterSandbox(r.scratch_dir(), layers))
    std::printf("missing %s\n", missing.title.c_str());
  tellBool("own_session", own_session);
  tellBool("no_more_open", no_more_open);
  const std::filesystem::path bundle = std::filesystem::path(r.path()).parent_path();
  tryHonestWork(bundle);
  tryOtherProcesses();
  tryNetwork();
  tryMemory();
  tryFiles(bundle, bundle.parent_path() / "victim/secret.txt");
  std::fflush(stdout);
  pb::FromWorker done;
  done.mutable_done()->set_unit("m");
  writeFrame(kWorkerFd, done);
  _exit(0);
}
