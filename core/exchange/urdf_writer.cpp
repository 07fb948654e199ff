// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/exchange/failures.h"
#include "core/exchange/forms.h"
#include "core/exchange/kinds.h"
#include "core/exchange/text.h"
#include "core/exchange/writers.h"
#include "core/io/names.h"

namespace ww::exchange {
namespace {

constexpr const char* kWorldLink = "world";
constexpr double kNoLimit = 1e16;  // stands for no limit where URDF wants a number
constexpr double kOffAxis = 1e-9;  // metres between an axis and the origin of its link

std::string range(double v) { return numberText(std::isinf(v) ? std::copysign(kNoLimit, v) : v); }

// Links and joints of one object, in a robot that may hold several.
class UrdfPart {
 public:
  UrdfPart(const ObjectParts& object, bool with_meshes, MeshFiles& meshes, io::NameSet& names, Losses& losses,
           XmlText& out)
      : object_(object),
        with_meshes_(with_meshes),
        meshes_(meshes),
        names_set_(names),
        losses_(losses),
        out_(out),
        tree_(linkTree(object)) {}

  // `prefix`: in front of all names; `world_t_object`: none for an object by itself.
  Status put(const std::string& prefix, const std::optional<Pose>& world_t_object) {
    for (const Part& part : object_.parts) names_.push_back(names_set_.add(prefix + part.name, "part"));
    for (std::size_t i = 0; i < object_.parts.size(); ++i) {
      const Part& part = object_.parts[i];
      if (part.isLink()) link(part, names_[i]);
      if (part.isLink() && saysSurface(part)) surface(part, names_[i]);
      if (part.isSensor()) losses_.add(failures::kSensorsLost, object_.name + ':' + part.name);
    }
    if (world_t_object)
      fixed(names_set_.add(prefix + "place", "joint"), kWorldLink, nameOf(tree_.root),
            *world_t_object * tree_.object_t_root);
    for (const Connection& connection : tree_.connections) WW_TRY(joint(connection, prefix));
    frames(prefix);
    tellJointLosses(object_, losses_);
    tellDataLosses(object_, false, losses_);
    return okStatus();
  }

 private:
  const std::string& nameOf(int part) const { return names_[static_cast<std::size_t>(part)]; }

  void origin(const Pose& pose) {
    if (pose == Pose::identity()) return;
    out_.empty("origin", {{"xyz", vectorText(pose.p)}, {"rpy", vectorText(rollPitchYaw(pose.q))}});
  }

  void link(const Part& part, const std::string& name) {
    out_.open("link", {{"name", name}});
    inertial(part);
    for (const bool visual : {true, false})
      for (const Piece& piece : visual ? part.visuals : part.collisions) pieces(part, piece, visual);
    out_.close();
  }

  void inertial(const Part& part) {
    const auto inertia = inertiaOf(part);
    if (hasInertiaAlone(part)) losses_.add(failures::kInertiaLost, object_.name + ':' + part.name);
    if (!inertia) return;
    // URDF wants both: with an inertia that cannot be, other programs refuse the whole file.
    if (!inertia->is_sound) return losses_.add(failures::kInertiaLost, object_.name + ':' + part.name);
    if (inertia->is_changed) losses_.add(failures::kInertiaChanged, object_.name + ':' + part.name);
    const Eigen::Matrix3d& i = inertia->about_com;
    out_.open("inertial");
    origin(inertia->link_t_com);
    out_.empty("mass", {{"value", numberText(inertia->mass_kg)}});
    out_.empty("inertia", {{"ixx", numberText(i(0, 0))},
                           {"ixy", numberText(i(0, 1))},
                           {"ixz", numberText(i(0, 2))},
                           {"iyy", numberText(i(1, 1))},
                           {"iyz", numberText(i(1, 2))},
                           {"izz", numberText(i(2, 2))}});
    out_.close();
  }

