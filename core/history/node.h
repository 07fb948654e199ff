// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/project/chunks.h"

namespace ww::history {

using NodeId = std::uint64_t;  // 0: none; never given again

// A state that the world was in, and what led to it.
struct Node {
  NodeId id = 0, parent = 0;  // parent 0: the oldest that is known
  Phrase label;               // of the edit that led to it; empty for the oldest
  std::string author;         // empty: the user; see authorTold()
  std::chrono::system_clock::time_point time{};
  std::string checkpoint;  // its name; empty: it is none
  std::string picture;     // PNG; may be empty
};
using NodePtr = std::shared_ptr<const Node>;

inline constexpr std::size_t kMostNameBytes = 200;  // of a checkpoint

// The way between a state and its parent, one way only, as a file keeps it. On the line that the file's own world ends
// it leads back to the parent, elsewhere from the parent to the state: so each state is reached from that world.
struct Step {
  enum class Toward : std::uint64_t { kNothing = 0, kParent = 1, kChild = 2 };
  Toward toward = Toward::kNothing;
  std::string hash;                    // of the content of the state itself
  std::uint64_t size = 0;              // of worldwright.v1.Edits, serialised; bytes
  std::vector<project::Chunk> pieces;  // of them, in slices of project::kSliceBytes
  std::vector<std::string> refs;       // geometry that they name

  std::size_t bytes() const {
    std::size_t sum = hash.size();
    for (const project::Chunk& piece : pieces) sum += piece.bytes.size();
    for (const std::string& ref : refs) sum += ref.size();
    return sum;
  }
};
using StepPtr = std::shared_ptr<const Step>;

// A state as it stands in a file.
struct Coded {
  NodePtr node;
  StepPtr step;
};

}  // namespace ww::history
