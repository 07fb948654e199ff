// SPDX-License-Identifier: Apache-2.0
#include "core/session/user_data.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <memory>

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

}  // namespace

std::vector<UserDatum> userData(const world::Object& object) {
  std::vector<UserDatum> out;
  if (!object.message) return out;
  for (const auto& [key, any] : object.message->content().user_data()) {
    const std::string type = typeOf(any);
    out.push_back({key, type, readable(any, type)});
  }
  std::sort(out.begin(), out.end(), [](const UserDatum& a, const UserDatum& b) { return a.key < b.key; });
  return out;
}

}  // namespace ww::session
