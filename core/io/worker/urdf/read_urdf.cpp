// SPDX-License-Identifier: Apache-2.0
#include <urdf_model/model.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/mesh_source.h"
#include "core/io/worker/odd_xml.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/scene_text.h"
#include "core/io/worker/surface.h"
#include "core/io/worker/units.h"
#include "core/io/worker/urdf/explain.h"
#include "core/io/worker/urdf/limit_mend.h"
#include "core/io/worker/urdf/shape_mend.h"
#include "core/io/worker/urdf/xacro.h"

namespace ww::io::worker {
namespace {

constexpr std::uintmax_t kMaxBytes = 64u << 20;
constexpr double kNoLimit = 1e15;  // 1e16 is how programs write that there is none

Vec3 vec(const urdf::Vector3& v) { return {v.x, v.y, v.z}; }

bool sound(const urdf::Pose& p) {
  for (const double v :
       {p.position.x, p.position.y, p.position.z, p.rotation.x, p.rotation.y, p.rotation.z, p.rotation.w}) {
    if (!(std::abs(v) <= kFarthest)) return false;
  }
  return true;
}

class UrdfReader {
 public:
  using Surfaces = std::map<std::string, SaidSurface>;
  UrdfReader(ReadContext& context, const urdf::ModelInterface& robot, std::set<ShapeKey> capsules, Surfaces surfaces)
      : context_(context),
        robot_(robot),
        capsules_(std::move(capsules)),
        surfaces_(std::move(surfaces)),
        meshes_(context) {}

  Status run(Model& out) {
    model_ = &out;
    out.name = robot_.getName();
    struct Visit {
      const urdf::Link* link;
      int parent;
    };
    std::vector<Visit> open = {{robot_.getRoot().get(), -1}};
    while (!open.empty()) {
      const Visit visit = open.back();
      open.pop_back();
      int parent = visit.parent;
      if (parent >= 0) parent = addJoint(*visit.link->parent_joint, parent);
      WW_TRY(addLink(*visit.link, parent));
      const int here = static_cast<int>(out.nodes.size()) - 1;
      for (std::size_t i = visit.link->child_links.size(); i-- > 0;)
        open.push_back({visit.link->child_links[i].get(), here});
    }
    warnOfUnreached();
    dropIdleFixedJoints(out);
    return okStatus();
  }

 private:
  // Links in a ring hang on nothing.
  void warnOfUnreached() const {
    std::set<std::string> reached;
    for (const Node& node : model_->nodes) {
      if (std::holds_alternative<LinkPart>(node.part)) reached.insert(node.name);
    }
    for (const auto& [name, link] : robot_.links_) {
      if (reached.contains(name)) continue;
      context_.report.warn("link-unreached",
                           fail(failures::kUrdfUnreached, {{"link", arg::Name{cleanUtf8(name, 200)}}}), "link " + name);
    }
  }

  Pose pose(const urdf::Pose& p, const char* element, const std::string& owner) {
    if (!sound(p)) {
      context_.report.warn(
          "pose-numbers",
          fail(failures::kPoseNumbers,
               {{"owner", arg::Name{owner}}, {"element", arg::Words{element}}, {"tag", arg::Words{"<origin>"}}}),
          element + (" " + owner));
      return Pose::identity();
    }
    return {vec(p.position), Quat(p.rotation.w, p.rotation.x, p.rotation.y, p.rotation.z).normalized()};
  }

  int addJoint(const urdf::Joint& joint, int parent) {
    JointPart part;
    part.parent_t_inboard = pose(joint.parent_to_joint_origin_transform, "joint", joint.name);
    setMotion(joint, part);
    if (part.motion != JointPart::Motion::kFixed) setAxis(joint, part);
    if (joint.limits) setLimits(joint, part);
    if (joint.dynamics) {
      part.damping = std::isfinite(joint.dynamics->damping) ? joint.dynamics->damping : 0.0;
      part.friction = std::isfinite(joint.dynamics->friction) ? joint.dynamics->friction : 0.0;
    }
    if (joint.mimic) part.mimic = {joint.mimic->joint_name, joint.mimic->multiplier, joint.mimic->offset};
    model_->nodes.push_back({joint.name, parent, Pose::identity(), part});
    return static_cast<int>(model_->nodes.size()) - 1;
  }

