// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <sdf/Console.hh>
#include <sdf/Error.hh>
#include <sdf/Model.hh>
#include <sdf/ParserConfig.hh>
#include <sdf/Root.hh>
#include <sdf/World.hh>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/sdf/extensions.h"
#include "core/io/worker/sdf/include_resolver.h"
#include "core/io/worker/sdf/model_flattener.h"
#include "core/io/worker/sdf/sdf_error.h"
#include "core/io/worker/units.h"

namespace ww::io::worker {
namespace {

constexpr std::size_t kMaxModels = 10'000;

std::uint64_t linkCount(const sdf::Model& model) {
  std::uint64_t n = model.LinkCount();
  for (std::uint64_t i = 0; i < model.ModelCount(); ++i) n += linkCount(*model.ModelByIndex(i));
  return n;
}

std::vector<const sdf::Model*> modelsOf(const sdf::Root& root) {
  std::vector<const sdf::Model*> out;
  if (root.Model() != nullptr) out.push_back(root.Model());
  for (std::uint64_t w = 0; w < root.WorldCount(); ++w) {
    const sdf::World& world = *root.WorldByIndex(w);
    for (std::uint64_t i = 0; i < world.ModelCount(); ++i) out.push_back(world.ModelByIndex(i));
  }
  std::erase_if(out, [](const sdf::Model* m) { return linkCount(*m) == 0; });
  return out;
}

Status nothingFound(const ReadContext& context, const sdf::Errors& errors, const IncludeResolver& includes) {
  const FailureArg file{"file", arg::Name{context.path.filename().string()}};
  if (errors.empty() && !includes.dropped().empty())
    return fail(failures::kSdfAllMissing, {file, {"models", arg::Names{includes.dropped()}}});
  if (errors.empty()) return fail(failures::kSdfNoModel, {file});
  Status out = fail(failures::kSdfUnsound,
                    {{"place", placeOf(errors.front(), includes)}, {"reason", reasonOf(errors.front(), context)}});
  for (const sdf::Error& error : errors) {
    if (out.message.size() < 3000) out.message += reasonOf(error, context).text + "\n";
  }
  return out;
}

// Names of joints, without their models', that a warning says are not connected.
std::vector<std::string> toldJoints(const Diagnostics& told) {
  std::vector<std::string> out;
  for (const Diagnostic& d : told) {
    if (d.code != "joint-ends" || !d.failure) continue;
    const auto* name = std::get_if<arg::Name>(d.failure->find("joint"));
    if (name) out.push_back(name->text.substr(name->text.rfind(':') + 1));
  }
  return out;
}

Status readSdfFile(ReadContext& context, Scene& scene) {
  context.report.stage("reading the SDF file");
  noteOwnUnit(context, scene.unit);
  context.files.allowOwnPackage();
  IncludeResolver includes(context);
  WW_ASSIGN(const std::filesystem::path copy, includes.prepare(context.path));
  sdf::Console::Instance()->SetQuiet(true);
  sdf::ParserConfig config;
  // Whatever the library still looks for, it does not find.
  config.SetFindCallback([](const std::string& path) {
    return std::filesystem::exists(path) && path.starts_with('/') ? path : std::string();
  });
  context.report.progress(0.2, "reading");
  sdf::Root root;
  const sdf::Errors errors = root.Load(copy.string(), config);
  const std::vector<const sdf::Model*> models = modelsOf(root);
  if (models.empty()) return nothingFound(context, errors, includes);
  if (models.size() > kMaxModels) {
    return fail(failures::kSdfTooManyModels, {{"count", arg::Count{models.size()}}, {"most", arg::Count{kMaxModels}}});
  }
  context.report.stage("building the models of the SDF file");
  SdfShapes shapes(context, includes);
  for (std::size_t i = 0; i < models.size(); ++i) {
    Model model;
    WW_TRY(flattenModel(context, *models[i], shapes, model));
    warnOfExtensions(*models[i], includes, context.report);
    scene.models.push_back(std::move(model));
    context.report.progress(0.4 + 0.5 * static_cast<double>(i) / static_cast<double>(models.size()), "building models");
  }
  for (const sdf::Error& error : rootsOf(errors, toldJoints(context.report.diagnostics())))
    context.report.warn("sdf", failureOf(error, includes, context), error.XmlPath().value_or(""));
  return okStatus();
}

}  // namespace

Status readSdf(ReadContext& context, Scene& scene) { return readSdfFile(context, scene); }

}  // namespace ww::io::worker
