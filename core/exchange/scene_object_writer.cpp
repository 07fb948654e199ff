// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/text_format.h>

#include "core/exchange/failures.h"
#include "core/exchange/writers.h"
#include "core/io/names.h"
#include "intrinsic/geometry/proto/v1/inline_geometry.pb.h"
#include "worldwright/v1/geometry.pb.h"

namespace ww::exchange {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

// References mean something to the server that gave them alone: the geometry itself goes along.
Status inlineGeometry(so::SceneObject& object, const geometry::GeometryStore& store) {
  for (so::Entity& entity : *object.mutable_entities()) {
    if (!entity.has_link() || !entity.link().has_geometry_component()) continue;
    for (auto& [purpose, set] : *entity.mutable_link()->mutable_geometry_component()->mutable_named_geometries()) {
      for (auto& [name, geometry] : *set.mutable_named_geometries()) {
        if (!geometry.geometry().has_geo_ref()) continue;
        const auto bytes = store.bytes(geometry.geometry().geo_ref().exact_geometry_ref());
        worldwright::v1::GeometryBlob blob;
        if (!bytes || !blob.ParseFromString(*bytes))
          return fail(failures::kNoGeometry, {{"shape", arg::Name{name}}, {"link", arg::Name{entity.name()}}});
        *geometry.mutable_geometry()->mutable_inline_geometry_data() = std::move(*blob.mutable_wire());
      }
    }
  }
  return okStatus();
}

std::string textOf(const so::SceneObject& object) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetUseShortRepeatedPrimitives(true);
  printer.SetExpandAny(true);
  std::string out;
  printer.PrintToString(object, &out);
  return "# proto-message: intrinsic_proto.scene_object.v1.SceneObject\n" + out;
}

}  // namespace

// One file for each object: the message is that of one.
Result<ExportResult> writeSceneObject(const WriteContext& context) {
  ExportResult result;
  io::NameSet names;
  for (std::size_t i = 0; i < context.source.objects.size(); ++i) {
    WW_TRY(context.checkStop());
    so::SceneObject object = context.source.objects[i].object;
    WW_TRY(inlineGeometry(object, context.store));
    const std::string name =
        context.source.objects.size() == 1 ? context.options.stem : names.add(object.name(), "object");
    result.files.push_back({name + ".textproto", textOf(object)});
    context.progress.report(static_cast<double>(i + 1) / static_cast<double>(context.source.objects.size()));
  }
  return result;
}

}  // namespace ww::exchange