  void warnOfJoint(const char* code, const urdf::Joint& joint, const Status& status) {
    context_.report.warn(code, status, "joint " + joint.name);
  }

  void setMotion(const urdf::Joint& joint, JointPart& part) {
    switch (joint.type) {
      case urdf::Joint::REVOLUTE:
      case urdf::Joint::CONTINUOUS: part.motion = JointPart::Motion::kRevolute; return;
      case urdf::Joint::PRISMATIC: part.motion = JointPart::Motion::kPrismatic; return;
      case urdf::Joint::FIXED: return;
      default:
        warnOfJoint("joint-kind", joint,
                    fail(failures::kJointFixed,
                         {{"joint", arg::Name{joint.name}},
                          {"kind", arg::Words{joint.type == urdf::Joint::FLOATING ? "floating" : "planar"}}}));
    }
  }

  void setAxis(const urdf::Joint& joint, JointPart& part) {
    const Vec3 axis = vec(joint.axis);
    if (axis.allFinite() && axis.norm() > 1e-9) {
      part.axis = axis.normalized();
      return;
    }
    part.axis = Vec3::UnitX();
    warnOfJoint("joint-axis", joint,
                fail(failures::kJointAxis, {{"joint", arg::Name{joint.name}}, {"axis", arg::Words{"x"}}}));
  }

  void setLimits(const urdf::Joint& joint, JointPart& part) {
    const urdf::JointLimits& l = *joint.limits;
    // No limit on speed or force is written as 0 by many programs.
    if (l.velocity > 0.0 && l.velocity < kNoLimit) part.velocity = l.velocity;
    if (l.effort > 0.0 && l.effort < kNoLimit) part.effort = l.effort;
    if (joint.type == urdf::Joint::CONTINUOUS || std::isnan(l.lower) || std::isnan(l.upper)) return;
    const auto end = [](double v) { return std::abs(v) < kNoLimit ? v : std::copysign(JointPart::kInf, v); };
    part.lower = end(std::min(l.lower, l.upper));
    part.upper = end(std::max(l.lower, l.upper));
    if (l.lower > l.upper)
      warnOfJoint("joint-limits", joint, fail(failures::kLimitsSwapped, {{"joint", arg::Name{joint.name}}}));
    // Limits that are not given are 0, too, and are told elsewhere.
    if (l.lower == l.upper && l.lower != 0.0)
      context_.report.note(
          "joint-no-travel",
          fail(failures::kNoTravel, {{"joint", arg::Name{joint.name}}, {"limit", arg::Number{l.lower}}}),
          "joint " + joint.name);
  }

  Status addLink(const urdf::Link& link, int parent) {
    LinkPart part;
    for (std::size_t i = 0; i < link.visual_array.size(); ++i) {
      const auto& visual = link.visual_array[i];
      if (!visual || !visual->geometry) continue;
      capsule_ = capsules_.contains({link.name, false, i});
      addShapes(*visual->geometry, visual->origin, link.name, visual->name, color(*visual), part.visuals);
    }
    for (std::size_t i = 0; i < link.collision_array.size(); ++i) {
      const auto& collision = link.collision_array[i];
      if (!collision || !collision->geometry) continue;
      capsule_ = capsules_.contains({link.name, true, i});
      addShapes(*collision->geometry, collision->origin, link.name, collision->name, {}, part.collisions);
    }
    if (link.inertial) part.inertial = inertial(*link.inertial, link.name);
    if (const auto surface = surfaces_.find(link.name); surface != surfaces_.end()) {
      part.surface = surface->second.component;
      part.surface_more = surface->second.more;
    }
    model_->nodes.push_back({link.name, parent, Pose::identity(), std::move(part)});
    return okStatus();
  }

