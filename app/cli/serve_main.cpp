// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iostream>
#include <thread>

#include "app/cli/bench_serve.h"
#include "app/cli/clean_output.h"
#include "app/cli/cli.h"
#include "app/cli/edits_file.h"
#include "app/cli/failures.h"
#include "app/cli/notes.h"
#include "app/cli/serve_options.h"
#include "app/cli/serve_save.h"
#include "app/cli/usage.h"
#include "app/cli/version.h"
#include "core/base/finding.h"
#include "core/base/printable.h"
#include "core/rpc/server.h"
#include "core/usecase/share.h"

namespace ww::cli {
namespace {

// When the end was asked for, and why.
struct End {
  std::mutex mutex;
  std::condition_variable asked;
  std::optional<int> exit;
  bool save = false;   // was asked for
  bool keeps = false;  // worlds are saved at the end, which takes as long as it takes
  std::string socket;  // to remove when the end is forced
  std::string mark;    // likewise

  void ask(int code) {
    const std::lock_guard lock(mutex);
    if (!exit) exit = code;
    asked.notify_all();
  }
  void serves(const std::string& address) {
    const std::lock_guard lock(mutex);
    if (address.starts_with("unix:")) socket = address.substr(5);
  }
  void removeTraces() {
    const std::lock_guard lock(mutex);
    for (const std::string& file : {socket, mark})
      if (!file.empty()) ::unlink(file.c_str());
  }
  void setMark(std::string path) {
    const std::lock_guard lock(mutex);
    mark = std::move(path);
  }
  void askSave() {
    const std::lock_guard lock(mutex);
    save = true;
    asked.notify_all();
  }
  void setKeeps() {
    const std::lock_guard lock(mutex);
    keeps = true;
  }
  bool isKeeping() {
    const std::lock_guard lock(mutex);
    return keeps;
  }
  // Saves whenever that is asked for; the exit code when the end is.
  int wait(double timeout_s, const std::function<void()>& onSave) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(timeout_s);
    const auto wakes = [this] { return exit.has_value() || save; };
    std::unique_lock lock(mutex);
    for (;;) {
      if (timeout_s <= 0) asked.wait(lock, wakes);
      else if (!asked.wait_until(lock, until, wakes)) return kLimit;
      if (exit) return *exit;
      save = false;
      lock.unlock();
      onSave();
      lock.lock();
    }
  }
};

// What is being saved is left without a trace: the file is as it was.
[[noreturn]] void endNow(const Run& run, End& end) {
  end.removeTraces();
  if (const std::string file = run.unfinished->file(); !file.empty()) ::unlink((file + ".saving").c_str());
  _exit(kCancelled);
}

// The signals are taken by one thread: SIGUSR1 saves, SIGINT and SIGTERM end; what does not end in time is ended,
// but saving takes the time that it takes, unless a second signal comes. Run and End live as long as the program.
void watchSignals(const Run& run, End& end) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // a limit of the size of files is an error of the write
  std::thread([set, &run, &end] {
    int signal = 0;
    const auto waitForEnd = [&] {
      for (;;) {
        if (sigwait(&set, &signal) != 0) continue;
        if (signal != SIGUSR1) return;
        end.askSave();
      }
    };
    waitForEnd();
    end.ask(kCancelled);
    if (end.isKeeping()) waitForEnd();
    else std::this_thread::sleep_for(std::chrono::milliseconds(900));
    endNow(run, end);
  }).detach();
}

// Worlds are made in one thread and freed in another: pools of memory for each thread would keep what is free.
void shareMemory() { ::mallopt(M_ARENA_MAX, 2); }

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
    auto secret = rpc::readSecret(path);
    std::error_code error;
    if (!secret.ok() && !std::filesystem::exists(path, error)) return missingFile(path);
    WW_ASSIGN(text, std::move(secret));
    return okStatus();
  };
  WW_TRY(read(options.token_file, out.token));
  WW_TRY(read(options.tls_cert, out.tls_certificate));
  out.certificate_file = options.tls_cert;
  out.key_file = options.tls_key;
  return read(options.tls_key, out.tls_key);
}

