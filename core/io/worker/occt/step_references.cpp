// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/occt/step_references.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "core/io/failures.h"

namespace ww::io::worker {
namespace {

constexpr std::size_t kMostReferences = 20'000'000;  // 80 MB
constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

// Where in the list of ids an id stands. Ids are nearly always numbered through.
class IdTable {
 public:
  IdTable(std::size_t count, std::uint64_t last) {
    constexpr std::uint64_t kSlack = 1'000'000;
    if (last <= 4 * count + kSlack) dense_.assign(last + 1, kNowhere);
  }
  // False where the id has one already.
  bool add(std::uint64_t id, std::uint32_t at) {
    if (dense_.empty()) return sparse_.emplace(id, at).second;
    if (dense_[id] != kNowhere) return false;
    dense_[id] = at;
    return true;
  }
  std::uint32_t find(std::uint64_t id) const {
    if (!dense_.empty()) return id < dense_.size() ? dense_[id] : kNowhere;
    const auto found = sparse_.find(id);
    return found == sparse_.end() ? kNowhere : found->second;
  }

 private:
  std::vector<std::uint32_t> dense_;
  std::unordered_map<std::uint64_t, std::uint32_t> sparse_;
};

}  // namespace

void StepReferences::entity(std::uint64_t id, std::size_t offset) {
  if (forgotten_) return;
  ids_.push_back(id);
  offsets_.push_back(offset);
  first_.push_back(targets_.size());
  last_id_ = std::max(last_id_, id);
}

void StepReferences::reference(std::uint64_t id) {
  if (forgotten_ || ids_.empty()) return;
  targets_.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(id, kNowhere)));
  if (targets_.size() < kMostReferences) return;
  *this = StepReferences();
  forgotten_ = true;
}

StepReferences::Faults StepReferences::faults(const std::function<arg::Place(std::size_t)>& place) {
  Faults out;
  if (ids_.empty()) return out;
  first_.push_back(targets_.size());
  resolve();
  if (twice_ > 0)
    out.lost.push_back(fail(failures::kStepEntityTwice, {{"place", place(offsets_[first_twice_])},
                                                         {"entity", arg::Words{named(first_twice_)}},
                                                         {"count", arg::Count{twice_}}}));
  if (lost_ > 0)
    out.lost.push_back(fail(failures::kStepNoEntity, {{"place", place(offsets_[first_lost_])},
                                                      {"entity", arg::Words{named(first_lost_)}},
                                                      {"target", arg::Words{"#" + std::to_string(lost_target_)}},
                                                      {"count", arg::Count{lost_}}}));
  const std::vector<std::size_t> around = circle();
  if (around.empty()) return out;
  constexpr std::size_t kMostNamed = 6;
  std::string names;
  for (std::size_t i = 0; i < around.size() && i < kMostNamed; ++i) names += named(around[i]) + ", ";
  names += around.size() > kMostNamed ? "..." : named(around.front());
  out.circle.push_back(fail(failures::kStepCircle,
                            {{"place", place(offsets_[around.front()])}, {"entities", arg::Words{std::move(names)}}}));
  return out;
}

void StepReferences::resolve() {
  IdTable table(ids_.size(), last_id_);
  for (std::uint32_t i = 0; i < ids_.size(); ++i) {
    if (!table.add(ids_[i], i) && twice_++ == 0) first_twice_ = i;
  }
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    for (std::size_t r = first_[i]; r < first_[i + 1]; ++r) {
      const std::uint64_t target = targets_[r];
      targets_[r] = table.find(target);
      if (targets_[r] != kNowhere || lost_++ > 0) continue;
      first_lost_ = i;
      lost_target_ = target;
    }
  }
}

// The entities of one circle, each naming the next and the last the first; empty when there is none.
std::vector<std::size_t> StepReferences::circle() const {
  enum class Mark : std::uint8_t { kNew, kOpen, kDone };
  std::vector<Mark> marks(ids_.size(), Mark::kNew);
  std::vector<Step> way;
  for (std::size_t start = 0; start < ids_.size(); ++start) {
    if (marks[start] != Mark::kNew) continue;
    marks[start] = Mark::kOpen;
    way.assign(1, {start, first_[start]});
    while (!way.empty()) {
      auto& [at, next] = way.back();
      if (next == first_[at + 1]) {
        marks[at] = Mark::kDone;
        way.pop_back();
        continue;
      }
      const std::size_t target = targets_[next++];
      if (target == kNowhere || marks[target] == Mark::kDone) continue;
      if (marks[target] == Mark::kOpen) {
        std::vector<std::size_t> out;
        for (auto step = std::ranges::find(way, target, &Step::first); step != way.end(); ++step)
          out.push_back(step->first);
        return out;
      }
      marks[target] = Mark::kOpen;
      way.emplace_back(target, first_[target]);
    }
  }
  return {};
}

}  // namespace ww::io::worker
