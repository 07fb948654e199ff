// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/gltf/corner_table.h"

#include <algorithm>
#include <cstring>

namespace ww::io::worker {

void CornerTable::begin(std::size_t vertices, std::size_t corners) {
  // Of a list that many meshes share only what the last one took.
  for (const std::uint32_t vertex : touched_) slots_[vertex] = kNone;
  touched_.clear();
  if (slots_.size() < vertices) slots_.resize(vertices, kNone);
  corners_.clear();
  places_.clear();
  growTo(std::min(vertices, corners));
}

std::uint32_t CornerTable::put(std::uint32_t vertex, Corner corner) {
  for (float& v : corner) v += 0.0f;  // -0 is 0
  if (2 * (corners_.size() + 1) > places_.size()) growTo(2 * places_.size());
  const std::size_t mask = places_.size() - 1;
  std::size_t at = hash(corner) & mask;
  while (places_[at] != kNone && corners_[places_[at]] != corner) at = (at + 1) & mask;
  if (places_[at] == kNone) {
    places_[at] = static_cast<std::uint32_t>(corners_.size());
    corners_.push_back(corner);
  }
  slots_[vertex] = places_[at];
  touched_.push_back(vertex);
  return places_[at];
}

std::size_t CornerTable::hash(const Corner& corner) {
  std::array<std::uint64_t, 3> bits{};
  std::memcpy(bits.data(), corner.data(), sizeof corner);
  std::uint64_t h = bits[0] * 0x9E3779B97F4A7C15u;
  for (const std::uint64_t next : {bits[1], bits[2]}) h = ((h ^ (h >> 32)) + next) * 0xBF58476D1CE4E5B9u;
  return static_cast<std::size_t>(h ^ (h >> 29));
}

// To a power of two, at most half of which is taken.
void CornerTable::growTo(std::size_t wanted) {
  std::size_t size = 64;
  while (size < wanted) size *= 2;
  places_.assign(size, kNone);
  for (std::uint32_t i = 0; i < corners_.size(); ++i) {
    std::size_t at = hash(corners_[i]) & (size - 1);
    while (places_[at] != kNone) at = (at + 1) & (size - 1);
    places_[at] = i;
  }
}

}  // namespace ww::io::worker