  static std::optional<geometry::Color> color(const urdf::Visual& visual) {
    if (!visual.material) return std::nullopt;
    const urdf::Color& c = visual.material->color;
    // A material that is a texture alone has the colour 0 0 0 0... of nothing.
    if (!visual.material->texture_filename.empty() && c.r == 0.0f && c.g == 0.0f && c.b == 0.0f) return std::nullopt;
    const auto unit = [](float v) { return std::isfinite(v) ? std::clamp(v, 0.0f, 1.0f) : 0.5f; };
    return geometry::Color{unit(c.r), unit(c.g), unit(c.b), unit(c.a)};
  }

  void shapeLeftOut(const std::string& link, Status why) {
    context_.report.warn("shape", fail(failures::kShapeLeftOut, {{"link", arg::Name{link}}}, std::move(why)),
                         "link " + link);
  }

  void addShapes(const urdf::Geometry& g, const urdf::Pose& origin, const std::string& link, const std::string& name,
                 std::optional<geometry::Color> own_color, std::vector<PlacedShape>& out) {
    const Eigen::Affine3d link_t_shape(pose(origin, "link", link).isometry());
    if (g.type != urdf::Geometry::MESH) {
      auto shape = primitive(g, link);
      if (shape) out.push_back({name.empty() ? "shape" : name, std::move(shape), link_t_shape, own_color});
      return;
    }
    const auto& mesh = static_cast<const urdf::Mesh&>(g);
    if (mesh.filename.empty()) return shapeLeftOut(link, fail(failures::kShapeNoFile));
    Eigen::Affine3d scaled = link_t_shape;
    scaled.linear() *= vec(mesh.scale).asDiagonal();
    for (PlacedShape& part : namedShapes(name, meshes_.loadOrWarn(mesh.filename, context_.path.parent_path(), link))) {
      part.link_t_shape = scaled * part.link_t_shape;
      // Viewers of robots let the colours of the mesh win only where the robot says nothing.
      if (own_color && (!part.color || !part.shape->mesh)) part.color = own_color;
      out.push_back(std::move(part));
    }
  }

  ShapePtr primitive(const urdf::Geometry& g, const std::string& link) {
    geometry::Primitive made;
    if (g.type == urdf::Geometry::BOX) made = geometry::Box{vec(static_cast<const urdf::Box&>(g).dim)};
    if (g.type == urdf::Geometry::SPHERE) made = geometry::Sphere{static_cast<const urdf::Sphere&>(g).radius};
    if (g.type == urdf::Geometry::CYLINDER) {
      const auto& c = static_cast<const urdf::Cylinder&>(g);
      if (capsule_) made = geometry::Capsule{c.length, c.radius};
      else made = geometry::Cylinder{c.length, c.radius};
    }
    if (Status status = geometry::validate(made); !status.ok()) {
      shapeLeftOut(link, std::move(status));
      return nullptr;
    }
    auto out = std::make_shared<geometry::Shape>();
    out->primitives.push_back({made, Eigen::Affine3d::Identity()});
    return out;
  }

  std::optional<Inertial> inertial(const urdf::Inertial& in, const std::string& link) {
    Inertial out;
    out.mass_kg = in.mass;
    out.inertia << in.ixx, in.ixy, in.ixz, in.ixy, in.iyy, in.iyz, in.ixz, in.iyz, in.izz;
    if (!std::isfinite(in.mass) || in.mass < 0.0 || !out.inertia.allFinite()) {
      const Status why = in.mass < 0.0 ? fail(failures::kMassBelowZero, {{"mass", arg::Number{in.mass}}})
                                       : fail(failures::kInertiaNumbers);
      context_.report.warn("inertia", fail(failures::kInertiaLeftOut, {{"link", arg::Name{link}}}, why),
                           "link " + link);
      return std::nullopt;
    }
    out.link_t_com = pose(in.origin, "link", link);
    return out;
  }

