// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <malloc.h>

#include <nlohmann/json.hpp>
#include <random>

#include "app/cli/verb_bench.h"
#include "core/session/edit_builders.h"
#include "core/session/world_registry.h"
#include "core/world/references.h"
#include "intrinsic/world/proto/object_world_refs.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

using session::EditsPtr;
using session::WorldSession;

constexpr int kDepth = 12;
constexpr int kDeleted = 500;
constexpr int kSingleEdits = 1000;
constexpr std::size_t kSamples = 2000;

std::size_t heapInUse() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// Boxes in chains of twelve, each below the one before; the last of each chain is a leaf.
struct Forest {
  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
  world::WorldPtr world;
  std::vector<ObjectId> leaves;
  std::vector<intrinsic_proto::world::TransformNodeReference> names;
  std::vector<ObjectId> tops;  // of the chains
};

Result<Forest> makeForest(int objects) {
  Forest forest;
  const EditsPtr box = session::createPrimitive(world::kRootObject, {}, "part", geometry::Box{Vec3(0.1, 0.1, 0.1)}, {},
                                                Pose::fromRpy(Vec3(0.1, 0.2, 0.3), 0.1, 0.2, 0.3));
  worldwright::v1::Edits edits;
  for (int i = 0; i < objects; ++i) {
    auto* create = edits.add_edits()->mutable_create_object();
    *create = box->edits(0).create_object();
    create->set_name(fmt::format("part_{}", i));
    create->set_name_is_global_alias(true);
    auto* parent = create->mutable_parent_object()->mutable_reference()->mutable_by_name();
    parent->set_object_name(i % kDepth == 0 ? "root" : fmt::format("part_{}", i - 1));
  }
  WW_ASSIGN(world::World made, world::apply(world::World(), edits, *forest.store));
  forest.world = std::make_shared<const world::World>(std::move(made));
  for (int i = 0; i < objects; ++i) {
    const std::string name = fmt::format("part_{}", i);
    if (i % kDepth == 0) forest.tops.push_back(forest.world->aliasNamed(name));
    if (i % kDepth != kDepth - 1) continue;
    forest.leaves.push_back(forest.world->aliasNamed(name));
    forest.names.emplace_back().mutable_by_name()->mutable_object()->set_object_name(name);
  }
  return forest;
}

struct Figures {
  Times by_handle, by_name, commit, undo_delete, redo_delete;
  double world_mb = 0.0, edits_mb = 0.0;
  double check = 0.0;  // what was computed, so that it is not left out
};

void measureTransforms(const Forest& forest, Figures& out) {
  std::mt19937 random(1);
  const auto any = [&] { return random() % forest.leaves.size(); };
  constexpr std::size_t kCalls = 20;
  out.by_handle = measure(kSamples, kCalls, [&] { out.check += forest.world->aTB(forest.leaves[any()], forest.leaves[any()]).p.x(); });
  out.by_name = measure(kSamples, kCalls, [&] {
    const auto a = world::resolve(*forest.world, forest.names[any()]), b = world::resolve(*forest.world, forest.names[any()]);
    out.check += forest.world->aTB(*a, *b).p.x();
  });
}

session::CommitRequest moveOf(const Forest& forest, ObjectId id, double x) {
  session::CommitRequest request;
  request.label = "Move";
  request.edits = session::setPose(id, forest.world->object(id)->parent, Pose::fromRpy(Vec3(x, 0.5, 0.1), 0.4, 0.2, 0.1));
  return request;
}

Status measureCommits(const Forest& forest, Figures& out) {
  std::mt19937 random(2);
  std::vector<session::CommitRequest> requests;
  for (std::size_t i = 0; i < kSamples + kSamples / 10; ++i) {
    requests.push_back(moveOf(forest, forest.leaves[random() % forest.leaves.size()], static_cast<double>(i)));
  }
  WorldSession session(*forest.world, forest.store);
  std::size_t next = 0;
  Status status;
  out.commit = measure(kSamples, 1, [&] {
    if (auto done = session.commit(requests[next++]); !done.ok()) status = done.status();
  });
  return status;
}

Status measureUndo(const Forest& forest, Figures& out) {
  WorldSession session(*forest.world, forest.store);
  std::size_t changes = 0;
  // Somebody who is told, so that the difference is made.
  const auto subscription = session.observe([&](const session::Change& change) { changes += change.diff.objects.size(); });
  std::vector<EditsPtr> parts;
  for (int deleted = 0; deleted < kDeleted; deleted += kDepth) {
    parts.push_back(session::deleteObject(forest.tops[static_cast<std::size_t>(deleted / kDepth)], true));
  }
  session::CommitRequest request;
  request.label = "Delete";
  request.edits = session::join(parts);
  WW_TRY(session.commit(request).status());
  std::vector<double> undone, redone;
  for (int i = 0; i < 1100; ++i) {
    const double start = cpuMicroseconds();
    WW_TRY(session.undo().status());
    const double between = cpuMicroseconds();
    WW_TRY(session.redo().status());
    if (i < 100) continue;
    undone.push_back(between - start);
    redone.push_back(cpuMicroseconds() - between);
  }
  out.undo_delete = percentiles(std::move(undone));
  out.redo_delete = percentiles(std::move(redone));
  out.check += static_cast<double>(changes);
  return okStatus();
}

