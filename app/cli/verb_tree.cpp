// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/figures.h"
#include "app/cli/verb.h"
#include "core/world/views/references.h"

namespace ww::cli {
namespace {

struct TreeOptions {
  std::string file;
  bool poses = false;
};

const char* kindName(world::EntityKind kind) {
  return kind == world::EntityKind::kLink ? "link" : kind == world::EntityKind::kJoint ? "joint" : "sensor";
}

// Builds both forms of the tree in one walk.
class Tree {
 public:
  Tree(const world::World& world, bool poses) : world_(world), poses_(poses) {}

  Json object(const world::Object& o, int depth) {
    line(depth, o.name, world::toWire(o.id), "object", o.id);
    Json json = node(o.name, world::toWire(o.id), o.id);
    json["type"] = !o.parent ? "ROOT" : o.isKinematic() ? "KINEMATIC_OBJECT" : "PHYSICAL_OBJECT";
    if (o.parent) json["parent_entity"] = world::toWire(o.parent_entity);
    for (const char* list : {"entities", "frames", "children"}) json[list] = Json::array();
    for (const world::EntityPtr& e : o.entities) {
      json["entities"].push_back(entity(o, *e, depth + 1));
    }
    for (const FrameId id : world_.framesOf(o)) json["frames"].push_back(frame(*world_.frame(id), depth + 1));
    for (const ObjectId id : world_.childrenOf(o)) json["children"].push_back(object(*world_.object(id), depth + 1));
    return json;
  }

  std::string text;

 private:
  Json entity(const world::Object& o, const world::Entity& e, int depth) {
    const world::Follower* follows = o.followerNamed(e.name);
    const std::string kind =
        !follows ? kindName(e.kind)
                 : fmt::format("joint, follows {}: {:.6g} x + {:.6g}", o.movingJointName(follows->leader),
                               follows->multiplier, follows->offset);
    line(depth, ":" + e.name, world::toWire(e.id), kind, e.id);
    Json json = node(e.name, world::toWire(e.id), e.id);
    json["kind"] = kindName(e.kind);
    if (e.parent) json["parent"] = world::toWire(e.parent);
    if (follows) {
      json["follows"] = {{"joint", o.movingJointName(follows->leader)},
                         {"multiplier", follows->multiplier},
                         {"offset", follows->offset}};
    }
    return json;
  }

  Json frame(const world::Frame& f, int depth) {
    line(depth, "/" + f.name, world::toWire(f.id), f.is_attachment ? "attachment frame" : "frame", f.id);
    Json json = node(f.name, world::toWire(f.id), f.id);
    json["is_attachment_frame"] = f.is_attachment;
    json["parent_entity"] = world::toWire(f.parent_entity);
    if (f.parent_frame) json["parent_frame"] = world::toWire(f.parent_frame);
    return json;
  }

  Json node(const std::string& name, const std::string& id, const world::NodeRef& ref) const {
    Json json = {{"name", name}, {"id", id}};
    if (poses_) json["world_t_this"] = poseJson(world_.rootT(ref));
    return json;
  }

  void line(int depth, const std::string& name, const std::string& id, const std::string& kind,
            const world::NodeRef& ref) {
    text += fmt::format("{:{}}{}  [{}] {}", "", 2 * depth, name, id, kind);
    if (poses_) {
      const Pose p = world_.rootT(ref);
      const auto n = withoutNoise;
      text += fmt::format("  ({:.6g} {:.6g} {:.6g})  wxyz ({:.6g} {:.6g} {:.6g} {:.6g})", n(p.p.x()), n(p.p.y()),
                          n(p.p.z()), n(p.q.w()), n(p.q.x()), n(p.q.y()), n(p.q.z()));
    }
    text += "\n";
  }

  const world::World& world_;
  bool poses_;
};

int tree(Run& run, const TreeOptions& options) {
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  Tree tree(loaded->world, options.poses);
  const Json json = tree.object(loaded->world.root(), 0);
  print(run, Json{{"root", json}}, tree.text);
  return kDone;
}

}  // namespace

void addTree(CLI::App& app, Run& run) {
  auto [sub, options] =
      addVerb<TreeOptions>(app, run, "tree", "objects, entities and frames as a tree, with ids", tree);
  sub->add_option("FILE", options->file, "world file")->required();
  sub->add_flag("--poses", options->poses, "add world_t_this");
}

}  // namespace ww::cli
