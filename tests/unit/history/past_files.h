// SPDX-License-Identifier: Apache-2.0
// Sessions whose worlds and histories go to files and come back.
#pragma once
#include <QtTest>

#include "core/history/tree.h"
#include "core/project/project.h"
#include "tests/unit/session/worlds.h"

namespace ww::history::test {

using SessionPtr = std::shared_ptr<session::WorldSession>;

// A world with its history, as a window has it.
struct Desk {
  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
  SessionPtr session = std::make_shared<session::WorldSession>(world::World(), store);
  std::unique_ptr<Tree> tree = std::make_unique<Tree>(session);

  bool add(const std::string& name, const std::string& author = {}) {
    return ww::test::commit(*session, ww::test::box(world::kRootObject, name), "Add " + name, author);
  }
  NodeId now() const { return tree->view().current; }
  std::string hash() const { return world::contentHash(*session->snapshot().world); }
  std::vector<std::string> labels() const {
    std::vector<std::string> out;
    for (const NodePtr& node : tree->view().nodes) out.push_back(plain(node->label));
    return out;
  }
};

inline Status saveTo(project::Vfs& vfs, const std::string& path, Desk& desk, const Bounds& bounds = {}) {
  const session::Snapshot now = desk.session->snapshot();
  States states = desk.tree->statesWith(now.world);
  project::SaveOptions options;
  options.history = std::make_shared<const project::HistoryRows>(rowsOf(toRecord(states), bounds));
  const auto saved = project::save(vfs, path, *now.world, *desk.store, options);
  desk.tree->learn(states);
  return saved.status();
}

// In a store of its own, as another program has it.
inline std::unique_ptr<Desk> openFrom(project::Vfs& vfs, const std::string& path, std::size_t most = 300) {
  auto desk = std::make_unique<Desk>();
  const auto loaded = project::load(vfs, path, *desk->store);
  if (!loaded.ok()) return nullptr;
  const auto past = opened(loaded->history, loaded->world, *desk->store, most);
  desk->tree->expect(past);
  if (past) desk->session->replace(past->world, past->past);
  else desk->session->replace(loaded->world);
  return desk;
}

}  // namespace ww::history::test
