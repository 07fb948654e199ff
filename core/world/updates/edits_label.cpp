// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/edits_label.h"

#include "core/world/updates/registry.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::world {

Phrase labelOf(const World& world, const worldwright::v1::Edits& edits) {
  if (edits.edits().empty()) return phrase(WW_TEXT("Core", "Edit"));
  const Phrase first = labelOf(world, edits.edits(0));
  const int more = edits.edits_size() - 1;
  if (more == 0) return first;
  const FailureArg rest{"count", arg::Count{static_cast<std::uint64_t>(more)}};
  if (more == 1) return phrase(WW_TEXT("Core", "{first} and 1 more update"), {{"first", first}});
  return phrase(WW_TEXT("Core", "{first} and {count} more updates"), {{"first", first}, rest});
}

}  // namespace ww::world
