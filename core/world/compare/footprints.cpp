// SPDX-License-Identifier: Apache-2.0
#include "core/world/compare/footprints.h"

#include "core/world/failures/failures.h"
#include "core/world/values/attachment.h"
#include "core/world/views/nearest.h"
#include "core/world/views/references.h"
#include "intrinsic/skills/proto/footprint.pb.h"
#include "intrinsic/world/proto/object_world_service.pb.h"

namespace ww::world {
namespace {

namespace skills = intrinsic_proto::skills;
using skills::Footprint;
using skills::ObjectWorldReservation;
using skills::ResourceReservation;
using Conflicts = std::vector<Status>;

// What a sharing type asks for and allows.
struct Sharing {
  bool writes = false;
  bool others_may_read = true;
  bool others_may_write = true;
};

Sharing sharingOf(ResourceReservation::SharingType type) {
  switch (type) {
    case ResourceReservation::WRITE: return {true, false, false};
    case ResourceReservation::READ: return {false, true, true};
    case ResourceReservation::WRITE_EXCLUSIVE_READ_NONEXCLUSIVE: return {true, true, false};
    default: return {true, true, true};
  }
}

// Both read; a reader minds no writer that lets others read.
bool go(const Sharing& a, const Sharing& b) {
  const auto allows = [](const Sharing& x, const Sharing& y) {
    return x.others_may_read && (x.others_may_write || !y.writes);
  };
  return allows(a, b) && allows(b, a);
}

// What all pairs of footprints of one question share.
struct Comparing {
  const World& world;
  const geometry::GeometryStore& store;
  std::stop_token stop;
  VolumeTrees trees = {};
};

void compareResources(const Comparing& in, const Footprint& left, const Footprint& right, Conflicts& out) {
  for (const ResourceReservation& a : left.resource_reservation()) {
    if (in.stop.stop_requested()) return;
    for (const ResourceReservation& b : right.resource_reservation()) {
      if (a.name() != b.name() || go(sharingOf(a.type()), sharingOf(b.type()))) continue;
      out.push_back(
          fail(failures::kResourceConflict, {{"resource", arg::Name{a.name()}},
                                             {"left", arg::Words{ResourceReservation::SharingType_Name(a.type())}},
                                             {"right", arg::Words{ResourceReservation::SharingType_Name(b.type())}}}));
    }
  }
}

struct Node {
  NodeRef node;
  bool writes = false;
  bool reaches_out = false;  // reads what is above and has the same right below
};

Result<Node> nodeOf(const World& world, const ObjectWorldReservation& reservation, bool reaches_out) {
  const bool writes = reservation.type() == ObjectWorldReservation::WRITE;
  if (reservation.has_object()) {
    pb::ObjectReference ref;
    *ref.mutable_by_name() = reservation.object();
    WW_ASSIGN(const ObjectId id, resolve(world, ref));
    return Node{id, writes, reaches_out};
  }
  if (reservation.has_frame()) {
    pb::FrameReference ref;
    *ref.mutable_by_name() = reservation.frame();
    WW_ASSIGN(const FrameId id, resolve(world, ref));
    return Node{id, writes, reaches_out};
  }
  return fail(failures::kReservationEmpty);
}

// True for itself, too.
bool isAbove(const World& world, const NodeRef& above, const NodeRef& node) {
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    const auto* object = std::get_if<ObjectId>(&above);
    return object && world.isAncestor(*object, *id);
  }
  const Frame* frame = world.peek(std::get<FrameId>(node));
  if (const auto* object = std::get_if<ObjectId>(&above)) return world.isAncestor(*object, frame->object);
  const auto* on = std::get_if<FrameId>(&above);
  return on && ridesOn(world, frame->id, *on);
}

// One node is above the other: the upper one's right reaches down, the lower one's reading reaches up.
bool conflicts(const Node& upper, const Node& lower) {
  const bool meets_below = upper.reaches_out && (upper.writes || lower.writes);
  const bool meets_above = lower.reaches_out && upper.writes;
  return meets_below || meets_above;
}

void compareNodes(const World& world, const Node& a, const Node& b, Conflicts& out) {
  if (a.node == b.node) {
    if (!a.writes && !b.writes) return;
    out.push_back(
        fail(a.writes && b.writes ? failures::kBothWrite : failures::kOneWrites, {{"node", nodeArg(world, a.node)}}));
    return;
  }
  const bool a_above = isAbove(world, a.node, b.node), b_above = !a_above && isAbove(world, b.node, a.node);
  const Node &upper = a_above ? a : b, &lower = a_above ? b : a;
  if ((!a_above && !b_above) || !conflicts(upper, lower)) return;
  const FailureRow& row = !upper.writes  ? failures::kLowerWrites
                          : lower.writes ? failures::kBothWriteBelow
                                         : failures::kUpperWrites;
  out.push_back(fail(row, {{"upper", nodeArg(world, upper.node)}, {"lower", nodeArg(world, lower.node)}}));
}

std::vector<Node> nodesOf(const World& world, const Footprint& footprint, const char* side, Conflicts& out) {
  std::vector<Node> nodes;
  for (const ObjectWorldReservation& reservation : footprint.object_reservation()) {
    Result<Node> node = nodeOf(world, reservation, !footprint.skip_missing_permissions());
    if (node.ok()) nodes.push_back(*node);
    else out.push_back(node.status().in(side));
  }
  return nodes;
}

void compareObjects(const Comparing& in, const Footprint& left, const Footprint& right, Conflicts& out) {
  if (left.object_reservation().empty() || right.object_reservation().empty()) return;
  const std::vector<Node> left_nodes = nodesOf(in.world, left, "left", out),
                          right_nodes = nodesOf(in.world, right, "right", out);
  for (const Node& a : left_nodes) {
    if (in.stop.stop_requested()) return;
    for (const Node& b : right_nodes) compareNodes(in.world, a, b, out);
  }
}

std::vector<Volume> volumesOf(const Footprint& footprint, const geometry::GeometryStore& store, const char* side,
                              Conflicts& out) {
  std::vector<Volume> volumes;
  std::uint64_t count = 0;
  for (const skills::VolumeReservation& reservation : footprint.volume()) {
    const arg::Count number{++count};
    if (!reservation.has_shape()) {
      out.push_back(fail(failures::kVolumeEmpty, {{"index", number}}).in(side));
      continue;
    }
    Result<Volume> volume = toVolume(reservation.shape(), store);
    if (volume.ok()) volumes.push_back(std::move(volume).value());
    else out.push_back(volume.status().in(side));
  }
  return volumes;
}

void compareVolumes(Comparing& in, const Footprint& left, const Footprint& right, Conflicts& out) {
  if (left.volume().empty() || right.volume().empty()) return;
  const std::vector<Volume> left_volumes = volumesOf(left, in.store, "left", out),
                            right_volumes = volumesOf(right, in.store, "right", out);
  for (std::size_t i = 0; i < left_volumes.size(); ++i) {
    for (std::size_t k = 0; k < right_volumes.size(); ++k) {
      if (in.stop.stop_requested()) return;
      if (volumesMeet(left_volumes[i], right_volumes[k], in.trees, in.stop))
        out.push_back(fail(failures::kVolumesMeet, {{"left", arg::Count{i}}, {"right", arg::Count{k}}}));
    }
  }
}

Conflicts conflictsOf(Comparing& in, const Footprint& left, const Footprint& right) {
  if (left.lock_the_universe() || right.lock_the_universe()) {
    const bool both = left.lock_the_universe() && right.lock_the_universe();
    return {fail(both                       ? failures::kBothReserveAll
                 : left.lock_the_universe() ? failures::kLeftReservesAll
                                            : failures::kRightReservesAll)};
  }
  Conflicts out;
  compareResources(in, left, right, out);
  compareObjects(in, left, right, out);
  compareVolumes(in, left, right, out);
  return out;
}

}  // namespace

