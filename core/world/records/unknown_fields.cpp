// SPDX-License-Identifier: Apache-2.0
#include "core/world/records/unknown_fields.h"

#include <google/protobuf/message.h>
#include <google/protobuf/unknown_field_set.h>

#include "intrinsic/math/proto/pose.pb.h"

namespace ww::world {

using google::protobuf::Message;

namespace {

bool hasUnknownItself(const Message& m) { return !m.GetReflection()->GetUnknownFields(m).empty(); }

}  // namespace

void keepUnknown(const Message& from, Message* to) {
  if (!hasUnknownItself(from)) return;
  auto* kept = to->GetReflection()->MutableUnknownFields(to);
  kept->Clear();
  kept->MergeFrom(from.GetReflection()->GetUnknownFields(from));
}

bool hasUnknown(const intrinsic_proto::Pose& pose) {
  return hasUnknownItself(pose) || hasUnknownItself(pose.position()) || hasUnknownItself(pose.orientation());
}

void keepUnknown(const intrinsic_proto::Pose& from, intrinsic_proto::Pose* to) {
  keepUnknown(static_cast<const Message&>(from), to);
  keepUnknown(from.position(), to->mutable_position());
  keepUnknown(from.orientation(), to->mutable_orientation());
}

}  // namespace ww::world
