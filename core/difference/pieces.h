// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <google/protobuf/message.h>

#include <compare>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/difference/records.h"

// A node of a world taken apart into what is compared and merged as a whole.
namespace ww::difference {

using google::protobuf::Message;
using MessagePtr = std::shared_ptr<const Message>;

enum class NodeKind { kWorld, kProgram, kObject, kEntity, kFrame };

struct NodeKey {
  NodeKind kind = NodeKind::kWorld;
  std::uint64_t id = 0;  // of objects, entities and frames
  std::string name;      // of programs
  auto operator<=>(const NodeKey&) const = default;
};

// A record of the kind of node with nothing but these fields; a program's is a WorldRecord with that one program.
struct Piece {
  std::string sub;  // which of several: the name of a configuration
  MessagePtr part;
};
using Pieces = std::vector<Piece>;

// What is told of a change: the pieces, null where there is none, and their places in the list that they stand in,
// from 1.
struct Told {
  const Records& before_in;
  const Records& after_in;
  const NodeKey& node;
  const std::string& sub;
  const Message* before = nullptr;
  const Message* after = nullptr;
  std::size_t before_place = 0, after_place = 0;
};

// A kind of piece. The kinds of a node stand in a table; the last takes what is left, so that nothing is lost.
struct Aspect {
  const char* name;      // stable: in keys and JSON
  bool is_list = false;  // its pieces stand in an order
  // Follows from other things: two sides that changed it are no conflict, and the first one's is taken.
  bool is_derived = false;
  // Moves its fields out of a record.
  void (*take)(Message& rest, Pieces& out);
  // A change that it says nothing of is shown to nobody.
  void (*tell)(const Told& told, std::vector<Phrase>& words);
  // Adds a piece to the record that is put together; null: as protobuf merges.
  void (*put)(Message& into, const Message& part) = nullptr;
};
using Aspects = std::span<const Aspect>;

Aspects aspectsOf(NodeKind kind);
// All of a record in one piece, for nodes of two kinds under one id.
Aspects wholeAspects();
extern const Aspect kWholeNode;  // that it is there at all
extern const Aspect kListOrder;  // the order of a list

// The tables, a file each.
Aspects worldAspects();
Aspects programAspects();
Aspects objectAspects();
Aspects entityAspects();
Aspects frameAspects();

// Helpers of the tables.

// A function on a record as one on a message.
template <typename Record, void (*Fn)(Record&, Pieces&)>
void takeAs(Message& rest, Pieces& out) {
  Fn(static_cast<Record&>(rest), out);
}
// Without fields it is no piece.
template <typename Record>
void addPiece(Pieces& out, std::string sub, Record part) {
  if (part.ByteSizeLong() > 0) out.push_back({std::move(sub), std::make_shared<const Record>(std::move(part))});
}
// What no other aspect has taken.
template <typename Record>
void takeAll(Message& rest, Pieces& out) {
  addPiece(out, {}, static_cast<const Record&>(rest));
  rest.Clear();
}
// The piece before and after; where there is none, one without fields.
template <typename Record>
const Record& beforeOf(const Told& told) {
  return told.before ? static_cast<const Record&>(*told.before) : Record::default_instance();
}
template <typename Record>
const Record& afterOf(const Told& told) {
  return told.after ? static_cast<const Record&>(*told.after) : Record::default_instance();
}

bool sameMessage(const Message& a, const Message& b);
// "other properties changed"
void tellOther(const Told& told, std::vector<Phrase>& words);

}  // namespace ww::difference
