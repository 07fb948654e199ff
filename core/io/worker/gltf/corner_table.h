// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace ww::io::worker {

// Finds corners with the same numbers: a place and a normal. Keeps its memory from one mesh to the next.
class CornerTable {
 public:
  using Corner = std::array<float, 6>;
  // For a mesh that takes at most so many corners of a list of so many vertices.
  void begin(std::size_t vertices, std::size_t corners);
  // What put() gave for that vertex of the file; kNone where it was not asked yet.
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  std::uint32_t known(std::uint32_t vertex) const { return slots_[vertex]; }
  // The number of the corner, below size(); a vertex like one before has its number.
  std::uint32_t put(std::uint32_t vertex, Corner corner);
  void forget(std::uint32_t vertex, std::uint32_t as) {
    slots_[vertex] = as;
    touched_.push_back(vertex);
  }
  std::size_t size() const { return corners_.size(); }

 private:
  static std::size_t hash(const Corner& corner);
  void growTo(std::size_t wanted);

  std::vector<std::uint32_t> slots_;    // of the vertices of the file
  std::vector<std::uint32_t> touched_;  // those of them that are set
  std::vector<Corner> corners_;
  std::vector<std::uint32_t> places_;  // open addresses: numbers of corners, or kNone
};

}  // namespace ww::io::worker
