// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/cloud/points.h"

namespace ww::io::worker {
namespace {

constexpr std::size_t kMaxPoints = 20'000'000;
constexpr std::size_t kMaxCloudHeader = 64 * 1024;

// One number of a point: where it stands in the record, or which word of the line.
struct PointField {
  std::string name;
  char type = 'F';  // F, I, U
  std::size_t size = 4, count = 1, offset = 0;
};

struct CloudHeader {
  std::vector<PointField> fields;
  std::size_t points = 0;
  std::size_t stride = 0;
  std::string data;  // "ascii", "binary", "binary_compressed"
  bool big_endian = false;
  std::size_t end = 0;  // where the points begin
};

Status badHeader(std::string_view line) {
  return fail(failures::kCloudHeader, {{"line", arg::Words{cleanUtf8(line, 100)}}});
}
Status cloudCut(std::size_t wanted, std::size_t there) {
  return fail(failures::kCloudCut, {{"wanted", arg::Count{wanted}}, {"there", arg::Count{there}}});
}

bool wholeNumber(std::string_view word, std::size_t& out) {
  double v = 0.0;
  if (!parseNumber(word, v) || v < 0.0 || v > 1e12 || v != std::floor(v)) return false;
  out = static_cast<std::size_t>(v);
  return true;
}

// Offsets and the length of a record, and that there are coordinates.
Status layOut(CloudHeader& header) {
  for (PointField& f : header.fields) {
    const bool sound = (f.size == 1 || f.size == 2 || f.size == 4 || f.size == 8) && f.count > 0 && f.count < 10'000;
    if (!sound || (f.type == 'F' && f.size < 4)) return badHeader(f.name);
    f.offset = header.stride;
    header.stride += f.size * f.count;
  }
  for (const char* axis : {"x", "y", "z"}) {
    bool there = false;
    for (const PointField& f : header.fields) there = there || f.name == axis;
    if (!there) return fail(failures::kCloudNoAxis, {{"axis", arg::Name{axis}}});
  }
  if (header.points > kMaxPoints) return fail(failures::kCloudTooMany, {{"most", arg::Count{kMaxPoints}}});
  return okStatus();
}

// A line and where the next one begins.
std::string_view takeLine(std::string_view bytes, std::size_t& at) {
  const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
  const std::string_view line = trim(bytes.substr(at, end - at));
  at = std::min(end + 1, bytes.size());
  return line;
}

Status pcdLine(const std::vector<std::string_view>& words, std::string_view line, CloudHeader& header) {
  const std::string key = toLowerAscii(words[0]);
  const auto numbers = [&](std::size_t PointField::*member) {
    if (words.size() != header.fields.size() + 1) return false;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (!wholeNumber(words[i], header.fields[i - 1].*member)) return false;
    }
    return true;
  };
  bool sound = true;
  if (key == "fields") {
    for (std::size_t i = 1; i < words.size(); ++i) header.fields.push_back({toLowerAscii(words[i])});
  } else if (key == "size") {
    sound = numbers(&PointField::size);
  } else if (key == "count") {
    sound = numbers(&PointField::count);
  } else if (key == "type") {
    sound = words.size() == header.fields.size() + 1;
    for (std::size_t i = 1; sound && i < words.size(); ++i) header.fields[i - 1].type = words[i][0];
  } else if (key == "points") {
    sound = words.size() == 2 && wholeNumber(words[1], header.points);
  } else if (key == "data") {
    header.data = words.size() == 2 ? toLowerAscii(words[1]) : std::string();
    sound = header.data == "ascii" || header.data == "binary" || header.data == "binary_compressed";
  }
  return sound ? okStatus() : badHeader(line);
}

Result<CloudHeader> pcdHeader(std::string_view bytes) {
  CloudHeader header;
  while (header.data.empty()) {
    if (header.end >= bytes.size() || header.end > kMaxCloudHeader) return badHeader("DATA");
    const std::string_view line = takeLine(bytes, header.end);
    const auto words = splitWords(line);
    if (words.empty() || words[0].starts_with('#')) continue;
    WW_TRY(pcdLine(words, line, header));
  }
  WW_TRY(layOut(header));
  return header;
}

template <typename T>
double numberAt(const char* at, bool big_endian) {
  std::array<char, sizeof(T)> raw;
  std::memcpy(raw.data(), at, sizeof(T));
  if (big_endian == (std::endian::native == std::endian::little)) std::reverse(raw.begin(), raw.end());
  return static_cast<double>(std::bit_cast<T>(raw));
}

double fieldAt(const char* at, const PointField& f, bool big) {
  if (f.type == 'F') return f.size == 8 ? numberAt<double>(at, big) : numberAt<float>(at, big);
  const bool plus = f.type == 'U';
  switch (f.size) {
    case 1: return plus ? numberAt<std::uint8_t>(at, big) : numberAt<std::int8_t>(at, big);
    case 2: return plus ? numberAt<std::uint16_t>(at, big) : numberAt<std::int16_t>(at, big);
    case 4: return plus ? numberAt<std::uint32_t>(at, big) : numberAt<std::int32_t>(at, big);
    default: return plus ? numberAt<std::uint64_t>(at, big) : numberAt<std::int64_t>(at, big);
  }
}

void keepSound(const Vec3& p, std::vector<Vec3>& out) {
  if (p.allFinite()) out.push_back(p);
}

const PointField& axisField(const CloudHeader& header, std::string_view name) {
  for (const PointField& f : header.fields) {
    if (f.name == name) return f;
  }
  return header.fields.front();
}

// `begin(f, i)`: where the number of point i stands.
template <typename Begin>
std::vector<Vec3> binaryPoints(const CloudHeader& header, const Begin& begin) {
  std::vector<Vec3> out;
  out.reserve(header.points);
  const std::array<PointField, 3> axes = {axisField(header, "x"), axisField(header, "y"), axisField(header, "z")};
  for (std::size_t i = 0; i < header.points; ++i) {
    Vec3 p;
    for (int k = 0; k < 3; ++k)
      p[k] = fieldAt(begin(axes[static_cast<std::size_t>(k)], i), axes[static_cast<std::size_t>(k)], header.big_endian);
    keepSound(p, out);
  }
  return out;
}

Result<std::vector<Vec3>> packedRecords(const CloudHeader& header, std::string_view body) {
  if (header.stride == 0 || body.size() / header.stride < header.points)
    return cloudCut(header.points, header.stride == 0 ? 0 : body.size() / header.stride);
  return binaryPoints(header,
                      [&](const PointField& f, std::size_t i) { return body.data() + i * header.stride + f.offset; });
}

// The packing of Marc Lehmann's LZF: runs of bytes, and pieces of what was there before. Nothing when it is damaged.
std::optional<std::string> unpackedLzf(std::string_view in, std::size_t size) {
  std::string out;
  out.reserve(size);
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(in[i]); };
  for (std::size_t at = 0; at < in.size();) {
    const unsigned control = byte(at++);
    if (control < 32) {
      const std::size_t run = control + 1;
      if (at + run > in.size() || out.size() + run > size) return std::nullopt;
      out += in.substr(at, run);
      at += run;
      continue;
    }
    std::size_t length = control >> 5;
    if (length == 7 && at < in.size()) length += byte(at++);
    if (at >= in.size()) return std::nullopt;
    const std::size_t back = ((control & 31u) << 8) + byte(at++) + 1;
    length += 2;
    if (back > out.size() || out.size() + length > size) return std::nullopt;
    for (std::size_t i = 0; i < length; ++i) out += out[out.size() - back];
  }
  if (out.size() != size) return std::nullopt;
  return out;
}

