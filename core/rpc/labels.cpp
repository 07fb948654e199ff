// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/labels.h"

#include <fmt/format.h>

#include "core/world/updates/registry.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::rpc {

std::string labelOf(const world::World& world, const worldwright::v1::Edits& edits) {
  if (edits.edits().empty()) return "Edit";
  const std::string first = world::labelOf(world, edits.edits(0));
  const int more = edits.edits_size() - 1;
  if (more == 0) return first;
  return fmt::format("{} and {} more update{}", first, more, more == 1 ? "" : "s");
}

}  // namespace ww::rpc
