// SPDX-License-Identifier: Apache-2.0
#include "core/difference/pieces.h"

#include <array>

#include "core/world/records/canonical.h"

namespace ww::difference {
namespace {

void takeMessage(Message& rest, Pieces& out) {
  if (rest.ByteSizeLong() > 0) {
    std::shared_ptr<Message> part(rest.New());
    part->CopyFrom(rest);
    out.push_back({{}, std::move(part)});
  }
  rest.Clear();
}

void tellWhole(const Told& told, std::vector<Phrase>& words) {
  words.push_back(told.after ? phrase(WW_TEXT("Core", "added")) : phrase(WW_TEXT("Core", "removed")));
}

void tellOrder(const Told& /*told*/, std::vector<Phrase>& words) {
  words.push_back(phrase(WW_TEXT("Core", "in another order")));
}

}  // namespace

const Aspect kWholeNode{.name = "node", .take = nullptr, .tell = tellWhole};
const Aspect kListOrder{.name = "order", .take = nullptr, .tell = tellOrder};

bool sameMessage(const Message& a, const Message& b) {
  return a.ByteSizeLong() == b.ByteSizeLong() && world::canonicalBytes(a) == world::canonicalBytes(b);
}

void tellOther(const Told& /*told*/, std::vector<Phrase>& words) {
  words.push_back(phrase(WW_TEXT("Core", "other properties changed")));
}

Aspects wholeAspects() {
  static constexpr std::array kTable{Aspect{.name = "other", .take = takeMessage, .tell = tellOther}};
  return kTable;
}

Aspects aspectsOf(NodeKind kind) {
  switch (kind) {
    case NodeKind::kWorld: return worldAspects();
    case NodeKind::kProgram: return programAspects();
    case NodeKind::kObject: return objectAspects();
    case NodeKind::kEntity: return entityAspects();
    case NodeKind::kFrame: return frameAspects();
  }
  return {};
}

}  // namespace ww::difference
