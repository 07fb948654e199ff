// SPDX-License-Identifier: Apache-2.0
#include "app/cli/rules_actions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/nodes.h"
#include "app/cli/notes.h"
#include "app/cli/rules_repairs.h"
#include "app/cli/ticker.h"
#include "app/cli/turn.h"
#include "core/base/finding.h"
#include "core/collision/rules/rule_words.h"
#include "core/collision/rules/rules.h"
#include "core/session/rule_builders.h"
#include "core/session/session.h"
#include "core/usecase/rules/rule_list.h"
#include "core/usecase/rules/rule_samples.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

using usecase::RuleFinding;
using usecase::RuleHome;

// As scripts name it: "3", "off:0", "arm/exclusion:1", "arm/margin:0", "minimum_margin".
std::string refText(const world::World& w, const usecase::RuleRef& rule) {
  switch (rule.home) {
    case RuleHome::kSwitch: return "disabled";
    case RuleHome::kSameBody: return "same_body";
    case RuleHome::kAdjacent: return "adjacent";
    case RuleHome::kLinkage: return "linkage";
    case RuleHome::kMinimumMargin: return "minimum_margin";
    case RuleHome::kSwitchedOff: return fmt::format("off:{}", rule.index);
    case RuleHome::kObjectMargin: return fmt::format("{}/margin:{}", w.display(rule.object), rule.index);
    case RuleHome::kObjectExclusion:
    case RuleHome::kObjectCheck: return fmt::format("{}/exclusion:{}", w.display(rule.object), rule.index);
    default: return std::to_string(rule.index);
  }
}

Json pointsJson(const collision::Contact& c) {
  const auto point = [](const Vec3& v) { return vecJson(v.unaryExpr([](double x) { return withoutNoise(x); })); };
  return Json::array({point(c.point_a), point(c.point_b)});
}

// ---- list

std::string rowText(const world::World& w, const usecase::RuleRow& row, bool counted_pairs) {
  std::string text = fmt::format("{:<20} {}{} - {}: {}", refText(w, row.rule), row.enabled ? "" : "(switched off) ",
                                 plain(sideWords(row.left)), plain(sideWords(row.right)), plain(actionWords(row)));
  if (counted_pairs && row.enabled) text += fmt::format(" (decides {} of {} pairs)", row.decides, row.matches);
  for (const int fault : row.faults) text += fmt::format(" [{}]", fault + 1);
  return text + "\n";
}

Json rowJson(const world::World& w, const usecase::RuleRow& row) {
  const auto side = [](const usecase::RuleSideRow& s) { return s.any ? Json("anything") : Json(s.names); };
  Json faults = Json::array();
  for (const int fault : row.faults) faults.push_back(fault + 1);
  const char* action = row.excludes ? "exclude" : row.rule.home == RuleHome::kObjectCheck ? "check" : "margin";
  return {{"rule", refText(w, row.rule)}, {"enabled", row.enabled}, {"left", side(row.left)},
          {"right", side(row.right)},     {"action", action},       {"margin_m", row.margin_m},
          {"matches", row.matches},       {"decides", row.decides}, {"findings", faults}};
}

// ---- lint

Json findingJson(const world::World& w, const RuleFinding& f, std::size_t number) {
  Json json{{"number", number},
            {"code", f.told.code},
            {"rule", f.rule.index < 0 && f.rule.home != RuleHome::kMinimumMargin ? "" : refText(w, f.rule)},
            {"message", f.told.message},
            {"hint", f.told.hint},
            {"repair", plain(f.repair.label)}};
  if (f.a) json["a"] = w.display(f.a);
  if (f.b) json["b"] = w.display(f.b);
  addCodes(json, f.told.failure);
  return json;
}

