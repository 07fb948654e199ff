// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/history/states.h"

namespace ww::journal {
struct Recovered;
}

namespace ww::history {

class Tree;

// The history of a recovered world, as it was before the crash: what was undone and left as a branch is one, what was
// only undone can be redone, and names are where they were. It begins with the history that the journal has with its
// base, else with that of the file, if what that has is known to the journal; what a base alone has is one step.
// `file`: null where there is none; `most` as for opened(). Null where nothing is known.
std::shared_ptr<Opened> withRecovered(std::shared_ptr<Opened> file, const journal::Recovered& recovered,
                                      geometry::GeometryStore& store, std::size_t most = 300);
// Of a journal that was recovered without any edit behind its base, for the base has the one of that number: what the
// world was after that, and what led there. `recovered` is that, too, then. Null, and nothing has changed, where the
// journal does not know.
std::shared_ptr<Opened> afterEdit(journal::Recovered& recovered, std::uint64_t number, geometry::GeometryStore& store);
// The world of that content hash, where it is one of those that the journal or this history of it tells of; else null.
// `known`: may be null.
world::WorldPtr worldOf(const journal::Recovered& recovered, const Opened* known, const std::string& hash,
                        geometry::GeometryStore& store);

// For journal::JournalOptions::past: what the tree has. Makes steps, which the tree keeps.
std::function<std::shared_ptr<const project::HistoryRows>(const world::WorldPtr&, std::uint64_t)> pastOf(
    std::shared_ptr<Tree> tree, Bounds bounds = {});

}  // namespace ww::history
