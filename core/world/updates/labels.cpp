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

// What is not there yet costs no search for names that may have been meant.
std::string labelName(const World& w, const pb::ObjectReference& ref) {
  const std::string& name = ref.has_by_name() ? ref.by_name().object_name() : ref.id();
  const ObjectId id = ref.has_by_name() ? w.aliasNamed(name) : objectIdFromWire(name);
  return labelName(w.peek(id) ? w.display(id) : name);
}

std::string labelName(const World& w, const pb::FrameReference& ref) {
  const pb::FrameReferenceByName& by_name = ref.by_name();
  const ObjectId object = w.aliasNamed(by_name.object_name());
  const FrameId id = !ref.has_by_name() ? frameIdFromWire(ref.id())
                     : object           ? w.frameNamed(object, by_name.frame_name())
                                        : FrameId{};
  if (w.peek(id)) return labelName(w.display(id));
  return labelName(ref.has_by_name() ? by_name.object_name() + "/" + by_name.frame_name() : ref.id());
}

std::string labelName(const World& w, const pb::ObjectReferenceWithEntityFilter& ref) {
  return labelName(w, ref.reference());
}

Phrase labelOfOne(const char* text, std::string name) { return phrase(text, {{"name", arg::Words{std::move(name)}}}); }

Phrase plainLabel(const World&, const google::protobuf::Message&) { return phrase(WW_TEXT("Core", "Edit")); }

std::string streamTarget(char kind, const google::protobuf::MessageLite& target) {
  const std::string bytes = target.SerializeAsString();
  return kind + std::to_string(bytes.size()) + ":" + bytes;
}

}  // namespace ww::world::updates