Result<std::vector<std::size_t>> chosen(const std::string& file, const std::string& fix,
                                        const std::vector<RuleFinding>& findings) {
  std::vector<std::size_t> out;
  if (fix == "all") {
    for (std::size_t i = 0; i < findings.size(); ++i)
      if (isForAll(findings[i])) out.push_back(i);
    return out;
  }
  std::istringstream stream(fix);
  for (std::string number; std::getline(stream, number, ',');) {
    const bool digits = !number.empty() && number.size() < 7 &&
                        std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
    const std::size_t n = digits ? std::stoul(number) : 0;
    if (n == 0 || n > findings.size())
      return findings.empty() ? ww::fail(failures::kNoFindings, {{"number", arg::Name{number}}})
                              : ww::fail(failures::kNoFinding, {{"number", arg::Name{number}},
                                                                {"count", arg::Count{findings.size()}},
                                                                {"path", arg::Name{file}}});
    out.push_back(n - 1);
  }
  return out;
}

// Commits as one step and saves; the exit code.
int change(Run& run, project::Loaded& loaded, const RulesWords& given, const Phrase& label,
           const session::EditsPtr& edits, Json& json) {
  const std::string before = world::contentHash(loaded.world);
  session::WorldSession session(loaded.world, run.store);
  session::CommitRequest commit;
  commit.label = label;
  commit.edits = edits;
  if (const auto done = session.commit(commit); !done.ok()) return fail(run, done.status());
  const auto after = session.snapshot().world;
  const std::string hash = world::contentHash(*after);
  json["changed"] = hash != before;
  json["content_hash"] = hash;
  if (hash == before && given.out.empty()) return kDone;
  return save(run, given.out.empty() ? given.file : given.out, *after);
}

// Of an action that may change the file: its turn, then the world.
std::optional<project::Loaded> loadToChange(Run& run, const RulesWords& given, bool changes, std::optional<Turn>& turn,
                                            int& exit) {
  if (changes) {
    auto taken = Turn::take(run, given.out.empty() ? given.file : given.out);
    if (!taken.ok()) {
      exit = fail(run, taken.status());
      return std::nullopt;
    }
    turn.emplace(std::move(taken).value());
  }
  return load(run, given.file, exit);
}

// ---- generate

const char* kindText(usecase::PairKind kind) {
  switch (kind) {
    case usecase::PairKind::kRigid: return "rigid";
    case usecase::PairKind::kAdjacent: return "adjacent";
    case usecase::PairKind::kAlways: return "always";
    case usecase::PairKind::kNever: return "never";
    case usecase::PairKind::kSometimes: break;
  }
  return "sometimes";
}

Json pairJson(const world::World& w, const usecase::RulePair& p, int samples) {
  return {{"a", w.display(p.a)},      {"b", w.display(p.b)},
          {"kind", kindText(p.kind)}, {"reason", plain(usecase::reasonOf(p, samples))},
          {"touched", p.touched},     {"excluded_now", p.now.excluded},
          {"rule_now", p.now.key()},  {"excluded_then", p.is_excluded_then}};
}

// What changes, and what is excluded though it can run into each other.
std::string proposalText(const world::World& w, const usecase::RuleProposal& proposal) {
  std::string text = fmt::format("{}: {} of its {} pairs of bodies would newly be left out of checks\n",
                                 w.display(proposal.robot), proposal.newExclusions(), proposal.pairs.size());
  for (const usecase::RulePair& p : proposal.pairs)
    if (p.changes())
      text += fmt::format("  exclude {} - {}: {}\n", w.display(p.a), w.display(p.b),
                          plain(usecase::reasonOf(p, proposal.samples)));
  for (const usecase::RulePair& p : proposal.pairs)
    if (p.now.excluded && p.kind == usecase::PairKind::kSometimes)
      text += fmt::format("  excluded already, though they {}: {} - {} ({})\n",
                          plain(usecase::reasonOf(p, proposal.samples)), w.display(p.a), w.display(p.b), p.now.key());
  return text;
}

