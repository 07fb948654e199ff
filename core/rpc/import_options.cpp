// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/import_options.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/io/failures.h"
#include "core/io/names.h"
#include "core/rpc/failures.h"
#include "core/rpc/scene_mesh.h"
#include "core/rpc/wire_status.h"

namespace ww::rpc {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using Config = so::ImportSceneObjectConfig;
using intrinsic_proto::geometry::v1::MaterialProperties;

constexpr double kFarthest = 1e6;  // metres

Result<io::Format> formatOf(so::SceneFileData::Type type) {
  switch (type) {
    case so::SceneFileData::UNSPECIFIED:
    case so::SceneFileData::ZIP_BUNDLE: return io::Format::kZip;
    case so::SceneFileData::OBJ: return io::Format::kObj;
    case so::SceneFileData::STL: return io::Format::kStl;
    case so::SceneFileData::GLTF: return io::Format::kGltf;
    case so::SceneFileData::GLB: return io::Format::kGlb;
    case so::SceneFileData::STEP: return io::Format::kStep;
    case so::SceneFileData::SDF: return io::Format::kSdf;
    default: break;
  }
  return fail(failures::kBadFileType, {{"type", arg::Number{static_cast<double>(type)}}});
}

std::string nameOf(so::SceneFileData::Type type) { return so::SceneFileData::Type_Name(type); }

// The type that stands for a format of the importers; none for those that clients cannot send.
std::optional<so::SceneFileData::Type> typeOf(std::string_view format) {
  for (int i = so::SceneFileData::Type_MIN + 1; i <= so::SceneFileData::Type_MAX; ++i) {
    const auto type = static_cast<so::SceneFileData::Type>(i);
    const auto known = formatOf(type);
    if (known.ok() && io::formatInfo(*known).id == format) return type;
  }
  return std::nullopt;
}

Status readUnit(const Config& config, io::ImportOptions& out) {
  if (!config.has_length_unit_conversion()) return okStatus();
  const double scale = config.length_unit_conversion().scale_factor();
  if (!std::isfinite(scale) || scale <= 1e-9 || scale >= 1e9) {
    return fail(failures::kBadUnit, {{"value", arg::Number{scale}}});
  }
  if (!io::formatInfo(out.type).unitless && scale != 1.0) {
    return fail(failures::kHasUnit, {{"format", arg::Words{std::string(io::formatInfo(out.type).title)}}});
  }
  if (io::formatInfo(out.type).unitless) out.unit_scale = scale;
  return okStatus();
}

Status readTransform(const so::TransformSceneObject& transform, io::ImportOptions& out) {
  if (transform.has_uniform_scale()) {
    out.uniform_scale = transform.uniform_scale();
    if (!std::isfinite(out.uniform_scale) || out.uniform_scale <= 1e-9 || out.uniform_scale >= 1e9) {
      return fail(failures::kBadScale, {{"value", arg::Number{out.uniform_scale}}});
    }
  }
  if (transform.has_rotation()) {
    const auto& q = transform.rotation();
    const auto pose = checkedPose({Vec3::Zero(), Quat(q.w(), q.x(), q.y(), q.z())});
    if (!pose.ok()) return fail(failures::kBadRotation);
    out.rotation = pose.value().q;
  }
  if (!transform.has_translation()) return okStatus();
  const auto t = geometry::fromWire(transform.translation());
  if (!t.ok() || t.value().norm() > kFarthest)
    return fail(failures::kBadTranslation, {{"most", arg::Length{kFarthest}}});
  return okStatus();
}

Status readResolution(const Config& config, io::ImportOptions& out) {
  switch (config.geometry_import_resolution().resolution()) {
    case so::GeometryImportResolution::RESOLUTION_UNSPECIFIED:
    case so::GeometryImportResolution::COARSE: out.resolution = io::Resolution::kCoarse; return okStatus();
    case so::GeometryImportResolution::FINE: out.resolution = io::Resolution::kFine; return okStatus();
    default: break;
  }
  const double value = config.geometry_import_resolution().resolution();
  return fail(failures::kBadResolution, {{"value", arg::Number{value}}});
}

Status checkMaterial(const MaterialProperties& material) {
  if (material.has_base_color()) {
    const auto color = geometry::fromWire(material.base_color());
    if (!color.ok()) return color.status().in("config.material_properties.base_color");
  }
  for (const auto& [field, v] :
       {std::pair("metalness", material.metalness()), std::pair("roughness", material.roughness()),
        std::pair("transmission", material.transmission())}) {
    if (!(v >= 0.0 && v <= 1.0))
      return fail(failures::kBadMaterial, {{"field", arg::Words{field}}, {"value", arg::Number{v}}});
  }
  return okStatus();
}

Status checkUserData(const Config& config) {
  for (const auto& [key, value] : config.user_data()) {
    const bool reserved = key.starts_with("FLOWSTATE_") || key.starts_with("WORLDWRIGHT_") || key == "gazebo_plugins" ||
                          key == "gazebo_collision_surface" || key == "gazebo_joint_physics" || key == "sdf_lights";
    if (reserved) return fail(failures::kKeyReserved, {{"key", arg::Name{shortened(key, 100)}}});
    if (key.empty() || key.size() > 1000) return fail(failures::kBadKey, {{"length", arg::Bytes{key.size()}}});
  }
  return okStatus();
}

Status readName(const Config& config, io::ImportOptions& out) {
  if (!config.has_scene_object_name()) return okStatus();
  out.name = config.scene_object_name();
  if (io::isValidName(out.name)) return okStatus();
  return fail(failures::kBadObjectName, {{"name", arg::Name{shortened(out.name, 100)}}});
}

// What imports make geometry for.
Status checkPurpose(const std::string& type) {
  static const std::vector<std::string> kKnown = {kVisual, kCollision};
  if (type == kKnown[0] || type == kKnown[1]) return okStatus();
  Status unknown =
      fail(failures::kNoSuchPurpose, {{"type", arg::Name{shortened(type, 100)}}, {"known", arg::Names{kKnown}}});
  // Also by what stands behind the common beginning.
  for (const std::string& known : kKnown) {
    const std::string tail = known.substr(known.find('_') + 1);
    if (!nearestNames(type, std::vector<std::string>{tail}, 1).empty())
      return withNearest(std::move(unknown), known, std::vector<std::string>{known});
  }
  return withNearest(std::move(unknown), type, kKnown);
}

// In the root entity all that hangs on it moves, for the origin of the object stays.
void moveRoot(const Vec3& by, so::SceneObject& object) {
  const Pose shift{by, Quat::Identity()};
  const auto moved = [&](bool present, const intrinsic_proto::Pose& pose) {
    const auto read = geometry::fromWireOrIdentity(present, pose);
    return read.ok() ? shift * *read : shift;
  };
  const std::string root = object.entities(0).name();
  for (so::Entity& e : *object.mutable_entities()) {
    if (e.parent_name() != root) continue;
    geometry::toWire(moved(e.has_parent_t_this(), e.parent_t_this()), e.mutable_parent_t_this());
    if (!e.has_joint()) continue;
    auto& k = *e.mutable_joint()->mutable_kinematics_component();
    geometry::toWire(moved(k.has_parent_t_inboard(), k.parent_t_inboard()), k.mutable_parent_t_inboard());
  }
  so::Link& link = *object.mutable_entities(0)->mutable_link();
  if (link.has_physics_component()) {
    auto& physics = *link.mutable_physics_component();
    geometry::toWire(moved(physics.has_this_t_center_of_mass(), physics.this_t_center_of_mass()),
                     physics.mutable_this_t_center_of_mass());
  }
  for (auto& [purpose, set] : *link.mutable_geometry_component()->mutable_named_geometries()) {
    for (auto& [name, placed] : *set.mutable_named_geometries()) {
      const auto ref_t_shape = geometry::toAffine(placed.ref_t_shape());
      if (ref_t_shape.ok())
        geometry::toWire(Eigen::Affine3d(shift.isometry()) * *ref_t_shape, placed.mutable_ref_t_shape());
    }
  }
}

}  // namespace

