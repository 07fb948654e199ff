// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/turn.h"
#include "app/cli/verb.h"
#include "core/history/repair.h"
#include "core/history/states.h"
#include "core/project/losses.h"
#include "core/usecase/rules/rule_lint.h"

namespace ww::cli {
namespace {

struct VerifyOptions {
  std::string file, repair;
};

Status damage(const std::string& file, std::size_t problems) {
  std::filesystem::path repaired = file;
  repaired.replace_extension();
  repaired += "-repaired.wright";
  const std::string count = fmt::format("{} {}", problems, problems == 1 ? "problem" : "problems");
  return ww::fail(failures::kDamaged, {{"file", arg::Name{file}},
                                       {"path", arg::Name{file}},
                                       {"repaired", arg::Name{repaired.string()}},
                                       {"problems", arg::Words{count}}});
}

// Whether it failed on this file, or on the one that is to take its place.
bool concerns(const Status& status, const std::string& file) {
  std::error_code error;
  return std::filesystem::weakly_canonical(status.subject, error)
      .string()
      .starts_with(std::filesystem::weakly_canonical(file, error).string());
}

// What a repair had to leave out, and what it says about the file beside that.
struct Losses {
  std::vector<std::string> lost, about;
  Json codes = Json::array();
  std::string remedy;
  Status nothing_left;  // of the objects
};

Losses lossesOf(const VerifyOptions& options, const std::vector<Status>& items) {
  Losses out;
  std::error_code error;
  const std::string backup = options.file + "~";
  const std::string from = std::filesystem::exists(backup, error) ? backup : "a backup of " + options.file;
  out.remedy = fmt::format("take what is lost from {}, or add it again", from);
  for (const Status& item : items) {
    if (project::savedNothing(item)) {
      out.nothing_left = item;
      continue;
    }
    const bool thing = project::isLoss(item);
    (thing ? out.lost : out.about).push_back(item.title);
    if (!thing) continue;
    addCodes(out.codes.emplace_back(Json{{"hint", out.remedy}}), item.failure);
  }
  return out;
}

int repair(Run& run, const VerifyOptions& options) {
  if (const Status s = keepsInputs(options.repair, {options.file}); !s.ok()) return failUsage(run, s);
  const auto turn = Turn::take(run, options.repair);
  if (!turn.ok()) return fail(run, turn.status());
  std::error_code error;
  const bool replaces = std::filesystem::exists(options.repair, error);
  const auto lost = history::repair(project::systemVfs(), options.file, options.repair);
  if (!lost.ok())
    return concerns(lost.status(), options.repair) ? fail(run, lost.status()) : failInput(run, lost.status());
  const auto written = project::verify(project::systemVfs(), options.repair);
  if (!written.ok()) return fail(run, written.status());
  const project::Verification& v = written.value();
  const Losses losses = lossesOf(options, lost.value());
  const std::vector<std::string>& left_out = losses.lost;
  std::string text = fmt::format("{}: saved what is sound; lost: {}\n", options.repair, left_out.size());
  for (const std::string& item : left_out) text += "  " + item + "\n";
  for (const std::string& item : losses.about) text += item + "\n";
  if (!left_out.empty()) text += losses.remedy + "\n";
  if (replaces) text += fmt::format("what {0} held before is in {0}~\n", options.repair);
  const bool ok = v.ok && losses.nothing_left.ok();
  Json json = {{"repaired", options.repair},     {"lost", left_out},       {"losses", losses.codes}, {"ok", ok},
               {"content_hash", v.content_hash}, {"problems", v.problems}, {"about", losses.about}};
  if (replaces) json["backup"] = options.repair + "~";
  print(run, json, text);
  if (ok) return kDone;
  Status failure = v.ok ? losses.nothing_left : damage(options.repair, v.problems.size());
  failPart(run, failure);
  return kFailed;
}

// Rows with right checksums that say nothing, that are missing, or whose steps do not lead where they should: what was
// done before is gone with them.
Status historyDoubt(const Run& run, const std::string& file) {
  const auto rows = project::storedHistory(project::systemVfs(), file);
  if (!rows.ok() || rows->empty()) return okStatus();  // told with the rest
  const history::SoundRows sound = history::soundOf(*rows);
  std::size_t lost = sound.lost, all = sound.states;
  if (lost == 0) {
    const auto loaded = project::load(project::systemVfs(), file, *run.store);
    const auto past = loaded.ok() ? history::opened(loaded->history, loaded->world, *run.store, 0) : nullptr;
    all = past ? past->states.all.size() : 0;
    lost = past ? history::dropOutOfReach(past->states, *run.store) : 0;
  }
  if (lost == 0) return okStatus();
  return ww::fail(failures::kHistoryUnreadable,
                  {{"count", arg::Count{lost}}, {"all", arg::Count{all}}, {"path", arg::Name{file}}});
}

// Such rules are sound, but whoever made them thinks that they hold.
Diagnostics rulesAboutNobody(const Run& run, const std::string& file) {
  const auto loaded = project::load(project::systemVfs(), file, *run.store);
  if (!loaded.ok()) return {};
  Diagnostics out;
  for (usecase::RuleFinding& finding : usecase::voidRules(loaded->world)) out.push_back(std::move(finding.told));
  return out;
}

int verify(Run& run, const VerifyOptions& options) {
  if (!options.repair.empty()) return repair(run, options);
  const auto verified = project::verify(project::systemVfs(), options.file);
  if (!verified.ok()) return failInput(run, verified.status());
  project::Verification v = verified.value();
  const Status doubt = v.ok ? historyDoubt(run, options.file) : okStatus();
  if (!doubt.ok()) {
    v.ok = false;
    v.problems.push_back(doubt.title);
    v.unreadable = doubt;
  }
  std::string text = v.ok ? fmt::format("{}: sound\n{}\n", options.file, v.content_hash) : std::string();
  Status failure = v.unreadable.ok() ? damage(options.file, v.problems.size()) : v.unreadable;
  // What the error line says is not said twice.
  for (const std::string& problem : v.problems)
    if (problem != failure.title) text += problem + "\n";
  Json json = {{"ok", v.ok}, {"content_hash", v.content_hash}, {"problems", v.problems}};
  if (!v.ok) addCodes(json, failure.failure);
  const Diagnostics odd = v.ok ? rulesAboutNobody(run, options.file) : Diagnostics();
  warnOf(run, odd);
  addNotes(run, json, odd);
  print(run, json, text);
  if (v.ok) return kDone;
  failPart(run, failure);
  return kFailed;
}

}  // namespace

void addVerify(CLI::App& app, Run& run) {
  auto [sub, options] =
      addVerb<VerifyOptions>(app, run, "verify", "integrity of a file and invariants of its world", verify);
  sub->add_option("FILE", options->file, "world file")->required();
  sub->add_option("--repair", options->repair, "save what can be saved here");
}

}  // namespace ww::cli
