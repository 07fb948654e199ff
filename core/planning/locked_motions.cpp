// SPDX-License-Identifier: Apache-2.0
#include "core/planning/locked_motions.h"

#include "core/base/hash.h"
#include "core/planning/failures.h"

namespace ww::planning {

Result<std::string> LockedMotions::save(const Motion& motion) {
  constexpr std::size_t kDigits = 24;
  Hasher hash;
  std::size_t bytes = 0;
  for (const Path& path : motion) {
    hash.add(static_cast<std::uint64_t>(path.waypoints.size()));
    hash.add(std::string_view(reinterpret_cast<const char*>(&path.padding), sizeof(double)));
    for (const JointVector& q : path.waypoints) {
      const std::size_t size = static_cast<std::size_t>(q.size()) * sizeof(double);
      hash.add(std::string_view(reinterpret_cast<const char*>(q.data()), size));
      bytes += size + sizeof(JointVector);
    }
  }
  std::string id = "motion_" + toHex(hash.finish()).substr(0, kDigits);
  const std::lock_guard lock(mutex_);
  if (motions_.contains(id)) return id;
  if (bytes_ + bytes > kMostBytes) return fail(failures::kLockedFull, {{"count", arg::Count{motions_.size()}}});
  bytes_ += bytes;
  motions_.emplace(id, motion);
  return id;
}

std::optional<LockedMotions::Motion> LockedMotions::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = motions_.find(id);
  return found == motions_.end() ? std::nullopt : std::optional(found->second);
}

std::size_t LockedMotions::size() const {
  const std::lock_guard lock(mutex_);
  return motions_.size();
}

}  // namespace ww::planning
