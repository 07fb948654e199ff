// SPDX-License-Identifier: Apache-2.0
#include "core/difference/order.h"

#include <algorithm>
#include <list>
#include <unordered_map>

namespace ww::difference {
namespace {

using Same = std::function<bool(std::size_t, std::size_t)>;

struct Stretch {
  std::size_t a_begin = 0, a_end = 0, b_begin = 0, b_end = 0;
  std::size_t as() const { return a_end - a_begin; }
  std::size_t bs() const { return b_end - b_begin; }
};

// The longest common subsequence of a stretch.
void longest(const Stretch& in, const Same& same, Places& out) {
  constexpr std::size_t kMostCells = 4'000'000;
  const std::size_t n = in.as(), m = in.bs();
  if (n == 0 || m == 0) return;
  if (n * m > kMostCells) {
    for (std::size_t i = 0; i < std::min(n, m); ++i)
      if (same(in.a_begin + i, in.b_begin + i)) out.emplace_back(in.a_begin + i, in.b_begin + i);
    return;
  }
  std::vector<std::uint32_t> length((n + 1) * (m + 1), 0);
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& { return length[i * (m + 1) + j]; };
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = m; j-- > 0;) {
      at(i, j) = same(in.a_begin + i, in.b_begin + j) ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (std::size_t i = 0, j = 0; i < n && j < m;) {
    if (same(in.a_begin + i, in.b_begin + j)) out.emplace_back(in.a_begin + i++, in.b_begin + j++);
    else if (at(i + 1, j) >= at(i, j + 1)) ++i;
    else ++j;
  }
}

// What is equal at both ends needs no table.
Stretch trimmed(Stretch in, const Same& same, Places& head, Places& tail) {
  while (in.as() > 0 && in.bs() > 0 && same(in.a_begin, in.b_begin)) head.emplace_back(in.a_begin++, in.b_begin++);
  while (in.as() > 0 && in.bs() > 0 && same(in.a_end - 1, in.b_end - 1)) tail.emplace_back(--in.a_end, --in.b_end);
  std::ranges::reverse(tail);
  return in;
}

}  // namespace

Places aligned(std::size_t first_size, std::size_t second_size, const Same& equal, const Same& alike) {
  Places head, tail, out;
  const Stretch middle = trimmed({0, first_size, 0, second_size}, equal, head, tail);
  longest(middle, equal, head);
  head.insert(head.end(), tail.begin(), tail.end());
  std::size_t a = 0, b = 0;
  head.emplace_back(first_size, second_size);
  for (const auto& [i, j] : head) {
    longest({a, i, b, j}, alike, out);
    if (i < first_size && j < second_size) out.emplace_back(i, j);
    a = i + 1;
    b = j + 1;
  }
  return out;
}

Keys woven(const Keys& first, const Keys& second) {
  std::list<std::string> out(first.begin(), first.end());
  std::unordered_map<std::string, std::list<std::string>::iterator> at;
  for (auto it = out.begin(); it != out.end(); ++it) at.emplace(*it, it);
  auto behind = out.end();  // of none: at the front
  for (const std::string& key : second) {
    auto found = at.find(key);
    if (found == at.end()) {
      const auto place = behind == out.end() ? out.begin() : std::next(behind);
      found = at.emplace(key, out.insert(place, key)).first;
    }
    behind = found->second;
  }
  return {out.begin(), out.end()};
}

Keys only(const Keys& keys, const std::function<bool(const std::string&)>& wanted) {
  Keys out;
  std::ranges::copy_if(keys, std::back_inserter(out), wanted);
  return out;
}

}  // namespace ww::difference
