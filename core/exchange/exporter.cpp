// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/exporter.h"

#include <algorithm>
#include <cmath>

#include "core/exchange/failures.h"
#include "core/exchange/writers.h"
#include "core/io/names.h"
#include "core/io/text_scan.h"

namespace ww::exchange {
namespace {

struct Row {
  ExportFormat format;
  Writer writer;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows = {
      {{"sdf", WW_TEXT("Core", "SDF (Gazebo): robots and worlds with joints"), {"sdf", "world"}, true}, writeSdf},
      {{"urdf", WW_TEXT("Core", "URDF (ROS): robots with joints"), {"urdf"}, true}, writeUrdf},
      {{"usd", WW_TEXT("Core", "USD (Omniverse, Isaac): scenes with joints"), {"usda", "usd"}}, writeUsd},
      {{"step", WW_TEXT("Core", "STEP: parts for CAD"), {"step", "stp"}}, writeStep},
      {{"glb", WW_TEXT("Core", "GLB (glTF): what is seen, with materials"), {"glb"}}, writeGlb},
      {{"obj", WW_TEXT("Core", "OBJ: what is seen, with colours"), {"obj"}, true, true}, writeObj},
      {{"stl", WW_TEXT("Core", "STL: the triangles alone"), {"stl"}, false, true}, writeStl},
      {{"scene-object", WW_TEXT("Core", "Scene object: all that is known, as text"), {"textproto", "txtpb"}},
       writeSceneObject},
  };
  return kRows;
}

const Row* rowOf(std::string_view id) {
  const auto row = std::ranges::find_if(rows(), [&](const Row& r) { return r.format.id == id; });
  return row == rows().end() ? nullptr : &*row;
}

Status checkOptions(const ExportOptions& options) {
  if (rowOf(options.format) == nullptr) {
    arg::Names known;
    for (const Row& row : rows()) known.texts.emplace_back(row.format.id);
    return withNearest(fail(failures::kNoFormat, {{"format", arg::Name{options.format}}, {"known", known}}),
                       options.format, known.texts);
  }
  const double u = options.unit_scale;
  if (!std::isfinite(u) || u <= 1e-9 || u >= 1e9) return fail(failures::kBadUnitScale, {{"scale", arg::Number{u}}});
  return okStatus();
}

}  // namespace

const std::vector<ExportFormat>& exportFormats() {
  static const std::vector<ExportFormat> kFormats = [] {
    std::vector<ExportFormat> out;
    for (const Row& row : rows()) out.push_back(row.format);
    return out;
  }();
  return kFormats;
}

const ExportFormat* exportFormat(std::string_view id) {
  const Row* row = rowOf(id);
  return row == nullptr ? nullptr : &row->format;
}

const ExportFormat* exportFormatOfEnding(std::string_view name) {
  std::string ending = io::toLowerAscii(std::filesystem::path(name).extension().string());
  if (!ending.empty()) ending.erase(0, 1);
  for (const Row& row : rows())
    if (std::ranges::find(row.format.endings, ending) != row.format.endings.end()) return &row.format;
  return nullptr;
}

Status WriteContext::checkStop() const { return stop.stop_requested() ? fail(failures::kExportCancelled) : okStatus(); }

Result<ExportResult> exportScene(const ExportScene& scene, const ExportOptions& options, geometry::GeometryStore& store,
                                 std::stop_token stop, const Progress& progress) {
  WW_TRY(checkOptions(options));
  ExportOptions checked = options;
  checked.stem = io::sanitizeName(options.stem, "model");
  ExportScene named = scene;
  named.name = io::sanitizeName(scene.name, "scene");
  WW_ASSIGN(const SceneParts parts, partsOf(named, store));
  const WriteContext context{parts, checked, named, store, std::move(stop), progress};
  WW_TRY(context.checkStop());
  WW_ASSIGN(ExportResult result, rowOf(options.format)->writer(context));
  WW_TRY(context.checkStop());
  progress.report(1.0);
  return result;
}

}  // namespace ww::exchange
