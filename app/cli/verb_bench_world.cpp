// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <malloc.h>

#include <nlohmann/json.hpp>
#include <random>

#include "app/cli/bench_world.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

using session::WorldSession;

constexpr int kDeleted = 500;
constexpr int kSingleEdits = 1000;
constexpr std::size_t kSamples = 2000;

std::size_t heapInUse() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

struct Figures {
  Times commit, undo_delete, redo_delete;
  double world_mb = 0.0, edits_mb = 0.0;
  double check = 0.0;  // what was computed, so that it is not left out
};

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
  const auto subscription =
      session.observe([&](const session::Change& change) { changes += change.diff.objects.size(); });
  std::vector<session::EditsPtr> parts;
  for (int deleted = 0; deleted < kDeleted; deleted += kForestDepth) {
    parts.push_back(session::deleteObject(forest.tops[static_cast<std::size_t>(deleted / kForestDepth)], true));
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
    WW_TRY(session.commit(moveOf(forest, forest.leaves[static_cast<std::size_t>(i * 7) % forest.leaves.size()], i))
               .status());
  }
  out.world_mb = static_cast<double>(with_world - before) * 1e-6;
  out.edits_mb = static_cast<double>(heapInUse() - with_world) * 1e-6;
  return okStatus();
}

std::string textOf(const Figures& f, int objects) {
  std::string text = fmt::format("{}\n{} objects, leaves {} deep; thread CPU time\n", cpuName(), objects, kForestDepth);
  text += timesLine("UpdateTransform commit", f.commit, "20");
  text += timesLine("undo of deleting 500 objects, with diff", f.undo_delete, "30000");
  text += timesLine("redo of it, with diff", f.redo_delete, "30000");
  text += fmt::format(
      "memory: world {:.1f} MB, {} single edits {:.1f} MB more: {:.2f} x the world (target below 2, with it)\n",
      f.world_mb, kSingleEdits, f.edits_mb, (f.world_mb + f.edits_mb) / f.world_mb);
  return text;
}

Json jsonOf(const Figures& f, int objects) {
  return {{"cpu", cpuName()},
          {"objects", objects},
          {"leaf_depth", kForestDepth},
          {"update_transform_commit_us", timesJson(f.commit)},
          {"undo_delete_500_us", timesJson(f.undo_delete)},
          {"redo_delete_500_us", timesJson(f.redo_delete)},
          {"memory",
           {{"world_mb", f.world_mb},
            {"edits", kSingleEdits},
            {"edits_mb", f.edits_mb},
            {"ratio", (f.world_mb + f.edits_mb) / f.world_mb}}}};
}

Status measureEdits(int objects, Figures& figures) {
  // First, while the heap is in order.
  WW_TRY(measureMemory(objects, figures));
  WW_ASSIGN(const Forest forest, makeForest(objects));
  WW_TRY(measureCommits(forest, figures));
  return measureUndo(forest, figures);
}

constexpr const char* kHall = "hall";

session::EditsPtr hall() {
  auto edits = std::make_shared<worldwright::v1::Edits>(*session::createPrimitive(
      world::kRootObject, {}, kHall, geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, Pose::translation(1, 2, 0)));
  edits->mutable_edits(0)->mutable_create_object()->set_name_is_global_alias(true);
  return edits;
}

// Each on the one before.
intrinsic_proto::scene_object::v1::SceneObject chainOfLinks() {
  intrinsic_proto::scene_object::v1::SceneObject chain;
  for (int i = 0; i < 4; ++i) {
    auto* entity = chain.add_entities();
    entity->set_name(fmt::format("link_{}", i));
    entity->mutable_link();
    if (i == 0) continue;
    entity->set_parent_name(fmt::format("link_{}", i - 1));
    entity->mutable_parent_t_this()->mutable_position()->set_z(0.1);
    entity->mutable_parent_t_this()->mutable_orientation()->set_w(1.0);
  }
  return chain;
}

