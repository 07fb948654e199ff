// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/exchange/same_object.h"

#include <algorithm>
#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/scene/followers.h"
#include "core/scene/joint.h"
#include "core/scene/object_index.h"

namespace ww::test {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

constexpr double kSame = 1e-9;  // m and rad

bool nearly(double a, double b, double relative = 1e-9) {
  return a == b || std::abs(a - b) <= relative * std::max({1.0, std::abs(a), std::abs(b)});
}

const char* kindOf(const so::Entity& e) {
  return e.has_link() ? "link" : e.has_joint() ? "joint" : e.has_frame() ? "frame" : "sensor";
}

Pose parentT(const so::Entity& e) {
  if (e.has_joint()) return *scene::parentTJoint(e.joint().kinematics_component(), 0.0);
  return *geometry::fromWireOrIdentity(e.has_parent_t_this(), e.parent_t_this());
}

Pose rootT(const scene::ObjectIndex& index, int entity) {
  Pose out;
  for (int i = entity; index.parent(i) != scene::ObjectIndex::kNone; i = index.parent(i))
    out = parentT(index.entity(i)) * out;
  return out;
}

class Comparison {
 public:
  Comparison(const SceneObject& before, const SceneObject& after, const geometry::GeometryStore& store,
             const Kept& kept)
      : a_(before), b_(after), before_(before), after_(after), store_(store), kept_(kept) {}

  QStringList run() {
    for (int i = 0; i < a_.size(); ++i) {
      const std::string& name = a_.entity(i).name();
      if (a_.entity(i).has_sensor() && !kept_.sensors) continue;
      const int there = b_.find(named(name));
      if (there == scene::ObjectIndex::kNone) say(name, "is gone");
      else entity(i, there);
    }
    for (int i = 0; i < b_.size(); ++i) {
      const so::Entity& e = b_.entity(i);
      const bool made = e.has_joint() && !scene::moves(e.joint().kinematics_component());
      const bool renamed = e.name() == kept_.world && a_.find("world") != scene::ObjectIndex::kNone;
      const bool known = renamed || a_.find(e.name()) != scene::ObjectIndex::kNone;
      if (!known && !made) say(e.name(), "is new");
    }
    const auto a = scene::followsOf(before_), b = scene::followsOf(after_);
    if (!a.ok() || !b.ok() || !sameFollows(*a, *b)) out_ << QStringLiteral("joints follow others than before");
    return out_;
  }

 private:
  void say(const std::string& entity, const QString& what) {
    out_ << QStringLiteral("%1 %2").arg(QString::fromStdString(entity), what);
  }

  std::string named(const std::string& name) const { return name == "world" ? kept_.world : name; }

