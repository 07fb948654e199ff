// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/labels.h"

#include "core/base/text.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_refs.pb.h"

namespace ww::world::updates {

std::string labelName(const std::string& name) {
  constexpr std::size_t kLongestName = 60;
  return shortened(name, kLongestName);
}

std::string labelName(const World& w, const pb::ObjectReference& ref) {
  const auto id = resolve(w, ref);
  return labelName(id.ok() ? w.display(*id) : ref.has_by_name() ? ref.by_name().object_name() : ref.id());
}

std::string labelName(const World& w, const pb::FrameReference& ref) {
  const auto id = resolve(w, ref);
  if (id.ok()) return labelName(w.display(*id));
  return labelName(ref.has_by_name() ? ref.by_name().object_name() + "/" + ref.by_name().frame_name() : ref.id());
}

std::string labelName(const World& w, const pb::ObjectReferenceWithEntityFilter& ref) {
  return labelName(w, ref.reference());
}

std::string plainLabel(const World&, const google::protobuf::Message&) { return "Edit"; }

std::string streamTarget(char kind, const google::protobuf::MessageLite& target) {
  const std::string bytes = target.SerializeAsString();
  return kind + std::to_string(bytes.size()) + ":" + bytes;
}

}  // namespace ww::world::updates
