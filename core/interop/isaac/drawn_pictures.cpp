// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/drawn_pictures.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/interop/isaac/dynamic_values.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/types.h"

namespace ww::isaac {
namespace {

using capnp::DynamicStruct;

enum class Meaning { kColors, kLevels, kNearIsWhite, kNumbers };

struct PictureRow {
  const char* type;
  const char* field;  // null: the message itself is the image
  Meaning meaning;
};
constexpr PictureRow kPictureRows[] = {{"ImageProto", nullptr, Meaning::kColors},
                                       {"ColorCameraProto", "image", Meaning::kColors},
                                       {"DepthCameraProto", "depthImage", Meaning::kNearIsWhite},
                                       {"DisparityCameraProto", "disparityImage", Meaning::kLevels},
                                       {"HeatmapProto", "heatmap", Meaning::kLevels},
                                       {"SegmentationCameraProto", "labelImage", Meaning::kNumbers}};

struct Pixels {
  int rows = 0, cols = 0, channels = 0;
  std::string element;
  unsigned buffer = 0;
  bool blue_first = false;
};

struct Element {
  const char* name;
  std::uint64_t bytes;
  double (*read)(const char*);
};
template <typename T>
double readOne(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return static_cast<double>(value);
}
constexpr Element kElements[] = {{"uint8", 1, readOne<std::uint8_t>},   {"uint16", 2, readOne<std::uint16_t>},
                                 {"uint32", 4, readOne<std::uint32_t>}, {"int8", 1, readOne<std::int8_t>},
                                 {"int16", 2, readOne<std::int16_t>},   {"int32", 4, readOne<std::int32_t>},
                                 {"float32", 4, readOne<float>},        {"float64", 8, readOne<double>}};

std::string enumName(const Reader& parent, const char* field) {
  KJ_IF_MAYBE (known, parent.get(field).as<capnp::DynamicEnum>().getEnumerant()) {
    return known->getProto().getName().cStr();
  }
  return {};
}

Pixels pixelsIn(const Reader& image) {
  Pixels out;
  out.rows = image.get("rows").as<int>();
  out.cols = image.get("cols").as<int>();
  out.channels = image.get("channels").as<int>();
  out.buffer = image.get("dataBufferIndex").as<unsigned>();
  out.element = enumName(image, "elementType");
  return out;
}

using Rgb = std::array<std::uint8_t, 3>;

std::uint8_t level(double share) { return static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(share, 0.0, 1.0))); }

// Neighbours get colours that are far from each other.
Rgb numberColor(double number) {
  if (!(number > 0.0)) return {0, 0, 0};
  const double hue = std::fmod(number * 0.61803398875, 1.0) * 6.0;
  const auto channel = [&](double shift) {
    const double k = std::fmod(hue + shift, 6.0);
    return level(0.95 - 0.65 * std::clamp(std::min(k, 4.0 - k), 0.0, 1.0));
  };
  return {channel(5.0), channel(3.0), channel(1.0)};
}

// The least and the most of what is finite.
struct Range {
  double least = std::numeric_limits<double>::infinity(), most = -std::numeric_limits<double>::infinity();
  void add(double v) {
    if (std::isfinite(v)) least = std::min(least, v), most = std::max(most, v);
  }
  double share(double v) const { return most > least ? (v - least) / (most - least) : 0.0; }
};

// What a value of one channel looks like.
Rgb shade(double value, Meaning meaning, const Range& range, bool bytes) {
  if (meaning == Meaning::kNumbers) return numberColor(value);
  if (!std::isfinite(value)) return {0, 0, 0};
  const double share = meaning == Meaning::kNearIsWhite ? 1.0 - 0.85 * range.share(value)
                       : bytes                          ? value / 255.0
                                                        : range.share(value);
  const std::uint8_t grey = level(share);
  return {grey, grey, grey};
}

// So many pixels are looked at in each direction that no more than the limit are kept.
constexpr double kMostKept = 1e6;
int stepFor(const Pixels& p, double most = kMostKept) {
  return std::max(1, static_cast<int>(std::ceil(std::sqrt(p.rows / most * p.cols))));
}