  static bool sameFollows(const std::vector<scene::Follow>& a, const std::vector<scene::Follow>& b) {
    return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const scene::Follow& f) {
             return std::any_of(b.begin(), b.end(), [&](const scene::Follow& g) {
               return f.joint == g.joint && f.leader == g.leader && nearly(f.multiplier, g.multiplier) &&
                      nearly(f.offset, g.offset);
             });
           });
  }

  void entity(int i, int there) {
    const so::Entity &a = a_.entity(i), &b = b_.entity(there);
    const bool as_link = a.has_frame() && !kept_.frames;
    if (std::string_view(kindOf(b)) != (as_link ? "link" : kindOf(a))) say(a.name(), "is of another kind");
    // Frames on frames come back on their links.
    if (a.has_joint() && named(a.parent_name()) != b.parent_name()) say(a.name(), "hangs on another link");
    const Pose before = rootT(a_, i), after = rootT(b_, there);
    if (positionDistance(before, after) > kSame || rotationDistance(before, after) > 10 * kSame)
      say(a.name(), QStringLiteral("stands elsewhere by %1 m, %2 rad")
                        .arg(positionDistance(before, after))
                        .arg(rotationDistance(before, after)));
    if (a.has_joint() && b.has_joint()) joint(a, b);
    if (a.has_link() && b.has_link()) link(a, b);
    if (a.has_frame() && b.has_frame() && a.frame().is_attachment_frame() != b.frame().is_attachment_frame())
      say(a.name(), "is an attachment frame no more, or one now");
  }

  void joint(const so::Entity& a, const so::Entity& b) {
    const auto &j = a.joint().kinematics_component(), &k = b.joint().kinematics_component();
    if (j.motion_type() != k.motion_type()) return say(a.name(), "moves in another way");
    if (!scene::moves(j)) return;
    // The same in the frame of the child, whatever each says of its inboard frame.
    const Vec3 before = parentT(a).q.conjugate() * (pose(j).q * *scene::axisOf(j));
    const Vec3 after = parentT(b).q.conjugate() * (pose(k).q * *scene::axisOf(k));
    if ((before - after).norm() > 10 * kSame) say(a.name(), "has another axis");
    limits(a.name(), "system", scene::limitsOf(j.system_limits()), scene::limitsOf(k.system_limits()));
    limits(a.name(), "application", scene::limitsOf(scene::limitsInForce(j)), scene::limitsOf(scene::limitsInForce(k)));
    if (!nearly(j.damping(), k.damping()) || !nearly(j.friction(), k.friction())) say(a.name(), "is damped otherwise");
  }

  static Pose pose(const scene::KinematicsComponent& k) {
    return *geometry::fromWireOrIdentity(k.has_parent_t_inboard(), k.parent_t_inboard());
  }

  void limits(const std::string& name, const char* which, const scene::Limits& a, const scene::Limits& b) {
    bool same = nearly(a.lower, b.lower) && nearly(a.upper, b.upper) && nearly(a.velocity, b.velocity) &&
                nearly(a.effort, b.effort);
    if (kept_.rates) same = same && nearly(a.acceleration, b.acceleration) && nearly(a.jerk, b.jerk);
    if (!same)
      say(name, QStringLiteral("has other limits (%1): [%2, %3] and [%4, %5], velocity %6 and %7")
                    .arg(QLatin1String(which))
                    .arg(a.lower)
                    .arg(a.upper)
                    .arg(b.lower)
                    .arg(b.upper)
                    .arg(a.velocity)
                    .arg(b.velocity));
  }

  void link(const so::Entity& a, const so::Entity& b) {
    const auto &p = a.link().physics_component(), &q = b.link().physics_component();
    if (p.mass_kg() > 0.0 && p.has_inertia()) {
      if (!nearly(p.mass_kg(), q.mass_kg())) say(a.name(), "weighs another mass");
      const auto before = geometry::fromWire(p.inertia()), after = geometry::fromWire(q.inertia());
      if (!before.ok() || !after.ok() || !before->isApprox(*after, 1e-9)) say(a.name(), "has another inertia");
      const Pose c = *geometry::fromWireOrIdentity(p.has_this_t_center_of_mass(), p.this_t_center_of_mass());
      const Pose d = *geometry::fromWireOrIdentity(q.has_this_t_center_of_mass(), q.this_t_center_of_mass());
      if (positionDistance(c, d) > kSame) say(a.name(), "has its mass elsewhere");
    }
    for (const QString& what :
         colorDifferences(surfaceByColor(before_, store_, a.name()), surfaceByColor(after_, store_, b.name())))
      say(a.name(), what);
    const auto collides = [](const so::Entity& e) {
      const auto& sets = e.link().geometry_component().named_geometries();
      const auto set = sets.find("Intrinsic_Collision");
      return set != sets.end() && !set->second.named_geometries().empty();
    };
    if (collides(a) != collides(b)) say(a.name(), "has collision shapes no more, or has some now");
  }

  const scene::ObjectIndex a_, b_;
  const SceneObject &before_, &after_;
  const geometry::GeometryStore& store_;
  const Kept kept_;
  QStringList out_;
};

std::uint32_t bits(const geometry::Color& c) {
  std::uint32_t out = 0;
  for (const float v : {c.r, c.g, c.b, c.a}) out = out << 8 | static_cast<std::uint32_t>(std::lround(255.0f * v));
  return out;
}

