// SPDX-License-Identifier: Apache-2.0
#include "app/cli/import_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "app/cli/failures.h"
#include "app/cli/template_args.h"
#include "core/base/finding.h"
#include "core/io/names.h"
#include "core/io/tessellation_bounds.h"

namespace ww::cli {
namespace {

constexpr double kLeastScale = 1e-9;

// How the lists of numbers are written.
constexpr const char* kPoseForm = "x,y,z,qw,qx,qy,qz, for instance 0.5,0,0,1,0,0,0";
constexpr const char* kRotationForm = "qw,qx,qy,qz, for instance 1,0,0,0";
constexpr const char* kColorForm = "r,g,b,a from 0 to 1, for instance 0.8,0.1,0.1,1";

Result<std::vector<double>> numbers(const std::string& text, std::size_t count, const char* what, const char* form) {
  std::vector<double> values;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) {
    double v = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), v);
    if (error != std::errc{} || end != part.data() + part.size() || !std::isfinite(v))
      return ww::fail(failures::kNotANumber,
                      {{"option", arg::Words{what}}, {"text", arg::Name{part}}, {"form", arg::Words{form}}});
    values.push_back(v);
  }
  if (values.size() == count) return values;
  return ww::fail(failures::kNumberCount, {{"option", arg::Words{what}},
                                           {"wanted", arg::Count{count}},
                                           {"given", arg::Count{values.size()}},
                                           {"form", arg::Words{form}}});
}

Result<Pose> soundPose(const Pose& pose, const char* what, const std::string& text) {
  Result<Pose> checked = checkedPose(pose);
  if (checked.ok()) return checked;
  return ww::fail(
      failures::kNoRotation,
      {{"option", arg::Words{what}}, {"text", arg::Name{text}}, {"reason", arg::Words{checked.status().title}}});
}

Result<Quat> quaternion(const std::string& text, const char* what) {
  WW_ASSIGN(const std::vector<double> v, numbers(text, 4, what, kRotationForm));
  WW_ASSIGN(const Pose pose, soundPose({Vec3::Zero(), Quat(v[0], v[1], v[2], v[3])}, what, text));
  return pose.q;
}

Status scaleRange(const char* option, double given) {
  return ww::fail(failures::kScaleRange, {{"option", arg::Words{option}}, {"given", arg::Number{given}}});
}

Status setUnits(const ImportWords& o, io::ImportOptions& out) {
  static const std::map<std::string, double> kUnits = {
      {"m", 1.0}, {"mm", 1e-3}, {"cm", 1e-2}, {"in", 0.0254}, {"ft", 0.3048}};
  if (!o.unit.empty()) out.unit_scale = kUnits.at(o.unit);
  const auto positive = [](double v) { return v > kLeastScale && v < 1.0 / kLeastScale; };
  if (o.scale) {
    if (!o.unit.empty()) return ww::fail(failures::kUnitAndScale);
    if (!positive(*o.scale)) return scaleRange("--scale", *o.scale);
    out.unit_scale = *o.scale;
  }
  if (!positive(o.uniform_scale)) return scaleRange("--uniform-scale", o.uniform_scale);
  out.uniform_scale = o.uniform_scale;
  if (o.cell && !positive(*o.cell)) return scaleRange("--cell", *o.cell);
  out.cell_m = o.cell.value_or(0.0);
  return okStatus();
}

Status noSuchFormat(const std::string& type) {
  std::vector<std::string> known;
  for (const io::FormatInfo& format : io::formats()) {
    if (format.format != io::Format::kUnknown) known.emplace_back(format.id);
  }
  return withNearest(ww::fail(failures::kNoSuchFormat, {{"type", arg::Name{type}}, {"formats", arg::Names{known}}}),
                     type, known);
}

// Robots that are written as xacro, whatever their ending.
bool isTemplate(io::Format format, const std::string& source) {
  if (format != io::Format::kUrdf) return false;
  constexpr std::streamsize kMost = 1 << 20;
  std::string text(static_cast<std::size_t>(kMost), '\0');
  std::ifstream in(source, std::ios::binary);
  in.read(text.data(), kMost);
  // What came by standard input is not asked again.
  return !in.is_open() || source.ends_with(".xacro") || text.find("xacro") != std::string::npos;
}

}  // namespace

Result<Pose> placement(const ImportWords& o) {
  if (o.pose.empty()) return Pose{};
  WW_ASSIGN(const std::vector<double> v, numbers(o.pose, 7, "--pose", kPoseForm));
  return soundPose({Vec3(v[0], v[1], v[2]), Quat(v[3], v[4], v[5], v[6])}, "--pose", o.pose);
}

Result<usecase::PartChoice> partChoice(const ImportWords& o) {
  usecase::PartChoice out = o.choice;
  if (o.origin.empty()) return out;
  WW_ASSIGN(const std::vector<double> v, numbers(o.origin, 3, "--origin", "x,y,z"));
  out.origin = Vec3(v[0], v[1], v[2]);
  return out;
}

bool makesCollision(const ImportWords& o) { return o.collision.kind != "as-is" && o.collision.kind != "none"; }