  ReadContext& context_;
  const urdf::ModelInterface& robot_;
  std::set<ShapeKey> capsules_;
  Surfaces surfaces_;
  bool capsule_ = false;  // the cylinder that is read is one in the file
  MeshLibrary meshes_;
  Model* model_ = nullptr;
};

// urdfdom hangs a link with two parents under both.
Status checkParents(const urdf::ModelInterface& robot, const std::string& text, const std::string& file) {
  std::set<std::string> held;
  for (const auto& [name, joint] : robot.joints_)
    if (!held.insert(joint->child_link_name).second) return explainUrdf(text, file);
  return okStatus();
}

Result<urdf::ModelInterfaceSharedPtr> parse(const std::string& text, const std::string& file) {
  const ParserLines said;
  urdf::ModelInterfaceSharedPtr robot = urdf::parseURDF(text);
  if (robot && robot->getRoot()) return robot;
  Status status = explainUrdf(text, file);
  if (status.ok() && said.errors().empty()) return fail(failures::kUrdfNoLink);
  if (status.ok())
    status = fail(failures::kUrdfRefused, {{"reason", arg::Words{cleanUtf8(said.errors().front(), 300)}}});
  for (const std::string& line : said.errors())
    status.message += (status.message.empty() ? "" : "; ") + cleanUtf8(line, 200);
  return status;
}

// The robot that a template makes.
Result<std::string> expandedUrdf(ReadContext& context, const std::string& text) {
  WW_ASSIGN(std::string out, expandXacro(context, text));
  WW_TRY(scanXml(out, {kMaxBytes, 250, 500'000}).status());
  if (out.find("<link") != std::string::npos) return out;
  return fail(failures::kXacroNoRobot, {{"file", arg::Name{context.path.filename().string()}}});
}

}  // namespace

Status readUrdf(ReadContext& context, Scene& scene) {
  context.report.stage(phrase(WW_TEXT("Core", "reading the URDF file")));
  noteOwnUnit(context, scene.unit);
  WW_ASSIGN(std::string text, readWhole(context.path, kMaxBytes));
  xmlInUtf8(context, text, scene);
  WW_ASSIGN(const XmlSummary xml, scanXml(text, {kMaxBytes, 100, 500'000}));
  std::string file = context.path.filename().string();
  if (xml.root != "robot") {
    return fail(
        failures::kOtherRoot,
        {{"file", arg::Name{file}}, {"found", arg::Words{cleanUtf8(xml.root, 60)}}, {"wanted", arg::Words{"robot"}}});
  }
  if (isXacro(context.path, xml.has_xacro)) {
    WW_ASSIGN(text, expandedUrdf(context, text));
    file += " (expanded)";
  }
  lookAtXml(text, file, XmlKind::kUrdf, context.report);
  if (!context.options.documented)
    if (std::string limited = mendLimits(text, file, context.report); !limited.empty()) text = std::move(limited);
  WW_ASSIGN(urdf::ModelInterfaceSharedPtr robot, parse(std::string(withoutBom(text)), file));
  MendedUrdf mended = mendShapes(std::string(withoutBom(text)), file, *robot, context.report);
  if (!mended.text.empty()) {
    WW_ASSIGN(robot, parse(mended.text, file));
  }
  WW_TRY(checkUrdfNames(std::string(withoutBom(text)), file));
  WW_TRY(checkParents(*robot, std::string(withoutBom(text)), file));
  context.files.allowOwnPackage();
  Model model;
  auto surfaces = gazeboSurfaces(withoutBom(text), context.report);
  WW_TRY(UrdfReader(context, *robot, std::move(mended.capsules), std::move(surfaces)).run(model));
  model.self_collide = gazeboSelfCollide(withoutBom(text));
  scene.models.push_back(std::move(model));
  return okStatus();
}

}  // namespace ww::io::worker
