// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
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
constexpr std::size_t kLargeMoves = 100;
constexpr std::size_t kPairsAsked = (kSizeSamples + kSizeSamples / 10) * kPairs;

// Nodes of a furnished forest at random: objects, their root entities, inner entities and frames, each as often.
class AnyNode {
 public:
  explicit AnyNode(const Forest& forest) : forest_(forest) {
    forest.world->forEachObject([&](const world::Object& o) {
      for (std::size_t i = 1; o.parent && i < o.entities.size(); ++i) inner_.push_back(o.entities[i]->id);
    });
    forest.world->forEachFrame([&](const world::Frame& frame) { frames_.push_back(frame.id); });
  }
  ObjectId object() { return of(forest_.all); }
  world::NodeRef operator()() {
    switch (random_() % 4) {
      case 0: return object();
      case 1: return forest_.world->peek(object())->rootEntity();
      case 2: return of(inner_);
      default: return of(frames_);
    }
  }
  // By names: an object or a frame, each as often.
  void name(intrinsic_proto::world::TransformNodeReferenceByName& out) {
    out.Clear();
    if (random_() % 2 == 0) return out.mutable_object()->set_object_name(nameOf(object()));
    const world::Frame& frame = *forest_.world->peek(of(frames_));
    out.mutable_frame()->set_object_name(nameOf(frame.object));
    out.mutable_frame()->set_frame_name(frame.name);
  }
  // As many pairs as transforms are asked for: drawing them takes longer than the answers.
  std::vector<std::pair<world::NodeRef, world::NodeRef>> pairs() {
    std::vector<std::pair<world::NodeRef, world::NodeRef>> out;
    while (out.size() < kPairsAsked) out.emplace_back((*this)(), (*this)());
    return out;
  }

 private:
  template <typename T>
  const T& of(const std::vector<T>& all) {
    return all[random_() % all.size()];
  }

  const std::string& nameOf(ObjectId id) const { return forest_.world->peek(id)->name; }

  const Forest& forest_;
  std::vector<EntityId> inner_;
  std::vector<FrameId> frames_;
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

// As the service does: of requests that have just been read.
Times measureByName(const Forest& forest, AnyNode& any, double& check) {
  using Reference = intrinsic_proto::world::TransformNodeReference;
  std::array<std::pair<Reference, Reference>, kPairs> asked;
  std::vector<double> times;
  for (std::size_t i = 0; i < kSizeSamples; ++i) {
    for (auto& [a, b] : asked) {
      any.name(*a.mutable_by_name());
      any.name(*b.mutable_by_name());
    }
    const double start = cpuMicroseconds();
    for (const auto& [a, b] : asked) {
      const auto [node_a, node_b] = world::resolveBoth(*forest.world, a, b);
      check += forest.world->aTB(*node_a, *node_b).p.x();
    }
    times.push_back((cpuMicroseconds() - start) / static_cast<double>(kPairs));
  }
  return percentiles(std::move(times));
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
  const auto asked = [&](const world::World& w) {
    const double start = cpuMicroseconds();
    for (std::size_t k = 0; k < kPairs; ++k) ask(w);
    return (cpuMicroseconds() - start) / static_cast<double>(kPairs);
  };
  out.by_handle = measure(kSizeSamples, kPairs, [&] { ask(*forest.world); });
  out.by_name = measureByName(forest, any, check);
  std::vector<double> after, moves, after_moves;
  for (std::size_t i = 0; i < kSizeSamples; ++i) {
    WW_TRY(session.commit(moveOf(forest, any.object(), static_cast<double>(i))).status());
    after.push_back(asked(*session.snapshot().world));
  }
  out.after_commit = percentiles(std::move(after));
  for (std::size_t i = 0; i < kLargeMoves; ++i) {
    const session::CommitRequest move = moveOf(forest, forest.hall, static_cast<double>(i));
    const double start = cpuMicroseconds();
    WW_TRY(session.commit(move).status());
    moves.push_back(cpuMicroseconds() - start);
    after_moves.push_back(asked(*session.snapshot().world));
  }
  out.large_move = percentiles(std::move(moves));
  out.after_large_move = percentiles(std::move(after_moves));
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
  WW_ASSIGN(const Forest forest, makeForest(objects, true));
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
    text += timesLine("  GetTransform between any nodes, by name", f.by_name, "1");
    text += timesLine("  GetTransform between any, after a commit", f.after_commit, "1");
    text += timesLine("  a commit that moves every object", f.large_move, "20");
    text += timesLine("  GetTransform between any, after it", f.after_large_move, "1");
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
                   {"large_move_us", timesJson(f.large_move)},
                   {"get_transform_after_large_move_us", timesJson(f.after_large_move)},
                   {"hash_after_move_us", timesJson(f.hash_after_move)}});
  }
  return out;
}

}  // namespace ww::cli
