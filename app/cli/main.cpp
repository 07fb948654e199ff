// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <iostream>
#include <thread>
#include <vector>

#include "app/cli/cli.h"
#include "app/cli/version.h"

namespace ww::cli {
namespace {

constexpr double kLongestTimeout = 1e7;  // seconds

// Ends the program from beside a verb that did not end itself. The main thread may hold the locks of the
// streams, so the message gets a short time only.
[[noreturn]] void endNow(const Run& run, const Status& status, int exit) {
  std::thread([&run, status] { cli::fail(run, status); }).detach();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  if (const std::string file = run.unfinished->file(); !file.empty()) {
    std::error_code error;
    const std::filesystem::path real = std::filesystem::weakly_canonical(file, error);
    std::filesystem::remove((error ? file : real.string()) + ".saving", error);
  }
  _exit(exit);
}

// SIGINT and SIGTERM ask the verb to stop; one that does not within a second is ended.
void watchSignals(const Run& run, std::stop_source source) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::thread([set, source, &run]() mutable {
    int signal = 0;
    sigwait(&set, &signal);
    source.request_stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    endNow(run, ww::fail(Code::kCancelled, "cancelled"), kCancelled);
  }).detach();
}

// The same for the time limit, with a longer grace.
void watchTimeout(const Run& run, std::stop_source source) {
  if (run.timeout_s <= 0) return;
  std::thread([source, &run]() mutable {
    std::this_thread::sleep_for(std::chrono::duration<double>(run.timeout_s));
    *run.timed_out = true;
    source.request_stop();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    endNow(run, ww::fail(Code::kCancelled, "gave up"), kLimit);
  }).detach();
}

// The editor is a program of its own beside this one, so that scripts do not pay for its libraries.
int openEditor(int argc, char** argv) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  for (const std::filesystem::path& editor :
       {self.parent_path() / "worldwright-editor", self.parent_path() / "../libexec/worldwright/worldwright-editor"}) {
    if (!std::filesystem::exists(editor, error)) continue;
    std::vector<char*> arguments(argv, argv + argc);
    arguments.push_back(nullptr);
    ::execv(editor.c_str(), arguments.data());
  }
  std::cerr << "error: UNIMPLEMENTED: this installation has no editor: install the worldwright editor, or name a verb (`worldwright --help`)\n";
  return kUsage;
}

int usageError(const Run& run, const CLI::ParseError& error) {
  Status status = ww::fail(Code::kInvalidArgument, error.what()).withHint("`worldwright --help` and `worldwright VERB --help` tell how");
  return failUsage(run, status);
}

// A fault in the program or in a library must not look like one of the input.
int runVerb(Run& run) {
  try {
    const int exit = run.verb(run);
    if (std::cout.flush()) return exit;
    const int failed = cli::fail(run, ww::fail(Code::kUnavailable, "cannot write to standard output").withHint("check where it goes, and the space there"));
    return exit == kDone ? failed : exit;
  } catch (const std::bad_alloc&) {
    return cli::fail(run, ww::fail(Code::kResourceExhausted, "the memory is used up").withHint("close other programs, or take a smaller input"));
  } catch (const std::exception& error) {
    return cli::fail(run, ww::fail(Code::kInternal, fmt::format("unexpected: {}", error.what())));
  }
}

bool isVerb(const CLI::App& app, const std::string& word) {
  const auto verbs = app.get_subcommands([](const CLI::App*) { return true; });
  return std::any_of(verbs.begin(), verbs.end(), [&](const CLI::App* verb) { return verb->get_name() == word; });
}

int runMain(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--version") {
    std::cout << "worldwright " << kVersion << "\n";
    return kDone;
  }
  CLI::App app{"Worldwright: edit, check and plan in robot worlds. Without a verb: the editor."};
  // Outlives main(): the watching threads use it to the end.
  static Run run;
  std::vector<std::string> files;
  app.add_option("FILE", files, "world files to open in the editor");
  bool version = false;
  app.add_flag("--version", version, "print the version and end");
  addVerbs(app, run);
  const std::vector<std::string> words(argv + 1, argv + argc);
  run.json = std::find(words.begin(), words.end(), "--json") != words.end();
  const bool asks_help = !words.empty() && (words[0] == "--help" || words[0] == "-h");
  if (!asks_help && (words.empty() || !isVerb(app, words[0]))) {
    std::error_code ignored;
    if (!words.empty() && words[0].find('.') == std::string::npos && words[0].find('/') == std::string::npos &&
        words[0].front() != '-' && !std::filesystem::exists(words[0], ignored)) {
      return failUsage(run, ww::fail(Code::kInvalidArgument, fmt::format("'{}' is no verb and no file", words[0])).withHint("`worldwright --help` lists the verbs"));
    }
    return openEditor(argc, argv);
  }
  std::stop_source source;
  watchSignals(run, source);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForAllHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return usageError(run, error);
  }
  if (!(run.timeout_s <= kLongestTimeout)) run.timeout_s = kLongestTimeout;
  watchTimeout(run, source);
  run.stop = source.get_token();
  run.store = std::make_shared<geometry::GeometryStore>();
  return runVerb(run);
}

}  // namespace
}  // namespace ww::cli

int main(int argc, char** argv) { return ww::cli::runMain(argc, argv); }
