// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>

#include "app/cli/bench_world.h"
#include "core/session/world_registry.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_refs.pb.h"

namespace ww::cli {
namespace {

constexpr std::size_t kSizeSamples = 500;
constexpr std::size_t kPairs = 20;
constexpr std::size_t kPairsAsked = (kSizeSamples + kSizeSamples / 10) * kPairs;

// Objects and entities of a forest at random, by handle and by name.
class AnyNode {
 public:
  explicit AnyNode(const Forest& forest) : forest_(forest) {
    for (std::size_t i = 0; i < forest.all.size(); ++i)
      names_.emplace_back().mutable_by_name()->mutable_object()->set_object_name(fmt::format("part_{}", i));
  }
  ObjectId object() { return forest_.all[random_() % forest_.all.size()]; }
  world::NodeRef operator()() {
    const ObjectId id = object();
    return random_() % 2 ? world::NodeRef(id) : world::NodeRef(EntityId{id.value + 1});  // its one entity
  }
  const auto& name() { return names_[random_() % names_.size()]; }
  // As many pairs as transforms are asked for: drawing them takes longer than the answers.
  std::vector<std::pair<world::NodeRef, world::NodeRef>> pairs() {
    std::vector<std::pair<world::NodeRef, world::NodeRef>> out;
    while (out.size() < kPairsAsked) out.emplace_back((*this)(), (*this)());
    return out;
  }

 private:
  const Forest& forest_;
  std::vector<intrinsic_proto::world::TransformNodeReference> names_;
  std::mt19937 random_{1};
};

// The visits of a clone that is the first to ask for anything.
Status measureClone(session::WorldRegistry& worlds, SizeFigures& out) {
  world::nodesVisited() = 0;
  const double start = cpuMicroseconds();
  WW_TRY(worlds.clone({"a", "b", false, {}, {}}).status());
  out.first_clone_us = cpuMicroseconds() - start;
  out.clone = world::nodesVisited();
  return okStatus();
}

Status countVisits(const Forest& forest, session::WorldSession& session, SizeFigures& out) {
  const session::CommitRequest move = moveOf(forest, forest.leaves[forest.leaves.size() / 2], 1);
  // Somebody who is told, so that the differences are counted too.
  const auto subscription = session.observe([](const session::Change&) {});
  world::nodesVisited() = 0;
  WW_TRY(session.commit(move).status());
  out.edit = std::exchange(world::nodesVisited(), 0);
  WW_TRY(session.undo().status());
  out.undo = world::nodesVisited();
  return okStatus();
}

Status measureTransforms(const Forest& forest, session::WorldSession& session, SizeFigures& out) {
  AnyNode any(forest);
  double check = 0.0;
  const auto pairs = any.pairs();
  std::size_t next = 0;
  const auto ask = [&](const world::World& w) {
    const auto& [a, b] = pairs[next++ % kPairsAsked];
    check += w.aTB(a, b).p.x();
  };
  out.by_handle = measure(kSizeSamples, kPairs, [&] { ask(*forest.world); });
  out.by_name = measure(kSizeSamples, kPairs, [&] {
    const auto [a, b] = world::resolveBoth(*forest.world, any.name(), any.name());  // as the service does
    check += forest.world->aTB(*a, *b).p.x();
  });
  std::vector<double> after;
  for (std::size_t i = 0; i < kSizeSamples; ++i) {
    WW_TRY(session.commit(moveOf(forest, any.object(), static_cast<double>(i))).status());
    const world::WorldPtr w = session.snapshot().world;
    const double start = cpuMicroseconds();
    for (std::size_t k = 0; k < kPairs; ++k) ask(*w);
    after.push_back((cpuMicroseconds() - start) / static_cast<double>(kPairs));
  }
  out.after_commit = percentiles(std::move(after));
  return check == 0.0 ? benchWrong("world", "a pose is zero") : okStatus();
}

Status measureHashes(const Forest& forest, session::WorldSession& session, SizeFigures& out) {
  AnyNode any(forest);
  std::size_t check = 0;
  const auto hash = [&] {
    const world::WorldPtr w = session.snapshot().world;
    const double start = cpuMicroseconds();
    check += contentHash(*w).size();
    return cpuMicroseconds() - start;
  };
  out.first_hash_us = hash();
  std::vector<double> times;
  for (std::size_t i = 0; i < kSizeSamples; ++i) {
    WW_TRY(session.commit(moveOf(forest, any.object(), -static_cast<double>(i))).status());
    times.push_back(hash());
  }
  out.hash_after_move = percentiles(std::move(times));
  return check == 0 ? benchWrong("world", "a hash is empty") : okStatus();
}

// A clone of another world, so that the code is warm and the heap in order: a heap that a forest has just grown in
// sorts what was freed at the next call, whoever makes it.
Status warmClone() {
  WW_ASSIGN(const Forest small, makeForest(100));
  session::WorldRegistry worlds(small.store);
  WW_TRY(worlds.add("a", std::make_shared<session::WorldSession>(*small.world, small.store)));
  return worlds.clone({"a", "b", false, {}, {}}).status();
}

Result<SizeFigures> measureSize(int objects) {
  WW_ASSIGN(const Forest forest, makeForest(objects));
  session::WorldRegistry worlds(forest.store);
  auto session = std::make_shared<session::WorldSession>(*forest.world, forest.store);
  WW_TRY(worlds.add("a", session));
  WW_TRY(warmClone());
  SizeFigures out;
  out.objects = objects;
  WW_TRY(measureClone(worlds, out));
  WW_TRY(countVisits(forest, *session, out));
  WW_TRY(measureTransforms(forest, *session, out));
  WW_TRY(measureHashes(forest, *session, out));
  return out;
}

}  // namespace

Result<std::vector<SizeFigures>> measureSizes() {
  std::vector<SizeFigures> out;
  for (const int objects : {1'000, 10'000, 100'000}) {
    WW_ASSIGN(SizeFigures figures, measureSize(objects));
    out.push_back(figures);
  }
  return out;
}

std::string textOf(const std::vector<SizeFigures>& all) {
  std::string text;
  for (const SizeFigures& f : all) {
    text += fmt::format("{} objects:\n", f.objects);
    text +=
        fmt::format("  an edit visits {} nodes, its undo {}, a clone {}; the first clone takes {:.1f} us (target 50)\n",
                    f.edit, f.undo, f.clone, f.first_clone_us);
    text += timesLine("  GetTransform between any nodes, by handle", f.by_handle, "1");
    text += timesLine("  GetTransform between any nodes, by name", f.by_name, "1.3");
    text += timesLine("  GetTransform between any, after a commit", f.after_commit, "1");
    text += fmt::format("  first content hash {:.1f} ms\n", f.first_hash_us * 1e-3);
    text += timesLine("  content hash after a move", f.hash_after_move, "50");
  }
  return text;
}

Json jsonOf(const std::vector<SizeFigures>& all) {
  Json out = Json::array();
  for (const SizeFigures& f : all) {
    out.push_back({{"objects", f.objects},
                   {"nodes_visited", {{"edit", f.edit}, {"undo", f.undo}, {"clone", f.clone}}},
                   {"first_clone_us", f.first_clone_us},
                   {"first_hash_us", f.first_hash_us},
                   {"get_transform_by_handle_us", timesJson(f.by_handle)},
                   {"get_transform_by_name_us", timesJson(f.by_name)},
                   {"get_transform_after_commit_us", timesJson(f.after_commit)},
                   {"hash_after_move_us", timesJson(f.hash_after_move)}});
  }
  return out;
}

}  // namespace ww::cli
