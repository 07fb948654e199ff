// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/sdf_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sdf/Box.hh>
#include <sdf/Camera.hh>
#include <sdf/Capsule.hh>
#include <sdf/Cylinder.hh>
#include <sdf/Ellipsoid.hh>
#include <sdf/ForceTorque.hh>
#include <sdf/Lidar.hh>
#include <sdf/Mesh.hh>
#include <sdf/Noise.hh>
#include <sdf/Pbr.hh>
#include <sdf/Plane.hh>
#include <sdf/Sphere.hh>
#include <set>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/sdf/sdf_lens.h"
#include "core/io/worker/xml_words.h"

namespace ww::io::worker {
namespace {

using intrinsic_proto::world::SensorComponent;
constexpr double kPlaneThickness = 0.001;

Vec3 vec(const ignition::math::Vector3d& v) { return {v.X(), v.Y(), v.Z()}; }

}  // namespace

bool isSaid(const sdf::ElementPtr& parent, const char* element) {
  return parent && parent->HasElement(element) && parent->GetElement(element)->GetExplicitlySetInFile();
}

std::vector<sdf::ElementPtr> childrenOf(const sdf::ElementPtr& parent, const std::string& name) {
  const auto first = [&](const sdf::ElementPtr& of) {
    if (name.empty()) return of->GetFirstElement();
    return of->HasElement(name) ? of->GetElement(name) : nullptr;
  };
  std::vector<sdf::ElementPtr> out;
  std::set<sdf::ElementPtr> met;
  for (sdf::ElementPtr e = first(parent); e; e = e->GetNextElement(name)) {
    if (met.insert(e).second) {
      out.push_back(e);
      continue;
    }
    // A copy has one of its own for each place.
    const sdf::ElementPtr copy = parent->Clone();
    out.clear();
    for (e = first(copy); e; e = e->GetNextElement(name)) out.push_back(e);
    return out;
  }
  return out;
}

Pose toPose(const ignition::math::Pose3d& p) {
  return {vec(p.Pos()), Quat(p.Rot().W(), p.Rot().X(), p.Rot().Y(), p.Rot().Z()).normalized()};
}

bool isSound(const ignition::math::Pose3d& p) {
  return p.IsFinite() &&
         std::abs(p.Rot().W() * p.Rot().W() + p.Rot().X() * p.Rot().X() + p.Rot().Y() * p.Rot().Y() +
                  p.Rot().Z() * p.Rot().Z() - 1.0) < 0.1 &&
         p.Pos().Abs().Max() < 1e9;
}

std::vector<PlacedShape> SdfShapes::single(const geometry::Primitive& primitive, const std::string& link) {
  if (Status status = geometry::validate(primitive); !status.ok()) {
    context_.report.warn("shape", fail(failures::kShapeLeftOut, {{"link", arg::Name{link}}}, std::move(status)),
                         "link " + link);
    return {};
  }
  auto shape = std::make_shared<geometry::Shape>();
  shape->primitives.push_back({primitive, Eigen::Affine3d::Identity()});
  return {PlacedShape{"", std::move(shape), Eigen::Affine3d::Identity(), {}}};
}

std::vector<PlacedShape> SdfShapes::shapes(const sdf::Geometry& g, const std::string& link, bool collides) {
  switch (g.Type()) {
    case sdf::GeometryType::BOX: return single(geometry::Box{vec(g.BoxShape()->Size())}, link);
    case sdf::GeometryType::SPHERE: return single(geometry::Sphere{g.SphereShape()->Radius()}, link);
    case sdf::GeometryType::CYLINDER:
      return single(geometry::Cylinder{g.CylinderShape()->Length(), g.CylinderShape()->Radius()}, link);
    case sdf::GeometryType::CAPSULE:
      return single(geometry::Capsule{g.CapsuleShape()->Length(), g.CapsuleShape()->Radius()}, link);
    case sdf::GeometryType::ELLIPSOID: return single(geometry::Ellipsoid{vec(g.EllipsoidShape()->Radii())}, link);
    case sdf::GeometryType::MESH: return mesh(*g.MeshShape(), link);
    case sdf::GeometryType::PLANE: return plane(*g.PlaneShape(), link, collides);
    default: return leftOut(g, link);
  }
}

// A thin plate whose upper side is the plane. What collides with it has no end in SDF: without a size of the file, it
// is as large as a hall.
std::vector<PlacedShape> SdfShapes::plane(const sdf::Plane& plane, const std::string& link, bool collides) {
  constexpr double kHall = 100.0, kRoom = 10.0;  // metres
  Vec3 size(plane.Size().X(), plane.Size().Y(), kPlaneThickness);
  if (collides && !isSaid(plane.Element(), "size")) size.head<2>().setConstant(kHall);
  if (context_.options.documented)
    context_.report.refuse(fail(failures::kSdfNotPlane, {{"link", arg::Name{cleanUtf8(link, 200)}}}));
  const bool ends = collides && (!isSaid(plane.Element(), "size") || size.head<2>().maxCoeff() < kRoom);
  auto out = single(geometry::Box{size}, link);
  if (ends && !out.empty())
    context_.report.note("plane-ends",
                         fail(failures::kPlaneEnds, {{"link", arg::Name{cleanUtf8(link, 200)}},
                                                     {"x", arg::Length{size.x()}},
                                                     {"y", arg::Length{size.y()}},
                                                     {"thick", arg::Length{size.z()}}}),
                         "link " + link);
  const Quat turn = Quat::FromTwoVectors(Vec3::UnitZ(), vec(plane.Normal()));
  for (PlacedShape& s : out)
    s.link_t_shape = Eigen::Affine3d(turn) * Eigen::Translation3d(0, 0, -0.5 * kPlaneThickness);
  return out;
}

arg::Place SdfShapes::placeOf(const sdf::ElementPtr& element) const { return includes_.placeOf(element); }

// Heightmaps, polylines, and what is newer than the library, such as a cone: to it that is an empty geometry.
std::vector<PlacedShape> SdfShapes::leftOut(const sdf::Geometry& g, const std::string& link) {
  const sdf::ElementPtr element = g.Element();
  const sdf::ElementPtr kind = element ? element->GetFirstElement() : nullptr;
  if (!kind || kind->GetName() == "empty") return {};
  if (context_.options.documented)
    context_.report.refuse(fail(failures::kSdfNotShape, {{"link", arg::Name{cleanUtf8(link, 200)}},
                                                         {"shape", arg::Words{cleanUtf8(kind->GetName(), 60)}},
                                                         {"place", placeOf(kind)}}));
  Status told = fail(
      failures::kSdfShapeKind,
      {{"link", arg::Name{link}}, {"shape", arg::Words{cleanUtf8(kind->GetName(), 60)}}, {"place", placeOf(kind)}});
  const std::string near =
      slipOf(kind->GetName(), {"box", "sphere", "cylinder", "capsule", "ellipsoid", "mesh", "plane"});
  if (!near.empty()) told = withNearest(std::move(told), kind->GetName(), XmlWords{near});
  context_.report.warn("shape-kind", told, "link " + link);
  return {};
}

std::vector<PlacedShape> SdfShapes::mesh(const sdf::Mesh& mesh, const std::string& link) {
  constexpr std::string_view kNone = "__default__";  // what the library makes of a <uri> that is not there
  if (mesh.Uri().empty() || mesh.Uri() == kNone) {
    context_.report.warn("shape",
                         fail(failures::kShapeLeftOut, {{"link", arg::Name{link}}}, fail(failures::kSdfNoMeshUri)),
                         "link " + link);
    return {};
  }
  const std::filesystem::path folder = includes_.folderOf(mesh.FilePath());
  std::vector<PlacedShape> all = meshes_.loadOrWarn(mesh.Uri(), folder, link);
  if (!mesh.Submesh().empty()) {
    std::vector<PlacedShape> wanted;
    for (const PlacedShape& s : all) {
      if (s.name == mesh.Submesh() || s.name.ends_with("/" + mesh.Submesh())) wanted.push_back(s);
    }
    if (wanted.empty() && !all.empty()) {
      context_.report.warn("submesh",
                           fail(failures::kSdfNoSubmesh, {{"mesh", arg::Name{cleanUtf8(mesh.Uri(), 200)}},
                                                          {"part", arg::Name{cleanUtf8(mesh.Submesh(), 100)}}}),
                           "link " + link);
    } else {
      all = std::move(wanted);
    }
  }
  Eigen::Affine3d scale = Eigen::Affine3d::Identity();
  scale.linear() = vec(mesh.Scale()).asDiagonal();
  if (mesh.CenterSubmesh()) {
    Bounds bounds;
    for (const PlacedShape& s : all)
      if (s.shape->mesh) bounds.add(s.shape->mesh->bounds().transformed(s.link_t_shape));
    if (!bounds.empty()) scale = scale * Eigen::Translation3d(-bounds.center());
  }
  for (PlacedShape& s : all) s.link_t_shape = scale * s.link_t_shape;
  return all;
}

namespace {

struct Named {
  std::string_view name;
  geometry::Color color;
};

// The colours of Gazebo's material scripts that models use most.
constexpr Named kScripts[] = {{"Gazebo/Grey", {0.7f, 0.7f, 0.7f, 1}},
                              {"Gazebo/Gray", {0.7f, 0.7f, 0.7f, 1}},
                              {"Gazebo/DarkGrey", {0.175f, 0.175f, 0.175f, 1}},
                              {"Gazebo/White", {1, 1, 1, 1}},
                              {"Gazebo/Black", {0.05f, 0.05f, 0.05f, 1}},
                              {"Gazebo/FlatBlack", {0.1f, 0.1f, 0.1f, 1}},
                              {"Gazebo/Red", {1, 0, 0, 1}},
                              {"Gazebo/Green", {0, 1, 0, 1}},
                              {"Gazebo/Blue", {0, 0, 1, 1}},
                              {"Gazebo/Yellow", {1, 1, 0, 1}},
                              {"Gazebo/Orange", {1, 0.5088f, 0.0468f, 1}},
                              {"Gazebo/Wood", {0.61f, 0.44f, 0.27f, 1}},
                              {"Gazebo/Turquoise", {0, 1, 1, 1}},
                              {"Gazebo/Purple", {1, 0, 1, 1}},
                              {"Gazebo/Indigo", {0.33f, 0, 0.5f, 1}},
                              {"Gazebo/SkyBlue", {0.13f, 0.44f, 0.7f, 1}}};

geometry::Color colorOf(const ignition::math::Color& c) {
  const auto unit = [](float v) { return std::isfinite(v) ? std::clamp(v, 0.0f, 1.0f) : 0.5f; };
  return {unit(c.R()), unit(c.G()), unit(c.B()), unit(c.A())};
}

}  // namespace

void SdfLook::putOn(PlacedShape& shape) const {
  if (color) shape.color = color;
  if (finish) shape.finish = finish;
}

namespace {

// Where a picture says it for each place, the figures beside it say nothing.
std::optional<Finish> sdfFinish(const sdf::Material& material) {
  const sdf::Pbr* pbr = material.PbrMaterial();
  const sdf::PbrWorkflow* metal = pbr != nullptr ? pbr->Workflow(sdf::PbrWorkflowType::METAL) : nullptr;
  if (metal == nullptr || !metal->MetalnessMap().empty() || !metal->RoughnessMap().empty()) return std::nullopt;
  const sdf::ElementPtr element = metal->Element();
  if (!element || (!element->HasElement("metalness") && !element->HasElement("roughness"))) return std::nullopt;
  const auto unit = [](double v) { return std::isfinite(v) ? static_cast<float>(std::clamp(v, 0.0, 1.0)) : 0.5f; };
  return Finish{unit(metal->Metalness()), unit(metal->Roughness())};
}

std::optional<geometry::Color> sdfColor(const sdf::Material& given, float transparency) {
  const sdf::Material* material = &given;
  std::optional<geometry::Color> out;
  const sdf::ElementPtr element = material->Element();
  if (element && element->HasElement("diffuse")) out = colorOf(material->Diffuse());
  else if (element && element->HasElement("ambient")) out = colorOf(material->Ambient());
  for (const Named& script : kScripts) {
    if (!out && material->ScriptName() == script.name) out = script.color;
  }
  if (out && transparency > 0.0f && transparency < 1.0f) out->a *= 1.0f - transparency;
  return out;
}

}  // namespace

SdfLook sdfLook(const sdf::Material* material, float transparency) {
  if (material == nullptr) return {};
  return {sdfColor(*material, transparency), sdfFinish(*material)};
}

namespace {

void setNoise(const sdf::Noise& in, SensorComponent::Noise& out) {
  out.set_type(in.Type() == sdf::NoiseType::GAUSSIAN             ? SensorComponent::Noise::TYPE_GAUSSIAN
               : in.Type() == sdf::NoiseType::GAUSSIAN_QUANTIZED ? SensorComponent::Noise::TYPE_GAUSSIAN_QUANTIZED
                                                                 : SensorComponent::Noise::TYPE_UNSPECIFIED);
  out.set_mean(in.Mean());
  out.set_stddev(in.StdDev());
  out.set_bias_mean(in.BiasMean());
  out.set_bias_stddev(in.BiasStdDev());
  out.set_dynamic_bias_stddev(in.DynamicBiasStdDev());
  out.set_dynamic_bias_correlation_time(in.DynamicBiasCorrelationTime());
  out.set_precision(in.Precision());
}

SensorComponent::Image::Format imageFormat(sdf::PixelFormatType type) {
  using Image = SensorComponent::Image;
  switch (type) {
    case sdf::PixelFormatType::RGB_INT8: return Image::FORMAT_R8G8B8;
    case sdf::PixelFormatType::L_INT8: return Image::FORMAT_L8;
    case sdf::PixelFormatType::BGR_INT8: return Image::FORMAT_B8G8R8;
    case sdf::PixelFormatType::BAYER_RGGB8: return Image::FORMAT_BAYER_RGGB8;
    case sdf::PixelFormatType::BAYER_BGGR8: return Image::FORMAT_BAYER_BGGR8;
    case sdf::PixelFormatType::BAYER_GBRG8: return Image::FORMAT_BAYER_GBRG8;
    case sdf::PixelFormatType::BAYER_GRBG8: return Image::FORMAT_BAYER_GRBG8;
    default: return Image::FORMAT_UNSPECIFIED;
  }
}

void setCamera(const sdf::Camera& in, SensorComponent::CommonCameraProperties& out) {
  out.set_horizontal_fov(in.HorizontalFov().Radian());
  out.mutable_image()->set_width(in.ImageWidth());
  out.mutable_image()->set_height(in.ImageHeight());
  out.mutable_image()->set_format(imageFormat(in.PixelFormat()));
  out.mutable_clip()->set_near(in.NearClip());
  out.mutable_clip()->set_far(in.FarClip());
  setNoise(in.ImageNoise(), *out.mutable_noise());
  if (in.HasLensIntrinsics()) {
    out.mutable_intrinsics()->set_fx(in.LensIntrinsicsFx());
    out.mutable_intrinsics()->set_fy(in.LensIntrinsicsFy());
    out.mutable_intrinsics()->set_cx(in.LensIntrinsicsCx());
    out.mutable_intrinsics()->set_cy(in.LensIntrinsicsCy());
  }
  out.mutable_distortion()->set_k1(in.DistortionK1());
  out.mutable_distortion()->set_k2(in.DistortionK2());
  out.mutable_distortion()->set_k3(in.DistortionK3());
  out.mutable_distortion()->set_p1(in.DistortionP1());
  out.mutable_distortion()->set_p2(in.DistortionP2());
  out.set_visibility_mask(in.VisibilityMask());
}

// Depths may have a range of their own.
void setDepthCamera(const sdf::Camera& in, SensorComponent::CommonCameraProperties& out) {
  setCamera(in, out);
  if (in.HasDepthNearClip()) out.mutable_clip()->set_near(in.DepthNearClip());
  if (in.HasDepthFarClip()) out.mutable_clip()->set_far(in.DepthFarClip());
}

void setLidar(const sdf::Lidar& in, SensorComponent::Lidar& out) {
  out.mutable_horizontal()->set_samples(in.HorizontalScanSamples());
  out.mutable_horizontal()->set_resolution(in.HorizontalScanResolution());
  out.mutable_horizontal()->set_min_angle(in.HorizontalScanMinAngle().Radian());
  out.mutable_horizontal()->set_max_angle(in.HorizontalScanMaxAngle().Radian());
  out.mutable_vertical()->set_samples(in.VerticalScanSamples());
  out.mutable_vertical()->set_resolution(in.VerticalScanResolution());
  out.mutable_vertical()->set_min_angle(in.VerticalScanMinAngle().Radian());
  out.mutable_vertical()->set_max_angle(in.VerticalScanMaxAngle().Radian());
  out.mutable_range()->set_min_distance(in.RangeMin());
  out.mutable_range()->set_max_distance(in.RangeMax());
  out.mutable_range()->set_resolution(in.RangeResolution());
  setNoise(in.LidarNoise(), *out.mutable_noise());
}

void setForceTorque(const sdf::ForceTorque& in, SensorComponent::ForceTorque& out) {
  using Out = SensorComponent::ForceTorque;
  out.set_frame(in.Frame() == sdf::ForceTorqueFrame::PARENT  ? Out::FRAME_PARENT
                : in.Frame() == sdf::ForceTorqueFrame::CHILD ? Out::FRAME_CHILD
                                                             : Out::FRAME_SENSOR);
  out.set_measure_direction(in.MeasureDirection() == sdf::ForceTorqueMeasureDirection::PARENT_TO_CHILD
                                ? Out::MEASURE_DIRECTION_PARENT_TO_CHILD
                                : Out::MEASURE_DIRECTION_CHILD_TO_PARENT);
  setNoise(in.ForceXNoise(), *out.mutable_force_noise()->mutable_x());
  setNoise(in.ForceYNoise(), *out.mutable_force_noise()->mutable_y());
  setNoise(in.ForceZNoise(), *out.mutable_force_noise()->mutable_z());
  setNoise(in.TorqueXNoise(), *out.mutable_torque_noise()->mutable_x());
  setNoise(in.TorqueYNoise(), *out.mutable_torque_noise()->mutable_y());
  setNoise(in.TorqueZNoise(), *out.mutable_torque_noise()->mutable_z());
}

}  // namespace

std::string kindOf(const sdf::Sensor& sensor) {
  const sdf::ElementPtr element = sensor.Element();
  return cleanUtf8(element ? element->Get<std::string>("type") : sensor.TypeStr(), 60);
}

namespace {

// Of what the wire calls the sensor: a camera may stand elsewhere than the sensor that it is in.
Pose wirePlace(const sdf::Camera* camera) {
  Eigen::Matrix3d turn;  // columns: right, down and forward in the frame of SDF (x forward, y left, z up)
  turn << 0, 0, 1, -1, 0, 0, 0, -1, 0;
  const Pose sensor_t_camera = camera && isSound(camera->RawPose()) ? toPose(camera->RawPose()) : Pose::identity();
  return sensor_t_camera * Pose{Vec3::Zero(), Quat(turn)};
}

}  // namespace

std::optional<SensorPart> sdfSensor(const sdf::Sensor& sensor, Pose& sensor_t_wire) {
  SensorPart out;
  SensorComponent& c = out.component;
  sensor_t_wire = Pose::identity();
  switch (sensor.Type()) {
    case sdf::SensorType::CAMERA:
    case sdf::SensorType::WIDE_ANGLE_CAMERA:
      if (sensor.CameraSensor()) setCamera(*sensor.CameraSensor(), *c.mutable_camera()->mutable_properties());
      sensor_t_wire = wirePlace(sensor.CameraSensor());
      break;
    case sdf::SensorType::DEPTH_CAMERA:
    case sdf::SensorType::RGBD_CAMERA:
      if (sensor.CameraSensor())
        setDepthCamera(*sensor.CameraSensor(), *c.mutable_depth_camera()->mutable_properties());
      sensor_t_wire = wirePlace(sensor.CameraSensor());
      break;
    case sdf::SensorType::LIDAR:
    case sdf::SensorType::GPU_LIDAR:
      if (sensor.LidarSensor()) setLidar(*sensor.LidarSensor(), *c.mutable_lidar());
      break;
    case sdf::SensorType::FORCE_TORQUE:
      if (sensor.ForceTorqueSensor()) setForceTorque(*sensor.ForceTorqueSensor(), *c.mutable_force_torque());
      break;
    default: return std::nullopt;
  }
  if (c.type_oneof_case() == SensorComponent::TYPE_ONEOF_NOT_SET) return std::nullopt;
  out.fisheye = wideLensText(sensor);
  c.set_update_rate(sensor.UpdateRate());
  c.set_topic(cleanUtf8(sensor.Topic(), 500));
  return out;
}

std::string inertialUnit(const sdf::Sensor& sensor) {
  constexpr std::size_t kMostXml = 64'000;
  const sdf::ElementPtr element = sensor.Type() == sdf::SensorType::IMU ? sensor.Element() : nullptr;
  const std::string text = element ? element->ToString("") : std::string();
  return text.size() <= kMostXml && isUtf8(text) ? text : std::string();
}

}  // namespace ww::io::worker
