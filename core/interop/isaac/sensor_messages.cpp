// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/sensor_messages.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/interop/isaac/dynamic_values.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/types.h"

namespace ww::isaac {
namespace {

using capnp::DynamicList;
using capnp::DynamicStruct;

constexpr int kMostPixels = 32767;
constexpr double kLargestRange = 65535.0;
constexpr const char* kPixelWords[] = {"uint8", "uint16", "float32"};
constexpr std::uint64_t kPixelBytes[] = {1, 2, 4};

std::uint64_t bytesOf(const Picture& p) {
  return static_cast<std::uint64_t>(p.rows) * static_cast<std::uint64_t>(p.cols) *
         static_cast<std::uint64_t>(p.channels) * kPixelBytes[static_cast<std::size_t>(p.type)];
}

Status checkPicture(const Picture& p, const char* type) {
  const auto sound = [](int size) { return size >= 1 && size <= kMostPixels; };
  if (!sound(p.rows) || !sound(p.cols) || p.channels < 1 || p.channels > 4)
    return fail(failures::kDimensions, {{"rows", arg::Number{static_cast<double>(p.rows)}},
                                        {"cols", arg::Number{static_cast<double>(p.cols)}}});
  const std::uint64_t size = p.pixels ? p.pixels->size() : 0;
  if (size == bytesOf(p)) return okStatus();
  return fail(
      failures::kBufferSize,
      {{"type", arg::Words{std::string(type)}}, {"size", arg::Bytes{size}}, {"wanted", arg::Bytes{bytesOf(p)}}});
}

void putImage(Builder image, const Picture& p) {
  image.set("elementType", kPixelWords[static_cast<std::size_t>(p.type)]);
  image.set("rows", p.rows);
  image.set("cols", p.cols);
  image.set("channels", p.channels);
  image.set("dataBufferIndex", 0);
}

void putPair(Builder parent, const char* field, double row, double col) {
  auto out = parent.init(field).as<DynamicStruct>();
  out.set("x", row);
  out.set("y", col);
}

void putPinhole(Builder parent, const CameraPicture& p) {
  auto out = parent.init("pinhole").as<DynamicStruct>();
  out.set("rows", p.picture.rows);
  out.set("cols", p.picture.cols);
  putPair(out, "focal", p.pinhole.focal_row, p.pinhole.focal_col);
  putPair(out, "center", p.pinhole.center_row, p.pinhole.center_col);
}

Distortion distortionIn(const Reader& parent) {
  Distortion out;
  const auto in = parent.get("distortion").as<DynamicStruct>();
  KJ_IF_MAYBE (model, in.get("model").as<capnp::DynamicEnum>().getEnumerant()) {
    out.fisheye = std::string_view(model->getProto().getName().cStr()) == "fisheye";
  }
  const auto coefficients = in.get("coefficients").as<DynamicStruct>();
  for (const auto one : coefficients.get("coefficients").as<DynamicList>())
    out.coefficients.push_back(one.as<double>());
  return out;
}

struct ImageShape {
  Picture picture;
  unsigned buffer = 0;
  bool known_type = false;
};

ImageShape imageIn(const Reader& image) {
  ImageShape out;
  out.picture.rows = image.get("rows").as<int>();
  out.picture.cols = image.get("cols").as<int>();
  out.picture.channels = image.get("channels").as<int>();
  out.buffer = image.get("dataBufferIndex").as<unsigned>();
  KJ_IF_MAYBE (known, image.get("elementType").as<capnp::DynamicEnum>().getEnumerant()) {
    const std::string_view name = known->getProto().getName().cStr();
    const auto* at = std::ranges::find(kPixelWords, name);
    out.known_type = at != std::end(kPixelWords);
    if (out.known_type) out.picture.type = static_cast<PixelType>(at - std::begin(kPixelWords));
  }
  return out;
}

Pinhole pinholeIn(const Reader& parent) {
  const auto in = parent.get("pinhole").as<DynamicStruct>();
  const auto focal = in.get("focal").as<DynamicStruct>(), center = in.get("center").as<DynamicStruct>();
  return {focal.get("x").as<double>(), focal.get("y").as<double>(), center.get("x").as<double>(),
          center.get("y").as<double>()};
}

std::vector<float> floatsIn(const Reader& parent, const char* field) {
  std::vector<float> out;
  for (const auto item : parent.get(field).as<DynamicList>()) out.push_back(item.as<float>());
  return out;
}

void putFloats(Builder parent, const char* field, const std::vector<float>& values) {
  auto list = putList(parent, field, values.size());
  for (unsigned i = 0; i < values.size(); ++i) list.set(i, values[i]);
}

}  // namespace

Result<Message> colorMessage(const CameraPicture& picture) {
  WW_TRY(checkPicture(picture.picture, "ColorCameraProto"));
  static constexpr const char* kSpaces[] = {"grayscale", "grayscale", "rgb", "rgba"};
  Message out = build("ColorCameraProto", [&](Builder& root) {
    putImage(root.init("image").as<DynamicStruct>(), picture.picture);
    root.set("colorSpace", kSpaces[picture.picture.channels - 1]);
    putPinhole(root, picture);
    putDistortion(root, picture.distortion);
  });
  out.buffers.push_back(picture.picture.pixels);
  return out;
}

Result<Message> depthMessage(const CameraPicture& picture) {
  WW_TRY(checkPicture(picture.picture, "DepthCameraProto"));
  Message out = build("DepthCameraProto", [&](Builder& root) {
    putImage(root.init("depthImage").as<DynamicStruct>(), picture.picture);
    root.set("minDepth", static_cast<float>(picture.min_depth_m));
    root.set("maxDepth", static_cast<float>(picture.max_depth_m));
    putPinhole(root, picture);
  });
  out.buffers.push_back(picture.picture.pixels);
  return out;
}

Result<Message> disparityMessage(const CameraPicture& picture) {
  WW_TRY(checkPicture(picture.picture, "DisparityCameraProto"));
  Message out = build("DisparityCameraProto", [&](Builder& root) {
    putImage(root.init("disparityImage").as<DynamicStruct>(), picture.picture);
    root.set("minimumDisparity", static_cast<float>(picture.min_disparity));
    root.set("maximumDisparity", static_cast<float>(picture.max_disparity));
    root.set("cameraBaseline", static_cast<float>(picture.baseline_m));
    putPinhole(root, picture);
  });
  out.buffers.push_back(picture.picture.pixels);
  return out;
}

bool isPicture(std::uint64_t type_id) {
  static const std::vector<std::uint64_t> kPictures = [] {
    std::vector<std::uint64_t> out;
    for (const char* name : {"ColorCameraProto", "DepthCameraProto", "DisparityCameraProto", "SegmentationCameraProto",
                             "ImageProto", "RangeScanProto", "PointCloudProto"})
      out.push_back(findType(std::string_view(name))->id);
    return out;
  }();
  return std::ranges::find(kPictures, type_id) != kPictures.end();
}

Result<CameraPicture> pictureOf(const Message& message) {
  const std::string type = typeName(message.type_id);
  CameraPicture out;
  ImageShape shape;
  if (type == "DepthCameraProto") {
    WW_TRY(readAs("DepthCameraProto", message, [&](const Reader& in) {
      shape = imageIn(in.get("depthImage").as<DynamicStruct>());
      out = {{}, pinholeIn(in), in.get("minDepth").as<double>(), in.get("maxDepth").as<double>()};
    }));
  } else if (type == "DisparityCameraProto") {
    WW_TRY(readAs("DisparityCameraProto", message, [&](const Reader& in) {
      shape = imageIn(in.get("disparityImage").as<DynamicStruct>());
      out.pinhole = pinholeIn(in);
      out.min_disparity = in.get("minimumDisparity").as<double>();
      out.max_disparity = in.get("maximumDisparity").as<double>();
      out.baseline_m = in.get("cameraBaseline").as<double>();
    }));
  } else if (type == "ColorCameraProto") {
    WW_TRY(readAs("ColorCameraProto", message, [&](const Reader& in) {
      shape = imageIn(in.get("image").as<DynamicStruct>());
      out.pinhole = pinholeIn(in);
      out.distortion = distortionIn(in);
    }));
  } else {
    WW_TRY(readAs("ImageProto", message, [&](const Reader& in) { shape = imageIn(in); }));
  }
  if (!shape.known_type)
    return fail(failures::kBadMessage, {{"type", arg::Words{type}},
                                        {"reason", phrase(WW_TEXT("Core", "its element type is none of pictures"))}});
  WW_TRY(checkBuffer(message, shape.buffer, bytesOf(shape.picture)));
  out.picture = shape.picture;
  out.picture.pixels = message.buffers[shape.buffer];
  return out;
}

namespace {

// From where on nothing was hit: readers count in single precision, some by steps of the largest number, and what hit
// nothing must not be nearer than this to any of them. A quarter of a step.
double readersFarthest(double farthest_m) {
  return static_cast<double>(static_cast<float>(farthest_m)) * (1.0 - 0.25 / kLargestRange);
}

}  // namespace

Result<Message> scanMessage(const Scan& scan) {
  const std::uint64_t rays = scan.theta_rad.size() * scan.phi_rad.size();
  if (scan.ranges_m.size() != rays || !(scan.farthest_m > 0.0))
    return fail(failures::kBufferSize, {{"type", arg::Words{"RangeScanProto"}},
                                        {"size", arg::Bytes{scan.ranges_m.size() * 2}},
                                        {"wanted", arg::Bytes{rays * 2}}});
  std::string data(rays * 2, '\0');
  for (std::size_t i = 0; i < rays; ++i) {
    const double r = scan.ranges_m[i];
    // 0 is no valid measurement, the largest number nothing hit.
    const double level =
        r < 0.0 ? 0.0 : std::clamp(std::round(r / scan.farthest_m * kLargestRange), 1.0, kLargestRange);
    const auto number = static_cast<std::uint16_t>(std::isnan(r) ? 0.0 : level);
    std::memcpy(data.data() + 2 * i, &number, 2);
  }
  Message out = build("RangeScanProto", [&](Builder& root) {
    putTensor(root.init("ranges").as<DynamicStruct>(), "uint16",
              {static_cast<int>(scan.theta_rad.size()), static_cast<int>(scan.phi_rad.size())}, 0);
    putFloats(root, "theta", scan.theta_rad);
    putFloats(root, "phi", scan.phi_rad);
    root.set("rangeDenormalizer", static_cast<float>(scan.farthest_m));
    root.set("intensityDenormalizer", 1.0f);
    root.set("invalidRangeThreshold", 0.0);
    root.set("outOfRangeThreshold", readersFarthest(scan.farthest_m));
  });
  out.buffers.push_back(std::make_shared<const std::string>(std::move(data)));
  return out;
}

Result<Scan> scanOf(const Message& message) {
  Scan out;
  TensorShape shape;
  double invalid = 0, nothing = 0;
  WW_TRY(readAs("RangeScanProto", message, [&](const Reader& in) {
    shape = tensorIn(in, "ranges");
    out.theta_rad = floatsIn(in, "theta");
    out.phi_rad = floatsIn(in, "phi");
    out.farthest_m = in.get("rangeDenormalizer").as<double>();
    invalid = in.get("invalidRangeThreshold").as<double>();
    nothing = in.get("outOfRangeThreshold").as<double>();
  }));
  const std::uint64_t rays = out.theta_rad.size() * out.phi_rad.size();
  WW_TRY(checkBuffer(message, shape.buffer, rays * 2));
  for (std::size_t i = 0; i < rays; ++i) {
    std::uint16_t number = 0;
    std::memcpy(&number, message.buffers[shape.buffer]->data() + 2 * i, 2);
    const double r = number / kLargestRange * out.farthest_m;
    const bool beyond = nothing > 0.0 && r >= nothing * (1.0 - 1e-6);
    out.ranges_m.push_back(r <= invalid ? -1.0 : beyond ? std::numeric_limits<double>::infinity() : r);
  }
  return out;
}

Result<Message> pointMessage(const std::vector<Vec3>& points) {
  std::string data(points.size() * 12, '\0');
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Eigen::Vector3f p = points[i].cast<float>();
    std::memcpy(data.data() + 12 * i, p.data(), 12);
  }
  Message out = build("PointCloudProto", [&](Builder& root) {
    putTensor(root.init("positions").as<DynamicStruct>(), "float32", {static_cast<int>(points.size()), 3}, 0);
  });
  out.buffers.push_back(std::make_shared<const std::string>(std::move(data)));
  return out;
}

Result<std::vector<Vec3>> pointsOf(const Message& message) {
  TensorShape shape;
  WW_TRY(readAs("PointCloudProto", message, [&](const Reader& in) { shape = tensorIn(in, "positions"); }));
  std::vector<Vec3> out;
  if (shape.empty()) return out;
  const bool fits = shape.element_type == "float32" && shape.sizes.size() == 2 && shape.sizes[1] == 3;
  if (!fits || shape.count() > (1ull << 32))
    return fail(failures::kBadMessage, {{"type", arg::Words{"PointCloudProto"}},
                                        {"reason", phrase(WW_TEXT("Core", "its positions are no list of points"))}});
  WW_TRY(checkBuffer(message, shape.buffer, shape.count() * 4));
  for (int i = 0; i < shape.sizes[0]; ++i) {
    Eigen::Vector3f p;
    std::memcpy(p.data(), message.buffers[shape.buffer]->data() + 12 * static_cast<std::size_t>(i), 12);
    out.emplace_back(p.cast<double>());
  }
  return out;
}

}  // namespace ww::isaac
