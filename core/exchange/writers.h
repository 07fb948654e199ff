// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/exchange/exporter.h"
#include "core/exchange/parts.h"

namespace ww::exchange {

// What a writer works with.
struct WriteContext {
  const SceneParts& scene;
  const ExportOptions& options;
  const ExportScene& source;
  geometry::GeometryStore& store;
  std::stop_token stop;
  Progress progress;

  // CANCELLED when a stop was asked for.
  Status checkStop() const;
};
using Writer = Result<ExportResult> (*)(const WriteContext& context);

// They fail as exportScene() does.
Result<ExportResult> writeSdf(const WriteContext& context);
Result<ExportResult> writeUrdf(const WriteContext& context);
Result<ExportResult> writeGlb(const WriteContext& context);
Result<ExportResult> writeObj(const WriteContext& context);
Result<ExportResult> writeStl(const WriteContext& context);
Result<ExportResult> writeUsd(const WriteContext& context);
Result<ExportResult> writeStep(const WriteContext& context);
Result<ExportResult> writeSceneObject(const WriteContext& context);

}  // namespace ww::exchange
