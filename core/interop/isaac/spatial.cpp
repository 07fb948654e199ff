// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/spatial.h"

#include <algorithm>
#include <cstring>

#include "core/interop/isaac/dynamic_values.h"
#include "core/interop/isaac/failures.h"
#include "core/io/text_scan.h"

namespace ww::isaac {
namespace {

constexpr std::size_t kMostEntity = 255;

Builder itemOf(capnp::DynamicList::Builder& list, std::size_t i) {
  return list[static_cast<unsigned>(i)].as<capnp::DynamicStruct>();
}

Buffer bufferOf(const std::vector<double>& values) {
  return std::make_shared<const std::string>(reinterpret_cast<const char*>(values.data()),
                                             values.size() * sizeof(double));
}

}  // namespace

Message messageOf(const PoseEdge& edge) {
  return build("PoseTreeEdgeProto", [&](Builder& out) {
    putText(out, "lhs", edge.lhs);
    putText(out, "rhs", edge.rhs);
    putPose(out, "pose", edge.lhs_t_rhs);
  });
}

Result<PoseEdge> poseEdgeOf(const Message& message) {
  PoseEdge out;
  WW_TRY(readAs("PoseTreeEdgeProto", message, [&](const Reader& in) {
    out = {textIn(in, "lhs"), textIn(in, "rhs"), poseIn(in, "pose")};
  }));
  return out;
}

Message messageOf(const std::string& name, const std::vector<TreeNode>& nodes) {
  return build("PoseTreeProto", [&](Builder& out) {
    putText(out, "name", name);
    auto list = putList(out, "nodes", nodes.size());
    std::vector<const TreeNode*> below;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      auto item = itemOf(list, i);
      putText(item, "name", nodes[i].name);
      item.set("parentIndex", nodes[i].parent);
      putPose(item, "parentTNode", nodes[i].parent_t_node);
      putPose(item, "worldTNode", nodes[i].world_t_node);
      if (nodes[i].parent >= 0) below.push_back(&nodes[i]);
    }
    auto edges = putList(out, "edges", below.size());
    for (std::size_t i = 0; i < below.size(); ++i) {
      auto item = itemOf(edges, i);
      putText(item, "parentName", nodes[static_cast<std::size_t>(below[i]->parent)].name);
      putText(item, "childName", below[i]->name);
    }
  });
}

namespace {

// Of those that say no pose in the world: by their parents'.
Status placeInWorld(std::vector<TreeNode>& nodes, std::vector<bool>& placed) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::vector<std::size_t> chain;
    for (std::size_t k = i; !placed[k]; k = static_cast<std::size_t>(nodes[k].parent)) {
      if (chain.size() == nodes.size())
        return fail(failures::kBadMessage,
                    {{"type", arg::Words{"PoseTreeProto"}},
                     {"reason", phrase(WW_TEXT("Core", "its nodes hang on each other in a ring"))}});
      chain.push_back(k);
      if (nodes[k].parent < 0) break;
    }
    for (auto k = chain.rbegin(); k != chain.rend(); ++k) {
      TreeNode& node = nodes[*k];
      node.world_t_node = node.parent < 0
                              ? node.parent_t_node
                              : nodes[static_cast<std::size_t>(node.parent)].world_t_node * node.parent_t_node;
      placed[*k] = true;
    }
  }
  return okStatus();
}

}  // namespace

Result<std::vector<TreeNode>> poseTreeOf(const Message& message) {
  std::vector<TreeNode> out;
  std::vector<bool> placed;
  WW_TRY(readAs("PoseTreeProto", message, [&](const Reader& in) {
    forEachIn(in, "nodes", [&](const Reader& item) {
      out.push_back({textIn(item, "name"), item.get("parentIndex").as<int>(), poseIn(item, "parentTNode"),
                     poseIn(item, "worldTNode")});
      placed.push_back(item.has("worldTNode"));
    });
  }));
  const int count = static_cast<int>(out.size());
  for (int i = 0; i < count; ++i) {
    int& parent = out[static_cast<std::size_t>(i)].parent;
    if (parent < 0 || parent >= count || parent == i) parent = -1;
  }
  WW_TRY(placeInWorld(out, placed));
  return out;
}

Message messageOf(const BodyGroup& group) {
  return build("RigidBody3GroupProto", [&](Builder& out) {
    putText(out, "referenceFrame", group.frame);
    auto bodies = putList(out, "bodies", group.bodies.size());
    std::vector<std::string> names;
    for (std::size_t i = 0; i < group.bodies.size(); ++i) {
      const RigidBody& body = group.bodies[i];
      auto item = itemOf(bodies, i);
      putPose(item, "refTBody", body.frame_t_body);
      putVector(item, "linearVelocity", body.linear);
      putVector(item, "angularVelocity", body.angular);
      putVector(item, "linearAcceleration", Vec3::Zero());
      putVector(item, "angularAcceleration", Vec3::Zero());
      putVector(item, "scales", body.scales);
      names.push_back(body.name);
    }
    putTexts(out, "names", names);
  });
}

Result<BodyGroup> bodyGroupOf(const Message& message) {
  BodyGroup out;
  std::size_t named = 0;
  WW_TRY(readAs("RigidBody3GroupProto", message, [&](const Reader& in) {
    out.frame = textIn(in, "referenceFrame");
    forEachIn(in, "bodies", [&](const Reader& item) {
      const Vec3 scales = vectorIn(item, "scales");  // zeros where they are not said
      out.bodies.push_back({"", poseIn(item, "refTBody"), vectorIn(item, "linearVelocity"),
                            vectorIn(item, "angularVelocity"), scales.isZero(0.0) ? Vec3(Vec3::Ones()) : scales});
    });
    const auto names = textsIn(in, "names");
    named = names.size();
    for (std::size_t i = 0; i < std::min(names.size(), out.bodies.size()); ++i) out.bodies[i].name = names[i];
  }));
  // Who is meant by the others nobody knows.
  if (named > out.bodies.size())
    return fail(failures::kNamesAndBodies, {{"names", arg::Count{named}}, {"bodies", arg::Count{out.bodies.size()}}});
  return out;
}

