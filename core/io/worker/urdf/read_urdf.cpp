// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <urdf_model/model.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/io/text_scan.h"
#include "core/io/worker/mesh_source.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/units.h"
#include "core/io/worker/urdf/shape_mend.h"

namespace ww::io::worker {
namespace {

constexpr std::uintmax_t kMaxBytes = 64u << 20;

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
  UrdfReader(ReadContext& context, const urdf::ModelInterface& robot, std::set<ShapeKey> capsules)
      : context_(context), robot_(robot), capsules_(std::move(capsules)), meshes_(context) {}

  Status run(Model& out) {
    WW_TRY(checkParents());
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
  // urdfdom hangs such a link under both parents.
  Status checkParents() const {
    std::map<std::string, std::string> joint_of_child;
    for (const auto& [name, joint] : robot_.joints_) {
      const auto [at, fresh] = joint_of_child.try_emplace(joint->child_link_name, name);
      if (fresh) continue;
      return fail(Code::kInvalidArgument,
                  fmt::format("link {} is the child of two joints, {} and {}", cleanUtf8(joint->child_link_name, 200),
                              cleanUtf8(at->second, 200), cleanUtf8(name, 200)))
          .withHint("a link of URDF has one parent; take it out of one of the joints");
    }
    return okStatus();
  }

  // Links in a ring hang on nothing.
  void warnOfUnreached() const {
    std::set<std::string> reached;
    for (const Node& node : model_->nodes) {
      if (std::holds_alternative<LinkPart>(node.part)) reached.insert(node.name);
    }
    for (const auto& [name, link] : robot_.links_) {
      if (reached.contains(name)) continue;
      context_.report.warn(
          "link-unreached",
          fmt::format("link {} is left out: no joint leads from the root of the robot to it", cleanUtf8(name, 200)),
          "mend the file", "link " + name);
    }
  }

  Pose pose(const urdf::Pose& p, const std::string& where) {
    if (!sound(p)) {
      context_.report.warn("pose-numbers",
                           fmt::format("the origin of {} has numbers that are not sound; it is set to nothing", where),
                           "mend the file", where);
      return Pose::identity();
    }
    return {vec(p.position), Quat(p.rotation.w, p.rotation.x, p.rotation.y, p.rotation.z).normalized()};
  }

  int addJoint(const urdf::Joint& joint, int parent) {
    JointPart part;
    const std::string where = "joint " + joint.name;
    part.parent_t_inboard = pose(joint.parent_to_joint_origin_transform, where);
    setMotion(joint, where, part);
    if (part.motion != JointPart::Motion::kFixed) setAxis(joint, where, part);
    if (joint.limits) setLimits(joint, where, part);
    if (joint.dynamics) {
      part.damping = std::isfinite(joint.dynamics->damping) ? joint.dynamics->damping : 0.0;
      part.friction = std::isfinite(joint.dynamics->friction) ? joint.dynamics->friction : 0.0;
    }
    if (joint.mimic) part.mimic = {joint.mimic->joint_name, joint.mimic->multiplier, joint.mimic->offset};
    model_->nodes.push_back({joint.name, parent, Pose::identity(), part});
    return static_cast<int>(model_->nodes.size()) - 1;
  }

  void setMotion(const urdf::Joint& joint, const std::string& where, JointPart& part) {
    switch (joint.type) {
      case urdf::Joint::REVOLUTE:
      case urdf::Joint::CONTINUOUS: part.motion = JointPart::Motion::kRevolute; return;
      case urdf::Joint::PRISMATIC: part.motion = JointPart::Motion::kPrismatic; return;
      case urdf::Joint::FIXED: return;
      default:
        context_.report.warn("joint-kind",
                             fmt::format("{} is {}; it is imported as fixed", where,
                                         joint.type == urdf::Joint::FLOATING ? "floating" : "planar"),
                             {}, where);
    }
  }

  void setAxis(const urdf::Joint& joint, const std::string& where, JointPart& part) {
    const Vec3 axis = vec(joint.axis);
    if (axis.allFinite() && axis.norm() > 1e-9) {
      part.axis = axis.normalized();
      return;
    }
    part.axis = Vec3::UnitX();
    context_.report.warn("joint-axis", fmt::format("{} has no sound axis; x is taken", where), "mend the file", where);
  }

  void setLimits(const urdf::Joint& joint, const std::string& where, JointPart& part) {
    const urdf::JointLimits& l = *joint.limits;
    // No limit on speed or force is written as 0 by many programs.
    if (std::isfinite(l.velocity) && l.velocity > 0.0) part.velocity = l.velocity;
    if (std::isfinite(l.effort) && l.effort > 0.0) part.effort = l.effort;
    if (joint.type == urdf::Joint::CONTINUOUS || std::isnan(l.lower) || std::isnan(l.upper)) return;
    part.lower = std::min(l.lower, l.upper);
    part.upper = std::max(l.lower, l.upper);
    if (l.lower > l.upper)
      context_.report.warn("joint-limits",
                           fmt::format("the limits of {} are the wrong way round; they are swapped", where),
                           "mend the file", where);
  }

  Status addLink(const urdf::Link& link, int parent) {
    LinkPart part;
    const std::string where = "link " + link.name;
    for (std::size_t i = 0; i < link.visual_array.size(); ++i) {
      const auto& visual = link.visual_array[i];
      if (!visual || !visual->geometry) continue;
      capsule_ = capsules_.contains({link.name, false, i});
      addShapes(*visual->geometry, visual->origin, where, visual->name, color(*visual), part.visuals);
    }
    for (std::size_t i = 0; i < link.collision_array.size(); ++i) {
      const auto& collision = link.collision_array[i];
      if (!collision || !collision->geometry) continue;
      capsule_ = capsules_.contains({link.name, true, i});
      addShapes(*collision->geometry, collision->origin, where, collision->name, {}, part.collisions);
    }
    if (link.inertial) part.inertial = inertial(*link.inertial, where);
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

  void addShapes(const urdf::Geometry& g, const urdf::Pose& origin, const std::string& where, const std::string& name,
                 std::optional<geometry::Color> own_color, std::vector<PlacedShape>& out) {
    const Eigen::Affine3d link_t_shape(pose(origin, where).isometry());
    if (g.type != urdf::Geometry::MESH) {
      auto shape = primitive(g, where);
      if (shape) out.push_back({name.empty() ? "shape" : name, std::move(shape), link_t_shape, own_color});
      return;
    }
    const auto& mesh = static_cast<const urdf::Mesh&>(g);
    if (mesh.filename.empty()) {
      context_.report.warn("shape", fmt::format("a shape of {} is left out: its mesh has no filename", where),
                           "mend the file", where);
      return;
    }
    Eigen::Affine3d scaled = link_t_shape;
    scaled.linear() *= vec(mesh.scale).asDiagonal();
    for (PlacedShape& part : meshes_.loadOrWarn(mesh.filename, context_.path.parent_path(), where)) {
      part.link_t_shape = scaled * part.link_t_shape;
      // Viewers of robots let the colours of the mesh win only where the robot says nothing.
      if (own_color && (!part.color || !part.shape->mesh)) part.color = own_color;
      if (!name.empty()) part.name = name + "/" + part.name;
      out.push_back(std::move(part));
    }
  }

  ShapePtr primitive(const urdf::Geometry& g, const std::string& where) {
    geometry::Primitive made;
    if (g.type == urdf::Geometry::BOX) made = geometry::Box{vec(static_cast<const urdf::Box&>(g).dim)};
    if (g.type == urdf::Geometry::SPHERE) made = geometry::Sphere{static_cast<const urdf::Sphere&>(g).radius};
    if (g.type == urdf::Geometry::CYLINDER) {
      const auto& c = static_cast<const urdf::Cylinder&>(g);
      if (capsule_) made = geometry::Capsule{c.length, c.radius};
      else made = geometry::Cylinder{c.length, c.radius};
    }
    if (const Status status = geometry::validate(made); !status.ok()) {
      context_.report.warn("shape", fmt::format("a shape of {} is left out: {}", where, status.title), "mend the file",
                           where);
      return nullptr;
    }
    auto out = std::make_shared<geometry::Shape>();
    out->primitives.push_back({made, Eigen::Affine3d::Identity()});
    return out;
  }

  std::optional<Inertial> inertial(const urdf::Inertial& in, const std::string& where) {
    Inertial out;
    out.mass_kg = in.mass;
    out.inertia << in.ixx, in.ixy, in.ixz, in.ixy, in.iyy, in.iyz, in.ixz, in.iyz, in.izz;
    if (!std::isfinite(in.mass) || in.mass < 0.0 || !out.inertia.allFinite()) {
      context_.report.warn("inertia",
                           fmt::format("the inertia of {} has numbers that are not sound; it is left out", where),
                           "mend the file", where);
      return std::nullopt;
    }
    out.link_t_com = pose(in.origin, where);
    return out;
  }

  ReadContext& context_;
  const urdf::ModelInterface& robot_;
  std::set<ShapeKey> capsules_;
  bool capsule_ = false;  // the cylinder that is read is one in the file
  MeshLibrary meshes_;
  Model* model_ = nullptr;
};

Result<urdf::ModelInterfaceSharedPtr> parse(const std::string& text) {
  const ParserLines said;
  urdf::ModelInterfaceSharedPtr robot = urdf::parseURDF(text);
  if (robot && robot->getRoot()) return robot;
  std::string why;
  for (const std::string& line : said.errors()) why += (why.empty() ? "" : "; ") + cleanUtf8(line, 200);
  return fail(Code::kInvalidArgument,
              fmt::format("the robot is not sound: {}",
                          said.errors().empty() ? "it has no link" : cleanUtf8(said.errors().front(), 300)))
      .withMessage(why)
      .withHint("mend the file; check_urdf tells the same");
}

}  // namespace

Status readUrdf(ReadContext& context, Scene& scene) {
  context.report.stage("reading the URDF file");
  noteOwnUnit(context, scene.unit);
  WW_ASSIGN(const std::string text, readWhole(context.path, kMaxBytes));
  WW_ASSIGN(const XmlSummary xml, scanXml(text, {kMaxBytes, 100, 500'000}));
  if (xml.root != "robot")
    return fail(Code::kInvalidArgument, fmt::format("the file holds <{}>, not <robot>", cleanUtf8(xml.root, 60)))
        .withHint("choose another type");
  if (xml.has_xacro)
    return fail(Code::kInvalidArgument, "the file is a xacro template that was not expanded")
        .withHint("run xacro on it and import the result");
  WW_ASSIGN(urdf::ModelInterfaceSharedPtr robot, parse(std::string(withoutBom(text))));
  MendedUrdf mended = mendShapes(std::string(withoutBom(text)), *robot, context.report);
  if (!mended.text.empty()) {
    WW_ASSIGN(robot, parse(mended.text));
  }
  context.files.allowOwnPackage();
  Model model;
  WW_TRY(UrdfReader(context, *robot, std::move(mended.capsules)).run(model));
  scene.models.push_back(std::move(model));
  return okStatus();
}

}  // namespace ww::io::worker
