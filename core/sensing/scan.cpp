// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/scan.h"

#include <cmath>

#include "core/sensing/blocks.h"
#include "core/sensing/failures.h"

namespace ww::sensing {
namespace {

constexpr float kOutOfRange = std::numeric_limits<float>::infinity();
constexpr std::size_t kScanBlock = 2048;  // rays

}  // namespace

Beams::Beams(const Lidar& its_lidar) : lidar(its_lidar) {
  for (int i = 0; i < lidar.around.count; ++i) {
    const double theta = lidar.around.angle(i);
    for (int j = 0; j < lidar.up.count; ++j) {
      const double phi = lidar.up.angle(j);
      rays.add(Vec3(std::cos(phi) * std::cos(theta), std::cos(phi) * std::sin(theta), std::sin(phi)));
    }
  }
}

Result<Scan> scan(const rays::Room& room, const Beams& beams, const Pose& root_t_lidar, const ScanOptions& options,
                  std::stop_token stop) {
  const NoiseSource noise(options.noise, options.noise_key, options.period);
  const Lidar& lidar = beams.lidar;
  Scan out;
  out.ranges.resize(beams.rays.size());
  out.objects.resize(beams.rays.size());
  const auto measure = [&](std::size_t first, std::size_t last) {
    std::array<rays::RawHit, kScanBlock> hits;
    room.cast(root_t_lidar, beams.rays, first, last, {0.0f, static_cast<float>(lidar.farthest)}, hits);
    for (std::size_t i = first; i < last; ++i) {
      const rays::RawHit& hit = hits[i - first];
      out.ranges[i] = kOutOfRange;
      if (!hit.any()) continue;
      double range = static_cast<double>(hit.t);
      if (range < lidar.nearest) {
        out.ranges[i] = -kOutOfRange;
        continue;
      }
      out.objects[i] = room.instances()[hit.instance].object;
      if (noise.on()) range = std::clamp(noise.applied(range, i), lidar.nearest, lidar.farthest);
      // Rounding makes of what is within range nothing that is not.
      if (lidar.step > 0.0)
        range = std::clamp(std::round(range / lidar.step) * lidar.step, lidar.nearest, lidar.farthest);
      out.ranges[i] = static_cast<float>(range);
    }
  };
  if (!inBlocks(beams.rays.size(), kScanBlock, options.threads, stop, measure)) return fail(failures::kCancelled);
  return out;
}

std::vector<std::uint16_t> rangeWords(const Scan& scan, double full) {
  std::vector<std::uint16_t> out;
  out.reserve(scan.ranges.size());
  for (const float range : scan.ranges) {
    const double share = static_cast<double>(range) / full * 65535.0;
    if (std::isnan(range) || range < 0.0f) out.push_back(0);
    else if (share >= 65534.5) out.push_back(65535);
    else out.push_back(static_cast<std::uint16_t>(std::max(1.0, std::round(share))));
  }
  return out;
}

double rangeOf(std::uint16_t word, double full) { return word / 65535.0 * full; }

FlatScan flatScan(const Beams& beams, const Scan& scan) {
  const Sweep &around = beams.lidar.around, &up = beams.lidar.up;
  int row = 0;
  for (int j = 1; j < up.count; ++j)
    if (std::abs(up.angle(j)) < std::abs(up.angle(row))) row = j;
  FlatScan out;
  for (int i = 0; i < around.count; ++i) {
    out.angles.push_back(around.angle(i));
    out.ranges.push_back(scan.ranges[static_cast<std::size_t>(i * up.count + row)]);
  }
  return out;
}

}  // namespace ww::sensing
