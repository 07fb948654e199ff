// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/cloud.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace ww::sensing {
namespace {

void appendWord(std::string& out, std::uint32_t word) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<char>(word >> shift & 0xff));
}

}  // namespace

Cloud cloudOf(const Camera& camera, const Shot& shot) {
  Cloud out;
  for (std::size_t i = 0; i < shot.depth.size(); ++i) {
    const Vec3 dir = camera.rays.dir(i);
    if (!std::isfinite(shot.depth[i]) || dir.z() == 0.0) continue;
    out.points.push_back((static_cast<double>(shot.depth[i]) / dir.z() * dir).cast<float>());
    if (!shot.objects.empty()) out.objects.push_back(shot.objects[i]);
    if (!shot.rgb.empty()) out.colors.push_back({shot.rgb[3 * i], shot.rgb[3 * i + 1], shot.rgb[3 * i + 2]});
  }
  return out;
}

Cloud cloudOf(const Beams& beams, const Scan& scan) {
  Cloud out;
  for (std::size_t i = 0; i < scan.ranges.size(); ++i) {
    if (!std::isfinite(scan.ranges[i])) continue;
    out.points.push_back((static_cast<double>(scan.ranges[i]) * beams.rays.dir(i)).cast<float>());
    out.objects.push_back(scan.objects[i]);
  }
  return out;
}

std::string toPcd(const Cloud& cloud, const Pose& root_t_sensor) {
  const bool colored = !cloud.colors.empty(), told = !cloud.objects.empty();
  const auto words = [&](const char* axis, const char* color, const char* label) {
    return fmt::format("{0} {0} {0}{1}{2}\n", axis, colored ? std::string(" ") + color : "",
                       told ? std::string(" ") + label : "");
  };
  const Quat& q = root_t_sensor.q;
  const Vec3& p = root_t_sensor.p;
  std::string out = "# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7\nFIELDS x y z";
  out += fmt::format("{}{}\n", colored ? " rgb" : "", told ? " label" : "");
  out += "SIZE " + words("4", "4", "4") + "TYPE " + words("F", "U", "U") + "COUNT " + words("1", "1", "1");
  out += fmt::format("WIDTH {0}\nHEIGHT 1\nVIEWPOINT {1:.9g} {2:.9g} {3:.9g} {4:.9g} {5:.9g} {6:.9g} {7:.9g}\n",
                     cloud.points.size(), p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z());
  out += fmt::format("POINTS {}\nDATA binary\n", cloud.points.size());
  for (std::size_t i = 0; i < cloud.points.size(); ++i) {
    for (int k = 0; k < 3; ++k) appendWord(out, std::bit_cast<std::uint32_t>(cloud.points[i][k]));
    if (colored) {
      const auto& c = cloud.colors[i];
      appendWord(out, std::uint32_t{c[0]} << 16 | std::uint32_t{c[1]} << 8 | std::uint32_t{c[2]});
    }
    if (told) appendWord(out, static_cast<std::uint32_t>(cloud.objects[i].value));
  }
  return out;
}

}  // namespace ww::sensing
