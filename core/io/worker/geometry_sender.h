// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/io/worker/context.h"

namespace ww::io::worker {

struct SentShape {
  std::string ref;  // empty: nothing to show, a warning was given
  Pose link_t_shape;
  bool own_colors = false;
};

// Sends each geometry once. A placement that is not rigid is split into a rotation, which stays, and a stretch,
// which goes into the vertices; instances with the same stretch share the geometry.
class GeometrySender {
 public:
  // What is exact goes with its shape, unless that is stretched. It must outlive this.
  GeometrySender(Reporter& report, const ExactShapes& exact) : report_(report), exact_(exact) {}
  Result<SentShape> send(const ShapePtr& shape, const Eigen::Affine3d& link_t_shape, const std::string& name);
  // Shapes were left out for their size or place, and nothing is left to show.
  bool allTooFar() const { return far_ > 0 && sent_.empty(); }
  std::vector<std::string> leftOut() const { return {warned_.begin(), warned_.end()}; }

 private:
  using Key = std::pair<const geometry::Shape*, std::array<double, 9>>;
  SentShape leaveOutFar(const std::string& name);
  Result<std::string> sendStretched(const geometry::Shape& shape, const Eigen::Matrix3d& stretch);
  Result<std::string> sendShape(const geometry::Shape& shape);

  Reporter& report_;
  const ExactShapes& exact_;
  std::map<Key, std::string> sent_;
  std::map<std::string, bool> refs_;
  std::set<std::string> warned_;  // names of what was left out
  std::uint64_t far_ = 0;
};

}  // namespace ww::io::worker
