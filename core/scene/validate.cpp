// SPDX-License-Identifier: Apache-2.0
#include "core/scene/validate.h"

#include "core/base/failure_list.h"
#include "core/scene/failures.h"
#include "core/scene/findings.h"

namespace ww::scene {
namespace {

constexpr std::size_t kMostTold = 8;

}  // namespace

Status Report::status() const {
  if (ok()) return okStatus();
  if (count == 1) return findings.front().fault;
  const arg::Count all{count};
  std::vector<Status> causes;
  std::vector<Phrase> lines{phrase(WW_TEXT("Core", "the scene object has {count} faults:"), {{"count", all}})};
  for (std::size_t i = 0; i < findings.size() && i < kMostTold; ++i) {
    lines.push_back(told(findings[i].fault, true));
    causes.push_back(findings[i].fault);
  }
  if (count > causes.size())
    lines.push_back(phrase(WW_TEXT("Core", "and {count} more"), {{"count", arg::Count{count - causes.size()}}}));
  return withDetails(findings.front().fault.code == Code::kFailedPrecondition
                         ? failOfAll(failures::kFaultsOfKinds, {{"count", all}}, std::move(causes))
                         : failOfAll(failures::kFaults, {{"count", all}}, std::move(causes)),
                     std::move(lines));
}

Report validate(const ObjectIndex& object) {
  Findings findings(object);
  for (const Rule& rule : ruleTable()) {
    findings.begin(rule.id);
    rule.check(object, findings);
  }
  return findings.take();
}

}  // namespace ww::scene
