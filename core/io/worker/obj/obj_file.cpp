// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/obj/obj_file.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/obj/obj_words.h"
#include "core/io/worker/scene_text.h"

namespace ww::io::worker {
namespace {

constexpr std::size_t kLongestName = 120;

// Words of the format that say nothing of surfaces made of polygons.
constexpr std::string_view kQuiet[] = {
    "s",     "mg",     "vp",      "lod",    "bevel", "c_interp", "d_interp", "shadow_obj", "trace_obj", "ctech",
    "stech", "cstype", "deg",     "bmat",   "step",  "parm",     "trim",     "hole",       "scrv",      "sp",
    "con",   "end",    "usemap",  "maplib", "call",  "csh",      "curv2",    "res",        "bsp",       "bzp",
    "cdc",   "cdp",    "xmap_Kd", "g",      "o",     "usemtl",   "mtllib",   "vw"};

constexpr std::array<float, 3> kNoColor = {-1.0f, -1.0f, -1.0f};

enum class Kind { kVertex, kPlace, kNormal };
constexpr const char* kKindNames[] = {"vertex", "texture coordinate", "normal"};

class ObjParser {
 public:
  ObjParser(const std::string& file, const ObjLimits& limits) : file_(file), limits_(limits) {}

  Status run(std::string_view text) {
    reserve(text);
    ObjLines lines(text);
    constexpr int kStep = 1 << 16;
    for (std::string_view line; lines.next(line);) {
      line_ = lines.number();
      ObjWords words(line);
      const std::string_view key = words.word();
      if (!key.empty() && key.front() != '#') WW_TRY(statement(key, words));
      if (line_ % kStep == 0 && limits_.progress)
        limits_.progress(static_cast<double>(lines.offset()) / static_cast<double>(text.size()));
    }
    WW_TRY(checkAhead());
    // Whole files end with a line; those without the last line end are told from files that were cut off by what lies
    // unused in them.
    if (!text.empty() && text.back() != '\n' && text.back() != '\r' && isCut(trimLeft(lastLine(text)))) leaveOutLast();
    return okStatus();
  }
  ObjFile out;

 private:
  // About thirty bytes to a vertex, as many to a face; what is too much is never touched.
  void reserve(std::string_view text) {
    const std::size_t guess = std::min<std::size_t>(text.size() / 64, 1u << 20);
    out.vertices.reserve(guess);
    out.faces.reserve(guess);
    out.corners.reserve(3 * guess);
  }

  Status statement(std::string_view key, ObjWords& words) {
    if (key == "v") return vertex(words);
    if (key == "f" || key == "fo") return face(words);
    if (key == "vn") normal(words);
    else if (key == "vt") place(words);
    else if (key == "g") group(words.rest());
    else if (key == "o") object(words.rest());
    else if (key == "usemtl") material(words.rest());
    else if (key == "mtllib") library(words.rest());
    else if (key == "l" || key == "p") lines(key == "l", words);
    else if (key == "curv" || key == "surf") ++out.curves;
    else if (std::ranges::find(kQuiet, key) == std::end(kQuiet)) unknown(key);
    return okStatus();
  }

  Status vertex(ObjWords words) {
    if (std::exchange(faces_before_, out.faces.size()) != out.faces.size()) block_ = out.vertices.size();
    const ObjWords line = words;
    double v[7] = {};
    int count = 0;
    while (count < 7 && words.number(v[count])) ++count;
    if (count < 3)
      return fail(failures::kObjBadVertex,
                  {{"text", arg::Name{cleanUtf8(ObjWords(line).rest(), 60)}}, {"place", here()}});
    Vec3 p(v[0], v[1], v[2]);
    if (count == 4 && v[3] != 1.0) p /= v[3];  // of no weight: nowhere
    const bool colored = count >= 6;
    if (colored && !has_colors_) out.colors.assign(out.vertices.size(), kNoColor);
    has_colors_ = has_colors_ || colored;
    out.vertices.push_back(p);
    if (has_colors_)
      out.colors.push_back(
          colored ? std::array<float, 3>{static_cast<float>(v[3]), static_cast<float>(v[4]), static_cast<float>(v[5])}
                  : kNoColor);
    return okStatus();
  }

  void normal(ObjWords& words) {
    double v[3] = {};
    for (double& x : v) {
      if (!words.number(x)) x = 0.0;
    }
    out.normals.emplace_back(static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]));
  }

