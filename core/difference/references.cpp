// SPDX-License-Identifier: Apache-2.0
#include "core/difference/references.h"

#include <google/protobuf/message.h>

#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "intrinsic/world/proto/object_world_refs.pb.h"

namespace ww::difference {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

bool isReference(const Message& message) {
  static const google::protobuf::Descriptor* const kTypes[] = {
      pb::ObjectReference::descriptor(), pb::FrameReference::descriptor(), pb::EntityReference::descriptor(),
      pb::TransformNodeReference::descriptor()};
  for (const google::protobuf::Descriptor* type : kTypes)
    if (message.GetDescriptor() == type) return true;
  return false;
}

std::string idOf(const Message& reference) {
  const FieldDescriptor* field = reference.GetDescriptor()->FindFieldByName("id");
  return reference.GetReflection()->GetString(reference, field);
}

// fn(message) for it and every message within it, those of Any left out.
template <typename Fn>
void walkMutable(Message& message, const Fn& fn) {
  fn(message);
  const auto* reflection = message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      walkMutable(*reflection->MutableMessage(&message, field), fn);
      continue;
    }
    for (int i = 0; i < reflection->FieldSize(message, field); ++i)
      walkMutable(*reflection->MutableRepeatedMessage(&message, field, i), fn);
  }
}

template <typename Fn>
void walkMessages(const Message& message, const Fn& fn) {
  fn(message);
  const auto* reflection = message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      walkMessages(reflection->GetMessage(message, field), fn);
      continue;
    }
    for (int i = 0; i < reflection->FieldSize(message, field); ++i)
      walkMessages(reflection->GetRepeatedMessage(message, field, i), fn);
  }
}

std::uint64_t numberOf(std::string_view id) {
  if (const ObjectId object = world::objectIdFromWire(id)) return object.value;
  if (const EntityId entity = world::entityIdFromWire(id)) return entity.value;
  return world::frameIdFromWire(id).value;
}

std::string nodeText(const std::string& id, const Records& records) {
  const std::uint64_t number = numberOf(id);
  return number && records.holds(number) ? records.display(number) : id;
}

void addMissing(const Message& message, const Known& known, std::vector<Missing>& out) {
  if (message.GetDescriptor() == pb::ObjectReferenceByName::descriptor()) {
    const auto& name = static_cast<const pb::ObjectReferenceByName&>(message).object_name();
    if (!known.names.contains(name)) out.push_back({0, name});
    return;
  }
  if (message.GetDescriptor() == pb::FrameReferenceByName::descriptor()) {
    const auto& frame = static_cast<const pb::FrameReferenceByName&>(message);
    const std::string name = frame.object_name() + "/" + frame.frame_name();
    if (!known.names.contains(name)) out.push_back({0, name});
    return;
  }
  if (!isReference(message)) return;
  const std::string text = idOf(message);
  const std::uint64_t id = numberOf(text);
  if (!text.empty() && !known.ids.contains(id)) out.push_back({id, text});
}

std::string filterText(const pb::ObjectEntityFilter& filter, const std::string& object, const Records& records) {
  if (filter.entity_names_size() == 1) return object + ":" + filter.entity_names(0);
  if (filter.entity_references_size() == 1) return nodeText(filter.entity_references(0).id(), records);
  std::string names;
  for (const std::string& name : filter.entity_names()) names += (names.empty() ? "" : ",") + name;
  for (const auto& one : filter.entity_references()) names += (names.empty() ? "" : ",") + nodeText(one.id(), records);
  return names.empty() ? object : object + ":(" + names + ")";
}

}  // namespace

void forEachReference(Message& message, const std::function<void(std::string& id)>& fn) {
  walkMutable(message, [&](Message& one) {
    if (!isReference(one)) return;
    const FieldDescriptor* field = one.GetDescriptor()->FindFieldByName("id");
    if (!one.GetReflection()->HasField(one, field)) return;
    std::string id = idOf(one);
    const std::string before = id;
    fn(id);
    if (id != before) one.GetReflection()->SetString(&one, field, id);
  });
}

Known knownIn(const Records& records) {
  Known known;
  for (const auto& [id, o] : records.objects) {
    known.ids.insert(id);
    known.names.insert(o->name());
  }
  for (const auto& [id, e] : records.entities) known.ids.insert(id);
  for (const auto& [id, f] : records.frames) {
    known.ids.insert({id, f->entity()});
    const auto object = records.objects.find(f->object());
    if (object != records.objects.end()) known.names.insert(object->second->name() + "/" + f->content().name());
  }
  return known;
}

std::vector<Missing> missingIn(const Message& message, const Known& known) {
  std::vector<Missing> out;
  walkMessages(message, [&](const Message& one) { addMissing(one, known, out); });
  return out;
}

std::string refText(const pb::ObjectReference& ref, const Records& records) {
  return ref.has_by_name() ? ref.by_name().object_name() : nodeText(ref.id(), records);
}

std::string refText(const pb::TransformNodeReference& ref, const Records& records) {
  if (!ref.has_by_name()) return nodeText(ref.id(), records);
  if (ref.by_name().has_object()) return ref.by_name().object().object_name();
  return ref.by_name().frame().object_name() + "/" + ref.by_name().frame().frame_name();
}

std::string refText(const pb::ObjectReferenceWithEntityFilter& ref, const Records& records) {
  const std::string object = refText(ref.reference(), records);
  return ref.has_entity_filter() ? filterText(ref.entity_filter(), object, records) : object;
}

std::string refText(const pb::ObjectOrEntityReference& ref, const Records& records) {
  if (ref.has_object()) return refText(ref.object(), records);
  if (ref.has_entity()) return nodeText(ref.entity().id(), records);
  return refText(ref.object_with_filter(), records);
}

}  // namespace ww::difference