// The range of all of it. Large ones are looked through in pieces, which a stop ends.
Range rangeOf(const std::string& data, const Element& element, const std::stop_token& stop) {
  constexpr std::size_t kPiece = 1 << 20;
  Range out;
  const std::size_t count = data.size() / element.bytes;
  for (std::size_t from = 0; from < count && !stop.stop_requested(); from += kPiece)
    for (std::size_t i = from; i < std::min(count, from + kPiece); ++i)
      out.add(element.read(data.data() + i * element.bytes));
  return out;
}

void paint(const std::string& data, const Pixels& p, const Element& element, Meaning meaning,
           const std::stop_token& stop, Drawing& out) {
  const auto channels = static_cast<std::size_t>(p.channels);
  const auto at = [&](std::size_t i) { return element.read(data.data() + i * element.bytes); };
  const bool bytes = element.read == readOne<std::uint8_t>;
  const Range range = !bytes || channels < 3 ? rangeOf(data, element, stop) : Range();
  if (stop.stop_requested()) return;
  const int step = stepFor(p);
  out.width = (p.cols + step - 1) / step;
  out.height = (p.rows + step - 1) / step;
  out.rgb.reserve(3 * static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  const auto pixel = [&](std::size_t first) {
    Rgb c{};
    if (channels < 3) return shade(at(first), meaning, range, bytes);
    for (std::size_t k = 0; k < 3; ++k) {
      const double v = at(first + (p.blue_first ? 2 - k : k));
      c[k] = std::isfinite(v) ? level(bytes ? v / 255.0 : range.share(v)) : std::uint8_t{0};
    }
    return c;
  };
  for (int y = 0; y < p.rows; y += step)
    for (int x = 0; x < p.cols; x += step) {
      const std::size_t i =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(p.cols) + static_cast<std::size_t>(x);
      const Rgb c = pixel(i * channels);
      out.rgb.insert(out.rgb.end(), c.begin(), c.end());
    }
}

// What the pixels are, once their data is there.
Result<const Element*> elementOf(const Message& message, const Pixels& p) {
  const auto* element = std::ranges::find_if(kElements, [&](const Element& e) { return p.element == e.name; });
  if (element == std::end(kElements) || p.rows < 1 || p.cols < 1 || p.channels < 1)
    return fail(failures::kBadMessage, {{"type", arg::Words{typeName(message.type_id)}},
                                        {"reason", phrase(WW_TEXT("Core", "its element type is none of pictures"))}});
  WW_TRY(checkBuffer(message, p.buffer,
                     static_cast<std::uint64_t>(p.rows) * static_cast<std::uint64_t>(p.cols) *
                         static_cast<std::uint64_t>(p.channels) * element->bytes));
  return element;
}

// A map of distances: metres to the nearest obstacle.
struct DistanceMap {
  Pixels pixels;
  Pose frame_t_map;
  double cell = 0.0;  // metres
};

std::vector<DistanceMap> distanceMapsIn(const Reader& in) {
  std::vector<DistanceMap> out;
  forEachIn(in, "distanceMaps", [&](const Reader& one) {
    out.push_back({pixelsIn(one.get("image").as<DynamicStruct>()), flatPoseIn(one, "robotTGridmap"),
                   one.get("gridCellSize").as<double>()});
  });
  return out;
}

// From red over yellow and green to blue.
Rgb farColor(double share) {
  const double hue = 4.0 * share;
  const auto channel = [&](double middle) { return level(2.0 - std::abs(hue - middle)); };
  return {level(2.0 - hue), channel(2.0), level(hue - 2.0)};
}

// Cells that are left out leave the least distance of theirs: no obstacle disappears.
void paintMap(const std::string& data, const DistanceMap& map, const Element& element, int step,
              const std::stop_token& stop, Drawing::Sheet& out) {
  const Pixels& p = map.pixels;
  std::vector<double> nearest(static_cast<std::size_t>(out.rows) * static_cast<std::size_t>(out.cols),
                              std::numeric_limits<double>::infinity());
  Range range;
  range.add(0.0);
  const auto channels = static_cast<std::size_t>(p.channels);
  std::size_t i = 0;
  for (int row = 0; row < p.rows && !stop.stop_requested(); ++row)
    for (int col = 0; col < p.cols; ++col, i += channels) {
      const double distance = element.read(data.data() + i * element.bytes);
      if (!std::isfinite(distance)) continue;
      range.add(distance);
      double& kept = nearest[static_cast<std::size_t>(row / step) * static_cast<std::size_t>(out.cols) +
                             static_cast<std::size_t>(col / step)];
      kept = std::min(kept, std::max(0.0, distance));
    }
  constexpr std::uint8_t kOpacity = 200;
  out.rgba.reserve(4 * nearest.size());
  for (const double distance : nearest) {
    const Rgb c = std::isfinite(distance) ? farColor(range.most > 0.0 ? distance / range.most : 0.0) : Rgb{};
    out.rgba.insert(out.rgba.end(), {c[0], c[1], c[2], std::isfinite(distance) ? kOpacity : std::uint8_t{0}});
  }
}

// Its border counts the cells that it has: the last ones that are kept may reach beyond.
void addBorder(const DistanceMap& map, Drawing& out) {
  const Vec3 x(map.pixels.rows * map.cell, 0, 0), y(0, map.pixels.cols * map.cell, 0);
  const Vec3 corners[] = {Vec3::Zero(), x, x + y, y};
  for (int i = 0; i < 4; ++i)
    out.lines.push_back({map.frame_t_map * corners[i], map.frame_t_map * corners[(i + 1) % 4]});
}

}  // namespace

