// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <signal.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/cli/failures.h"
#include "app/cli/notes.h"
#include "app/cli/serving_mark.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/base/system_words.h"

namespace ww::cli {
namespace {

struct KeepOptions {
  std::string file;
};

Status notServed(const std::string& file) {
  std::error_code error;
  if (std::filesystem::exists(file, error))
    return ww::fail(failures::kNotServed, {{"file", arg::Name{file}}, {"path", arg::Name{file}}});
  return nearFile(ww::fail(failures::kNotServedYet, {{"file", arg::Name{file}}, {"path", arg::Name{file}}}), file);
}

arg::Words processOf(const ServingMark& mark) { return {fmt::format("{}", mark.server)}; }

constexpr auto kLongest = std::chrono::minutes(5);

// Until the server has ended a save that began after it was asked.
Result<ServingMark> waitForSave(const Run& run, const std::string& file, const ServingMark& before) {
  const auto until = std::chrono::steady_clock::now() + kLongest;
  for (;;) {
    const auto mark = ServingMark::read(file);
    std::error_code error;
    if (!mark && !std::filesystem::exists(file, error)) return notServed(file);
    if (!mark || mark->server != before.server)
      return ww::fail(failures::kServerEnded, {{"file", arg::Name{file}}, {"path", arg::Name{file}}});
    if (mark->saves > before.begun) return *mark;
    if (run.stop.stop_requested())
      return ww::fail(failures::kStillSaving, {{"file", arg::Name{file}}, {"path", arg::Name{file}}});
    if (std::chrono::steady_clock::now() > until)
      return ww::fail(failures::kServerSilent, {{"file", arg::Name{file}}, {"process", processOf(*mark)}});
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

int keep(Run& run, const KeepOptions& options) {
  const auto before = ServingMark::read(options.file);
  if (!before) return fail(run, notServed(options.file));
  if (::kill(before->server, SIGUSR1) != 0)
    return fail(run, ww::fail(failures::kMayNotAsk, {{"process", processOf(*before)}, {"reason", systemWords(errno)}}));
  const auto after = waitForSave(run, options.file, *before);
  if (!after.ok()) return fail(run, after.status());
  if (!after->saved) {
    return fail(
        run, ww::fail(failures::kNotAllSaved, {{"file", arg::Name{options.file}}, {"path", arg::Words{options.file}}}));
  }
  Diagnostics odd;
  Json aside = Json::array();
  for (const ServingMark::SetAside& one : after->set_aside) {
    odd.push_back(findingOf(ww::fail(
        failures::kSetAside,
        {{"file", arg::Name{one.file}}, {"backup", arg::Name{one.backup}}, {"address", arg::Words{after->address}}})));
    aside.push_back({{"file", one.file}, {"backup", one.backup}});
  }
  warnOf(run, odd);
  Json json{{"file", options.file}, {"address", after->address}, {"set_aside", aside}};
  addNotes(run, json, odd);
  print(run, json, fmt::format("what {} serves is saved in {}\n", after->address, options.file));
  return kDone;
}

}  // namespace

void addKeep(CLI::App& app, Run& run) {
  auto [sub, options] =
      addVerb<KeepOptions>(app, run, "keep", "have the server that was started with --save FILE save now", keep);
  sub->add_option("FILE", options->file, "world file that it saves into")->required();
}

}  // namespace ww::cli
