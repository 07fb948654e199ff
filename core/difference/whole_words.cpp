// SPDX-License-Identifier: Apache-2.0
#include "core/difference/whole_words.h"

#include <algorithm>

#include "core/base/failure.h"
#include "core/difference/slots.h"
#include "core/difference/tell.h"
#include "core/program/check.h"

namespace ww::difference {
namespace {

constexpr std::size_t kMostWholeWords = 4;

template <typename Record, typename Belongs>
void copyIf(const ById<Record>& from, ById<Record>& to, const Belongs& belongs) {
  for (const auto& [id, record] : from)
    if (belongs(id, *record)) to.emplace(id, record);
}

// The node, with its entities and frames, which are compared with it.
Records alone(const Records& all, const NodeKey& node) {
  Records out;
  if (node.kind == NodeKind::kProgram) {
    if (const auto* program = program::find(all.world.programs(), node.name)) *out.world.add_programs() = *program;
    return out;
  }
  copyIf(all.objects, out.objects, [&](std::uint64_t id, const ObjectRecord&) { return id == node.id; });
  const auto isOf = [&](std::uint64_t id, const auto& record) { return id == node.id || record.object() == node.id; };
  copyIf(all.entities, out.entities, isOf);
  copyIf(all.frames, out.frames, isOf);
  return out;
}

std::vector<Phrase> wordsOfSlot(const Records& before, const Records& after, const Slot& slot) {
  std::vector<Phrase> words;
  slot.aspect->tell({before, after, slot.node, slot.sub, slot.value[kBase].get(), slot.value[kTheirs].get(),
                     slot.place[kBase], slot.place[kTheirs]},
                    words);
  return words;
}

// That of an entity is called by it, but the base entity of an object.
std::string partName(const Records& before, const Records& after, const NodeKey& part, const NodeKey& node) {
  if (part.id == 0 || part.id == node.id) return {};
  const Records& in = before.holds(part.id) ? before : after;
  const std::string name = nodeWords(in, part.id).text;
  return name == nodeWords(in, node.id).text ? std::string() : name;
}

}  // namespace

std::vector<Phrase> wordsOfWhole(const Records& before, const Records& after, const NodeKey& node) {
  const Records was = alone(before, node);
  const Slots slots = slotsOf({was, was, alone(after, node)});
  std::vector<Phrase> out;
  for (const Slot& slot : slots.slots) {
    if (!slot.changedBy(kTheirs)) continue;
    const std::string part = partName(before, after, slot.node, node);
    for (Phrase& words : wordsOfSlot(before, after, slot)) {
      if (part.empty()) out.push_back(std::move(words));
      else
        out.push_back(
            phrase(WW_TEXT("Core", "{part}: {change}"), {{"part", arg::Words{part}}, {"change", std::move(words)}}));
    }
  }
  if (out.empty()) out.push_back(phrase(WW_TEXT("Core", "changed")));
  if (out.size() > kMostWholeWords + 1) {
    const std::size_t more = out.size() - kMostWholeWords;
    out.resize(kMostWholeWords);
    out.push_back(phrase(WW_TEXT("Core", "and {count} more"), {{"count", arg::Count{more}}}));
  }
  return out;
}

}  // namespace ww::difference