// On each third object a frame, some on an inner link, and a frame on that.
Result<world::World> withFrames(const world::World& world, const Forest& forest) {
  std::vector<session::EditsPtr> first, second;
  for (std::size_t i = 0; i < forest.all.size(); i += 3) {
    const EntityId link = world.object(forest.all[i])->entities.back()->id;
    first.push_back(session::createFrame(forest.all[i], link, "seat", Pose::translation(0, 0, 0.1)));
  }
  WW_ASSIGN(world::World next, world::apply(world, *session::join(first), *forest.store));
  next.forEachFrame([&](const world::Frame& frame) {
    second.push_back(session::createFrameOnFrame(frame.id, "tip", Pose::translation(0, 0.1, 0)));
  });
  return world::apply(next, *session::join(second), *forest.store);
}

}  // namespace

Result<Forest> makeForest(int objects, bool furnished) {
  Forest forest;
  const Pose pose = Pose::fromRpy(Vec3(0.1, 0.2, 0.3), 0.1, 0.2, 0.3);
  const session::EditsPtr box =
      session::createPrimitive(world::kRootObject, {}, "part", geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, pose);
  const session::EditsPtr links = session::createFromSceneObject(world::kRootObject, {}, "part", chainOfLinks(), pose);
  worldwright::v1::Edits edits;
  if (furnished) *edits.add_edits() = hall()->edits(0);
  for (int i = 0; i < objects; ++i) {
    const bool is_top = i % kForestDepth == 0;
    auto* create = edits.add_edits()->mutable_create_object();
    *create = (furnished && is_top ? links : box)->edits(0).create_object();
    create->set_name(fmt::format("part_{}", i));
    create->set_name_is_global_alias(true);
    auto* parent = create->mutable_parent_object()->mutable_reference()->mutable_by_name();
    parent->set_object_name(!is_top ? fmt::format("part_{}", i - 1) : furnished ? kHall : "root");
  }
  WW_ASSIGN(world::World made, world::apply(world::World(), edits, *forest.store));
  for (int i = 0; i < objects; ++i) {
    const std::string name = fmt::format("part_{}", i);
    forest.all.push_back(made.aliasNamed(name));
    if (i % kForestDepth == 0) forest.tops.push_back(forest.all.back());
    if (i % kForestDepth == kForestDepth - 1) forest.leaves.push_back(forest.all.back());
  }
  if (furnished) {
    forest.hall = made.aliasNamed(kHall);
    WW_ASSIGN(made, withFrames(made, forest));
  }
  forest.world = std::make_shared<const world::World>(std::move(made));
  return forest;
}

session::CommitRequest moveOf(const Forest& forest, ObjectId id, double x) {
  session::CommitRequest request;
  request.label = "Move";
  request.edits =
      session::setPose(id, forest.world->object(id)->parent, Pose::fromRpy(Vec3(x, 0.5, 0.1), 0.4, 0.2, 0.1));
  return request;
}

int benchWorld(Run& run, const BenchOptions& options) {
  Figures figures;
  if (const Status status = measureEdits(options.objects, figures); !status.ok()) return fail(run, status);
  const auto sizes = measureSizes();
  if (!sizes.ok()) return fail(run, sizes.status());
  const auto entities = measureEntities();
  if (!entities.ok()) return fail(run, entities.status());
  const auto file = measureFile(options.objects);
  if (!file.ok()) return fail(run, file.status());
  const auto kept = measureJournal(options.objects);
  if (!kept.ok()) return fail(run, kept.status());
  Json json = jsonOf(figures, options.objects);
  json["sizes"] = jsonOf(*sizes);
  json["entities"] = jsonOf(*entities);
  json["file"] = jsonOf(*file);
  json["journal"] = jsonOf(*kept);
  print(run, json,
        textOf(figures, options.objects) + textOf(*sizes) + textOf(*entities) + textOf(*file) + textOf(*kept));
  return kDone;
}

}  // namespace ww::cli