Result<ImportPlan> readPlan(const so::ImportSceneObjectRequest& request) {
  ImportPlan out;
  if (request.file().data().empty()) return fail(failures::kNoFileData);
  out.type = request.file().file_type();
  WW_ASSIGN(out.options.type, formatOf(out.type));
  out.config = request.config();
  out.options.documented = true;
  WW_TRY(readUnit(out.config, out.options));
  WW_TRY(readTransform(out.config.transform_scene_object(), out.options));
  WW_TRY(readResolution(out.config, out.options));
  WW_TRY(checkMaterial(out.config.material_properties()));
  WW_TRY(checkUserData(out.config));
  WW_TRY(readName(out.config, out.options));
  for (const std::string& type : out.config.geometry_operations().remove_types()) {
    WW_TRY(checkPurpose(type));
    if (type == kCollision) out.options.drop_collision = true;
  }
  return out;
}

Status inFileTypes(Status status, so::SceneFileData::Type sent) {
  if (!status.failure || status.failure->row != &io::failures::kTypeDoesNotFit) return status;
  const auto* found = std::get_if<arg::Words>(status.failure->find("found"));
  if (!found) return status;
  const arg::Words chosen{nameOf(sent)};
  if (const auto type = typeOf(found->text)) {
    const bool set = sent != so::SceneFileData::UNSPECIFIED;
    return fail(set ? failures::kFileTypeOther : failures::kFileTypeUnset,
                {{"chosen", chosen}, {"found", arg::Words{nameOf(*type)}}});
  }
  arg::Words known;  // all of them, not the first few
  for (int i = so::SceneFileData::Type_MIN + 1; i <= so::SceneFileData::Type_MAX; ++i)
    known.text.append(known.text.empty() ? "" : ", ").append(nameOf(static_cast<so::SceneFileData::Type>(i)));
  std::string upper = found->text;
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fail(failures::kFileTypeNone, {{"chosen", chosen}, {"found", arg::Words{upper}}, {"known", known}});
}

Status finishObject(const ImportPlan& plan, so::SceneObject& object) {
  for (so::Entity& e : *object.mutable_entities()) {
    if (!e.has_link() || !e.link().has_geometry_component()) continue;
    auto& sets = *e.mutable_link()->mutable_geometry_component()->mutable_named_geometries();
    for (const std::string& type : plan.config.geometry_operations().remove_types()) sets.erase(type);
    if (!plan.config.has_material_properties()) continue;
    for (auto& [purpose, set] : sets) {
      for (auto& [name, placed] : *set.mutable_named_geometries()) {
        auto& material = *placed.mutable_geometry()->mutable_material_overrides();
        // A colour is one thing: black leaves red, green and blue unset.
        if (plan.config.material_properties().has_base_color()) material.clear_base_color();
        material.MergeFrom(plan.config.material_properties());
      }
    }
  }
  if (object.entities_size() > 0 && plan.config.transform_scene_object().has_translation()) {
    WW_ASSIGN(const Vec3 by, geometry::fromWire(plan.config.transform_scene_object().translation()));
    moveRoot(by, object);
  }
  for (const auto& [key, value] : plan.config.user_data()) (*object.mutable_user_data())[key] = value;
  return okStatus();
}

}  // namespace ww::rpc