Status measureMemory(int objects, Figures& out) {
  const std::size_t before = heapInUse();
  WW_ASSIGN(const Forest forest, makeForest(objects));
  const std::size_t with_world = heapInUse();
  WorldSession session(*forest.world, forest.store);
  for (int i = 0; i < kSingleEdits; ++i) {
    WW_TRY(session.commit(moveOf(forest, forest.leaves[static_cast<std::size_t>(i * 7) % forest.leaves.size()], i)).status());
  }
  out.world_mb = static_cast<double>(with_world - before) * 1e-6;
  out.edits_mb = static_cast<double>(heapInUse() - with_world) * 1e-6;
  return okStatus();
}

// Nodes of the tries that one operation touches.
struct Visits {
  int objects = 0;
  std::uint64_t edit = 0, undo = 0, clone = 0;
};

Result<Visits> countVisits(int objects) {
  WW_ASSIGN(const Forest forest, makeForest(objects));
  session::WorldRegistry worlds(forest.store);
  auto session = std::make_shared<WorldSession>(*forest.world, forest.store);
  WW_TRY(worlds.add("a", session));
  WW_TRY(worlds.metadata("a").status());
  const session::CommitRequest move = moveOf(forest, forest.leaves[forest.leaves.size() / 2], 1);
  Visits out{objects, 0, 0, 0};
  // Somebody who is told, so that the differences are counted too.
  const auto subscription = session->observe([](const session::Change&) {});
  world::nodesVisited() = 0;
  WW_TRY(session->commit(move).status());
  out.edit = std::exchange(world::nodesVisited(), 0);
  WW_TRY(session->undo().status());
  out.undo = std::exchange(world::nodesVisited(), 0);
  WW_TRY(worlds.clone({"a", "b", false, {}, {}}).status());
  out.clone = world::nodesVisited();
  return out;
}

std::string textOf(const Figures& f, const std::vector<Visits>& visits, int objects) {
  std::string text = fmt::format("{}\n{} objects, leaves {} deep; thread CPU time\n", cpuName(), objects, kDepth);
  text += timesLine("GetTransform between leaves, by handle", f.by_handle, "1");
  text += timesLine("GetTransform between leaves, by name", f.by_name, "1.3");
  text += timesLine("UpdateTransform commit", f.commit, "20");
  text += timesLine("undo of deleting 500 objects, with diff", f.undo_delete, "30000");
  text += timesLine("redo of it, with diff", f.redo_delete, "30000");
  text += fmt::format("memory: world {:.1f} MB, {} single edits {:.1f} MB more: {:.2f} x the world (target below 2, with it)\n", f.world_mb, kSingleEdits,
                      f.edits_mb, (f.world_mb + f.edits_mb) / f.world_mb);
  for (const Visits& v : visits) {
    text += fmt::format("{:>7} objects: an edit visits {} nodes, its undo {}, a clone {}\n", v.objects, v.edit, v.undo, v.clone);
  }
  return text;
}

Json jsonOf(const Figures& f, const std::vector<Visits>& visits, int objects) {
  Json nodes = Json::array();
  for (const Visits& v : visits) nodes.push_back({{"objects", v.objects}, {"edit", v.edit}, {"undo", v.undo}, {"clone", v.clone}});
  return {{"cpu", cpuName()},
          {"objects", objects},
          {"leaf_depth", kDepth},
          {"get_transform_by_handle_us", timesJson(f.by_handle)},
          {"get_transform_by_name_us", timesJson(f.by_name)},
          {"update_transform_commit_us", timesJson(f.commit)},
          {"undo_delete_500_us", timesJson(f.undo_delete)},
          {"redo_delete_500_us", timesJson(f.redo_delete)},
          {"memory", {{"world_mb", f.world_mb}, {"edits", kSingleEdits}, {"edits_mb", f.edits_mb}, {"ratio", (f.world_mb + f.edits_mb) / f.world_mb}}},
          {"nodes_visited", std::move(nodes)}};
}

Status measureAll(const BenchOptions& options, Figures& figures, std::vector<Visits>& visits) {
  // First, while the heap is in order.
  WW_TRY(measureMemory(options.objects, figures));
  WW_ASSIGN(const Forest forest, makeForest(options.objects));
  measureTransforms(forest, figures);
  WW_TRY(measureCommits(forest, figures));
  WW_TRY(measureUndo(forest, figures));
  for (const int objects : {1'000, 10'000, 100'000}) {
    WW_ASSIGN(const Visits counted, countVisits(objects));
    visits.push_back(counted);
  }
  return okStatus();
}

}  // namespace

int benchWorld(Run& run, const BenchOptions& options) {
  Figures figures;
  std::vector<Visits> visits;
  if (const Status status = measureAll(options, figures, visits); !status.ok()) return fail(run, status);
  print(run, jsonOf(figures, visits, options.objects), textOf(figures, visits, options.objects));
  return kDone;
}

}  // namespace ww::cli
