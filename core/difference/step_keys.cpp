// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "core/difference/slots.h"
#include "core/world/records/canonical.h"

namespace ww::difference {
namespace {

using worldwright::v1::Program;
using worldwright::v1::ProgramStep;

struct Steps {
  std::vector<const ProgramStep*> steps;
  std::vector<std::string> bytes;
  std::size_t size() const { return steps.size(); }
};

Steps stepsOf(const Message* record) {
  Steps out;
  if (!record) return out;
  const auto& world = static_cast<const WorldRecord&>(*record);
  if (world.programs().empty()) return out;
  for (const ProgramStep& step : world.programs(0).steps()) {
    out.steps.push_back(&step);
    out.bytes.push_back(world::canonicalBytes(step));
  }
  return out;
}

// The place in `first` of each step of `second` that is in both.
std::map<std::size_t, std::size_t> pairsOf(const Steps& first, const Steps& second) {
  const Places places = aligned(
      first.size(), second.size(), [&](std::size_t i, std::size_t j) { return first.bytes[i] == second.bytes[j]; },
      [&](std::size_t i, std::size_t j) { return first.steps[i]->kind_case() == second.steps[j]->kind_case(); });
  std::map<std::size_t, std::size_t> out;
  for (const auto& [i, j] : places) out[j] = i;
  return out;
}

Keys numbersOf(const Steps& steps) {
  Keys out;
  for (std::size_t i = 0; i < steps.size(); ++i) out.push_back(std::to_string(i + 1));
  return out;
}

Keys keysBeside(const Keys& base_keys, const Steps& base, const Steps& side, const std::string& prefix) {
  const auto pairs = pairsOf(base, side);
  Keys out;
  for (std::size_t j = 0; j < side.size(); ++j) {
    const auto it = pairs.find(j);
    out.push_back(it == pairs.end() ? prefix + std::to_string(j + 1) : base_keys[it->second]);
  }
  return out;
}

// What a side has put behind each step of the base, by the key of that step.
std::map<std::string, std::vector<std::size_t>> putBehind(const Keys& keys, const std::string& prefix) {
  std::map<std::string, std::vector<std::size_t>> out;
  std::string behind;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].starts_with(prefix)) out[behind].push_back(i);
    else behind = keys[i];
  }
  return out;
}

// Steps that both put at one place: what is equal is one step, the rest is for people to put in order.
void joinNew(StepKeys& out, const Steps& ours, const Steps& theirs) {
  const auto by_ours = putBehind(out.keys[kOurs], "o"), by_theirs = putBehind(out.keys[kTheirs], "+");
  for (const auto& place : by_theirs) {
    const auto it = by_ours.find(place.first);
    if (it == by_ours.end()) continue;
    const std::vector<std::size_t>&new_of_ours = it->second, &new_of_theirs = place.second;
    const auto equal = [&](std::size_t i, std::size_t j) {
      return ours.bytes[new_of_ours[i]] == theirs.bytes[new_of_theirs[j]];
    };
    const auto never = [](std::size_t, std::size_t) { return false; };
    for (const auto& [i, j] : aligned(new_of_ours.size(), new_of_theirs.size(), equal, never))
      out.keys[kTheirs][new_of_theirs[j]] = out.keys[kOurs][new_of_ours[i]];
    for (const std::size_t j : new_of_theirs)
      if (out.keys[kTheirs][j].starts_with('+')) out.clash.push_back(out.keys[kTheirs][j]);
  }
}

}  // namespace

StepKeys keysOfSteps(const OfSides<const Message*>& programs) {
  const Steps base = stepsOf(programs[kBase]), ours = stepsOf(programs[kOurs]), theirs = stepsOf(programs[kTheirs]);
  StepKeys out;
  out.keys[kBase] = numbersOf(base);
  if (!programs[kBase]) {
    out.keys[kOurs] = numbersOf(ours);
    out.keys[kTheirs] = keysBeside(out.keys[kOurs], ours, theirs, "+");
    // Two programs by one name: nobody knows that they are one.
    for (const std::string& key : out.keys[kTheirs])
      if (key.starts_with('+')) out.clash.push_back(key);
    return out;
  }
  out.keys[kOurs] = keysBeside(out.keys[kBase], base, ours, "o");
  out.keys[kTheirs] = keysBeside(out.keys[kBase], base, theirs, "+");
  joinNew(out, ours, theirs);
  return out;
}

}  // namespace ww::difference