  // In the words of Gazebo, which other programs pass over: URDF has none of its own.
  void surface(const Part& part, const std::string& name) {
    const auto* physics = part.physics();
    XmlText::Attributes words;
    const auto say = [&](const char* word, bool is_said, double value) {
      if (is_said) words.emplace_back(word, numberText(value));
    };
    const bool rubs = physics && physics->has_friction();
    if (rubs) {
      const auto& f = physics->friction();
      say("mu1", true, f.mu());
      say("mu2", true, f.mu2());
      if (f.has_fdir1()) words.emplace_back("fdir1", vectorText({f.fdir1().x(), f.fdir1().y(), f.fdir1().z()}));
    }
    say("kp", physics && physics->has_contact_kp(), physics ? physics->contact_kp() : 0.0);
    say("kd", physics && physics->has_contact_kd(), physics ? physics->contact_kd() : 0.0);
    scene::SurfaceMore more = part.surface;
    say("maxVel", more.max_vel.has_value(), more.max_vel.value_or(0.0));
    say("minDepth", more.min_depth.has_value(), more.min_depth.value_or(0.0));
    more.max_vel = more.min_depth = std::nullopt;
    const bool slips = rubs && (physics->friction().slip1() != 0.0 || physics->friction().slip2() != 0.0);
    if (slips || !more.empty() || (physics && physics->has_torsional()))
      losses_.add(failures::kSurfaceLost, object_.name + ':' + part.name);
    if (words.empty()) return;
    out_.open("gazebo", {{"reference", name}});
    for (const auto& [word, value] : words) out_.leaf(word, value);
    out_.close();
  }

  void pieces(const Part& part, const Piece& piece, bool visual) {
    const std::string told = part.name + ": " + piece.name;
    for (Form form : formsOf(piece)) {
      const bool plain = std::holds_alternative<geometry::Box>(form.shape) ||
                         std::holds_alternative<geometry::Sphere>(form.shape) ||
                         std::holds_alternative<geometry::Cylinder>(form.shape);
      if (!plain && !with_meshes_) {
        losses_.add(failures::kMeshesLeftOut, told);
        continue;
      }
      if (!plain && !piece.geometry->shape.mesh) losses_.add(failures::kShapesAsMeshes, told);
      if (!plain) form.shape = asMesh(form.shape);
      out_.open(visual ? "visual" : "collision", {{"name", piece.name}});
      origin(form.link_t_form);
      geometry(form.shape, part.name + "_" + piece.name, visual && !piece.look);
      if (visual && piece.look) material(*piece.look);
      out_.close();
    }
  }

  void geometry(const FormShape& shape, const std::string& wish, bool own_colors) {
    out_.open("geometry");
    if (const auto* box = std::get_if<geometry::Box>(&shape)) out_.empty("box", {{"size", vectorText(box->size)}});
    if (const auto* ball = std::get_if<geometry::Sphere>(&shape))
      out_.empty("sphere", {{"radius", numberText(ball->radius)}});
    if (const auto* c = std::get_if<geometry::Cylinder>(&shape))
      out_.empty("cylinder", {{"radius", numberText(c->radius)}, {"length", numberText(c->length)}});
    if (const auto* mesh = std::get_if<MeshForm>(&shape)) {
      XmlText::Attributes attributes{{"filename", meshes_.add(*mesh, wish, own_colors)}};
      if (mesh->scale != Vec3::Ones()) attributes.emplace_back("scale", vectorText(mesh->scale));
      out_.empty("mesh", attributes);
    }
    out_.close();
  }

  // Materials of one name are one in URDF, so that each colour has a name of its own.
  void material(const Look& look) {
    const std::string rgba = colorText(look.color);
    std::string name = "color";
    for (const char c : rgba) name += c == ' ' ? '_' : c == '.' ? 'p' : c;
    out_.open("material", {{"name", name}});
    out_.empty("color", {{"rgba", rgba}});
    out_.close();
  }

  void fixed(const std::string& name, const std::string& parent, const std::string& child, const Pose& parent_t_child) {
    out_.open("joint", {{"name", name}, {"type", "fixed"}});
    origin(parent_t_child);
    out_.empty("parent", {{"link", parent}});
    out_.empty("child", {{"link", child}});
    out_.close();
  }

  Status joint(const Connection& c, const std::string& prefix) {
    const std::string& child = nameOf(c.child);
    // The frame of a joint is that of its child link, where URDF is concerned.
    const Pose place = c.parent_t_joint * c.joint_t_child;
    if (c.joint < 0) {
      if (object_.hasMovingJoint()) losses_.add(failures::kLinksJoined, object_.name + ':' + object_.at(c.child).name);
      fixed(names_set_.add(prefix + object_.at(c.child).name + "_fixed", "joint"), nameOf(c.parent), child, place);
      return okStatus();
    }
    const Part& part = object_.at(c.joint);
    const JointPart& j = *part.joint;
    if (!j.moves()) {
      fixed(nameOf(c.joint), nameOf(c.parent), child, place);
      return okStatus();
    }
    const Vec3 off = c.joint_t_child.p - j.axis.dot(c.joint_t_child.p) * j.axis;
    if (j.motion == Motion::kRevolute && off.norm() > kOffAxis)
      return fail(failures::kUrdfOffAxis, {{"joint", arg::Name{part.name}},
                                           {"link", arg::Name{object_.at(c.child).name}},
                                           {"distance", arg::Length{off.norm()}}});
    moving(part, nameOf(c.joint), nameOf(c.parent), child, place, c.joint_t_child.q.conjugate() * j.axis);
    return okStatus();
  }