Result<std::vector<Vec3>> compressedPoints(const CloudHeader& header, std::string_view body) {
  if (body.size() < 8) return cloudCut(header.points, 0);
  const auto packed = static_cast<std::size_t>(numberAt<std::uint32_t>(body.data(), false));
  const auto plain = static_cast<std::size_t>(numberAt<std::uint32_t>(body.data() + 4, false));
  constexpr std::size_t kMostGrowth = 90;  // of this packing: a piece of 264 bytes in three
  if (packed > body.size() - 8 || plain / kMostGrowth > packed || plain != header.stride * header.points)
    return cloudCut(header.points, 0);
  const auto bytes = unpackedLzf(body.substr(8, packed), plain);
  if (!bytes) return cloudCut(header.points, 0);
  // One field after the other, each of all points.
  return binaryPoints(header, [&](const PointField& f, std::size_t i) {
    return bytes->data() + f.offset * header.points + i * f.size * f.count;
  });
}

// "0,5" among words with blanks or ; between them: half of one, and not two numbers.
bool hasDecimalCommas(std::string_view line, const std::array<std::size_t, 3>& columns) {
  if (line.find(',') == std::string_view::npos) return false;
  std::string plain(line);
  std::ranges::replace(plain, ';', ' ');
  const auto words = splitWords(plain);
  return std::ranges::any_of(columns, [&](std::size_t column) {
    if (column >= words.size()) return false;
    std::string word(words[column]);
    const std::size_t comma = word.find(',');
    if (comma == std::string::npos || comma + 1 == word.size() || word.find('.') != std::string::npos) return false;
    word[comma] = '.';
    double v = 0.0;
    return parseNumber(word, v);
  });
}

// Lines of numbers; `columns`: which words are x, y, z.
Result<std::vector<Vec3>> linesOfPoints(std::string_view text, const std::array<std::size_t, 3>& columns,
                                        std::size_t most) {
  std::vector<Vec3> out;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size() && out.size() < most;) {
    const std::string_view line = takeLine(text, at);
    ++number;
    if (line.empty() || line.starts_with('#') || line.starts_with("//")) continue;
    const auto unsound = [&] {
      return fail(failures::kCloudLine, {{"line", arg::Count{number}}, {"text", arg::Words{cleanUtf8(line, 60)}}});
    };
    if (hasDecimalCommas(line, columns)) return unsound();
    std::string plain(line);
    for (char& c : plain) c = c == ',' || c == ';' ? ' ' : c;
    const auto words = splitWords(plain);
    Vec3 p = Vec3::Zero();
    for (std::size_t k = 0; k < 3; ++k) {
      double v = 0.0;
      const bool sound = columns[k] < words.size() && parseAnyNumber(words[columns[k]], v);
      // Lists of points begin with their count, or with a line of titles.
      if (!sound && out.empty() && number <= 2) {
        p = Vec3::Constant(NAN);
        break;
      }
      if (!sound) return unsound();
      p[static_cast<int>(k)] = v;
    }
    keepSound(p, out);
    if (out.size() > kMaxPoints) return fail(failures::kCloudTooMany, {{"most", arg::Count{kMaxPoints}}});
  }
  return out;
}

