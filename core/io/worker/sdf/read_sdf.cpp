// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <sdf/Console.hh>
#include <sdf/Error.hh>
#include <sdf/Model.hh>
#include <sdf/ParserConfig.hh>
#include <sdf/Root.hh>
#include <sdf/World.hh>

#include "core/io/text_scan.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/sdf/include_resolver.h"
#include "core/io/worker/sdf/model_flattener.h"
#include "core/io/worker/units.h"

namespace ww::io::worker {
namespace {

constexpr std::size_t kMaxModels = 10'000;

// Paths of the copies in messages say nothing to anybody.
std::string readable(const ReadContext& context, std::string text) {
  const std::string scratch = context.scratch.string() + "/";
  for (std::size_t at = text.find(scratch); at != std::string::npos; at = text.find(scratch, at))
    text.erase(at, scratch.size());
  return cleanUtf8(text, 500);
}

Diagnostic diagnosticOf(const ReadContext& context, const sdf::Error& error) {
  Diagnostic out{Diagnostic::Severity::kWarning, "sdf", readable(context, error.Message()), "mend the file", {}, 0, {}};
  out.file = context.path.filename().string();
  out.line = error.LineNumber().value_or(0);
  out.path = error.XmlPath().value_or("");
  return out;
}

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

Status nothingFound(const ReadContext& context, const sdf::Errors& errors, const std::vector<std::string>& dropped) {
  const std::string name = context.path.filename().string();
  if (errors.empty() && !dropped.empty()) {
    constexpr std::size_t kShown = 3;
    std::string list;
    for (std::size_t i = 0; i < std::min(kShown, dropped.size()); ++i)
      list += (i ? ", " : "") + readable(context, dropped[i]);
    if (dropped.size() > kShown) list += fmt::format(" and {} more", dropped.size() - kShown);
    return fail(Code::kNotFound,
                fmt::format("nothing of {} is here: all its models are included from elsewhere and missing ({})", name,
                            list))
        .withHint("download them and name their folder with --search");
  }
  if (errors.empty())
    return fail(Code::kInvalidArgument, fmt::format("{} holds no model with a link", name))
        .withHint("nothing can be imported from it");
  Status out = fail(Code::kInvalidArgument,
                    fmt::format("{} is not sound: {}", name, readable(context, errors.front().Message())))
                   .withHint("mend the file");
  if (errors.front().LineNumber()) out.title += fmt::format(" (line {})", *errors.front().LineNumber());
  for (const sdf::Error& error : errors) {
    if (out.message.size() < 3000) out.message += readable(context, error.Message()) + "\n";
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
  if (models.empty()) return nothingFound(context, errors, includes.dropped());
  if (models.size() > kMaxModels)
    return fail(Code::kResourceExhausted,
                fmt::format("the world has {} models, more than {}", models.size(), kMaxModels))
        .withHint("import it in parts");
  for (const sdf::Error& error : errors) context.report.add(diagnosticOf(context, error));
  context.report.stage("building the models of the SDF file");
  SdfShapes shapes(context, includes);
  for (std::size_t i = 0; i < models.size(); ++i) {
    Model model;
    WW_TRY(flattenModel(context, *models[i], shapes, model));
    scene.models.push_back(std::move(model));
    context.report.progress(0.4 + 0.5 * static_cast<double>(i) / static_cast<double>(models.size()), "building models");
  }
  return okStatus();
}

}  // namespace

Status readSdf(ReadContext& context, Scene& scene) { return readSdfFile(context, scene); }

}  // namespace ww::io::worker
