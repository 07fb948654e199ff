// SPDX-License-Identifier: Apache-2.0
#include "core/world/values/names.h"

#include <algorithm>

namespace ww::world {
namespace {

constexpr std::uint64_t kNameKeyMask = (std::uint64_t{1} << 24) - 1;

NameIds idsOf(std::vector<std::uint64_t> all) {
  NameIds ids;
  if (all.empty()) return ids;
  ids.first = all.front();
  all.erase(all.begin());
  if (!all.empty()) ids.more = std::make_shared<const std::vector<std::uint64_t>>(std::move(all));
  return ids;
}

std::vector<std::uint64_t> listOf(const NameIds& ids) {
  std::vector<std::uint64_t> all{ids.first};
  if (ids.more) all.insert(all.end(), ids.more->begin(), ids.more->end());
  return all;
}

}  // namespace

std::uint64_t nameKey(std::uint64_t parent, std::string_view name) {
  std::uint64_t h = 1469598103934665603ULL ^ (parent * 0x9E3779B97F4A7C15ULL);
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  h ^= h >> 29;
  h *= 0xBF58476D1CE4E5B9ULL;
  h ^= h >> 32;
  return h & kNameKeyMask;
}

NameIds withId(const NameIds* ids, std::uint64_t id) {
  if (!ids) return {id, nullptr};
  std::vector<std::uint64_t> all = listOf(*ids);
  all.push_back(id);
  return idsOf(std::move(all));
}

NameIds withoutId(const NameIds& ids, std::uint64_t id) {
  if (ids.first == id && !ids.more) return {};
  std::vector<std::uint64_t> left = listOf(ids);
  std::erase(left, id);
  return idsOf(std::move(left));
}

}  // namespace ww::world