// What so few postures cannot tell: a pair that meets in a share p of all is missed by n of them with (1 - p)^n.
Diagnostics fewSamples(const usecase::RuleProposal& proposal) {
  constexpr double kMissed = 0.05;  // likelihood
  const bool rests = std::ranges::any_of(proposal.pairs, [](const usecase::RulePair& p) {
    return p.changes() && (p.kind == usecase::PairKind::kNever || p.kind == usecase::PairKind::kAlways);
  });
  if (!rests || proposal.samples >= usecase::kUsualPostures) return {};
  const double share = 100.0 * (1.0 - std::pow(kMissed, 1.0 / std::max(1, proposal.samples)));
  return {
      findingOf(ww::fail(failures::kFewSamples, {{"samples", arg::Count{static_cast<std::uint64_t>(proposal.samples)}},
                                                 {"share", arg::Words{fmt::format("{:.2g}", share)}}}))};
}

// With what can be pasted in it; the world on standard input has no name for it.
std::string rulesCommand(const std::string& file, const char* text) {
  return filledIn(text, std::vector<FailureArg>{{"file", arg::Name{file}}}, plainVoice());
}

Result<ObjectId> robotIn(const world::World& w, const std::string& text) {
  WW_ASSIGN(const world::NodeRef node, world::resolveText(w, text));
  if (const auto* object = std::get_if<ObjectId>(&node)) return *object;
  return notAnObject(w, node);
}

// Which objects have joints, where one that has none was named.
Status withRobots(Status status, const world::World& w) {
  if (!status.failure || status.failure->row->code != std::string_view("model.no-moving-joint")) return status;
  arg::Names names;
  w.forEachObject([&](const world::Object& o) {
    if (o.isKinematic()) names.texts.push_back(w.display(o.id));
  });
  if (!names.texts.empty())
    status.hint = filledIn("name an object with joints that move: {robots}", std::vector<FailureArg>{{"robots", names}},
                           plainVoice());
  return status;
}

// One thing and itself: what holds for each two of its parts.
int explainOne(Run& run, const world::World& w, const world::NodeRef& node) {
  const std::vector<EntityId> parts = collision::bodiesOf(w, node);
  const std::string name = w.display(node);
  if (parts.size() < 2) {
    const char* what = parts.empty() ? "has no collision geometry: nothing is checked against it"
                                     : "is one body: it is not checked against itself";
    print(run, Json{{"a", name}, {"b", name}, {"pairs", 0}, {"checked_pairs", 0}, {"parts", Json::array()}},
          fmt::format("{} {}\n", name, what));
    return kDone;
  }
  const collision::RuleSet rules = collision::RuleSet::ofWorld(w);
  Json rows = Json::array();
  std::string text;
  std::size_t pairs = 0, checked = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      const collision::Explanation why = rules.explain(parts[i], parts[j]);
      const std::string a = w.display(parts[i]), b = w.display(parts[j]);
      const std::string sentence = plain(collision::ruleSentence(a, b, why));
      ++pairs;
      checked += why.excluded ? 0 : 1;
      text += "  " + sentence + "\n";
      rows.push_back({{"a", a}, {"b", b}, {"excluded", why.excluded}, {"margin_m", why.margin_m}, {"why", sentence}});
    }
  }
  print(run, Json{{"a", name}, {"b", name}, {"pairs", pairs}, {"checked_pairs", checked}, {"parts", std::move(rows)}},
        fmt::format("of the {} pairs of parts of {} {} are checked:\n{}", pairs, name, checked, text));
  return kDone;
}

}  // namespace

int rulesChecking(Run& run, const RulesWords& given) {
  int exit = kDone;
  std::optional<Turn> turn;
  auto loaded = loadToChange(run, given, true, turn, exit);
  if (!loaded) return exit;
  const bool on = given.checking == "on";
  const bool was = !session::isCheckingOff(loaded->world);
  Json json{{"checking", on}, {"rules", loaded->world.collisionSettings().collision_rules_size()}};
  exit = change(run, *loaded, given, on ? "Switch checking on" : "Switch checking off",
                session::switchChecking(loaded->world, on), json);
  if (exit != kDone) return exit;
  std::string text =
      fmt::format("checking for collisions {} {}; the rules stay\n", on == was ? "was" : "is", on ? "on" : "off");
  const std::string& out = given.out.empty() ? given.file : given.out;
  if (!on && out != "-") text += rulesCommand(out, "`worldwright rules {file} --checking on` undoes it\n");
  print(run, json, text);
  return kDone;
}