Result<io::ImportOptions> importOptions(const ImportWords& o, const Run& run) {
  io::ImportOptions out;
  WW_TRY(setUnits(o, out));
  if (!o.name.empty() && !io::isValidName(o.name))
    return ww::fail(failures::kBadObjectName, {{"name", arg::Name{o.name}}});
  out.name = o.name;
  out.up = o.up == "y" ? io::UpAxis::kY : o.up == "z" ? io::UpAxis::kZ : io::UpAxis::kDefault;
  if (!o.rotate.empty()) {
    WW_ASSIGN(out.rotation, quaternion(o.rotate, "--rotate"));
  }
  if (!o.type.empty()) {
    out.type = io::formatById(o.type);
    if (out.type == io::Format::kUnknown) return noSuchFormat(o.type);
  }
  if (!o.material.empty()) {
    WW_ASSIGN(const std::vector<double> c, numbers(o.material, 4, "--material", kColorForm));
    if (std::any_of(c.begin(), c.end(), [](double v) { return v < 0.0 || v > 1.0; }))
      return ww::fail(failures::kColorRange, {{"text", arg::Name{o.material}}});
    out.color = geometry::Color{static_cast<float>(c[0]), static_cast<float>(c[1]), static_cast<float>(c[2]),
                                static_cast<float>(c[3])};
  }
  out.resolution = o.resolution == "fine" ? io::Resolution::kFine : io::Resolution::kCoarse;
  WW_TRY(checkShapeWords(o.collision, "--collision"));
  if (o.drop_collision && makesCollision(o))
    return ww::fail(failures::kShapeAndNone, {{"kind", arg::Words{o.collision.kind}}});
  out.collision = o.collision.kind == "none" ? io::CollisionMode::kNone : io::CollisionMode::kAsIs;
  out.chord_m = o.chord_mm.value_or(0.0) / 1000.0;
  out.angle_rad = o.angle_deg.value_or(0.0) * M_PI / 180.0;
  out.parts = o.parts == "links"     ? io::PartMode::kLinks
              : o.parts == "objects" ? io::PartMode::kObjects
                                     : io::PartMode::kOne;
  out.encoding = o.encoding;
  out.drop_collision = o.drop_collision;
  out.drop_exact = o.drop_exact;
  if (o.memory_mb > kMostMemoryMb) {
    return ww::fail(failures::kMemoryRange, {{"given", arg::Count{o.memory_mb}}, {"most", arg::Count{kMostMemoryMb}}});
  }
  out.memory_limit_mb = o.memory_mb;
  out.strict = o.strict;
  out.wall_limit_s = run.timeout_s;
  for (const std::string& dir : o.search) out.search_dirs.emplace_back(dir);
  WW_ASSIGN(out.arguments, templateArgs(o.args));
  return out;
}

Diagnostics idleOptions(const ImportWords& words, io::Format format, const std::string& source) {
  using F = io::Format;
  const auto is = [format](std::initializer_list<F> some) { return std::ranges::find(some, format) != some.end(); };
  Diagnostics out;
  const auto idle = [&](const char* option, const char* readers) {
    out.push_back(
        findingOf(ww::fail(failures::kImportOptionIdle, {{"option", arg::Words{option}},
                                                         {"format", arg::Words{std::string(io::formatInfo(format).id)}},
                                                         {"readers", arg::Words{readers}}})));
  };
  // As other programs order it, x,y,z,w, it would turn nothing.
  const auto pose = numbers(words.pose, 7, "--pose", kPoseForm);
  if (pose.ok() && (*pose)[3] == 0.0 && (*pose)[4] == 0.0 && (*pose)[5] == 0.0 && (*pose)[6] == 1.0)
    out.push_back(findingOf(ww::fail(failures::kPoseHalfTurn)));
  // An archive may hold any of them.
  if (is({F::kZip, F::kUnknown})) return out;
  if (words.parts != "one" && !is({F::kStep, F::kIges, F::kBrep}))
    idle("--parts", "assemblies of CAD files (STEP, IGES, B-rep)");
  if (!words.encoding.empty() && !is({F::kStep})) idle("--encoding", "STEP files");
  if ((words.chord_mm || words.angle_deg) && !is({F::kStep, F::kIges, F::kBrep}))
    idle(words.chord_mm ? "--chord" : "--angle", "CAD files (STEP, IGES, B-rep)");
  if (words.chord_mm.value_or(0.0) > 1000.0 * io::kCadChord && is({F::kStep, F::kIges, F::kBrep}))
    out.push_back(findingOf(
        ww::fail(failures::kChordCoarse, {{"chord", arg::Words{fmt::format("{:g}", *words.chord_mm)}},
                                          {"most", arg::Words{fmt::format("{:g}", 1000.0 * io::kCadChord)}}})));
  if (words.resolution == "fine" && !is({F::kStep, F::kIges, F::kBrep}))
    idle("--resolution", "CAD files (STEP, IGES, B-rep)");
  if (words.cell && !is({F::kPcd, F::kXyz, F::kPly})) idle("--cell", "clouds of points (pcd, xyz, ply)");
  if (!words.up.empty() && is({F::kUrdf, F::kSdf, F::k3mf})) idle("--up", "meshes and CAD files");
  if (!words.args.empty() && !isTemplate(format, source)) idle("--arg", "templates (xacro)");
  return out;
}

}  // namespace ww::cli
