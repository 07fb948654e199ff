// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/fiducials.h"

#include <charconv>

namespace ww::sensing {
namespace {

constexpr double kOffTag = 1e-3;  // metres: what lies this close to the tag is what it is printed on
constexpr int kLooks = 20;        // at the tag, along each edge: two at a bit of the families with the most of them

bool isNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<Tag> tagOf(const world::Frame& frame) {
  const std::string_view name = frame.name;
  if (!name.starts_with("tag") || !name.ends_with("mm")) return std::nullopt;
  const std::size_t size_at = name.rfind('_');
  if (size_at == std::string_view::npos) return std::nullopt;
  const std::string_view id = name.substr(0, size_at), size = name.substr(size_at + 1, name.size() - size_at - 3);
  const std::size_t number_at = id.rfind('_');
  if (number_at == std::string_view::npos || !isNumber(id.substr(number_at + 1)) || !isNumber(size))
    return std::nullopt;
  double millimetres = 0.0;
  std::from_chars(size.data(), size.data() + size.size(), millimetres);
  if (millimetres <= 0.0 || millimetres > 1e5) return std::nullopt;
  return Tag{frame.id, std::string(id), 1e-3 * millimetres};
}

bool inPicture(const Optics& o, const Vec2& pixel) {
  return pixel.x() >= 0.0 && pixel.y() >= 0.0 && pixel.x() <= o.width && pixel.y() <= o.height;
}

// Nothing stands between the eye and a point of the tag.
bool isOpen(const rays::Room& room, const Vec3& eye, const Vec3& point) {
  const Vec3 way = point - eye;
  const Eigen::Vector3f dir = way.normalized().cast<float>();
  return way.norm() > kOffTag && room.blocked(eye, std::span(&dir, 1), way.norm() - kOffTag) == 0;
}

// All of it: a tag is not read where a bit of it is covered.
bool isAllOpen(const rays::Room& room, const Vec3& eye, const Pose& root_t_tag, double size) {
  for (int row = 0; row < kLooks; ++row) {
    for (int col = 0; col < kLooks; ++col) {
      const Vec3 spot = size / kLooks * Vec3(col + 0.5, row + 0.5, 0.0);
      if (!isOpen(room, eye, root_t_tag * spot)) return false;
    }
  }
  return true;
}

std::optional<SeenTag> seenTag(const Tag& tag, const rays::Room& room, const Optics& optics, const Pose& root_t_tag,
                               const Pose& root_t_camera) {
  SeenTag out{tag, root_t_camera.inverse() * root_t_tag, {}};
  const double s = tag.size;
  const Vec3 corners[] = {Vec3::Zero(), Vec3(s, 0, 0), Vec3(s, s, 0), Vec3(0, s, 0)};
  const Vec3 middle(0.5 * s, 0.5 * s, 0.0);
  const Vec3 to_tag = out.camera_t_tag * middle;
  if (to_tag.dot(out.camera_t_tag.q * Vec3::UnitZ()) <= 1e-3 * to_tag.norm()) return std::nullopt;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3 in_camera = out.camera_t_tag * corners[i];
    const auto pixel = project(optics, in_camera);
    const double away = isWide(optics.lens) ? in_camera.norm() : in_camera.z();
    if (!pixel || !inPicture(optics, *pixel) || away < optics.near || away > optics.far) return std::nullopt;
    out.corners[i] = *pixel;
  }
  for (const Vec3& corner : corners) {
    const Vec3 inward = 0.98 * corner + 0.02 * middle;
    if (!isOpen(room, root_t_camera.p, root_t_tag * inward)) return std::nullopt;
  }
  if (!isAllOpen(room, root_t_camera.p, root_t_tag, s)) return std::nullopt;
  return out;
}

}  // namespace

std::vector<Tag> tagsOf(const world::World& world) {
  std::vector<Tag> out;
  world.forEachFrame([&](const world::Frame& frame) {
    if (auto tag = tagOf(frame)) out.push_back(std::move(*tag));
  });
  return out;
}

std::vector<SeenTag> tagsSeen(const world::World& world, const rays::Room& room, const Optics& optics,
                              const RootT& root_t, const Pose& root_t_camera) {
  std::vector<SeenTag> out;
  for (const Tag& tag : tagsOf(world)) {
    if (auto seen = seenTag(tag, room, optics, root_t(tag.frame), root_t_camera)) out.push_back(std::move(*seen));
  }
  return out;
}

}  // namespace ww::sensing
