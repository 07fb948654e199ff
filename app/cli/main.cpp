// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "app/cli/clean_output.h"
#include "app/cli/cli.h"
#include "app/cli/failures.h"
#include "app/cli/large_pages.h"
#include "app/cli/last_work.h"
#include "app/cli/usage.h"
#include "app/cli/version.h"
#include "core/base/memory.h"
#include "core/project/waiting.h"

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

// Whether a second one came while a verb does its last work.
bool stoppedAgain(const sigset_t& set) {
  constexpr timespec kLook{0, 50'000'000};
  while (LastWork::isGoingOn()) {
    if (sigtimedwait(&set, nullptr, &kLook) > 0) return true;
  }
  return false;
}

// SIGINT and SIGTERM ask the verb to stop; one that does not within a second is ended, unless it does its last work.
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
    do {
      std::this_thread::sleep_for(std::chrono::milliseconds(700));
    } while (LastWork::isGoingOn() && !stoppedAgain(set));
    endNow(run, ww::fail(failures::kCancelled), kCancelled);
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
    endNow(run, ww::fail(failures::kCancelled), kLimit);
  }).detach();
}

// The editor is a program of its own beside this one, so that scripts do not pay for its libraries.
int openEditor(const Run& run, std::vector<char*> arguments) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  arguments.push_back(nullptr);
  askForLargePages();
  for (const std::filesystem::path& editor :
       {self.parent_path() / "worldwright-editor", self.parent_path() / "../libexec/worldwright/worldwright-editor"}) {
    if (std::filesystem::exists(editor, error)) ::execv(editor.c_str(), arguments.data());
  }
  return failUsage(run, ww::fail(failures::kNoEditor));
}

// What was said must have arrived.
int flushed(const Run& run, int exit) {
  if (std::cout.flush()) return exit;
  const int failed = cli::fail(run, ww::fail(failures::kOutputClosed));
  return exit == kDone ? failed : exit;
}

// A fault in the program or in a library must not look like one of the input.
int runVerb(Run& run) {
  try {
    return flushed(run, run.verb(run));
  } catch (const std::bad_alloc&) {
    return cli::fail(run, ww::fail(failures::kMemoryUsedUp));
  } catch (const std::exception& error) {
    return cli::fail(run, ww::fail(failures::kUnexpected, {{"reason", arg::Words{error.what()}}}));
  }
}

std::vector<std::string> verbsOf(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(verb->get_name());
  return names;
}

bool isVerb(const CLI::App& app, const std::string& word) {
  const auto verbs = verbsOf(app);
  return std::find(verbs.begin(), verbs.end(), word) != verbs.end();
}

constexpr std::array<std::string_view, 5> kCommonOptions = {"--json", "--quiet", "--no-note", "--timeout", "--seed"};

bool isCommonOption(const std::string& word) {
  return std::find(kCommonOptions.begin(), kCommonOptions.end(), std::string_view(word).substr(0, word.find('='))) !=
         kCommonOptions.end();
}

// The common options may stand before the verb as well as behind it: puts the verb first.
void putVerbFirst(std::vector<std::string>& words) {
  std::size_t at = 0;
  while (at < words.size() && isCommonOption(words[at]))
    at += words[at] == "--timeout" || words[at] == "--seed" || words[at] == "--no-note" ? 2 : 1;
  if (at >= words.size()) return;
  const auto verb = words.begin() + static_cast<std::ptrdiff_t>(at);
  std::rotate(words.begin(), verb, verb + 1);
}

int printVersion(const Run& run, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--version" || word == "--json" || word == "--quiet") continue;
    return failUsage(run, ww::fail(failures::kVersionTakesNothing, {{"word", arg::Name{word}}}));
  }
  print(run, Json{{"version", kVersion}}, fmt::format("worldwright {}\n", kVersion));
  return flushed(run, kDone);
}

