// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/mesh_source.h"

#include <algorithm>

#include "core/io/failures.h"
#include "core/io/format.h"
#include "core/io/other_kind.h"
#include "core/io/text_scan.h"
#include "core/io/worker/cloud/points.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/units.h"

namespace ww::io::worker {
namespace {

// Standing up for files that do not say: y up becomes z up by a quarter turn about x.
void standUp(std::vector<PlacedShape>& shapes, const std::string& up) {
  if (up != "y") return;
  const Eigen::Affine3d z_t_y(Eigen::AngleAxisd(M_PI_2, Vec3::UnitX()));
  for (PlacedShape& s : shapes) s.link_t_shape = z_t_y * s.link_t_shape;
}

// As much as the header of a file can be.
Result<std::string> readStart(const std::filesystem::path& path) {
  constexpr std::size_t kStart = 64 * 1024;
  WW_ASSIGN(std::string bytes, readWhole(path, 2ull << 30));
  bytes.resize(std::min(bytes.size(), kStart));
  return bytes;
}

bool hasArea(const geometry::Mesh& mesh) {
  return std::ranges::any_of(mesh.triangles, [&](const geometry::Triangle& t) {
    const Vec3 a = mesh.vertices[t[0]], ab = mesh.vertices[t[1]] - a, ac = mesh.vertices[t[2]] - a;
    return ab.cross(ac).norm() > 1e-12 * ab.norm() * ac.norm();
  });
}

void warnOfNoArea(ReadContext& context, const std::filesystem::path& path, const std::vector<PlacedShape>& shapes) {
  const auto seen = [](const PlacedShape& s) { return !s.shape || !s.shape->mesh || hasArea(*s.shape->mesh); };
  if (shapes.empty() || std::ranges::any_of(shapes, seen)) return;
  context.report.warn("no-area", fail(failures::kNoArea, {{"file", arg::Name{path.filename().string()}}}));
}

}  // namespace

Result<LoadedMesh> loadMesh(ReadContext& context, const std::filesystem::path& path, const std::string& format,
                            double scale, const std::string& up) {
  if (format == "obj") return loadObj(context, path, scale, up);
  if (format == "gltf" || format == "glb") return loadGltf(context, path, format == "glb", scale, up);
  return loadAssimp(context, path, format, scale, up);
}

Status readMeshFile(ReadContext& context, Scene& scene) {
  context.report.stage(phrase(WW_TEXT("Core", "reading the mesh")));
  const Format format = formatById(context.options.format);
  if (format == Format::kPly) {
    WW_ASSIGN(const std::string start, readStart(context.path));
    if (isPlyCloud(start)) return readCloud(context, scene);
  }
  const FormatInfo& info = formatInfo(format);
  const double scale = context.options.unit_scale > 0.0 ? context.options.unit_scale : 1.0;
  LinkPart link;
  scene.unit = unitName(scale);
  if (format == Format::kStl) {
    WW_ASSIGN(link.visuals, loadStl(context, context.path, scale));
    standUp(link.visuals, context.options.up_axis);
  } else {
    WW_ASSIGN(LoadedMesh loaded, loadMesh(context, context.path, std::string(info.id), scale, context.options.up_axis));
    link.visuals = std::move(loaded.shapes);
    scene.unit = unitName(loaded.metres_per_unit);
    if (!info.unitless) noteOwnUnit(context, scene.unit);
  }
  warnOfNoArea(context, context.path, link.visuals);
  scene.models.push_back(singleLink(context.path.stem().string(), std::move(link)));
  return okStatus();
}

Result<std::vector<PlacedShape>> MeshLibrary::read(const std::filesystem::path& path) {
  WW_ASSIGN(const FormatGuess guess, detectFormat(path));
  if (guess.format == Format::kStl) return loadStl(context_, path, 1.0);
  const FormatInfo& info = formatInfo(guess.format);
  switch (guess.format) {
    // Robots and worlds are drawn for viewers that ignore the up axis of COLLADA, and many files have a wrong one.
    case Format::kObj:
    case Format::kPly:
    case Format::kDae:
    case Format::kGltf:
    case Format::kGlb: {
      const bool gltf = guess.format == Format::kGltf || guess.format == Format::kGlb;
      WW_ASSIGN(LoadedMesh loaded, loadMesh(context_, path, std::string(info.id), 1.0, gltf ? "" : "z"));
      return std::move(loaded.shapes);
    }
    default: return fail(failures::kNoModelMesh, {{"file", arg::Name{path.filename().string()}}});
  }
}

Result<std::vector<PlacedShape>> MeshLibrary::load(const std::string& uri, const std::filesystem::path& base) {
  WW_ASSIGN(const std::filesystem::path path, context_.files.resolve(uri, base));
  if (const auto known = loaded_.find(path); known != loaded_.end()) return known->second;
  context_.report.readsPart(path.filename().string());
  auto shapes = read(path);
  if (shapes.ok()) warnOfNoArea(context_, path, *shapes);
  context_.report.readsPart({});
  if (!shapes.ok()) return shapes.status();
  return loaded_[path] = std::move(shapes).value();
}

std::vector<PlacedShape> MeshLibrary::loadOrWarn(const std::string& uri, const std::filesystem::path& base,
                                                 const std::string& link) {
  const std::string key = uri + '\n' + base.string();
  if (failed_.contains(key)) return {};
  auto loaded = load(uri, base);
  if (loaded.ok()) return std::move(loaded).value();
  const Status status = loaded.status();
  failed_[key] = status;
  const bool missing = status.code == Code::kNotFound || status.code == Code::kPermissionDenied;
  const FailureArg mesh{"mesh", arg::Name{cleanUtf8(uri, 300)}}, of{"link", arg::Name{link}};
  const Status told = isOtherKind(status) ? fail(failures::kMeshIsOther, {mesh, of}, status)
                      : missing           ? fail(failures::kMeshMissing, {mesh, of}, status)
                                          : fail(failures::kMeshUnreadable, {mesh, of}, status);
  context_.report.warn(missing ? "mesh-missing" : "mesh-unreadable", told, "link " + link);
  return {};
}

}  // namespace ww::io::worker