// One file as two worlds may be a slip of the keyboard.
Diagnostics givenTwice(const std::vector<std::string>& files) {
  std::error_code error;
  for (std::size_t i = 1; i < files.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (std::filesystem::equivalent(files[i], files[k], error))
        return {findingOf(ww::fail(failures::kServedTwice, {{"file", arg::Name{files[i]}}}))};
  return {};
}

// The exit code when a file cannot be served.
std::optional<int> addWorlds(Run& run, const ServeOptions& options, session::WorldRegistry& worlds,
                             std::string& rows_hash) {
  const std::vector<std::string> ids = worldIds(options.files);
  warnOf(run, givenTwice(options.files));
  for (std::size_t i = 0; i < ids.size(); ++i) {
    int exit = kDone;
    auto loaded = load(run, options.files[i], exit);
    if (!loaded) return exit;
    std::error_code error;
    if (i == 0 && std::filesystem::equivalent(options.files[i], options.save, error))
      rows_hash = loaded->info.rows_hash;
    const Status added =
        worlds.add(ids[i], std::make_shared<session::WorldSession>(std::move(loaded->world), run.store));
    if (!added.ok()) return fail(run, added);
    if (!run.quiet)
      std::cerr << fmt::format("'{}' is {}; changes {}\n", ids[i], options.files[i],
                               options.save.empty() ? "stay in memory" : "go where --save says");
  }
  const Status shared = ids.empty()
                            ? usecase::share(worlds, std::make_shared<session::WorldSession>(world::World(), run.store))
                            : usecase::shareCopy(worlds);
  if (!shared.ok()) return fail(run, shared);
  if (!run.quiet) std::cerr << "'world' is a copy of 'init_world'" << std::endl;
  return std::nullopt;
}

int serve(Run& run, const ServeOptions& options, End& end) {
  rpc::ServerOptions server_options;
  server_options.listen = options.listen;
  server_options.kept_worlds = {usecase::kSharedWorld};
  server_options.replay_folder = options.replays;
  server_options.program_version = kVersion;
  std::error_code unknown;
  if (!options.replays.empty() && std::filesystem::exists(options.replays, unknown) &&
      !std::filesystem::is_directory(options.replays, unknown))
    return failUsage(run, ww::fail(failures::kReplaysNoFolder, {{"file", arg::Name{options.replays}}}));
  if (const Status status = readSecrets(options, server_options); !status.ok()) return failInput(run, status);
  auto worlds = std::make_shared<session::WorldRegistry>(run.store);
  std::string rows_hash;
  if (const auto exit = addWorlds(run, options, *worlds, rows_hash)) return *exit;
  ServedFiles files(run, worlds, options.save);
  if (!options.save.empty()) {
    if (const Status status = files.check(!options.files.empty()); !status.ok()) {
      const bool is_usage = status.code == Code::kInvalidArgument || status.code == Code::kAlreadyExists;
      return is_usage ? failUsage(run, status) : fail(run, status);
    }
    files.begin(std::move(rows_hash));
    end.setKeeps();
  }
  auto server = rpc::Server::start(std::move(server_options), worlds);
  if (!server.ok()) {
    files.forget();
    const Code code = server.status().code;
    const bool is_usage = code == Code::kInvalidArgument || code == Code::kFailedPrecondition;
    return is_usage ? failUsage(run, server.status()) : fail(run, server.status());
  }
  end.serves((*server)->address());
  if (!options.save.empty()) {
    if (const Status told = files.announce((*server)->address()); !told.ok()) {
      files.forget();
      return failUsage(run, told);
    }
    end.setMark(ServingMark::pathOf(options.save));
  }
  std::cout << (*server)->address() << std::endl;
  const int exit = end.wait(run.timeout_s, [&] {
    if (!options.save.empty()) files.save();
    else warn(run, "nothing is saved: serve was started without --save FILE");
  });
  (*server)->stop();
  const int saved = options.save.empty() ? static_cast<int>(kDone) : files.save();
  files.withdraw();
  if (saved == kDone) files.forget();
  if (saved != kDone || exit != kLimit) return saved == kDone ? exit : saved;
  // Standard output is the address alone.
  Status ended = ww::fail(failures::kServedLong, {{"limit", arg::Seconds{run.timeout_s}}});
  return failPart(run, ended);
}

int runServe(int argc, char** argv) {
  cleanOutput();
  // The watching thread uses them to the end of the program.
  static Run run;
  static End end;
  run.verb_name = "serve";
  shareMemory();
  watchSignals(run, end);
  allowManyConnections();
  CLI::App app{"Serves worlds over gRPC; started by `worldwright serve`.", "worldwright-serve"};
  ServeOptions options;
  addServeOptions(app, options);
  app.add_flag("--json", run.json);
  app.add_flag("--quiet", run.quiet);
  app.add_option("--timeout", run.timeout_s);
  bool bench = false;
  app.add_flag("--bench", bench, "measure the services instead");
  std::string through, edits;
  app.add_option("--through", through, "have the program that shares a world there apply --edits instead");
  app.add_option("--edits", edits);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return failUsage(run, usageFailure(app, error));
  }
  run.store = std::make_shared<geometry::GeometryStore>();
  if (!through.empty()) google::protobuf::SetLogHandler(nullptr);  // told by who reads the edits
  if (!through.empty()) return applyThrough(run, through, edits);
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
    std::fprintf(stderr, "error: INTERNAL: unexpected: %s: report this\n", ww::printableLine(error.what()).c_str());
    return ww::cli::kInternal;
  }
}
