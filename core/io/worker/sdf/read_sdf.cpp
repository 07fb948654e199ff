// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sdf/Console.hh>
#include <sdf/Error.hh>
#include <sdf/Joint.hh>
#include <sdf/Model.hh>
#include <sdf/ParserConfig.hh>
#include <sdf/Root.hh>
#include <sdf/World.hh>
#include <set>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/odd_xml.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/sdf/extensions.h"
#include "core/io/worker/sdf/frame_references.h"
#include "core/io/worker/sdf/include_resolver.h"
#include "core/io/worker/sdf/model_flattener.h"
#include "core/io/worker/sdf/sdf_error.h"
#include "core/io/worker/sdf/sdf_text.h"
#include "core/io/worker/sdf/self_collide.h"
#include "core/io/worker/sdf/world_batches.h"
#include "core/io/worker/units.h"

namespace ww::io::worker {
namespace {

constexpr std::size_t kMaxModels = 10'000;
constexpr std::uintmax_t kMaxCopyBytes = 256u << 20;  // the file, its includes with whole paths

std::uint64_t linkCount(const sdf::Model& model) {
  std::uint64_t n = model.LinkCount();
  for (std::uint64_t i = 0; i < model.ModelCount(); ++i) n += linkCount(*model.ModelByIndex(i));
  return n;
}

bool isHeldByWorld(const sdf::Model& model) {
  for (std::uint64_t i = 0; i < model.JointCount(); ++i) {
    const sdf::Joint& joint = *model.JointByIndex(i);
    if (joint.Type() == sdf::JointType::FIXED && joint.ParentLinkName() == "world") return true;
  }
  return false;
}

bool hasMovingJoints(const Model& model) {
  return std::ranges::any_of(model.nodes, [](const Node& node) {
    const auto* joint = std::get_if<JointPart>(&node.part);
    return joint && joint->motion != JointKind::kFixed;
  });
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

Status nothingFound(const ReadContext& context, const sdf::Errors& errors, const IncludeResolver& includes,
                    const std::string& text) {
  const FailureArg file{"file", arg::Name{context.path.filename().string()}};
  // What the library misses then is what the includes would have brought.
  if (!includes.dropped().empty())
    return fail(failures::kSdfAllMissing, {file, {"models", arg::Names{includes.dropped()}}});
  if (errors.empty()) return fail(failures::kSdfNoModel, {file});
  // An explained one first.
  for (const sdf::Error& error : errors) {
    Status ours = failureOf(error, includes, context, text);
    const auto* place = std::get_if<arg::Place>(ours.failure->find("place"));
    if (ours.failure->find("reason") != nullptr) continue;
    const bool told = std::string_view(ours.failure->row->title).find("{place}") != std::string_view::npos;
    return told || place == nullptr ? ours : within(std::move(ours), fmt::format("{}:{}", place->file, place->line));
  }
  constexpr std::size_t kMost = 20;
  std::vector<Phrase> lines;
  for (const sdf::Error& error : errors)
    if (lines.size() < kMost) lines.emplace_back(reasonOf(error, context).text);
  return withDetails(fail(failures::kSdfUnsound, {{"place", placeOf(errors.front(), includes)},
                                                  {"reason", reasonOf(errors.front(), context)}}),
                     std::move(lines));
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

sdf::ParserConfig parserConfig() {
  sdf::ParserConfig config;
  // Whatever the library still looks for, it does not find.
  config.SetFindCallback([](const std::string& path) {
    return std::filesystem::exists(path) && path.starts_with('/') ? path : std::string();
  });
  return config;
}

class SdfFile {
 public:
  SdfFile(ReadContext& context, Scene& scene) : context_(context), scene_(scene) {}

  Status read() {
    context_.report.stage(phrase(WW_TEXT("Core", "reading the SDF file")));
    noteOwnUnit(context_, scene_.unit);
    context_.files.allowOwnPackage();
    WW_ASSIGN(const std::filesystem::path copy, includes_.prepare(context_.path));
    WW_ASSIGN(std::string text, readWhole(copy, kMaxCopyBytes));
    const WorldBatches batches(std::move(text));
    batches_ = &batches;
    WW_TRY(checkCount(batches.models()));
    lookAtIncluded();
    lookAtXml(batches.whole(), context_.path.filename().string(), XmlKind::kSdf, context_.report);
    sdf::Console::Instance()->SetQuiet(true);
    count_ = batches.size();
    for (std::size_t i = 0; i < count_; ++i) {
      if (count_ > 1) std::ofstream(copy, std::ios::binary) << batches.text(i);
      WW_TRY(readBatch(copy, i));
    }
    return scene_.models.empty() ? nothingFound(context_, errors_, includes_, batches.whole()) : okStatus();
  }

 private:
  // The main file comes behind them: its links and joints are those whose lines are told.
  void lookAtIncluded() {
    for (const std::filesystem::path& copy : includes_.included()) {
      const auto text = readWhole(copy, kMaxCopyBytes);
      const XmlKind kind = copy.extension() == ".urdf" ? XmlKind::kUrdf : XmlKind::kSdf;
      if (text.ok()) lookAtXml(*text, includes_.nameOf(copy), kind, context_.report);
    }
  }

  static Status checkCount(std::size_t models) {
    if (models <= kMaxModels) return okStatus();
    return fail(failures::kSdfTooManyModels, {{"count", arg::Count{models}}, {"most", arg::Count{kMaxModels}}});
  }

  // What the library has made of a batch goes with its end.
  Status readBatch(const std::filesystem::path& copy, std::size_t batch) {
    progress(batch, 0.0, "reading");
    sdf::Root root;
    const sdf::Errors errors = root.Load(copy.string(), config_);
    std::vector<const sdf::Model*> models = modelsOf(root);
    if (count_ > 1)
      std::erase_if(models, [&](const sdf::Model* model) {
        if (names_.insert(model->Name()).second) return false;
        context_.report.warn("sdf", fail(failures::kSdfModelTwice, {{"model", arg::Name{model->Name()}}}),
                             model->Name());
        return true;
      });
    WW_TRY(checkCount(scene_.models.size() + models.size()));
    errors_.insert(errors_.end(), errors.begin(), errors.end());
    if (count_ == 1 && models.empty()) return okStatus();
    if (count_ > 1 && root.WorldCount() == 0)
      return nothingFound(context_, errors, includes_, batches_->whole());  // as for a whole world
    context_.report.stage(phrase(WW_TEXT("Core", "building the models of the SDF file")));
    for (std::size_t i = 0; i < models.size(); ++i) {
      Model model;
      WW_TRY(flattenModel(context_, *models[i], shapes_, model));
      readModelExtensions(*models[i], includes_, context_, model);
      if (hasMovingJoints(model)) readSelfCollide(*models[i], model);
      dropIdleFixedJoints(model);
      warnOfExtensions(*models[i], includes_, context_.report);
      warnOfLostFrames(*models[i], includes_, context_.report);
      // What moves in itself stands on the world anyway; all else would fall in simulations.
      if (isHeldByWorld(*models[i]) && !hasMovingJoints(model)) model.is_static = true;
      scene_.models.push_back(std::move(model));
      progress(batch, static_cast<double>(i) / static_cast<double>(models.size()),
               phrase(WW_TEXT("Core", "building models")));
    }
    for (const sdf::Error& error : rootsOf(errors, toldJoints(context_.report.diagnostics()))) {
      const Status ours = failureOf(error, includes_, context_, batches_->whole());
      // The documents of the services know one model in a file.
      if (context_.options.documented && ours.failure->row == &failures::kSdfOneModel) context_.report.refuse(ours);
      if (!isToldInertia(ours)) context_.report.warn("sdf", ours, error.XmlPath().value_or(""));
    }
    return okStatus();
  }

  // The library's word on an inertia that is left out already.
  bool isToldInertia(const Status& status) const {
    if (status.failure->row != &failures::kSdfLinkInertia) return false;
    const auto* link = std::get_if<arg::Name>(status.failure->find("link"));
    return link != nullptr && std::ranges::any_of(context_.report.diagnostics(), [&](const Diagnostic& d) {
             return d.code == "inertia" && d.path == "link " + link->text;
           });
  }

  // The library takes most of the time of each.
  void progress(std::size_t batch, double of_batch, const Phrase& what) {
    const double done = (static_cast<double>(batch) + of_batch) / static_cast<double>(count_);
    context_.report.progress(0.2 + 0.7 * done, what);
  }

  ReadContext& context_;
  Scene& scene_;
  IncludeResolver includes_{context_};
  SdfShapes shapes_{context_, includes_};
  const sdf::ParserConfig config_ = parserConfig();
  const WorldBatches* batches_ = nullptr;
  std::size_t count_ = 1;
  std::set<std::string> names_;
  sdf::Errors errors_;
};

}  // namespace

Status readSdf(ReadContext& context, Scene& scene) { return SdfFile(context, scene).read(); }

}  // namespace ww::io::worker
