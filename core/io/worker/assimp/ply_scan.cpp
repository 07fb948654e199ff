// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/ply_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <map>
#include <vector>

#include "core/base/failure.h"
#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

enum class Scalar { kNone, kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFloat, kDouble };

Scalar scalarOf(std::string_view type) {
  constexpr std::pair<std::string_view, Scalar> kTypes[] = {
      {"char", Scalar::kInt8},     {"int8", Scalar::kInt8},     {"uchar", Scalar::kUint8},
      {"uint8", Scalar::kUint8},   {"short", Scalar::kInt16},   {"int16", Scalar::kInt16},
      {"ushort", Scalar::kUint16}, {"uint16", Scalar::kUint16}, {"int", Scalar::kInt32},
      {"int32", Scalar::kInt32},   {"uint", Scalar::kUint32},   {"uint32", Scalar::kUint32},
      {"float", Scalar::kFloat},   {"float32", Scalar::kFloat}, {"double", Scalar::kDouble},
      {"float64", Scalar::kDouble}};
  for (const auto& [name, scalar] : kTypes)
    if (type == name) return scalar;
  return Scalar::kNone;
}

std::size_t sizeOf(Scalar s) {
  switch (s) {
    case Scalar::kNone: return 0;
    case Scalar::kInt8:
    case Scalar::kUint8: return 1;
    case Scalar::kInt16:
    case Scalar::kUint16: return 2;
    case Scalar::kDouble: return 8;
    default: return 4;
  }
}

struct PlyProperty {
  std::string name;
  Scalar scalar = Scalar::kNone;
  Scalar count = Scalar::kNone;  // of a list
  bool indices = false;
  bool isList() const { return count != Scalar::kNone; }
};

struct PlyElement {
  std::string name;
  double count = 0;
  std::vector<PlyProperty> properties;
  bool isStrips() const { return name == "tristrips"; }
  bool hasLists() const { return std::ranges::any_of(properties, &PlyProperty::isList); }
  std::size_t leastBytes() const {
    std::size_t sum = 0;
    for (const PlyProperty& p : properties) sum += sizeOf(p.isList() ? p.count : p.scalar);
    return sum;
  }
};

Status plyLine(const std::vector<std::string_view>& words, std::vector<PlyElement>& elements) {
  if (words[0] == "element") {
    double count = -1;
    if (words.size() != 3 || !parseNumber(words[2], count) || count < 0 || count != std::floor(count))
      return fail(failures::kPlyElement);
    elements.push_back({std::string(words[1]), count, {}});
  } else if (words[0] == "property") {
    const bool list = words.size() >= 4 && words[1] == "list";
    PlyProperty p;
    p.scalar = words.size() < 2 ? Scalar::kNone : scalarOf(words[list ? 3 : 1]);
    if (list) p.count = scalarOf(words[2]);
    const std::string_view name = words.back();
    p.name = std::string(name);
    p.indices = list && (name == "vertex_indices" || name == "vertex_index");
    if (elements.empty() || p.scalar == Scalar::kNone || (list && p.count == Scalar::kNone))
      return fail(failures::kPlyProperty);
    elements.back().properties.push_back(p);
  }
  return okStatus();
}

// Faces of what follows the header, one by one.
class PlyBody {
 public:
  PlyBody(std::string_view body, int line, std::string file, double vertices)
      : body_(body), line_(line), file_(std::move(file)), vertices_(vertices) {}

  Status ascii(const std::vector<PlyElement>& elements) {
    for (const PlyElement& e : elements) {
      const bool faces = (e.name == "face" || e.isStrips()) && e.hasLists();
      for (double i = 0; i < e.count; ++i) {
        std::string_view line;
        if (!nextLine(line)) return fail(failures::kPlyCut);
        if (faces) WW_TRY(asciiFace(e, splitWords(line), i));
        else if (e.name == "vertex" && !e.hasLists()) WW_TRY(asciiVertex(e, splitWords(line), i));
      }
    }
    return okStatus();
  }

  Status binary(const std::vector<PlyElement>& elements, bool big_endian) {
    swap_ = big_endian != (std::endian::native == std::endian::big);
    for (const PlyElement& e : elements) {
      if (!e.hasLists()) {
        const double bytes = e.count * static_cast<double>(e.leastBytes());
        if (bytes > static_cast<double>(body_.size() - at_)) return fail(failures::kPlyCut);
        at_ += static_cast<std::size_t>(bytes);
        continue;
      }
      for (double i = 0; i < e.count; ++i) WW_TRY(binaryItem(e, i));
    }
    return okStatus();
  }

