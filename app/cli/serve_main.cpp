// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <condition_variable>
#include <cstdio>
#include <iostream>
#include <thread>

#include "app/cli/bench_serve.h"
#include "app/cli/cli.h"
#include "app/cli/serve_options.h"
#include "core/rpc/server.h"

namespace ww::cli {
namespace {

// When the end was asked for, and why.
struct End {
  std::mutex mutex;
  std::condition_variable asked;
  std::optional<int> exit;
  std::string socket;  // to remove when the end is forced

  void ask(int code) {
    const std::lock_guard lock(mutex);
    if (!exit) exit = code;
    asked.notify_all();
  }
  void serves(const std::string& address) {
    const std::lock_guard lock(mutex);
    if (address.starts_with("unix:")) socket = address.substr(5);
  }
  void removeSocket() {
    const std::lock_guard lock(mutex);
    if (!socket.empty()) ::unlink(socket.c_str());
  }
  int wait(double timeout_s) {
    std::unique_lock lock(mutex);
    const auto has_ended = [this] { return exit.has_value(); };
    if (timeout_s <= 0) asked.wait(lock, has_ended);
    else if (!asked.wait_for(lock, std::chrono::duration<double>(timeout_s), has_ended)) return kLimit;
    return *exit;
  }
};

// The signals are taken by one thread; what does not end in time is ended. The End lives as long as the
// program.
void watchSignals(End& end) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  std::thread([set, &end] {
    int signal = 0;
    sigwait(&set, &signal);
    end.ask(kCancelled);
    std::this_thread::sleep_for(std::chrono::milliseconds(900));
    end.removeSocket();
    _exit(kCancelled);
  }).detach();
}

// Each connection takes a file descriptor.
void allowManyConnections() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, 65536);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

Status readSecrets(const ServeOptions& options, rpc::ServerOptions& out) {
  const auto read = [](const std::string& path, std::string& text) -> Status {
    if (path.empty()) return okStatus();
    WW_ASSIGN(text, rpc::readSecret(path));
    return okStatus();
  };
  WW_TRY(read(options.token_file, out.token));
  WW_TRY(read(options.tls_cert, out.tls_certificate));
  return read(options.tls_key, out.tls_key);
}

// The exit code when a file cannot be served.
std::optional<int> addWorlds(Run& run, const ServeOptions& options, session::WorldRegistry& worlds) {
  const std::vector<std::string> ids = worldIds(options.files);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    int exit = kDone;
    auto loaded = load(run, options.files[i], exit);
    if (!loaded) return exit;
    const Status added = worlds.add(ids[i], std::make_shared<session::WorldSession>(std::move(loaded->world), run.store));
    if (!added.ok()) return fail(run, added);
    if (!run.quiet) std::cerr << fmt::format("'{}' is {}; changes stay in memory\n", ids[i], options.files[i]);
  }
  if (ids.empty()) {
    const Status added = worlds.add("init_world", std::make_shared<session::WorldSession>(world::World(), run.store));
    if (!added.ok()) return fail(run, added);
  }
  const auto clone = worlds.clone({"init_world", "world", false, {}, {}});
  if (!clone.ok()) return fail(run, clone.status());
  if (!run.quiet) std::cerr << "'world' is a copy of 'init_world'" << std::endl;
  return std::nullopt;
}

int serve(Run& run, const ServeOptions& options, End& end) {
  rpc::ServerOptions server_options;
  server_options.listen = options.listen;
  server_options.kept_worlds = {"init_world"};
  if (const Status status = readSecrets(options, server_options); !status.ok()) return failInput(run, status);
  auto worlds = std::make_shared<session::WorldRegistry>(run.store);
  if (const auto exit = addWorlds(run, options, *worlds)) return *exit;
  auto server = rpc::Server::start(std::move(server_options), worlds);
  if (!server.ok()) {
    const Code code = server.status().code;
    const bool is_usage = code == Code::kInvalidArgument || code == Code::kFailedPrecondition;
    return is_usage ? failUsage(run, server.status()) : fail(run, server.status());
  }
  end.serves((*server)->address());
  std::cout << (*server)->address() << std::endl;
  const int exit = end.wait(run.timeout_s);
  (*server)->stop();
  return exit;
}

int runServe(int argc, char** argv) {
  // The watching thread uses them to the end of the program.
  static Run run;
  static End end;
  watchSignals(end);
  allowManyConnections();
  CLI::App app{"Serves worlds over gRPC; started by `worldwright serve`.", "worldwright-serve"};
  ServeOptions options;
  addServeOptions(app, options);
  app.add_flag("--json", run.json);
  app.add_flag("--quiet", run.quiet);
  app.add_option("--timeout", run.timeout_s);
  bool bench = false;
  app.add_flag("--bench", bench, "measure the services instead");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return failUsage(run, ww::fail(Code::kInvalidArgument, error.what()).withHint("`worldwright serve --help` tells how"));
  }
  run.store = std::make_shared<geometry::GeometryStore>();
  return bench ? benchServe(run) : serve(run, options, end);
}

}  // namespace
}  // namespace ww::cli

int main(int argc, char** argv) {
  try {
    const int exit = ww::cli::runServe(argc, argv);
    std::cout.flush();
    std::cerr.flush();
    // What serves is down; the thread that waits for signals is not joined.
    ::_exit(exit);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: INTERNAL: unexpected: %s: report this\n", error.what());
    return ww::cli::kInternal;
  }
}