int rulesList(Run& run, const RulesWords& given) {
  int exit = kDone;
  const auto loaded = load(run, given.file, exit);
  if (!loaded) return exit;
  const world::World& w = loaded->world;
  const collision::Scene scene = collision::Scene::make(w);
  const auto list = usecase::ruleList(w, usecase::tallyOf(w, scene.rules()), usecase::lintRules(scene));
  std::string text;
  if (!list.checking)
    text = rulesCommand(given.file,
                        "checking is switched off: no rule has an effect; `worldwright rules {file} --checking on` "
                        "switches it on\n");
  if (list.minimum_margin)
    text += fmt::format("{:<20} anything - anything: {} apart\n", "minimum_margin", lengthText(*list.minimum_margin));
  Json json{{"checking", list.checking}, {"minimum_margin_m", nullptr}, {"rules", Json::array()}};
  if (list.minimum_margin) json["minimum_margin_m"] = *list.minimum_margin;
  for (const usecase::RuleRow& row : list.rows) {
    text += rowText(w, row, list.counted);
    json["rules"].push_back(rowJson(w, row));
  }
  if (list.counted) json.update({{"pairs", list.pairs}, {"checked_pairs", list.checked}});
  json["findings"] = Json::array();
  for (std::size_t i = 0; i < list.findings.size(); ++i) {
    text += fmt::format("[{}] {}\n", i + 1, list.findings[i].told.message);
    json["findings"].push_back(findingJson(w, list.findings[i], i + 1));
  }
  text += list.rows.empty() ? "no rules\n" : plain(usecase::howRulesDecide()) + "\n";
  print(run, json, text);
  return kDone;
}

int rulesExplain(Run& run, const RulesWords& given) {
  int exit = kDone;
  const auto loaded = load(run, given.file, exit);
  if (!loaded) return exit;
  const world::World& w = loaded->world;
  const auto a = world::resolveText(w, given.words[0]), b = world::resolveText(w, given.words[1]);
  for (const auto* node : {&a, &b}) {
    if (!node->ok()) return fail(run, node->status());
    if (std::holds_alternative<FrameId>(node->value())) return fail(run, frameHasNoRules(w, node->value()));
  }
  if (*a == *b) return explainOne(run, w, *a);
  const auto told = usecase::storyOf(collision::Scene::make(w), *a, *b);
  if (!told.ok()) return fail(run, told.status());
  const usecase::PairStory& story = told->nearest;
  Json json{{"a", w.display(story.a)},
            {"b", w.display(story.b)},
            {"excluded", story.effective.excluded},
            {"margin_m", story.effective.margin_m},
            {"rule", story.effective.key()},
            {"verdict", plain(story.verdict)},
            {"why", plain(story.why)},
            {"collides", story.collides},
            {"distance_m", withoutNoise(story.now->distance_m)},
            {"points", pointsJson(*story.now)},
            {"pairs", told->pairs},
            {"checked_pairs", told->checked},
            {"matching", Json::array()}};
  std::string text = fmt::format("{}\n{}\n", plain(story.verdict), plain(story.why));
  for (const usecase::Say& say : story.says) {
    text += fmt::format("  {}: {}\n", plain(say.what), plain(say.outcome));
    json["matching"].push_back({{"rule", refText(w, say.rule)},
                                {"says", plain(say.what)},
                                {"outcome", plain(say.outcome)},
                                {"decides", say.decides},
                                {"margin_m", say.margin_m}});
  }
  const char* verdict = story.collides ? ": a collision" : story.effective.excluded ? ", and nothing looks" : "";
  text += plain(story.distance) + verdict + "\n";
  if (told->pairs > 1)
    text += fmt::format("of {} pairs of bodies of {} and {} this is the nearest; {} are checked\n", told->pairs,
                        w.display(*a), w.display(*b), told->checked);
  print(run, json, text);
  return kDone;
}

