// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/io/importer.h"
#include "intrinsic/scene/proto/v1/scene_object_import.pb.h"

namespace ww::rpc {

// What a client asks of an import: the part that the importer does, and the part that is done to its result.
struct ImportPlan {
  intrinsic_proto::scene_object::v1::SceneFileData::Type type{};  // as it was sent
  io::ImportOptions options;
  intrinsic_proto::scene_object::v1::ImportSceneObjectConfig config;  // checked
};

// INVALID_ARGUMENT names the field that is not sound or not supported.
Result<ImportPlan> readPlan(const intrinsic_proto::scene_object::v1::ImportSceneObjectRequest& request);

// A file that is not of the type it was sent as, told in the types that clients can send. Other failures as they are.
Status inFileTypes(Status status, intrinsic_proto::scene_object::v1::SceneFileData::Type sent);

// Removes geometry types, moves, paints and adds user data as the plan says. `object` is sound.
// INVALID_ARGUMENT for a move by no numbers.
Status finishObject(const ImportPlan& plan, intrinsic_proto::scene_object::v1::SceneObject& object);

}  // namespace ww::rpc