  void place(ObjWords& words) {
    double v[2] = {};
    for (double& x : v) {
      if (!words.number(x)) x = 0.0;
    }
    out.places.push_back({static_cast<float>(v[0]), static_cast<float>(v[1])});
  }

  Status face(ObjWords& words) {
    const std::size_t first = out.corners.size();
    for (std::string_view word = words.number(); !word.empty(); word = words.number()) {
      WW_ASSIGN(const ObjCorner corner, cornerOf(word));
      out.corners.push_back(corner);
    }
    const std::size_t count = out.corners.size() - first;
    face_line_ = line_;
    face_size_ = count;
    if (count < 3) {
      out.lines += count > 0 ? 1 : 0;
      out.corners.resize(first);
      return okStatus();
    }
    triangles_ += count - 2;
    if (triangles_ > limits_.triangles || out.corners.size() >= kObjNone)
      return fail(failures::kMoreTrianglesThan, {{"most", arg::Count{limits_.triangles}}});
    if (part_ == kObjNone) part_ = partNow();
    ++out.parts[part_].faces;
    out.faces.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count), part_});
    return okStatus();
  }

  // "7", "7/1", "7//3" or "7/1/3".
  Result<ObjCorner> cornerOf(std::string_view word) {
    ObjCorner corner;
    std::uint32_t* const to[] = {&corner.vertex, &corner.place, &corner.normal};
    const char *at = word.data(), *const end = word.data() + word.size();
    for (std::size_t k = 0; k < 3; ++k) {
      long long index = 0;
      const auto [stop, error] = std::from_chars(at, end, index);
      const bool left_out = k > 0 && stop == at && error != std::errc::result_out_of_range;
      if (!left_out && error != std::errc()) return noFace(word);
      if (!left_out) resolve(static_cast<Kind>(k), index, *to[k]);
      at = stop;
      if (at == end) return corner;
      if (*at != '/' || k == 2) return noFace(word);
      ++at;
    }
    return corner;
  }
  Status noFace(std::string_view word) const {
    return fail(failures::kObjNoFace, {{"text", arg::Name{cleanUtf8(word, 60)}}, {"place", here()}});
  }

  std::size_t countOf(Kind kind) const {
    return kind == Kind::kVertex ? out.vertices.size() : kind == Kind::kPlace ? out.places.size() : out.normals.size();
  }

  // Counts from 1, or back from the last one so far with a sign. What comes later in the file is looked at in the end.
  void resolve(Kind kind, long long index, std::uint32_t& to) {
    const auto count = static_cast<long long>(countOf(kind));
    if (index > 0 && index <= count) to = static_cast<std::uint32_t>(index - 1);
    else if (index < 0 && index >= -count) to = static_cast<std::uint32_t>(count + index);
    else if (index > 0 && index < static_cast<long long>(kObjNone)) {
      to = static_cast<std::uint32_t>(index - 1);
      ahead_.push_back({kind, index, line_});
    } else if (kind != Kind::kVertex && index == 0) {
      to = kObjNone;  // how some writers leave it out
    } else {
      to = kind == Kind::kVertex ? 0 : kObjNone;
      if (kind == Kind::kVertex && std::exchange(hopeless_, true)) return;
      ahead_.push_back({kind, index, line_});  // told in the order of the file
    }
  }

  struct Ahead {
    Kind kind;
    long long index;
    int line;
  };
  Status wrong(const Ahead& ref) {
    Status status = fail(failures::kObjNoVertex, {{"place", arg::Place{file_, ref.line, 0}},
                                                  {"what", arg::Words{kKindNames[static_cast<int>(ref.kind)]}},
                                                  {"index", arg::Words{std::to_string(ref.index)}},
                                                  {"count", arg::Count{countOf(ref.kind)}}});
    if (ref.kind == Kind::kVertex) return status;
    if (!out.wrong_index) out.wrong_index = std::move(status);
    return okStatus();
  }

  Status checkAhead() {
    bool loose = false;
    for (const Ahead& ref : ahead_) {
      if (ref.index > 0 && static_cast<std::uint64_t>(ref.index) <= countOf(ref.kind)) continue;
      WW_TRY(wrong(ref));
      loose = true;
    }
    for (ObjCorner& corner : out.corners) {
      if (!loose) break;
      if (corner.place >= out.places.size()) corner.place = kObjNone;
      if (corner.normal >= out.normals.size()) corner.normal = kObjNone;
    }
    return okStatus();
  }

  static std::string_view lastLine(std::string_view text) { return text.substr(text.find_last_of("\r\n") + 1); }
  bool isCut(std::string_view last) const {
    if (face_line_ == line_ && (face_size_ < 3 || !isEven(out.faces.back()))) return true;
    const bool any = std::ranges::any_of(out.corners, [&](const ObjCorner& c) {
      return last.starts_with("vn") ? c.normal + 1 == out.normals.size() : c.place + 1 == out.places.size();
    });
    if (last.starts_with("vn") || last.starts_with("vt")) return !any;
    return out.lines == 0 && out.curves == 0 && leavesVertices();
  }
  // All corners name the same kinds of things.
  bool isEven(const ObjFile::Face& face) const {
    const auto kinds = [&](std::uint32_t k) {
      const ObjCorner& c = out.corners[face.first + k];
      return std::pair(c.place == kObjNone, c.normal == kObjNone);
    };
    for (std::uint32_t k = 1; k < face.count; ++k) {
      if (kinds(k) != kinds(0)) return false;
    }
    return true;
  }
  // Of those that the last faces are made of.
  bool leavesVertices() const {
    std::vector<bool> used(out.vertices.size());
    for (const ObjCorner& c : out.corners) used[c.vertex] = true;
    return std::find(used.begin() + static_cast<std::ptrdiff_t>(block_), used.end(), false) != used.end();
  }
  void leaveOutLast() {
    out.cut_line = line_;
    if (face_line_ != line_) return;
    if (face_size_ < 3) {
      --out.lines;
      return;
    }
    --out.parts[out.faces.back().part].faces;
    out.corners.resize(out.faces.back().first);
    out.faces.pop_back();
  }

  void lines(bool joined, ObjWords& words) {
    std::uint64_t count = 0;
    while (!words.number().empty()) ++count;
    out.lines += joined && count > 1 ? count - 1 : count;
  }

  void object(std::string_view name) {
    object_ = nameAsWritten(name, kLongestName);
    group_.clear();
    part_ = kObjNone;
  }
  void group(std::string_view name) {
    group_ = nameAsWritten(name, kLongestName);
    part_ = kObjNone;
  }
  void material(std::string_view name) {
    const auto [at, fresh] = materials_.emplace(std::string(name), static_cast<std::uint32_t>(out.materials.size()));
    if (fresh) out.materials.push_back({std::string(name), line_});
    material_ = at->second;
    part_ = kObjNone;
  }
  void library(std::string_view names) {
    if (!names.empty() && std::ranges::find(out.libraries, names) == out.libraries.end())
      out.libraries.emplace_back(names);
  }

  std::uint32_t partNow() {
    const std::string name = group_.empty() || group_ == object_ ? object_
                             : object_.empty()                   ? group_
                                                                 : object_ + "/" + group_;
    const auto [group, fresh_group] = groups_.emplace(name, static_cast<std::uint32_t>(out.groups.size()));
    if (fresh_group) out.groups.push_back(name);
    const auto [part, fresh] =
        parts_.emplace(std::pair(group->second, material_), static_cast<std::uint32_t>(out.parts.size()));
    if (fresh) out.parts.push_back({group->second, material_, 0});
    return part->second;
  }

  void unknown(std::string_view key) {
    if (!out.unknown) out.unknown = {cleanUtf8(key, 40), line_, 0};
    ++out.unknown->count;
  }

  arg::Place here() const { return {file_, line_, 0}; }

  const std::string& file_;
  const ObjLimits& limits_;
  int line_ = 0;
  int face_line_ = 0;  // of the last face
  std::size_t face_size_ = 0;
  std::size_t block_ = 0, faces_before_ = 0;  // the first vertex since there were so many faces
  std::uint64_t triangles_ = 0;
  bool has_colors_ = false;
  bool hopeless_ = false;  // an index that cannot be was met
  std::string object_, group_;
  std::uint32_t material_ = kObjNone;
  std::uint32_t part_ = kObjNone;  // where faces go now; none until the next one
  std::map<std::string, std::uint32_t> groups_, materials_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> parts_;
  std::vector<Ahead> ahead_;
};

}  // namespace

Result<ObjFile> parseObj(std::string_view text, const std::string& file, const ObjLimits& limits) {
  ObjParser parser(file, limits);
  WW_TRY(parser.run(withoutBom(text)));
  return std::move(parser.out);
}

}  // namespace ww::io::worker