  // Whether something stands behind all that the header announces.
  bool hasMore(bool binary) {
    std::string_view line;
    if (!binary) return nextLine(line);
    return body_.find_first_not_of(std::string_view("\0 \t\r\n", 5), at_) != std::string_view::npos;
  }

  // What a binary body says, an item to a line; strips as their `triangles`. It is one that binary() has found sound.
  std::string text(const std::vector<PlyElement>& elements, bool big_endian, std::size_t& triangles) {
    swap_ = big_endian != (std::endian::native == std::endian::big);
    std::string out;
    std::vector<double> values;
    for (const PlyElement& e : elements) {
      for (double i = 0; i < e.count; ++i) {
        for (const PlyProperty& p : e.properties) {
          values.resize(static_cast<std::size_t>(p.isList() ? scalar(p.count) : 1.0));
          for (double& v : values) v = scalar(p.scalar);
          if (e.isStrips()) {
            if (p.indices) addTriangles(values, out, triangles);
            continue;
          }
          if (p.isList()) fmt::format_to(std::back_inserter(out), "{} ", values.size());
          for (const double v : values) fmt::format_to(std::back_inserter(out), "{} ", v);
        }
        if (!e.isStrips()) out += '\n';
      }
    }
    return out;
  }
  // The same of a body of letters that ascii() has found sound.
  std::string text(const std::vector<PlyElement>& elements, std::size_t& triangles) {
    std::string out;
    for (const PlyElement& e : elements) {
      std::string_view line;
      for (double i = 0; i < e.count && nextLine(line); ++i) {
        if (e.isStrips()) addStrip(e, splitWords(line), out, triangles);
        else out.append(line).append("\n");
      }
    }
    return out;
  }

 private:
  // Each corner of a strip makes a triangle with the two before it, every other one the other way round.
  static void addTriangles(const std::vector<double>& strip, std::string& out, std::size_t& triangles) {
    double a = -1.0, b = -1.0;
    bool turned = false;
    for (const double c : strip) {
      if (a >= 0.0 && b >= 0.0 && c >= 0.0) {
        if (a != b && b != c && c != a) {
          fmt::format_to(std::back_inserter(out), "3 {:.0f} {:.0f} {:.0f}\n", turned ? b : a, turned ? a : b, c);
          ++triangles;
        }
        turned = !turned;
      } else if (c < 0.0) {
        b = -1.0;
        turned = false;
      }
      a = b;
      b = c;
    }
  }

  static void addStrip(const PlyElement& e, const std::vector<std::string_view>& words, std::string& out,
                       std::size_t& triangles) {
    std::size_t at = 0;
    const auto number = [&] {
      double v = 0.0;
      return at < words.size() && parseAnyNumber(words[at++], v) ? v : 0.0;
    };
    for (const PlyProperty& p : e.properties) {
      const double n = p.isList() ? number() : 1.0;
      std::vector<double> values;
      for (double k = 0; k < n && at < words.size(); ++k) values.push_back(number());
      if (p.indices) addTriangles(values, out, triangles);
    }
  }

  bool nextLine(std::string_view& out) {
    while (at_ < body_.size()) {
      const std::size_t end = std::min(body_.find_first_of("\r\n", at_), body_.size());
      out = trim(body_.substr(at_, end - at_));
      const bool crlf = body_.substr(end, 2) == "\r\n";
      at_ = std::min(end + (crlf ? 2 : 1), body_.size());
      ++line_;
      if (!out.empty() && !out.starts_with("comment")) return true;
    }
    return false;
  }

  Status here(Status status) const {
    return line_ > 0 ? within(std::move(status), Phrase(fmt::format("{}:{}", file_, line_))) : status;
  }

  Status checkIndex(double index, double face, bool in_strip) const {
    if (in_strip && index == -1.0) return okStatus();  // the next one begins
    if (const auto odd = odd_.find(index); odd != odd_.end()) return odd->second;
    if (index >= 0 && index < vertices_) return okStatus();
    return here(fail(failures::kPlyNoVertex, {{"face", arg::Count{static_cast<std::uint64_t>(face) + 1}},
                                              {"index", arg::Words{fmt::format("{:.0f}", index)}},
                                              {"count", arg::Count{static_cast<std::uint64_t>(vertices_)}}}));
  }

