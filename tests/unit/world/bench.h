// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <google/protobuf/text_format.h>
#include <QtTest>

#include "arm.h"
#include "core/world/updates/edits.h"
#include "core/world/views/views.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "intrinsic/world/proto/object_world_service.pb.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::test {

// A world that updates are tried on, written as clients send them.
struct Bench {
  geometry::GeometryStore store;
  world::World w;
  Status last;

  bool apply(const session::EditsPtr& edits) { return take(world::apply(w, *edits, store)); }
  // The text of an Edits message.
  bool apply(const std::string& text) {
    worldwright::v1::Edits edits;
    if (!google::protobuf::TextFormat::ParseFromString(text, &edits))
      qFatal("the test's own text is wrong: %s", text.c_str());
    return take(world::apply(w, edits, store));
  }
  // The text of an ObjectWorldUpdate.
  bool update(const std::string& text) { return apply("edits { world_update { " + text + " } }"); }
  // True when the update is refused so, with all that a message should say, and nothing changed.
  bool refuses(Code code, const std::string& text) {
    return refusesEdit(code, "edits { world_update { " + text + " } }");
  }
  bool refusesEdit(Code code, const std::string& text) {
    const std::string before = world::contentHash(w);
    if (apply(text)) return false;
    if (last.code != code) qWarning("%s", last.line().c_str());
    return last.code == code && !last.title.empty() && !last.hint.empty() && !last.subject.empty() &&
           world::contentHash(w) == before;
  }
  // True when the update is done and leaves every part of the world the same object in memory.
  bool changesNothing(const std::string& text) {
    const world::World before = w;
    return update(text) && world::diff(before, w).empty();
  }

  ObjectId id(std::string_view name) const { return w.find(name); }
  std::string wire(std::string_view name) const { return world::toWire(id(name)); }
  const world::Object& object(std::string_view name) const { return *w.peek(id(name)); }
  FrameId frame(std::string_view object, std::string_view name) const { return w.frameNamed(id(object), name); }
  intrinsic_proto::world::Object view(std::string_view name, world::View view = world::View::kFull) const {
    return world::toWireObject(w, object(name), view, "w");
  }

 private:
  bool take(Result<world::World> next) {
    last = next.status();
    if (next.ok()) {
      w = std::move(next).value();
      if (const Status sound = world::checkInvariants(w); !sound.ok()) qFatal("%s", sound.title.c_str());
    }
    return last.ok();
  }
};

// A table with an arm of three joints on it (0.5 m up) that has a frame `flange`, and a part beside.
struct Cell : Bench {
  Cell() {
    apply(box(world::kRootObject, "table", Pose::translation(1, 0, 0)));
    apply(session::createFromSceneObject(id("table"), {}, "arm", makeArm(3), Pose::translation(0, 0, 0.5)));
    apply(box(world::kRootObject, "part", Pose::translation(0, 2, 0)));
  }
};

inline std::string named(std::string_view name) { return fmt::format("{{ by_name {{ object_name: '{}' }} }}", name); }
inline std::string node(std::string_view name) {
  return fmt::format("{{ by_name {{ object {{ object_name: '{}' }} }} }}", name);
}
inline std::string frameNode(std::string_view object, std::string_view name) {
  return fmt::format("{{ by_name {{ frame {{ object_name: '{}' frame_name: '{}' }} }} }}", object, name);
}
inline std::string frameRef(std::string_view object, std::string_view name) {
  return fmt::format("{{ by_name {{ object_name: '{}' frame_name: '{}' }} }}", object, name);
}
inline std::string entities(std::string_view object, std::string_view filter) {
  return fmt::format("{{ reference {{ by_name {{ object_name: '{}' }} }} entity_filter {{ {} }} }}", object, filter);
}
inline std::string pose(double x, double y, double z) {
  return fmt::format("{{ position {{ x: {} y: {} z: {} }} orientation {{ w: 1 }} }}", x, y, z);
}
inline std::string boxGeometry() {
  return "geometry_component { named_geometries { key: 'Intrinsic_Collision' value { named_geometries { key: 'box' "
         "value { geometry { "
         "inline_geometry_data { exact_geometry { primitive_set { primitives { shape { box { size { x: 1 y: 2 z: 3 } } "
         "} } } } } } } } } } }";
}

inline bool near(const Pose& a, const Pose& b) {
  return positionDistance(a, b) < 1e-12 && rotationDistance(a, b) < 1e-7;
}

}  // namespace ww::test