std::vector<Status> footprintConflicts(const World& world, const geometry::GeometryStore& store, const Footprint& left,
                                       const Footprint& right) {
  Comparing in{world, store, {}};
  return conflictsOf(in, left, right);
}

pb::AreFootprintsCompatibleResponse compareFootprints(const World& world, const geometry::GeometryStore& store,
                                                      const pb::AreFootprintsCompatibleRequest& request,
                                                      const std::stop_token& stop) {
  Comparing in{world, store, stop};
  pb::AreFootprintsCompatibleResponse out;
  out.set_world_id(request.world_id());
  for (int i = 0; i < request.left_set_size(); ++i) {
    for (int k = 0; k < request.right_set_size(); ++k) {
      if (stop.stop_requested()) return out;
      const Conflicts conflicts = conflictsOf(in, request.left_set(i), request.right_set(k));
      if (conflicts.empty()) continue;
      auto* pair = out.add_pairs();
      pair->set_left_index(static_cast<std::uint32_t>(i));
      pair->set_right_index(static_cast<std::uint32_t>(k));
      std::string text;
      for (const Status& reason : conflicts) text += (text.empty() ? "" : "; ") + reason.title;
      pair->mutable_reason()->set_code(static_cast<int>(conflicts.front().code));
      pair->mutable_reason()->set_message(text);
      if (!request.return_all_incompatible_pairs()) return out;
    }
  }
  return out;
}

}  // namespace ww::world