  Status asciiVertex(const PlyElement& e, const std::vector<std::string_view>& words, double vertex) {
    if (words.size() < e.properties.size()) return here(fail(failures::kPlyCut));
    for (std::size_t i = 0; i < e.properties.size(); ++i) {
      double v = 0.0;
      if (!parseAnyNumber(words[i], v)) return noNumber(words[i]);
      // Scanners write such points, which harm nobody as long as no face names them; assimp takes them for 0.
      if (!std::isfinite(v)) odd_.try_emplace(vertex, noNumber(words[i]));
    }
    return okStatus();
  }

  Status noNumber(std::string_view word) const {
    return here(fail(failures::kPlyNoNumber, {{"text", arg::Name{cleanUtf8(word, 40)}}}));
  }

  Status asciiFace(const PlyElement& e, const std::vector<std::string_view>& words, double face) const {
    std::size_t at = 0;
    const auto number = [&](double& v) -> Status {
      if (at >= words.size()) return here(fail(failures::kPlyCut));
      const std::string_view word = words[at++];
      return parseAnyNumber(word, v) ? okStatus() : noNumber(word);
    };
    for (const PlyProperty& p : e.properties) {
      double n = 1.0;
      if (p.isList()) WW_TRY(number(n));
      if (!(n >= 0.0 && n <= 1e9) || n != std::floor(n)) return here(fail(failures::kPlyCut));
      for (double k = 0; k < n; ++k) {
        double v = 0.0;
        WW_TRY(number(v));
        if (p.indices) WW_TRY(checkIndex(v, face, e.isStrips()));
      }
    }
    return okStatus();
  }

  template <typename T>
  double read() {
    char bytes[sizeof(T)];
    std::memcpy(bytes, body_.data() + at_, sizeof(T));
    if (swap_) std::reverse(bytes, bytes + sizeof(T));
    T v;
    std::memcpy(&v, bytes, sizeof(T));
    at_ += sizeof(T);
    return static_cast<double>(v);
  }
  double scalar(Scalar s) {
    switch (s) {
      case Scalar::kInt8: return read<std::int8_t>();
      case Scalar::kUint8: return read<std::uint8_t>();
      case Scalar::kInt16: return read<std::int16_t>();
      case Scalar::kUint16: return read<std::uint16_t>();
      case Scalar::kInt32: return read<std::int32_t>();
      case Scalar::kUint32: return read<std::uint32_t>();
      case Scalar::kFloat: return read<float>();
      default: return read<double>();
    }
  }

  Status binaryItem(const PlyElement& e, double item) {
    for (const PlyProperty& p : e.properties) {
      const std::size_t head = p.isList() ? sizeOf(p.count) : 0;
      if (body_.size() - at_ < head) return fail(failures::kPlyCut);
      const double n = p.isList() ? scalar(p.count) : 1.0;
      const double bytes = n * static_cast<double>(sizeOf(p.scalar));
      if (!(n >= 0.0) || n != std::floor(n) || bytes > static_cast<double>(body_.size() - at_))
        return fail(failures::kPlyCut);
      if (!p.indices || (e.name != "face" && !e.isStrips())) {
        at_ += static_cast<std::size_t>(bytes);
        continue;
      }
      for (double k = 0; k < n; ++k) WW_TRY(checkIndex(scalar(p.scalar), item, e.isStrips()));
    }
    return okStatus();
  }

  std::string_view body_;
  std::size_t at_ = 0;
  int line_;  // 0 in a binary file
  std::string file_;
  double vertices_;
  std::map<double, Status> odd_;  // vertices with a number that is not finite, and what to say of them
  bool swap_ = false;
};

struct PlyHeader {
  std::vector<PlyElement> elements;
  std::string_view format;
  std::size_t length = 0;  // up to its last line
  std::size_t body = 0;    // where that begins
};

