// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/labels.h"

#include <algorithm>
#include <cmath>

namespace ww::sensing {

std::string className(std::string_view object_name) {
  constexpr std::string_view kSeparators = "_- ";
  const std::size_t last = object_name.find_last_not_of("0123456789");
  // Digits that a word ends with belong to it.
  if (last == std::string_view::npos || last + 1 == object_name.size() ||
      kSeparators.find(object_name[last]) == std::string_view::npos)
    return std::string(object_name);
  const std::size_t end = object_name.find_last_not_of(kSeparators, last);
  return std::string(end == std::string_view::npos ? object_name : object_name.substr(0, end + 1));
}

Labels::Labels(const world::World& world) {
  names_.emplace_back();
  std::map<ObjectId, std::string> own;
  world.forEachObject([&](const world::Object& object) {
    if (object.id != world::kRootObject) own[object.id] = className(object.name);
  });
  for (const auto& [object, name] : own) names_.push_back(name);
  std::sort(names_.begin() + 1, names_.end());
  names_.erase(std::unique(names_.begin() + 1, names_.end()), names_.end());
  for (const auto& [object, name] : own) {
    const auto place = std::lower_bound(names_.begin() + 1, names_.end(), name) - names_.begin();
    classes_[object] = static_cast<std::uint16_t>(std::min<std::ptrdiff_t>(place, 65535));
  }
}

std::uint16_t Labels::of(ObjectId object) const {
  const auto found = classes_.find(object);
  return found == classes_.end() ? std::uint16_t{0} : found->second;
}

std::array<std::uint8_t, 3> labelColor(std::uint64_t number) {
  if (number == 0) return {0, 0, 0};
  // Steps of the golden angle keep hues of neighbouring numbers apart.
  const double hue = 6.0 * std::fmod(0.618033988749895 * static_cast<double>(number), 1.0);
  const double value = number % 2 ? 0.95 : 0.75;
  const auto channel = [&](double shift) {
    const double k = std::fmod(shift + hue, 6.0);
    const double share = std::clamp(std::min(k, 4.0 - k), 0.0, 1.0);
    return static_cast<std::uint8_t>(std::lround(255.0 * value * (1.0 - 0.75 * share)));
  };
  return {channel(5.0), channel(3.0), channel(1.0)};
}

}  // namespace ww::sensing
