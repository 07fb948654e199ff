// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/simulation/read_model.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <variant>

#include "core/base/failure.h"
#include "core/base/other_words.h"
#include "core/base/scratch_dir.h"
#include "core/geometry/wire_convert.h"
#include "core/io/failures.h"
#include "core/io/importer.h"
#include "core/usecase/failures.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::usecase {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

// By its root element.
bool isSdf(const std::string& xml) { return xml.find("<sdf") < xml.find("<robot"); }
const char* nameFor(const std::string& xml) {
  if (isSdf(xml)) return "model.sdf";
  return xml.find("<robot") == std::string::npos ? nullptr : "model.urdf";
}

bool writeFile(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  return static_cast<bool>(file.flush());
}

bool staysInPackage(const std::filesystem::path& name) {
  const auto isPlain = [](const std::filesystem::path& part) {
    return !part.empty() && !part.native().starts_with('.');
  };
  return name.is_relative() && name.has_parent_path() && std::all_of(name.begin(), name.end(), isPlain);
}

// Each package is one by its marker, so that the importer looks there.
void writePackages(const std::filesystem::path& folder, const std::map<std::string, std::string>& files) {
  std::error_code error;
  for (const auto& [name, bytes] : files) {
    if (!staysInPackage(name)) continue;
    const std::filesystem::path path = folder / name;
    std::filesystem::create_directories(path.parent_path(), error);
    writeFile(path, bytes);
    writeFile(folder / *std::filesystem::path(name).begin() / "package.xml", {});
  }
}

bool isNaming(const FailureValue& value) {
  return std::holds_alternative<arg::Name>(value) || std::holds_alternative<arg::Node>(value) ||
         std::holds_alternative<arg::Place>(value);
}

// Findings that say the same of other things have one key: empty for one that is by itself.
std::string sameKey(const Diagnostic& finding) {
  if (!finding.failure || !finding.failure->row) return {};
  std::string out(finding.failure->row->code);
  for (const FailureArg& one : finding.failure->args)
    if (!isNaming(one.value)) out += '\n' + filledIn("{it}", std::vector<FailureArg>{{"it", one.value}}, plainVoice());
  for (const Status& cause : finding.failure->causes) out += '\n' + cause.title;
  return out;
}

// What it is about: the first name; empty where it has none.
std::string aboutWhat(const Diagnostic& finding) {
  for (const FailureArg& one : finding.failure->args) {
    if (const auto* name = std::get_if<arg::Name>(&one.value)) return name->text;
    if (const auto* node = std::get_if<arg::Node>(&one.value)) return node->display;
  }
  return {};
}

// Meshes that are not there, and what of the file has no place here: gravity of its own, springs. What is said of many
// things is one sentence.
std::string whatIsMissing(const Diagnostics& found) {
  struct Kind {
    std::string first;
    arg::Names more;
  };
  std::vector<Kind> kinds;
  std::map<std::string, std::size_t> known;
  for (const Diagnostic& finding : found) {
    if (finding.severity == Diagnostic::Severity::kInfo && finding.code != "not-kept") continue;
    const std::string key = sameKey(finding), about = key.empty() ? std::string() : aboutWhat(finding);
    const auto at = about.empty() ? known.end() : known.find(key);
    if (at != known.end()) {
      kinds[at->second].more.texts.push_back(about);
      continue;
    }
    if (!about.empty()) known.emplace(key, kinds.size());
    kinds.push_back({finding.message, {}});
  }
  std::string out;
  for (Kind& kind : kinds) {
    if (!out.empty()) out += "; ";
    const arg::Count count{kind.more.texts.size()};
    out += count.count == 0
               ? kind.first
               : plain(phrase(WW_TEXT("Core", "{first}, and so of {count} more: {names}"),
                              {{"first", arg::Words{kind.first}}, {"count", count}, {"names", std::move(kind.more)}}));
  }
  return out;
}

// A fixed joint to the world, which the reader only tells of: an object that stands on the root is fast in the world.
bool isHeldByWorld(const Diagnostic& finding) {
  return finding.code == "world-joint" && finding.severity == Diagnostic::Severity::kInfo;
}

