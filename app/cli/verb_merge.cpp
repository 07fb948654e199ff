// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/notes.h"
#include "app/cli/turn.h"
#include "app/cli/verb.h"
#include "app/cli/world_pair.h"
#include "core/base/finding.h"
#include "core/base/text.h"
#include "core/difference/difference_text.h"

namespace ww::cli {
namespace {

using difference::Side;

struct MergeVerbOptions {
  std::string base, ours, theirs, out;
  bool all_ours = false, all_theirs = false, dry = false, asks = false;
  std::vector<std::string> choices;
  std::string stands_for;  // the file of a repository that OUT is a copy of; empty: OUT is no such copy

  const std::string& named() const { return stands_for.empty() ? out : stands_for; }
};

const char* sideWord(Side side) { return side == Side::kOurs ? "ours" : "theirs"; }

bool namesSide(const std::string& choice) { return choice.ends_with("=ours") || choice.ends_with("=theirs"); }

// The first that names no side; null when all do.
const std::string* badChoice(const MergeVerbOptions& options) {
  const auto bad = std::ranges::find_if_not(options.choices, namesSide);
  return bad == options.choices.end() ? nullptr : &*bad;
}

difference::MergeOptions wishesOf(const MergeVerbOptions& options) {
  difference::MergeOptions out;
  if (options.all_ours) out.all = Side::kOurs;
  if (options.all_theirs) out.all = Side::kTheirs;
  for (const std::string& choice : options.choices) {
    const std::size_t at = choice.rfind('=');
    if (at == std::string::npos || !namesSide(choice)) continue;
    out.choices[choice.substr(0, at)] = choice.ends_with("=ours") ? Side::kOurs : Side::kTheirs;
  }
  return out;
}

std::vector<std::string> keysOf(const difference::Merged& merged) {
  std::vector<std::string> keys;
  for (const auto& conflict : merged.conflicts) keys.push_back(conflict.theirs.key);
  for (const auto& item : merged.taken) keys.push_back(item.key);
  return keys;
}

// With the key that is meant most likely: an item of what was named, else a conflict.
Status noSide(const std::string& choice, const difference::Merged& merged) {
  const std::string wanted = choice.substr(0, choice.find('='));
  const std::vector<std::string> keys = keysOf(merged);
  const auto of_it = std::ranges::find_if(keys, [&](const std::string& key) { return key.starts_with(wanted); });
  const auto near = nearestNames(wanted, keys, 1);
  const std::string first = keys.empty() ? std::string("gripper#place") : keys.front();
  const std::string meant = of_it != keys.end() ? *of_it : near.empty() ? first : near.front();
  return ww::fail(failures::kBadChoice, {{"choice", arg::Name{choice}}, {"proposed", arg::Name{meant + "=theirs"}}});
}

// Asks about each conflict that is open. What is answered joins the choices; false when nothing was.
bool askAbout(MergeVerbOptions& options, const difference::Merged& merged) {
  const std::size_t before = options.choices.size();
  for (const difference::Conflict& conflict : merged.conflicts) {
    if (conflict.is_chosen) continue;
    const std::string& key = conflict.theirs.key;
    std::cerr << textOf(conflict, difference::differenceVoice()) << "\n";
    for (std::string answer;;) {
      std::cerr << "take (o)urs or (t)heirs, or (l)eave it open? " << std::flush;
      if (!std::getline(std::cin, answer)) {
        std::cerr << "\n";  // what is told next begins its line
        return options.choices.size() > before;
      }
      if (answer == "l" || answer == "leave") break;
      const bool is_ours = answer == "o" || answer == "ours";
      if (!is_ours && answer != "t" && answer != "theirs") {
        std::cerr << "answer with one of the letters o, t and l\n";
        continue;
      }
      options.choices.push_back(key + (is_ours ? "=ours" : "=theirs"));
      break;
    }
  }
  return options.choices.size() > before;
}

// What is open, with the command that settles it.
Status openConflicts(const MergeVerbOptions& options, const difference::Merged& merged) {
  if (!options.stands_for.empty()) {
    return ww::fail(failures::kConflictsInGit,
                    {{"count", arg::Count{merged.open()}}, {"file", arg::Words{shellWord(options.stands_for)}}});
  }
  constexpr std::size_t kMostNamed = 6;
  std::string rest = "--out " + shellWord(options.out.empty() ? "merged.wright" : options.out);
  for (const std::string& choice : options.choices) rest += " --choose " + shellWord(choice);
  for (const difference::Conflict& conflict : merged.conflicts)
    if (!conflict.is_chosen && merged.open() <= kMostNamed)
      rest += " --choose " + shellWord(conflict.theirs.key + "=theirs");
  if (merged.open() > kMostNamed) rest += " --theirs";
  return ww::fail(failures::kConflicts, {{"count", arg::Count{merged.open()}},
                                         {"base", arg::Name{options.base}},
                                         {"ours", arg::Name{options.ours}},
                                         {"theirs", arg::Name{options.theirs}},
                                         {"rest", arg::Words{rest}}});
}

Status noSuchItem(const difference::Merged& merged) {
  const std::vector<std::string> keys = keysOf(merged);
  const std::string& wanted = merged.unknown.front();
  if (keys.empty()) return ww::fail(failures::kNoItemAtAll, {{"item", arg::Name{wanted}}});
  // Of an item that several changes are about, the key is its name and what of it: part_1#place.
  std::vector<std::string> names;
  for (const std::string& key : keys) names.push_back(key.substr(0, key.find('#')));
  const std::vector<std::string> meant = nearestNames(wanted, names);
  std::vector<std::string> likely = keys;
  if (!meant.empty())
    std::erase_if(likely, [&](const std::string& key) { return key.substr(0, key.find('#')) != meant.front(); });
  return withNearest(ww::fail(failures::kNoSuchItem, {{"item", arg::Name{wanted}}}),
                     meant.empty() ? wanted : likely.front(), likely);
}

Json conflictJson(const difference::Conflict& conflict) {
  const auto words = [](const difference::Item& item) { return itemJson(item)["words"]; };
  Json json = itemJson(conflict.theirs);
  json.erase("words");
  json["kind_ours"] = conflict.ours.kind;
  json["words_ours"] = words(conflict.ours);
  json["words_theirs"] = words(conflict.theirs);
  json["theirs"] = json["after"];
  json.erase("after");
  json["ours"] = itemJson(conflict.ours)["after"];
  json["taken"] = sideWord(conflict.taken);
  json["both_added"] = conflict.theirs.from_ours;
  json["settled"] = conflict.is_chosen;
  json["reason"] = conflict.reason ? Json(textOf(*conflict.reason, difference::differenceVoice())) : Json(nullptr);
  return json;
}

std::string mergedText(const MergeVerbOptions& options, const difference::Merged& merged) {
  std::string text = textOf(merged.taken, difference::differenceVoice());
  for (const difference::Conflict& conflict : merged.conflicts)
    text += (conflict.is_chosen ? "settled: " : "conflict: ") + textOf(conflict, difference::differenceVoice()) + "\n";
  const auto settled = std::ranges::count(merged.conflicts, Side::kTheirs, &difference::Conflict::taken);
  text += fmt::format("{}: {} of theirs taken, {}\n", options.dry ? "not written" : options.named(),
                      counted(merged.taken.size() + static_cast<std::size_t>(settled), "change"),
                      counted(merged.open(), "open conflict"));
  return text;
}

// An output that holds ours is changed in place; a new one is called as ours is.
project::SaveOptions saveOptionsOf(const MergeVerbOptions& options, const project::FileInfo& ours) {
  project::SaveOptions out;
  std::error_code error;
  if (options.out == "-" || !std::filesystem::exists(options.out, error)) out.name = ours.name;
  if (options.out != "-" && std::filesystem::equivalent(options.out, options.ours, error) && !error)
    out.came_from = ours.rows_hash;
  return out;
}

// What both sides have and their base does not: then it is most likely another world.
Diagnostics baseNotes(const MergeVerbOptions& options, const world::World& base, const world::World& ours,
                      const world::World& theirs) {
  std::size_t shared = 0, known = 0;
  ours.forEachObject([&](const world::Object& object) {
    const auto is = [&object](const world::Object* other) { return other && other->name == object.name; };
    if (object.id == world::kRootObject || !is(theirs.peek(object.id))) return;
    ++shared;
    if (is(base.peek(object.id))) ++known;
  });
  // In git two may have added one file, which has no base.
  if (shared < 2 || known > 0 || !options.stands_for.empty()) return {};
  return {findingOf(ww::fail(failures::kOtherBase, {{"base", arg::Name{options.base}},
                                                    {"count", arg::Count{shared}},
                                                    {"ours", arg::Name{options.ours}},
                                                    {"theirs", arg::Name{options.theirs}}}))};
}

// A side that has next to nothing of the base, and other things: all else of the base would go.
void tellOtherSide(const MergeVerbOptions& options, const world::World& base, const world::World& side,
                   const std::string& file, Diagnostics& out) {
  std::size_t all = 0, kept = 0, others = 0;
  base.forEachObject([&](const world::Object& object) {
    if (object.id == world::kRootObject) return;
    ++all;
    const world::Object* there = side.peek(object.id);
    if (there && there->name == object.name) ++kept;
  });
  side.forEachObject([&](const world::Object& object) {
    const world::Object* before = base.peek(object.id);
    if (object.id != world::kRootObject && !(before && before->name == object.name)) ++others;
  });
  if (all < 3 || 3 * kept > all || others == 0 || !options.stands_for.empty()) return;
  out.push_back(findingOf(ww::fail(failures::kOtherSide, {{"side", arg::Name{file}},
                                                          {"count", arg::Count{kept}},
                                                          {"all", arg::Count{all}},
                                                          {"base", arg::Name{options.base}}})));
}

int mergeTo(Run& run, MergeVerbOptions options) {
  int exit = kDone;
  // First, since the view of the first goes into the result.
  const auto ours = loadSide(run, options.ours, exit);
  if (!ours) return exit;
  const auto base = loadSide(run, options.base, exit);
  if (!base) return exit;
  const auto theirs = loadSide(run, options.theirs, exit);
  if (!theirs) return exit;
  Diagnostics odd = baseNotes(options, base->world, ours->world, theirs->world);
  if (odd.empty()) {
    tellOtherSide(options, base->world, ours->world, options.ours, odd);
    tellOtherSide(options, base->world, theirs->world, options.theirs, odd);
  }
  warnOf(run, odd);
  const auto again = [&] {
    return difference::merge(base->world, ours->world, theirs->world, *run.store, wishesOf(options));
  };
  auto merged = again();
  if (options.asks && merged.ok() && askAbout(options, *merged)) merged = again();
  if (!merged.ok()) return fail(run, merged.status());
  if (const std::string* bad = badChoice(options)) return failUsage(run, noSide(*bad, *merged));
  if (!merged->unknown.empty()) return fail(run, noSuchItem(*merged));
  if (!options.dry) {
    exit = save(run, options.out, merged->world, saveOptionsOf(options, ours->info));
    if (exit != kDone) return exit;
  }
  Json conflicts = Json::array();
  for (const difference::Conflict& conflict : merged->conflicts) conflicts.push_back(conflictJson(conflict));
  Json json{{"out", options.dry ? Json(nullptr) : Json(options.out)},
            {"content_hash", world::contentHash(merged->world)},
            {"taken", itemsJson(merged->taken)},
            {"conflicts", conflicts},
            {"open", merged->open()}};
  Status left = openConflicts(options, *merged);
  if (merged->open() > 0) addCodes(json, left.failure);
  addNotes(run, json, odd);
  print(run, json, mergedText(options, *merged));
  if (merged->open() == 0) return kDone;
  failPart(run, left);
  return kFailed;
}

int mergeWorlds(Run& run, const MergeVerbOptions& options) {
  if (options.out.empty() && !options.dry) return failUsage(run, ww::fail(failures::kMergeUnnamed));
  if (options.all_ours && options.all_theirs) return failUsage(run, ww::fail(failures::kBothSides));
  if (const Status s = keepsInputs(options.out, {options.base, options.theirs}); !s.ok()) return failUsage(run, s);
  if (options.dry) return mergeTo(run, options);
  const auto turn = Turn::take(run, options.out);
  if (!turn.ok()) return fail(run, turn.status());
  return mergeTo(run, options);
}

}  // namespace

void addMerge(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<MergeVerbOptions>(
      app, run, "merge", "two changed worlds made one; exit 1 when conflicts are left, which then are as ours has them",
      mergeWorlds);
  sub->add_option("BASE", options->base, "world file that both came from")->required();
  sub->add_option("OURS", options->ours, "world file; may be OUT")->required();
  sub->add_option("THEIRS", options->theirs, "world file")->required();
  sub->add_option("--out", options->out, "world file to write");
  sub->add_flag("--ours", options->all_ours, "conflicts are settled as ours has it");
  sub->add_flag("--theirs", options->all_theirs, "conflicts are settled as theirs has it");
  sub->add_option("--choose", options->choices, "ITEM=ours or ITEM=theirs, by the key of an item; may come again")
      ->allow_extra_args(false);
  sub->add_flag("--ask", options->asks, "ask about each conflict, and read answers from standard input");
  sub->add_option("--for", options->stands_for, "file of a git repository that OUT is a copy of, for messages");
  sub->add_flag("--dry-run", options->dry, "only say what would come out");
}

}  // namespace ww::cli
