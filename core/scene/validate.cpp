// SPDX-License-Identifier: Apache-2.0
#include "core/scene/validate.h"

#include <fmt/format.h>

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
  std::vector<Status> causes;
  std::string list = fmt::format("the scene object has {} faults:", count);
  for (std::size_t i = 0; i < findings.size() && i < kMostTold; ++i) {
    const Status& fault = findings[i].fault;
    list += '\n' + fault.title + (fault.hint.empty() ? "" : ": " + fault.hint);
    causes.push_back(fault);
  }
  if (count > causes.size()) list += fmt::format("\nand {} more", count - causes.size());
  const arg::Count all{count};
  Status out = findings.front().fault.code == Code::kFailedPrecondition
                   ? failOfAll(failures::kFaultsOfKinds, {{"count", all}}, std::move(causes))
                   : failOfAll(failures::kFaults, {{"count", all}}, std::move(causes));
  out.message = std::move(list);
  return out;
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
