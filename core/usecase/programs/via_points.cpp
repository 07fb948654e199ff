// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/via_points.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ww::usecase {
namespace {

// States, and a place between each two of them: between states the motion is a cubic.
std::vector<JointVector> samplesOf(const program::Motion& motion) {
  std::vector<JointVector> out{motion.q.front()};
  for (std::size_t i = 1; i < motion.times.size(); ++i) {
    out.push_back(program::positionsAt(motion, 0.5 * (motion.times[i - 1] + motion.times[i])));
    out.push_back(motion.q[i]);
  }
  return out;
}

constexpr double kShareOfWay = 0.49;  // of a motion that a corner at either end of it may take
constexpr int kSamples = 16;          // of what is left of a motion

// How much of the motions to and from a corner may be cut: L2 norm, radians or metres.
double cornerRoom(const JointVector& before, const JointVector& at, const JointVector& after, double tolerance) {
  const JointVector to = at - before, from = after - at;
  const double a = to.norm(), b = from.norm();
  if (a == 0.0 || b == 0.0) return 0.0;
  const double cosine = std::clamp(to.dot(from) / (a * b), -1.0, 1.0);
  // The middle of the triangle's third side is half a side times the sine of the turn from the other two at most.
  const double sine = cosine > 0.0 ? std::sqrt(1.0 - cosine * cosine) : 1.0;
  const double most = kShareOfWay * std::min(a, b);
  return 0.5 * most * sine <= tolerance ? most : 2.0 * tolerance / sine;
}

// The tool is no nearer to the corner than that as long as the joints are farther from it than `room`.
double toolRadius(const JointVector& corner, const JointVector& end, double room, const ToolPlace& tool) {
  const Vec3 p = tool(corner);
  const double length = (end - corner).norm();
  double least = kShareOfWay * (tool(end) - p).norm();
  for (int i = 0; i < kSamples; ++i) {
    const double along = room + (length - room) * i / kSamples;
    least = std::min(least, (tool(corner + along / length * (end - corner)) - p).norm());
  }
  return least;
}

double distanceTo(const JointVector& from, const JointVector& to, const JointVector& q) {
  const JointVector along = to - from;
  const double squared = along.squaredNorm();
  const double share = squared > 0.0 ? std::clamp((q - from).dot(along) / squared, 0.0, 1.0) : 0.0;
  return (q - from - share * along).norm();
}

}  // namespace

std::vector<JointVector> viaPoints(const program::Motion& motion, double tolerance) {
  const std::vector<JointVector> all = samplesOf(motion);
  std::vector<bool> kept(all.size(), false);
  kept.front() = kept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> open{{0, all.size() - 1}};
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    std::size_t farthest = first;
    double most = tolerance;
    for (std::size_t i = first + 1; i < last; ++i) {
      const double distance = distanceTo(all[first], all[last], all[i]);
      if (distance <= most) continue;
      most = distance;
      farthest = i;
    }
    if (farthest == first) continue;
    kept[farthest] = true;
    open.emplace_back(first, farthest);
    open.emplace_back(farthest, last);
  }
  std::vector<JointVector> out;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (kept[i]) out.push_back(all[i]);
  return out;
}

std::vector<double> cornerRadii(const std::vector<JointVector>& points, double tolerance, const ToolPlace& tool,
                                double first, double last) {
  std::vector<double> radii(points.size(), 0.0);
  const std::size_t end = points.size() - 1;
  radii.front() = first;
  radii.back() = last;
  for (std::size_t i = 1; i < end; ++i) {
    const double room = cornerRoom(points[i - 1], points[i], points[i + 1], tolerance);
    if (room == 0.0) continue;
    radii[i] =
        std::min(toolRadius(points[i], points[i - 1], room, tool), toolRadius(points[i], points[i + 1], room, tool));
    const auto beside = [&](std::size_t other, double radius) {
      const double way = (tool(points[other]) - tool(points[i])).norm();
      radii[i] = std::clamp(way - radius, 0.0, radii[i]);
    };
    if (i == 1) beside(0, first);
    if (i + 1 == end) beside(end, last);
  }
  return radii;
}

}  // namespace ww::usecase
