// SPDX-License-Identifier: Apache-2.0
// A file whose history has as many states as it may, each of them named.
#pragma once
#include <fmt/format.h>

#include "core/history/states.h"
#include "core/project/project.h"
#include "core/session/pose_builders.h"
#include "core/world/updates/edits.h"
#include "tests/unit/session/worlds.h"

namespace ww::history::test {

// Of a world with a box. The names are "state 1" and so on, the oldest first.
inline Status saveFull(const std::string& path) {
  geometry::GeometryStore store;
  WW_ASSIGN(world::World now, world::apply(world::World(), *ww::test::box(world::kRootObject, "part"), store));
  const ObjectId part = now.childNamed(world::kRootObject, "part");
  const auto past = begun(std::make_shared<const world::World>(now));
  for (std::size_t i = 1; i < Bounds().states; ++i) {
    const Pose there = Pose::translation(1e-3 * static_cast<double>(i), 0, 0);
    WW_ASSIGN(now, world::apply(now, *session::setPose(part, world::kRootObject, there), store));
    add(*past, {"Move part", {}, std::chrono::system_clock::now()}, now);
  }
  for (auto& [id, state] : past->states.all) {
    auto node = std::make_shared<Node>(*state.node);
    node->checkpoint = fmt::format("state {}", id);
    state.node = std::move(node);
  }
  project::SaveOptions options;
  options.history = std::make_shared<const project::HistoryRows>(rowsOf(toRecord(past->states), {}));
  return project::save(project::systemVfs(), path, *past->world, store, options).status();
}

}  // namespace ww::history::test