// The columns of x, y and z among the words of a line.
std::array<std::size_t, 3> columnsOf(const CloudHeader& header) {
  std::array<std::size_t, 3> out{};
  std::size_t column = 0;
  for (const PointField& f : header.fields) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (f.name == std::string(1, static_cast<char>('x' + k))) out[k] = column;
    }
    column += f.count;
  }
  return out;
}

// A text has a line for each point that its header announces.
Status checkLines(std::string_view body, std::size_t points) {
  std::size_t there = 0;
  for (std::size_t at = 0; at < body.size() && there < points;)
    if (!trim(takeLine(body, at)).empty()) ++there;
  return there < points ? cloudCut(points, there) : okStatus();
}

const std::map<std::string, std::pair<char, std::size_t>, std::less<>>& plyTypes() {
  static const std::map<std::string, std::pair<char, std::size_t>, std::less<>> all = {
      {"char", {'I', 1}},  {"int8", {'I', 1}},    {"uchar", {'U', 1}},  {"uint8", {'U', 1}},
      {"short", {'I', 2}}, {"int16", {'I', 2}},   {"ushort", {'U', 2}}, {"uint16", {'U', 2}},
      {"int", {'I', 4}},   {"int32", {'I', 4}},   {"uint", {'U', 4}},   {"uint32", {'U', 4}},
      {"float", {'F', 4}}, {"float32", {'F', 4}}, {"double", {'F', 8}}, {"float64", {'F', 8}}};
  return all;
}

// The header of a PLY file whose points come first.
Result<CloudHeader> plyHeader(std::string_view bytes) {
  CloudHeader header;
  std::string element;
  for (std::string_view line = takeLine(bytes, header.end); line != "end_header"; line = takeLine(bytes, header.end)) {
    if (header.end >= bytes.size() || header.end > kMaxCloudHeader) return badHeader("end_header");
    const auto words = splitWords(line);
    if (words.size() >= 2 && words[0] == "format") {
      const bool known = words[1] == "ascii" || words[1] == "binary_little_endian" || words[1] == "binary_big_endian";
      if (!known) return badHeader(line);
      header.data = words[1] == "ascii" ? "ascii" : "binary";
      header.big_endian = words[1] == "binary_big_endian";
    }
    if (words.size() == 3 && words[0] == "element") {
      if (element.empty() && words[1] != "vertex") return badHeader(line);
      element = words[1];
      if (element == "vertex" && !wholeNumber(words[2], header.points)) return badHeader(line);
    }
    if (words.empty() || words[0] != "property" || element != "vertex") continue;
    const auto type = words.size() == 3 ? plyTypes().find(words[1]) : plyTypes().end();
    if (type == plyTypes().end()) return badHeader(line);
    header.fields.push_back({toLowerAscii(words[2]), type->second.first, type->second.second});
  }
  WW_TRY(layOut(header));
  return header;
}

}  // namespace

Result<std::vector<Vec3>> pcdPoints(std::string_view bytes) {
  WW_ASSIGN(const CloudHeader header, pcdHeader(bytes));
  const std::string_view body = bytes.substr(header.end);
  if (header.data == "binary") return packedRecords(header, body);
  if (header.data == "binary_compressed") return compressedPoints(header, body);
  WW_TRY(checkLines(body, header.points));
  return linesOfPoints(body, columnsOf(header), header.points);
}

Result<std::vector<Vec3>> plyPoints(std::string_view bytes) {
  WW_ASSIGN(const CloudHeader header, plyHeader(bytes));
  const std::string_view body = bytes.substr(header.end);
  if (header.data == "binary") return packedRecords(header, body);
  WW_TRY(checkLines(body, header.points));
  return linesOfPoints(body, columnsOf(header), header.points);
}

Result<std::vector<Vec3>> xyzPoints(std::string_view text) {
  return linesOfPoints(withoutBom(text), {0, 1, 2}, kMaxPoints + 1);
}

bool isPlyCloud(std::string_view bytes) {
  if (!bytes.starts_with("ply")) return false;
  const auto header = plyHeader(bytes);
  if (!header.ok() || header->points == 0) return false;
  return std::ranges::none_of(splitLines(bytes.substr(0, header->end)), [](std::string_view line) {
    const auto words = splitWords(line);
    return words.size() > 2 && words[0] == "element" && (words[1] == "face" || words[1] == "tristrips") &&
           words[2] != "0";
  });
}

}  // namespace ww::io::worker
