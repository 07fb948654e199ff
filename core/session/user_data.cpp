// SPDX-License-Identifier: Apache-2.0
#include "core/session/user_data.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/wrappers.pb.h>

#include <algorithm>
#include <memory>

#include "core/world/views/references.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::session {
namespace {

constexpr std::size_t kLongest = 4000;

std::string typeOf(const google::protobuf::Any& any) {
  const auto slash = any.type_url().rfind('/');
  return slash == std::string::npos ? any.type_url() : any.type_url().substr(slash + 1);
}

Phrase readable(const google::protobuf::Any& any, const std::string& type) {
  const Phrase size = phrase(WW_TEXT("Core", "{count} bytes"), {{"count", arg::Count{any.value().size()}}});
  const auto* descriptor = google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(type);
  if (descriptor == nullptr) return size;
  const std::unique_ptr<google::protobuf::Message> message(
      google::protobuf::MessageFactory::generated_factory()->GetPrototype(descriptor)->New());
  std::string text;
  if (!message->ParseFromString(any.value()) || !google::protobuf::util::MessageToJsonString(*message, &text).ok())
    return size;
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

template <typename Fill>
EditsPtr dataUpdate(ObjectId object, Fill&& fill) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  auto& request = *edits->add_edits()->mutable_world_update()->mutable_update_object_properties();
  request.mutable_object()->set_id(world::toWire(object));
  fill(*request.mutable_user_data());
  return edits;
}

}  // namespace

EditsPtr setUserText(ObjectId object, const std::string& key, const std::string& text) {
  return dataUpdate(object, [&](intrinsic_proto::world::UpdateUserData& update) {
    update.set_policy(intrinsic_proto::world::UpdateUserData::POLICY_INSERT_OR_UPDATE);
    google::protobuf::StringValue value;
    value.set_value(text);
    (*update.mutable_user_data())[key].PackFrom(value);
  });
}

EditsPtr removeUserDatum(ObjectId object, const std::string& key) {
  return dataUpdate(object, [&](intrinsic_proto::world::UpdateUserData& update) {
    update.set_policy(intrinsic_proto::world::UpdateUserData::POLICY_REMOVE);
    (*update.mutable_user_data())[key];
  });
}

std::vector<UserDatum> userData(const world::Object& object) {
  std::vector<UserDatum> out;
  if (!object.message) return out;
  for (const auto& [key, any] : object.message->content().user_data()) {
    const std::string type = typeOf(any);
    const bool is_reserved = key.starts_with("FLOWSTATE_") || key.starts_with("WORLDWRIGHT_");
    out.push_back({key, type, readable(any, type), is_reserved, any.Is<google::protobuf::StringValue>()});
  }
  std::sort(out.begin(), out.end(), [](const UserDatum& a, const UserDatum& b) { return a.key < b.key; });
  return out;
}

}  // namespace ww::session