Status drawDistanceMaps(const Message& message, const std::stop_token& stop, Drawing& out) {
  constexpr std::size_t kMostMaps = 20;
  std::vector<DistanceMap> maps;
  WW_TRY(readAs("ObstaclesProto", message, [&](const Reader& in) { maps = distanceMapsIn(in); }));
  const std::size_t count = std::min(maps.size(), kMostMaps);
  for (std::size_t i = 0; i < count && !stop.stop_requested(); ++i) {
    const DistanceMap& map = maps[i];
    WW_ASSIGN(const Element* element, elementOf(message, map.pixels));
    if (!(map.cell > 0.0) || !std::isfinite(map.cell) || !map.frame_t_map.p.allFinite() ||
        !map.frame_t_map.q.coeffs().allFinite())
      return fail(failures::kBadMessage,
                  {{"type", arg::Words{typeName(message.type_id)}},
                   {"reason", phrase(WW_TEXT("Core", "a map of distances has no size of its cells, or no place"))}});
    const int step = stepFor(map.pixels, kMostKept / static_cast<double>(count));
    Drawing::Sheet sheet{
        map.frame_t_map, step * map.cell, (map.pixels.rows + step - 1) / step, (map.pixels.cols + step - 1) / step, {}};
    paintMap(*message.buffers[map.pixels.buffer], map, *element, step, stop, sheet);
    addBorder(map, out);
    out.sheets.push_back(std::move(sheet));
  }
  return okStatus();
}

Status drawPicture(const Message& message, const std::stop_token& stop, Drawing& out) {
  const std::string type = typeName(message.type_id);
  const auto* row = std::ranges::find_if(kPictureRows, [&](const PictureRow& r) { return type == r.type; });
  WW_CHECK(row != std::end(kPictureRows));
  Pixels p;
  WW_TRY(readAs(row->type, message, [&](const Reader& in) {
    p = pixelsIn(row->field ? in.get(row->field).as<DynamicStruct>() : in);
    if (type == "ColorCameraProto") p.blue_first = enumName(in, "colorSpace") == "bgr";
  }));
  WW_ASSIGN(const Element* element, elementOf(message, p));
  paint(*message.buffers[p.buffer], p, *element, row->meaning, stop, out);
  return okStatus();
}

}  // namespace ww::isaac
