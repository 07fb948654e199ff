// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/simulation/read_model.h"

#include <fstream>

#include "core/base/other_words.h"
#include "core/base/scratch_dir.h"
#include "core/io/importer.h"
#include "core/usecase/failures.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::usecase {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

// By its root element.
const char* nameFor(const std::string& xml) {
  const std::size_t sdf = xml.find("<sdf"), robot = xml.find("<robot");
  if (sdf == std::string::npos && robot == std::string::npos) return nullptr;
  return sdf < robot ? "model.sdf" : "model.urdf";
}

}  // namespace

Result<simulation::SpawnSource> readModel(const std::string& xml, geometry::GeometryStore& store,
                                          const std::stop_token& stop, const Progress& progress) {
  const char* name = nameFor(xml);
  if (!name || xml.size() > kMostBytes) return fail(failures::kNoModelText);
  WW_ASSIGN(const ScratchDir folder, ScratchDir::make());
  const std::filesystem::path path = folder.path() / name;
  {
    std::ofstream file(path, std::ios::binary);
    file << xml;
    if (!file.flush()) return fail(failures::kNoModelText);
  }
  auto imported = io::importFile(path, {}, store, stop, progress);
  // Nobody knows that file: the model came in the field of an operation.
  if (!imported.ok()) return withOtherWords(imported.status(), path.string(), "model_xml");
  io::ImportResult& read = *imported;
  if (read.objects.size() != 1) return fail(failures::kSeveralModels, {{"count", arg::Count{read.objects.size()}}});
  simulation::SpawnSource out;
  out.file_t_object = read.objects.front().file_t_object;
  // The geometries live in the world that the object goes into; until then here.
  struct Kept {
    intrinsic_proto::scene_object::v1::SceneObject object;
    std::vector<geometry::GeometryPtr> geometries;
  };
  auto kept = std::make_shared<Kept>();
  kept->object = std::move(read.objects.front().object);
  kept->geometries = std::move(read.geometries);
  out.object = std::shared_ptr<const intrinsic_proto::scene_object::v1::SceneObject>(kept, &kept->object);
  return out;
}

}  // namespace ww::usecase
