// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace google::protobuf {
class Message;
}
namespace intrinsic_proto {
class Pose;
}

namespace ww::world {

// Fields of `from` that this program does not know, put in the place of those in `to`; `to` is left
// alone when there are none. Not of the messages within, but for a pose's.
void keepUnknown(const google::protobuf::Message& from, google::protobuf::Message* to);
bool hasUnknown(const intrinsic_proto::Pose& pose);
void keepUnknown(const intrinsic_proto::Pose& from, intrinsic_proto::Pose* to);

}  // namespace ww::world