Message messageOf(const ActorRequests& requests) {
  return build("ActorGroupProto", [&](Builder& out) {
    auto list = putList(out, "spawnRequests", requests.spawn.size());
    for (std::size_t i = 0; i < requests.spawn.size(); ++i) {
      auto item = itemOf(list, i);
      putText(item, "name", requests.spawn[i].name);
      putText(item, "prefab", requests.spawn[i].prefab);
      putPose(item, "pose", requests.spawn[i].world_t_actor);
    }
    putTexts(out, "destroyRequests", requests.destroy);
  });
}

Result<ActorRequests> actorRequestsOf(const Message& message) {
  ActorRequests out;
  WW_TRY(readAs("ActorGroupProto", message, [&](const Reader& in) {
    forEachIn(in, "spawnRequests", [&](const Reader& item) {
      out.spawn.push_back({textIn(item, "name"), textIn(item, "prefab"), poseIn(item, "pose")});
    });
    out.destroy = textsIn(in, "destroyRequests");
  }));
  return out;
}

Message messageOf(const ActorStatus& status) {
  return build("ActorGroupStatusProto", [&](Builder& out) {
    putTexts(out, "actors", status.actors);
    putTexts(out, "spawnedActors", status.spawned);
    putTexts(out, "destroyedActors", status.destroyed);
  });
}

Result<ActorStatus> actorStatusOf(const Message& message) {
  ActorStatus out;
  WW_TRY(readAs("ActorGroupStatusProto", message, [&](const Reader& in) {
    out = {textsIn(in, "actors"), textsIn(in, "spawnedActors"), textsIn(in, "destroyedActors")};
  }));
  return out;
}

Message messageOf(const CollisionEvent& event) {
  return build("CollisionProto", [&](Builder& out) {
    putText(out, "thisName", event.name);
    putText(out, "otherName", event.other_name);
    putPose(out, "thisPose", event.world_t_this);
    putPose(out, "otherPose", event.world_t_other);
    putVector(out, "contactPoint", event.world_point);
    putVector(out, "contactNormal", event.world_normal);
    putVector(out, "velocity", event.velocity);
  });
}

Result<CollisionEvent> collisionOf(const Message& message) {
  CollisionEvent out;
  WW_TRY(readAs("CollisionProto", message, [&](const Reader& in) {
    out = {textIn(in, "thisName"),  textIn(in, "otherName"),      poseIn(in, "thisPose"),
           poseIn(in, "otherPose"), vectorIn(in, "contactPoint"), vectorIn(in, "contactNormal"),
           vectorIn(in, "velocity")};
  }));
  return out;
}

Message messageOf(const std::vector<Quantity>& quantities) {
  std::vector<double> values;
  Message out = build("CompositeProto", [&](Builder& root) {
    auto list = putList(root, "quantities", quantities.size());
    for (std::size_t i = 0; i < quantities.size(); ++i) {
      auto item = itemOf(list, i);
      putText(item, "entity", quantities[i].entity);
      item.set("elementType", "float64");
      item.set("measure", capnp::Text::Reader(quantities[i].measure.c_str()));
      values.push_back(quantities[i].value + 0.0);  // no -0
    }
    putTensor(root.init("values").as<capnp::DynamicStruct>(), "float64", {static_cast<int>(values.size())}, 0);
  });
  out.buffers.push_back(bufferOf(values));
  return out;
}

Result<std::vector<Quantity>> quantitiesOf(const Message& message) {
  std::vector<Quantity> out;
  TensorShape shape;
  bool single = true;
  Status strange;
  WW_TRY(readAs("CompositeProto", message, [&](const Reader& in) {
    forEachIn(in, "quantities", [&](const Reader& item) {
      Quantity& q = out.emplace_back();
      q.entity = textIn(item, "entity");
      KJ_IF_MAYBE (known, item.get("measure").as<capnp::DynamicEnum>().getEnumerant()) {
        q.measure = known->getProto().getName().cStr();
      } else if (strange.ok()) {
        const unsigned number = item.get("measure").as<capnp::DynamicEnum>().getRaw();
        strange = fail(failures::kNoMeasure, {{"entity", arg::Name{io::cleanUtf8(q.entity, kMostEntity)}},
                                              {"number", arg::Number{static_cast<double>(number)}}});
      }
      const auto sizes = item.get("dimensions").as<capnp::DynamicStruct>().get("coefficients").as<capnp::DynamicList>();
      for (const auto size : sizes) single = single && size.as<int>() == 1;
    });
    shape = tensorIn(in, "values");
  }));
  // What its value means nobody knows.
  WW_TRY(std::move(strange));
  const std::uint64_t row = out.size(), count = shape.empty() ? 0 : shape.count();
  const bool fits = single && shape.element_type == "float64" && !shape.empty() &&
                    static_cast<std::uint64_t>(shape.sizes.back()) == row && (count >= row);
  if (!fits) return fail(failures::kComposite, {{"count", arg::Count{row}}});
  WW_TRY(checkBuffer(message, shape.buffer, count * sizeof(double)));
  const char* last = message.buffers[shape.buffer]->data() + (count - row) * sizeof(double);
  for (std::size_t i = 0; i < out.size(); ++i) std::memcpy(&out[i].value, last + i * sizeof(double), sizeof(double));
  return out;
}

}  // namespace ww::isaac