  void moving(const Part& part, const std::string& name, const std::string& parent, const std::string& child,
              const Pose& place, const Vec3& axis) {
    const JointPart& j = *part.joint;
    const scene::Limits& l = j.system;
    const bool endless = j.motion == Motion::kRevolute && std::isinf(l.lower) && std::isinf(l.upper);
    const char* type = j.motion == Motion::kPrismatic ? "prismatic" : endless ? "continuous" : "revolute";
    out_.open("joint", {{"name", name}, {"type", type}});
    origin(place);
    out_.empty("parent", {{"link", parent}});
    out_.empty("child", {{"link", child}});
    out_.empty("axis", {{"xyz", vectorText(axis)}});
    XmlText::Attributes limit;
    if (!endless) limit = {{"lower", range(l.lower)}, {"upper", range(l.upper)}};
    limit.emplace_back("effort", range(l.effort));
    limit.emplace_back("velocity", range(l.velocity));
    out_.empty("limit", limit);
    if (j.damping != 0.0 || j.friction != 0.0)
      out_.empty("dynamics", {{"damping", numberText(j.damping)}, {"friction", numberText(j.friction)}});
    if (j.follow) mimic(*j.follow);
    out_.close();
    if (std::isfinite(l.acceleration) || std::isfinite(l.jerk))
      losses_.add(failures::kRatesLost, object_.name + ':' + part.name);
  }

  void mimic(const scene::Follow& follow) {
    const auto leader = std::ranges::find(object_.parts, follow.leader, &Part::name);
    if (leader == object_.parts.end()) return;
    out_.empty("mimic", {{"joint", nameOf(static_cast<int>(leader - object_.parts.begin()))},
                         {"multiplier", numberText(follow.multiplier)},
                         {"offset", numberText(follow.offset)}});
  }

  // As links without geometry, which is how robots have their tool points in URDF.
  void frames(const std::string& prefix) {
    for (std::size_t i = 0; i < object_.parts.size(); ++i) {
      const Part& part = object_.parts[i];
      if (!part.isFrame()) continue;
      losses_.add(failures::kFramesAsLinks, object_.name + ':' + part.name);
      out_.empty("link", {{"name", names_[i]}});
      // The object's root hangs on its first link, as there is only one root.
      const bool root = part.parent < 0;
      fixed(names_set_.add(prefix + part.name + "_fixed", "joint"), nameOf(root ? tree_.root : part.parent), names_[i],
            root ? tree_.object_t_root.inverse() : part.parent_t_this);
    }
  }

  const ObjectParts& object_;
  const bool with_meshes_;
  MeshFiles& meshes_;
  io::NameSet& names_set_;
  Losses& losses_;
  XmlText& out_;
  const LinkTree tree_;
  std::vector<std::string> names_;  // of the parts
};

}  // namespace

Result<ExportResult> writeUrdf(const WriteContext& context) {
  const SceneParts& scene = context.scene;
  MeshFiles meshes(context.options.stem + "_meshes");
  Losses losses("URDF");
  io::NameSet names;
  XmlText out;
  out.open("robot", {{"name", scene.is_scene ? scene.name : scene.objects.front().name}});
  // A robot has one root: several objects stand on a link that is the world.
  if (scene.is_scene) out.empty("link", {{"name", names.add(kWorldLink, kWorldLink)}});
  for (const ObjectParts& object : scene.objects) {
    WW_TRY(context.checkStop());
    const std::string prefix = scene.is_scene ? object.name + "_" : std::string();
    const auto place = scene.is_scene ? std::optional<Pose>(object.scene_t_object) : std::nullopt;
    WW_TRY(UrdfPart(object, context.options.with_meshes, meshes, names, losses, out).put(prefix, place));
  }
  out.close();
  ExportResult result;
  result.files.push_back({context.options.stem + ".urdf", out.take()});
  result.files.insert(result.files.end(), meshes.files().begin(), meshes.files().end());
  result.losses = losses.take();
  return result;
}

}  // namespace ww::exchange