int rulesLint(Run& run, const RulesWords& given) {
  int exit = kDone;
  std::optional<Turn> turn;
  auto loaded = loadToChange(run, given, !given.fix.empty(), turn, exit);
  if (!loaded) return exit;
  const world::World w = loaded->world;
  usecase::LintOptions options;
  options.stop = run.stop;
  const auto findings = usecase::lintRules(collision::Scene::make(w), options);
  Json json{{"lint", Json::array()}, {"fixed", Json::array()}};
  std::string text = findings.empty() ? "nothing is odd about the rules\n" : "";
  const bool off = w.collisionSettings().disable_collision_checking();
  json["checking"] = !off;
  if (off)
    text =
        rulesCommand(given.file,
                     "nothing is checked, whatever the rules are: checking is switched off; `worldwright rules {file} "
                     "--checking on` switches it on\n") +
        text;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const RuleFinding& f = findings[i];
    text += fmt::format("[{}] {}\n    repair: {}\n", i + 1, f.told.message, plain(f.repair.label));
    json["lint"].push_back(findingJson(w, f, i + 1));
  }
  if (given.fix.empty()) {
    text += howToRepair(given.file, findings);
    print(run, json, text);
    return findings.empty() ? kDone : kFailed;
  }
  const auto numbers = chosen(given.file, given.fix, findings);
  if (!numbers.ok()) return fail(run, numbers.status());
  std::vector<RuleFinding> repaired;
  for (const std::size_t i : *numbers) {
    repaired.push_back(findings[i]);
    json["fixed"].push_back(i + 1);
  }
  exit = change(run, *loaded, given, "Repair collision rules", usecase::repairAll(w, repaired), json);
  if (exit != kDone) return exit;
  text += counted(repaired.size(), "repair") + " made\n";
  if (given.fix == "all") text += whatAllLeaves(given.out.empty() ? given.file : given.out, findings);
  print(run, json, text);
  return kDone;
}

int rulesGenerate(Run& run, const RulesWords& given) {
  int exit = kDone;
  std::optional<Turn> turn;
  auto loaded = loadToChange(run, given, given.apply, turn, exit);
  if (!loaded) return exit;
  const world::World w = loaded->world;
  const auto robot = robotIn(w, given.words[0]);
  if (!robot.ok()) return fail(run, robot.status());
  const auto proposal = [&] {
    const Ticker ticker(run, "trying postures");
    return usecase::proposeRules(collision::Scene::make(w), {*robot, given.samples.value_or(usecase::kUsualPostures),
                                                             given.seed.value_or(1), run.stop, ticker.progress()});
  }();
  if (!proposal.ok()) return fail(run, withRobots(proposal.status(), w));
  Json json{{"robot", w.display(*robot)},           {"samples", proposal->samples}, {"seed", proposal->seed},
            {"changes", proposal->newExclusions()}, {"applied", given.apply},       {"pairs", Json::array()}};
  for (const usecase::RulePair& p : proposal->pairs) json["pairs"].push_back(pairJson(w, p, proposal->samples));
  std::string text = proposalText(w, *proposal);
  const Diagnostics odd = fewSamples(*proposal);
  warnOf(run, odd);
  addNotes(run, json, odd);
  if (given.apply) {
    exit = change(run, *loaded, given, "Generate collision rules", usecase::editsOf(w, *proposal), json);
    if (exit != kDone) return exit;
    text += fmt::format("applied, on the ground of {}\n",
                        counted(static_cast<std::uint64_t>(proposal->samples), "posture"));
  } else if (proposal->newExclusions() > 0) {
    text += "nothing is changed: --apply makes these rules\n";
  }
  print(run, json, text);
  return kDone;
}

}  // namespace ww::cli
