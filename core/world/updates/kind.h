// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <type_traits>
#include <vector>

#include "core/base/phrase.h"
#include "core/world/updates/editor.h"

namespace google::protobuf {
class FieldDescriptor;
class Message;
}  // namespace google::protobuf

namespace ww::world {

// A field below a request that may be set and has no effect.
struct IgnoredField {
  const char* type;  // full name of the message that holds the field
  const char* field;
  const char* why;
};

// All there is to know of a kind of edit: one row, in the file that applies it. `request` is the message in `field`.
struct EditKind {
  const google::protobuf::FieldDescriptor* field = nullptr;  // its case: of ObjectWorldUpdate, else of Edit
  // Checks the request and changes the editor's world, or fails; a failed batch is dropped whole.
  Status (*apply)(WorldEditor&, const google::protobuf::Message& request) = nullptr;
  // What it does, as the history calls it, in the world that it is made for.
  Phrase (*label)(const World&, const google::protobuf::Message& request) = nullptr;
  // For kinds that only move things: what is moved, the same text for the same targets; empty when this one
  // does more. Null for all others.
  std::string (*stream_key)(const google::protobuf::Message& request) = nullptr;
  std::vector<IgnoredField> ignored;
};

namespace updates {

namespace pb = intrinsic_proto::world;
using EditKinds = std::vector<EditKind>;

// The fields of a case's number; it must be one that holds such a request.
const google::protobuf::FieldDescriptor* wireCase(int number, const google::protobuf::Message& request);
const google::protobuf::FieldDescriptor* ownCase(int number, const google::protobuf::Message& request);

template <typename Request>
std::type_identity<Request> requestOf(Status (*apply)(WorldEditor&, const Request&));

// A row from functions of the request itself: kApply(editor, request), kLabel(world, request), kStreamKey(request).
template <auto kApply, auto kLabel, auto kStreamKey>
EditKind rowOf() {
  using google::protobuf::Message;
  using Request = typename decltype(requestOf(kApply))::type;
  EditKind kind;
  kind.apply = [](WorldEditor& e, const Message& m) { return kApply(e, static_cast<const Request&>(m)); };
  kind.label = [](const World& w, const Message& m) { return kLabel(w, static_cast<const Request&>(m)); };
  if constexpr (!std::is_null_pointer_v<decltype(kStreamKey)>)
    kind.stream_key = [](const Message& m) { return kStreamKey(static_cast<const Request&>(m)); };
  return kind;
}

// The row of a case of ObjectWorldUpdate, and that of an edit of our own.
template <auto kApply, auto kLabel, auto kStreamKey = nullptr>
EditKind wireKind(int number, std::vector<IgnoredField> ignored = {}) {
  EditKind kind = rowOf<kApply, kLabel, kStreamKey>();
  kind.field = wireCase(number, typename decltype(requestOf(kApply))::type());
  kind.ignored = std::move(ignored);
  return kind;
}
template <auto kApply, auto kLabel>
EditKind ownKind(int number) {
  EditKind kind = rowOf<kApply, kLabel, nullptr>();
  kind.field = ownCase(number, typename decltype(requestOf(kApply))::type());
  return kind;
}

}  // namespace updates

}  // namespace ww::world