double areaOf(const geometry::Mesh& mesh, const geometry::Triangle& t, const Eigen::Affine3d& place) {
  const Vec3 a = place * mesh.vertices[t[0]], b = place * mesh.vertices[t[1]], c = place * mesh.vertices[t[2]];
  return 0.5 * (b - a).cross(c - a).norm();
}

}  // namespace

QStringList differences(const SceneObject& before, const SceneObject& after, const geometry::GeometryStore& store,
                        const Kept& kept) {
  return Comparison(before, after, store, kept).run();
}

std::map<std::uint32_t, double> surfaceByColor(const SceneObject& object, const geometry::GeometryStore& store,
                                               const std::string& link) {
  std::map<std::uint32_t, double> out;
  for (const so::Entity& e : object.entities()) {
    if (!e.has_link() || (!link.empty() && e.name() != link)) continue;
    const auto& sets = e.link().geometry_component().named_geometries();
    const auto set = sets.find("Intrinsic_Visual");
    if (set == sets.end()) continue;
    for (const auto& [name, geometry] : set->second.named_geometries()) {
      const auto known = store.find(geometry.geometry().geo_ref().exact_geometry_ref());
      if (!known) continue;
      const geometry::Mesh& mesh = *known->mesh;
      const Eigen::Affine3d place = *geometry::toAffine(geometry.ref_t_shape());
      std::vector<geometry::Color> colors(mesh.triangles.size());
      for (const geometry::ColorRun& run : mesh.colors) std::fill_n(colors.begin() + run.first, run.count, run.color);
      const auto& material = geometry.geometry().material_overrides();
      if (material.has_base_color())
        std::fill(colors.begin(), colors.end(), *geometry::fromWire(material.base_color()));
      for (std::size_t i = 0; i < colors.size(); ++i) out[bits(colors[i])] += areaOf(mesh, mesh.triangles[i], place);
    }
  }
  return out;
}

QStringList colorDifferences(const std::map<std::uint32_t, double>& before,
                             const std::map<std::uint32_t, double>& after) {
  QStringList out;
  double all = 0.0;
  for (const auto& [color, area] : before) all += area;
  // A colour may come back rounded to its neighbour, so that those near by count.
  const auto near = [](std::uint32_t a, std::uint32_t b) {
    for (int shift = 0; shift < 32; shift += 8)
      if (std::abs(static_cast<int>(a >> shift & 0xff) - static_cast<int>(b >> shift & 0xff)) > 1) return false;
    return true;
  };
  for (const auto& [color, area] : before) {
    double there = 0.0, here = 0.0;
    for (const auto& [other, its] : before)
      if (near(color, other)) here += its;
    for (const auto& [other, its] : after)
      if (near(color, other)) there += its;
    if (std::abs(here - there) > 1e-3 * all + 1e-9)
      out << QStringLiteral("shows %1 m2 of the colour %2 in place of %3").arg(there).arg(color, 8, 16).arg(here);
  }
  return out;
}

Result<std::filesystem::path> exported(const exchange::ExportScene& scene, const std::string& format,
                                       const std::filesystem::path& folder, geometry::GeometryStore& store,
                                       Diagnostics* losses, bool zip) {
  exchange::ExportOptions options;
  options.format = format;
  options.stem = scene.name;
  WW_ASSIGN(const exchange::ExportResult made, exchange::exportScene(scene, options, store, {}, Progress()));
  if (losses != nullptr) *losses = made.losses;
  const std::string ending(zip ? "zip" : exchange::exportFormat(format)->endings.front());
  const std::filesystem::path out = folder / (scene.name + "." + ending);
  WW_TRY(exchange::publish(made, out).status());
  return out;
}

exchange::ExportScene sceneOf(const SceneObject& object) {
  exchange::ExportScene out;
  out.name = object.name();
  out.objects.push_back({object, Pose::identity()});
  return out;
}

Result<io::ImportResult> imported(const std::filesystem::path& file, geometry::GeometryStore& store) {
  return io::importFile(file, {}, store, {}, Progress());
}

}  // namespace ww::test
