// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QtTest>

#include "core/base/failure.h"
#include "core/geometry/wire_convert.h"
#include "core/scene/part_sources.h"
#include "core/session/pose_builders.h"
#include "core/session/session.h"
#include "core/usecase/failures.h"
#include "core/usecase/feature_link.h"
#include "core/usecase/import_place.h"
#include "core/usecase/parts/parts.h"
#include "core/usecase/revision/revision.h"
#include "core/world/updates/editor.h"
#include "core/world/values/attachment.h"
#include "core/world/views/references.h"
#include "core/world/views/views.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::test {

using namespace ww::usecase;
using io::PartMode;
namespace so = intrinsic_proto::scene_object::v1;

// A shape of a rigid object, by its path in the file.
struct Piece {
  std::string path;
  Vec3 place = Vec3::Zero(), size = Vec3::Constant(0.1);
  double turn = 0.0;  // about z
  Vec3 scale = Vec3::Ones();
};
using Pieces = std::vector<Piece>;

inline const Pieces kMachine = {{"machine/bed", {0, 0, -0.1}, {1, 1, 0.1}},
                                {"machine/left/bolt", {0.2, 0.1, 0}, {0.05, 0.05, 0.2}, 0.3},
                                {"machine/left/bolt #2", {0.2, -0.1, 0}, {0.05, 0.05, 0.2}, -0.7},
                                {"machine/left/plate", {0.2, 0, 0.1}, {0.2, 0.3, 0.01}, 0.0, {1, -1, 1}},
                                {"machine/right/plate", {-0.2, 0, 0.1}, {0.2, 0.3, 0.01}, 1.2, {2, 1, 0.5}}};

// What is seen and what is checked, where it is in the world, with its colour, without any name.
struct Seen {
  std::string kind, ref, color;
  Eigen::Affine3d at;
};

inline bool isBefore(const Seen& a, const Seen& b) {
  if (std::tie(a.kind, a.ref, a.color) != std::tie(b.kind, b.ref, b.color))
    return std::tie(a.kind, a.ref, a.color) < std::tie(b.kind, b.ref, b.color);
  for (int i = 0; i < 12; ++i)
    if (const double d = a.at.affine()(i % 3, i / 3) - b.at.affine()(i % 3, i / 3); std::abs(d) > 1e-7) return d < 0;
  return false;
}

inline std::vector<Seen> seenIn(const world::World& world) {
  std::vector<Seen> out;
  world.forEachObject([&](const world::Object& object) {
    for (const world::EntityPtr& e : object.entities) {
      const Eigen::Affine3d at(world.rootT(e->id).isometry());
      const auto add = [&](const char* kind, const world::PlacedGeometry& g) {
        std::string color;
        if (g.color) color = std::to_string(g.color->r) + std::to_string(g.color->g) + std::to_string(g.color->b);
        out.push_back({kind, g.geometry->ref, color, at * g.ref_t_shape});
      };
      for (const auto& g : e->visual) add("seen", g);
      for (const auto& g : e->collision) add("checked", g);
    }
  });
  std::ranges::sort(out, isBefore);
  return out;
}

inline QByteArray differenceOf(const std::vector<Seen>& a, const std::vector<Seen>& b) {
  if (a.size() != b.size())
    return "so many shapes: " + QByteArray::number(int(a.size())) + " " + QByteArray::number(int(b.size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::tie(a[i].kind, a[i].ref, a[i].color) != std::tie(b[i].kind, b[i].ref, b[i].color)) return "another shape";
    const double off = (a[i].at.matrix() - b[i].at.matrix()).cwiseAbs().maxCoeff();
    if (off > 1e-9) return "off by " + QByteArray::number(off);
  }
  return {};
}

inline QStringList codes(const Diagnostics& notes) {
  QStringList out;
  for (const Diagnostic& note : notes) out << QString::fromStdString(note.code);
  return out;
}

// A world with a machine that came as one, and changes of it.
class Machine {
 public:
  // What failed; empty when it stands there, turned.
  QByteArray start() {
    store_ = std::make_shared<geometry::GeometryStore>();
    session_ = std::make_unique<session::WorldSession>(world::World(), store_);
    if (const Status done = put(reading(kMachine)); !done.ok()) return QByteArray::fromStdString(done.title);
    const Pose at{Vec3(3, -2, 1), Quat(0.5, 0.5, 0.5, 0.5)};
    return QByteArray::fromStdString(commit(session::setPose(id("machine"), world::kRootObject, at)).title);
  }

