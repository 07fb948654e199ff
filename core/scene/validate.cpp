// SPDX-License-Identifier: Apache-2.0
#include "core/scene/validate.h"

#include <fmt/format.h>

#include "core/scene/findings.h"

namespace ww::scene {
namespace {

constexpr std::size_t kMostTold = 8;

}  // namespace

Status Report::status() const {
  if (ok()) return okStatus();
  Status out = findings.front().fault;
  if (count == 1) return out;
  out.message = fmt::format("the scene object has {} faults:", count);
  std::size_t told = 0;
  for (; told < findings.size() && told < kMostTold; ++told) {
    const Status& fault = findings[told].fault;
    out.message += '\n' + fault.title + (fault.hint.empty() ? "" : ": " + fault.hint);
  }
  if (count == told) return out;
  out.message += '\n';
  out.message += fmt::format("and {} more", count - told);
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
