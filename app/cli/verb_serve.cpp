// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "app/cli/failures.h"
#include "app/cli/large_pages.h"
#include "app/cli/serve_options.h"
#include "app/cli/verb.h"
#include "core/base/system_words.h"

namespace ww::cli {
namespace {

std::vector<std::string> words(const ServeOptions& o) {
  std::vector<std::string> out{"--listen", o.listen};
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) out.insert(out.end(), {option, value});
  };
  add("--token-file", o.token_file);
  add("--tls-cert", o.tls_cert);
  add("--tls-key", o.tls_key);
  add("--save", o.save);
  add("--replays", o.replays);
  out.emplace_back("--");
  out.insert(out.end(), o.files.begin(), o.files.end());
  return out;
}

int serve(Run& run, const ServeOptions& options) { return startServing(run, words(options)); }

}  // namespace

// gRPC's libraries would make every start of this program slower, so serving is a program of its own.
int startServing(Run& run, std::vector<std::string> options) {
  std::vector<std::string> arguments{"worldwright-serve"};
  if (run.timeout_s > 0) arguments.insert(arguments.end(), {"--timeout", fmt::format("{}", run.timeout_s)});
  if (run.json) arguments.emplace_back("--json");
  if (run.quiet) arguments.emplace_back("--quiet");
  arguments.insert(arguments.end(), options.begin(), options.end());
  std::vector<char*> raw;
  for (std::string& word : arguments) raw.push_back(word.data());
  raw.push_back(nullptr);
  askForLargePages();
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  for (const std::filesystem::path& program :
       {self.parent_path() / "worldwright-serve", self.parent_path() / "../libexec/worldwright/worldwright-serve"}) {
    if (!std::filesystem::exists(program, error)) continue;
    ::execv(program.c_str(), raw.data());
    return fail(run, ww::fail(failures::kCannotStart,
                              {{"program", arg::Name{program.string()}}, {"reason", systemWords(errno)}}));
  }
  return fail(run, ww::fail(failures::kNoServer));
}

void addServe(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<ServeOptions>(app, run, "serve", "the gRPC services over worlds", serve);
  addServeOptions(*sub, *options);
}

}  // namespace ww::cli
