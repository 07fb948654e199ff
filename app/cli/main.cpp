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

// SIGINT and SIGTERM ask the verb to stop; one that does not within a second is ended.
void watchSignals(std::stop_source source) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::thread([set, source]() mutable {
    int signal = 0;
    sigwait(&set, &signal);
    source.request_stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(800));
    _exit(kCancelled);
  }).detach();
}

void watchTimeout(std::stop_source source, double seconds, std::shared_ptr<std::atomic<bool>> timed_out) {
  if (seconds <= 0) return;
  std::thread([=]() mutable {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    *timed_out = true;
    source.request_stop();
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
  cli::fail(run, status);
  return kUsage;
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
  Run run;
  std::vector<std::string> files;
  app.add_option("FILE", files, "world files to open in the editor");
  bool version = false;
  app.add_flag("--version", version, "print the version and end");
  addVerbs(app, run);
  const std::vector<std::string> words(argv + 1, argv + argc);
  run.json = std::find(words.begin(), words.end(), "--json") != words.end();
  const bool asks_help = !words.empty() && (words[0] == "--help" || words[0] == "-h");
  if (!asks_help && (words.empty() || !isVerb(app, words[0]))) {
    if (!words.empty() && words[0].find('.') == std::string::npos && words[0].find('/') == std::string::npos &&
        words[0].front() != '-' && !std::filesystem::exists(words[0])) {
      cli::fail(run, ww::fail(Code::kInvalidArgument, fmt::format("'{}' is no verb and no file", words[0])).withHint("`worldwright --help` lists the verbs"));
      return kUsage;
    }
    return openEditor(argc, argv);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForAllHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return usageError(run, error);
  }
  std::stop_source source;
  watchSignals(source);
  watchTimeout(source, run.timeout_s, run.timed_out);
  run.stop = source.get_token();
  run.store = std::make_shared<geometry::GeometryStore>();
  return run.verb(run);
}

}  // namespace
}  // namespace ww::cli

int main(int argc, char** argv) { return ww::cli::runMain(argc, argv); }