Result<PlyHeader> plyHeader(std::string_view bytes, const std::string& file) {
  PlyHeader out;
  const std::size_t header = std::min(bytes.find("end_header"), bytes.size());
  if (header == bytes.size()) return fail(failures::kPlyNoEnd);
  constexpr std::size_t kLongest = 1u << 20;
  if (header > kLongest) return fail(failures::kPlyLongHeader, {{"most", arg::Bytes{kLongest}}});
  int number = 0, format_line = 0;
  for (const std::string_view line : splitLines(bytes.substr(0, header))) {
    ++number;
    const auto words = splitWords(line);
    if (words.empty() || words[0] == "comment" || words[0] == "obj_info") continue;
    if (words[0] == "format" && words.size() >= 2) out.format = words[1], format_line = number;
    if (Status status = plyLine(words, out.elements); !status.ok())
      return within(std::move(status), Phrase(fmt::format("{}:{}", file, number)));
  }
  if (out.format != "ascii" && out.format != "binary_little_endian" && out.format != "binary_big_endian")
    return out.format.empty() ? fail(failures::kPlyFormat)
                              : fail(failures::kPlyFormatOther, {{"format", arg::Name{cleanUtf8(out.format, 40)}},
                                                                 {"place", arg::Place{file, format_line, 0}}});
  const std::size_t end = bytes.find_first_of("\r\n", header);
  out.length = header;
  out.body = end == std::string_view::npos ? bytes.size() : end + (bytes.substr(end, 2) == "\r\n" ? 2 : 1);
  return out;
}

// For numbers in letters, and triangles instead of strips.
std::string plainHeader(std::string_view header, std::size_t triangles) {
  std::string out;
  bool in_strips = false;
  for (const std::string_view line : splitLines(header)) {
    const auto words = splitWords(line);
    const bool element = words.size() > 1 && words[0] == "element";
    if (element) in_strips = words[1] == "tristrips";
    if (element && in_strips)
      out += fmt::format("element face {}\nproperty list uchar int vertex_indices\n", triangles);
    else if (!in_strips || words.empty() || words[0] != "property")
      out.append(line.starts_with("format") ? "format ascii 1.0" : line).append("\n");
  }
  return out;
}

// assimp takes what is missing for 0, and everything is flat.
Status checkAxes(const PlyElement& vertex) {
  for (const char* axis : {"x", "y", "z"})
    if (std::ranges::find(vertex.properties, axis, &PlyProperty::name) == vertex.properties.end())
      return fail(failures::kPlyNoAxis, {{"axis", arg::Words{axis}}});
  return okStatus();
}

}  // namespace

Status scanPly(std::string_view bytes, const std::string& file, bool& has_more) {
  WW_ASSIGN(const PlyHeader header, plyHeader(bytes, file));
  const auto& elements = header.elements;
  const bool binary = header.format != "ascii";
  double least = 0, vertices = 0;
  bool faces = false;
  for (const PlyElement& e : elements) {
    least += e.count * static_cast<double>(binary ? e.leastBytes() : 2);
    // Of what has no bytes any number can be announced, and assimp makes room for all of them.
    if (binary && e.count > 0 && e.properties.empty()) return fail(failures::kPlyElement);
    faces = faces || ((e.name == "face" || e.isStrips()) && e.count > 0);
    if (e.name != "vertex") continue;
    vertices = e.count;
    WW_TRY(checkAxes(e));
  }
  if (least > static_cast<double>(bytes.size() - header.length)) return fail(failures::kPlyCut);
  if (!faces) return fail(failures::kPlyNoFaces);
  const std::size_t begin = header.body;
  if (begin == bytes.size()) return fail(failures::kPlyCut);
  const int line = static_cast<int>(std::ranges::count(bytes.substr(0, begin), bytes[begin - 1]));
  PlyBody body(bytes.substr(begin), binary ? 0 : line, file, vertices);
  WW_TRY(binary ? body.binary(elements, header.format == "binary_big_endian") : body.ascii(elements));
  has_more = body.hasMore(binary);
  return okStatus();
}

std::optional<std::string> plainPly(std::string_view bytes) {
  const Result<PlyHeader> header = plyHeader(bytes, {});
  if (!header.ok() || header->body == bytes.size()) return std::nullopt;
  const std::string_view body = bytes.substr(header->body);
  const bool binary = header->format != "ascii";
  const bool strips = std::ranges::any_of(header->elements, &PlyElement::isStrips);
  const bool odd = binary ? body.front() == '\n' || body.front() == '\r'
                          : body.starts_with("comment") || body.find("\ncomment") != body.npos;
  if (!odd && !strips) return std::nullopt;
  PlyBody reader(body, 0, {}, 0.0);
  std::size_t triangles = 0;
  const std::string said = binary ? reader.text(header->elements, header->format == "binary_big_endian", triangles)
                                  : reader.text(header->elements, triangles);
  return plainHeader(bytes.substr(0, header->length), triangles) + "end_header\n" + said;
}

}  // namespace ww::io::worker