using SceneObject = intrinsic_proto::scene_object::v1::SceneObject;
using EntityWire = intrinsic_proto::scene_object::v1::Entity;

// What stands for the world in a model with joints to it; no body.
bool isWorldSide(const EntityWire& entity) { return entity.parent_name().empty() && entity.name() == "world"; }

// An import does without masses that cannot be. Who spawns a model meant them.
Status checkMasses(const Diagnostics& found, const SceneObject& object) {
  for (const Diagnostic& finding : found) {
    if (!finding.failure || finding.failure->row != &io::failures::kInertiaLeftOut) continue;
    const auto* link = std::get_if<arg::Name>(finding.failure->find("link"));
    const bool weighs = link && std::ranges::any_of(object.entities(), [&](const EntityWire& e) {
                          return e.name() == link->text && e.link().physics_component().mass_kg() > 0.0;
                        });
    if (weighs || !link || finding.failure->causes.empty()) continue;
    return fail(failures::kModelMass, {{"link", *link}}, finding.failure->causes.front());
  }
  return okStatus();
}

// SDF gives a link that says nothing of its inertia 1 kg and main moments of 1 kg m². Gives the names of such links.
std::vector<std::string> takeDefaultInertia(SceneObject& object) {
  std::vector<std::string> out;
  if (object.simulation_spec().is_static()) return out;
  for (auto& entity : *object.mutable_entities()) {
    if (!entity.has_link() || isWorldSide(entity) || entity.link().physics_component().mass_kg() > 0.0) continue;
    auto& physics = *entity.mutable_link()->mutable_physics_component();
    physics.set_mass_kg(1.0);
    geometry::toWire(Eigen::MatrixXd(Eigen::Matrix3d::Identity()), physics.mutable_inertia());
    out.push_back(entity.name());
  }
  return out;
}

void tellDefaultInertia(std::vector<std::string> links, std::string& without) {
  if (links.empty()) return;
  if (!without.empty()) without += "; ";
  without += fail(failures::kDefaultInertia, {{"links", arg::Names{std::move(links)}}}).title;
}

}  // namespace

Result<simulation::SpawnSource> readModel(const ModelText& text, geometry::GeometryStore& store,
                                          const std::stop_token& stop, const Progress& progress) {
  const std::string& xml = text.xml;
  const char* name = nameFor(xml);
  if (!name || xml.size() > kMostBytes) return fail(failures::kNoModelText);
  WW_ASSIGN(const ScratchDir folder, ScratchDir::make());
  const std::filesystem::path path = folder.path() / name;
  writePackages(folder.path(), text.files);
  if (!writeFile(path, xml)) return fail(failures::kNoModelText);
  auto imported = io::importFile(path, {}, store, stop, progress);
  // Nobody knows that file: the model came in the field of an operation.
  if (!imported.ok()) return withOtherWords(imported.status(), path.string(), "model_xml");
  io::ImportResult& read = *imported;
  if (read.objects.size() != 1) return fail(failures::kSeveralModels, {{"count", arg::Count{read.objects.size()}}});
  WW_TRY(checkMasses(read.diagnostics, read.objects.front().object));
  simulation::SpawnSource out;
  out.without = whatIsMissing(read.diagnostics);
  out.held_by_world = std::ranges::any_of(read.diagnostics, isHeldByWorld);
  out.file_t_object = read.objects.front().file_t_object;
  out.object_t_model = read.objects.front().object_t_model;
  // The geometries live in the world that the object goes into; until then here.
  struct Kept {
    intrinsic_proto::scene_object::v1::SceneObject object;
    std::vector<geometry::GeometryPtr> geometries;
  };
  auto kept = std::make_shared<Kept>();
  kept->object = std::move(read.objects.front().object);
  if (isSdf(xml)) tellDefaultInertia(takeDefaultInertia(kept->object), out.without);
  kept->geometries = std::move(read.geometries);
  out.object = std::shared_ptr<const intrinsic_proto::scene_object::v1::SceneObject>(kept, &kept->object);
  return out;
}

}  // namespace ww::usecase