  io::ImportResult reading(const Pieces& pieces) {
    io::ImportResult out;
    io::ImportedObject one;
    one.object.set_name("machine");
    so::Entity& entity = *one.object.add_entities();
    entity.set_name("base");
    auto& sets = *entity.mutable_link()->mutable_geometry_component()->mutable_named_geometries();
    for (const Piece& piece : pieces) {
      geometry::Shape shape;
      shape.primitives.push_back({geometry::Box{piece.size}});
      out.geometries.push_back(store_->intern(shape).value());
      Eigen::Affine3d at = Eigen::Affine3d::Identity();
      at.translation() = piece.place;
      at.linear() = Eigen::AngleAxisd(piece.turn, Vec3::UnitZ()).toRotationMatrix() * piece.scale.asDiagonal();
      for (const char* kind : {"Intrinsic_Visual", "Intrinsic_Collision"}) {
        auto& placed = (*sets[kind].mutable_named_geometries())[piece.path];
        placed.mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref(out.geometries.back()->ref);
        geometry::toWire(at, placed.mutable_ref_t_shape());
        if (kind == std::string("Intrinsic_Visual") && piece.path.ends_with("plate"))
          geometry::toWire(geometry::Color{0.1F, 0.6F, 0.2F, 1.0F},
                           placed.mutable_geometry()->mutable_material_overrides()->mutable_base_color());
      }
    }
    out.objects.push_back(one);
    out.shown_m.add(Vec3::Zero());
    return out;
  }
  world::WorldPtr world() const { return session_->snapshot().world; }
  Status commit(const session::EditsPtr& edits) {
    session::CommitRequest request;
    request.label = "Change";
    request.edits = edits;
    return session_->commit(request).status();
  }
  Status put(io::ImportResult read) {
    noteSource(read, "/models/machine.step", "first", {}, {});
    const auto tried = [this](const session::EditsPtr& edits) { return session_->preview(*edits); };
    const auto edits = placeImport(*world(), tried, named(*world(), world::kRootObject, read), {});
    if (!edits.ok()) return edits.status();
    return commit(*edits);
  }
  Status change(const so::SceneObjectUpdate& update, const std::string& object) {
    auto edits = std::make_shared<worldwright::v1::Edits>();
    auto& request = *edits->add_edits()->mutable_update_scene_object();
    request.mutable_object()->set_id(world::toWire(id(object)));
    *request.mutable_updates()->add_updates() = update;
    return commit(edits);
  }
  ObjectId id(const std::string& name) const { return world()->find(name); }
  const world::Object& object(const std::string& name) const {
    kept_ = world();
    return *kept_->peek(kept_->find(name));
  }
  QStringList linksOf(const std::string& name) const {
    QStringList out;
    for (const world::EntityPtr& e : object(name).entities) {
      const world::Entity* up = object(name).entity(e->parent);
      out << QString::fromStdString((up ? up->name + ">" : std::string()) + e->name);
    }
    out.sort();
    return out;
  }
  QStringList objects() const {
    QStringList out;
    world()->forEachObject([&](const world::Object& o) {
      if (o.parent) out << QString::fromStdString(o.name);
    });
    out.sort();
    return out;
  }
  // Empty when it worked, nothing moved and the world is sound.
  QByteArray become(const std::vector<std::string>& names, PartMode mode) {
    std::vector<ObjectId> ids;
    for (const std::string& name : names) ids.push_back(id(name));
    const auto before = seenIn(*world());
    const auto change = partsAs(*world(), *store_, ids, mode);
    if (!change.ok()) return QByteArray::fromStdString(change.status().title);
    notes_ = change->notes;
    made_ = change->objects;
    if (const Status done = commit(change->edits); !done.ok()) return QByteArray::fromStdString(done.title);
    if (const Status sound = world::checkInvariants(*world()); !sound.ok())
      return QByteArray::fromStdString(sound.title);
    for (const ObjectId made : made_)
      if (!world()->peek(made)) return "an object that is not there";
    return differenceOf(before, seenIn(*world()));
  }
  Result<Revision> compared(const Pieces& pieces, const std::string& name) {
    WW_ASSIGN(const SourceNote note, rereading(*world(), id(name)));
    return revise(*world(), id(name), reading(pieces), note, "second");
  }
  static QStringList items(const Result<Revision>& revision) {
    if (!revision.ok()) return {"failed: " + QString::fromStdString(revision.status().title)};
    QStringList out;
    for (const RevisionItem& item : revision->items) out << QString::fromStdString(item.id);
    out.sort();
    return out;
  }

  std::shared_ptr<geometry::GeometryStore> store_;
  std::unique_ptr<session::WorldSession> session_;
  Diagnostics notes_;
  std::vector<ObjectId> made_;
  mutable world::WorldPtr kept_;
};

}  // namespace ww::test

#define WW_BECOMES(...)                           \
  do {                                            \
    const QByteArray fault = become(__VA_ARGS__); \
    QVERIFY2(fault.isEmpty(), fault.constData()); \
  } while (false)