// Neither a verb nor help: the words are for the editor, when they can be.
int withoutVerb(const Run& run, const CLI::App& app, const std::vector<std::string>& words,
                std::vector<char*> arguments) {
  if (words.empty()) return openEditor(run, std::move(arguments));
  std::error_code ignored;
  if (words[0].find('.') == std::string::npos && words[0].find('/') == std::string::npos &&
      !words[0].starts_with('-') && !std::filesystem::exists(words[0], ignored)) {
    return failUsage(run, noSuchVerb(words[0], verbsOf(app)));
  }
  // What is not there no window can open: told here, where it can be read without a display, too.
  if (!words[0].starts_with('-') && !std::filesystem::exists(std::filesystem::symlink_status(words[0], ignored))) {
    const Status missing = missingFile(words[0]);
    if (words.size() > 1 && isVerb(app, words[1]))
      return failUsage(run, ww::fail(failures::kVerbBehindFile,
                                     {{"verb", arg::Name{words[1]}}, {"file", arg::Name{words[0]}}}, missing));
    return failInput(run, missing);
  }
  if (words.size() > 1 && !words[0].starts_with('-') && isVerb(app, words[1]) &&
      !std::filesystem::exists(words[1], ignored))
    return failUsage(
        run, ww::fail(failures::kVerbBehindFile, {{"verb", arg::Name{words[1]}}, {"file", arg::Name{words[0]}}}));
  const auto option = std::find_if(words.begin(), std::find(words.begin(), words.end(), "--"), isCommonOption);
  if (option != words.end() && *option != "--") {
    return failUsage(run, ww::fail(failures::kOptionWithoutVerb, {{"option", arg::Name{*option}}}));
  }
  return openEditor(run, std::move(arguments));
}

// A word while another program holds a file; who is to stop does not wait for it.
void watchWaits(const Run& run) {
  static constexpr std::chrono::milliseconds kPatience{500};
  project::watchWaiting([&run, told = false](const std::string& file, std::chrono::milliseconds waited) mutable {
    if (waited > kPatience && !std::exchange(told, true))
      warn(run, fmt::format("another program holds '{}': waiting until it has saved or closed it", file));
    return !run.stop.stop_requested();
  });
}

int parse(CLI::App& app, const Run& run, const char* program, const std::vector<std::string>& words) {
  std::vector<const char*> arguments{program};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  try {
    app.parse(static_cast<int>(arguments.size()), arguments.data());
  } catch (const CLI::CallForHelp& help) {
    return flushed(run, app.exit(help));
  } catch (const CLI::CallForAllHelp& help) {
    return flushed(run, app.exit(help));
  } catch (const CLI::ParseError& error) {
    const bool of_verb = !words.empty() && isVerb(app, words[0]);
    return failUsage(run, usageFailure(of_verb ? *app.get_subcommand(words[0]) : app, error));
  }
  return kDone;
}

int runMain(int argc, char** argv) {
  keepFreedMemory();
  cleanOutput();
  // Outlives main(): the watching threads use it to the end.
  static Run run;
  run.version = kVersion;
  std::vector<std::string> words(argv + 1, argv + argc);
  run.json = std::find(words.begin(), words.end(), "--json") != words.end();
  putVerbFirst(words);
  if (!words.empty() && words[0] == "--version") return printVersion(run, words);
  CLI::App app{"Worldwright: edit, check and plan in robot worlds. Without a verb: the editor."};
  std::vector<std::string> files;
  app.add_option("FILE", files, "world files to open in the editor");
  bool version = false;
  app.add_flag("--version", version, "print the version and end");
  addVerbs(app, run);
  app.require_subcommand(0, 1);  // words behind a verb are its own, whatever they are
  const bool asks_help = !words.empty() && (words[0] == "--help" || words[0] == "-h");
  if (!asks_help && (words.empty() || !isVerb(app, words[0]))) return withoutVerb(run, app, words, {argv, argv + argc});
  run.verb_name = words[0];
  // What is wrong with a message is told by those who read it.
  google::protobuf::SetLogHandler(nullptr);
  if (words[0] == "bench") restartWithLargePages(argv);
  ::signal(SIGXFSZ, SIG_IGN);  // a limit of the size of files is an error of the write
  std::stop_source source;
  watchSignals(run, source);
  if (const int exit = parse(app, run, argv[0], words); exit != kDone || !run.verb) return exit;
  if (!(run.timeout_s <= kLongestTimeout)) run.timeout_s = kLongestTimeout;
  watchTimeout(run, source);
  run.stop = source.get_token();
  watchWaits(run);
  run.store = std::make_shared<geometry::GeometryStore>();
  return runVerb(run);
}

}  // namespace
}  // namespace ww::cli

int main(int argc, char** argv) { return ww::cli::runMain(argc, argv); }
