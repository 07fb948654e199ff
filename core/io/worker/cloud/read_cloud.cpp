// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/io/failures.h"
#include "core/io/worker/cloud/points.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/units.h"

namespace ww::io::worker {
namespace {

constexpr std::uintmax_t kMaxCloudBytes = 2ull << 30;
constexpr std::size_t kMostBoxes = 20'000;
constexpr std::size_t kUsualBoxes = 4'000;  // where nobody says how large they are to be
constexpr double kCellsAlong = 60.0;
constexpr double kMostCellsAlong = 2e6;  // that have a place of their own

// 1, 2 or 5 times a power of ten, not less than `v`.
double roundFigure(double v) {
  const double power = std::pow(10.0, std::floor(std::log10(v)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (v <= step * power * (1.0 + 1e-12)) return step * power;
  }
  return 10.0 * power;
}

Result<std::vector<Vec3>> pointsOf(const std::string& format, const std::string& bytes) {
  if (format == "pcd") return pcdPoints(bytes);
  if (format == "ply") return plyPoints(bytes);
  return xyzPoints(bytes);
}

struct Boxed {
  std::vector<geometry::PlacedPrimitive> boxes;
  double cell = 0.0;
};

Result<Boxed> boxed(const std::vector<Vec3>& points, double asked) {
  Boxed out;
  Bounds bounds;
  for (const Vec3& p : points) bounds.add(p);
  if (asked > 0.0) {
    if (bounds.size().maxCoeff() / asked < kMostCellsAlong) out = {cloudBoxes(points, asked), asked};
    if (!out.boxes.empty() && out.boxes.size() <= kMostBoxes) return out;
    return fail(failures::kCloudTooFine, {{"cell", arg::Length{asked}}, {"most", arg::Count{kMostBoxes}}});
  }
  out.cell = roundFigure(std::max(bounds.size().maxCoeff() / kCellsAlong, 1e-3));
  for (int i = 0; i < 20; ++i) {
    out.boxes = cloudBoxes(points, out.cell);
    if (out.boxes.size() <= kUsualBoxes) break;
    out.cell = roundFigure(out.cell * 1.5);
  }
  return out;
}

}  // namespace

Status readCloud(ReadContext& context, Scene& scene) {
  context.report.stage(phrase(WW_TEXT("Core", "reading the points")));
  const std::string file_name = context.path.filename().string();
  const FailureArg file{"file", arg::Name{file_name}};
  WW_ASSIGN(const std::string bytes, readWhole(context.path, kMaxCloudBytes));
  auto read = pointsOf(context.options.format, bytes);
  if (!read.ok() && read.status().failure && read.status().failure->row == &failures::kCloudLine)
    return Status(read.status()).in(file_name);
  if (!read.ok()) return fail(failures::kCloudUnreadable, {file}, read.status());
  const double scale = context.options.unit_scale > 0.0 ? context.options.unit_scale : 1.0;
  const bool lies = context.options.up_axis == "y";
  std::vector<Vec3> points;
  points.reserve(read->size());
  for (const Vec3& p : *read) {
    const Vec3 placed = scale * (lies ? Vec3(p.x(), -p.z(), p.y()) : p);
    if (placed.cwiseAbs().maxCoeff() <= kFarthest) points.push_back(placed);
  }
  if (points.empty()) return fail(failures::kCloudEmpty, {file});
  context.report.progress(0.5, phrase(WW_TEXT("Core", "putting boxes around the points")));
  WW_ASSIGN(Boxed made, boxed(points, context.options.cell_m));
  context.report.note("cloud-boxes", fail(failures::kCloudBoxes, {file,
                                                                  {"points", arg::Count{points.size()}},
                                                                  {"count", arg::Count{made.boxes.size()}},
                                                                  {"cell", arg::Length{made.cell}}}));
  auto shape = std::make_shared<geometry::Shape>();
  shape->primitives = std::move(made.boxes);
  LinkPart link;
  link.visuals.push_back({"cloud", std::move(shape), Eigen::Affine3d::Identity(), {}});
  link.collide_with_visuals = true;
  scene.unit = unitName(scale);
  scene.models.push_back(singleLink(context.path.stem().string(), std::move(link)));
  return okStatus();
}

}  // namespace ww::io::worker
