// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/text_format.h>

#include "core/exchange/failures.h"
#include "core/exchange/text.h"
#include "core/exchange/writers.h"
#include "core/geometry/wire_convert.h"
#include "intrinsic/geometry/proto/v1/inline_geometry.pb.h"
#include "worldwright/v1/edits.pb.h"
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

// The wire has one colour for a shape.
void tellFaceColors(const ObjectParts& object, Losses& losses) {
  for (const Part& part : object.parts)
    for (const Piece& piece : part.visuals)
      if (!piece.look && !piece.geometry->mesh->colors.empty())
        losses.add(failures::kFaceColorsLost, object.name + ':' + part.name + ": " + piece.name);
}

std::string textWithType(const google::protobuf::Message& message) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetUseShortRepeatedPrimitives(true);
  printer.SetExpandAny(true);
  std::string out;
  printer.PrintToString(message, &out);
  return "# proto-message: " + message.GetDescriptor()->full_name() + "\n" + out;
}

// Edits that make the object in the root of a world, where it stands.
void addCreation(const ExportedObject& exported, so::SceneObject object, const std::string& name,
                 worldwright::v1::Edits& out) {
  auto& request = *out.add_edits()->mutable_create_object();
  request.set_name(name);
  request.set_name_is_global_alias(true);
  request.mutable_parent_object()->mutable_reference()->set_id("root");
  request.mutable_parent_object()->mutable_entity_filter()->set_include_base_entity(true);
  geometry::toWire(exported.scene_t_object, request.mutable_parent_object_t_created_object());
  *request.mutable_create_from_scene_object()->mutable_scene_object() = std::move(object);
}

}  // namespace

// The message is that of one object; a scene is the edits that make its objects.
Result<ExportResult> writeSceneObject(const WriteContext& context) {
  Losses losses("text");
  worldwright::v1::Edits edits;
  std::string alone;
  const auto& objects = context.source.objects;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    WW_TRY(context.checkStop());
    so::SceneObject object = objects[i].object;
    WW_TRY(inlineGeometry(object, context.store));
    tellFaceColors(context.scene.objects[i], losses);
    if (context.scene.is_scene) addCreation(objects[i], std::move(object), context.scene.objects[i].name, edits);
    else alone = textWithType(object);
    context.progress.report(static_cast<double>(i + 1) / static_cast<double>(objects.size()));
  }
  ExportResult result;
  std::string text = context.scene.is_scene ? textWithType(edits) : std::move(alone);
  result.files.push_back({context.options.stem + ".textproto", std::move(text)});
  result.losses = losses.take();
  return result;
}

}  // namespace ww::exchange
