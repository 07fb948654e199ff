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
int stepFor(const Pixels& p) {
  constexpr double kMostPixels = 1e6;
  return std::max(1, static_cast<int>(std::ceil(std::sqrt(p.rows / kMostPixels * p.cols))));
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

}  // namespace

Status drawPicture(const Message& message, const std::stop_token& stop, Drawing& out) {
  const std::string type = typeName(message.type_id);
  const auto* row = std::ranges::find_if(kPictureRows, [&](const PictureRow& r) { return type == r.type; });
  WW_CHECK(row != std::end(kPictureRows));
  Pixels p;
  WW_TRY(readAs(row->type, message, [&](const Reader& in) {
    p = pixelsIn(row->field ? in.get(row->field).as<DynamicStruct>() : in);
    if (type == "ColorCameraProto") p.blue_first = enumName(in, "colorSpace") == "bgr";
  }));
  const auto* element = std::ranges::find_if(kElements, [&](const Element& e) { return p.element == e.name; });
  if (element == std::end(kElements) || p.rows < 1 || p.cols < 1 || p.channels < 1)
    return fail(failures::kBadMessage, {{"type", arg::Words{type}},
                                        {"reason", phrase(WW_TEXT("Core", "its element type is none of pictures"))}});
  WW_TRY(checkBuffer(message, p.buffer,
                     static_cast<std::uint64_t>(p.rows) * static_cast<std::uint64_t>(p.cols) *
                         static_cast<std::uint64_t>(p.channels) * element->bytes));
  paint(*message.buffers[p.buffer], p, *element, row->meaning, stop, out);
  return okStatus();
}

}  // namespace ww::isaac
