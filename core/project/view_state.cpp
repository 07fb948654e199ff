// SPDX-License-Identifier: Apache-2.0
#include "core/project/view_state.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "core/proto/sorted_bytes.h"
#include "worldwright/v1/view.pb.h"

namespace ww::project {
namespace {

namespace wire = worldwright::v1;

constexpr std::size_t kMostBytes = std::size_t{64} << 20;
constexpr double kFarthest = 1e6;  // metres
constexpr std::size_t kLongestName = 200;
constexpr std::uint32_t kWhite = 0xffffff;

template <typename Message>
bool hasUnknown(const Message& message) {
  return !message.GetReflection()->GetUnknownFields(message).empty();
}

// ---- to the message

void put(const Vec3& from, wire::ViewRecord::Vector& to) {
  to.set_x(from.x());
  to.set_y(from.y());
  to.set_z(from.z());
}

template <typename Field>
void put(const NodeIds& ids, Field& field) {
  field.Assign(ids.begin(), ids.end());
}

void put(const SavedView& view, wire::ViewRecord::SavedView& to) {
  if (!to.ParseFromString(view.kept)) to.Clear();
  to.set_name(view.name);
  put(view.eye, *to.mutable_eye());
  put(view.target, *to.mutable_target());
  put(view.up, *to.mutable_up());
  to.set_vertical_fov(view.vertical_fov);
  to.set_ortho(view.ortho);
  to.set_png(view.png);
}

void put(const SectionPlane& section, wire::ViewRecord& to) {
  if (section == SectionPlane()) return to.clear_section();
  to.mutable_section()->set_on(section.on);
  to.mutable_section()->set_offset(section.offset);
  put(section.normal, *to.mutable_section()->mutable_normal());
}

// ---- from the message

bool isNear(double value) { return std::isfinite(value) && std::abs(value) <= kFarthest; }
bool isNear(const Vec3& p) { return isNear(p.x()) && isNear(p.y()) && isNear(p.z()); }
Vec3 vec(const wire::ViewRecord::Vector& v) { return {v.x(), v.y(), v.z()}; }

template <typename Field>
NodeIds ids(const Field& field) {
  NodeIds out(field.begin(), field.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

template <typename Enum>
Enum choice(std::uint32_t value, Enum last) {
  return value <= static_cast<std::uint32_t>(last) ? static_cast<Enum>(value) : Enum{};
}

SectionPlane sectionOf(const wire::ViewRecord::Section& section) {
  const Vec3 normal = vec(section.normal());
  if (!isNear(normal) || std::abs(normal.norm() - 1.0) > 1e-3 || !isNear(section.offset())) return {};
  return {section.on(), normal, section.offset()};
}

// Control characters could make a list show something else than it is.
std::string cleanName(const std::string& name) {
  std::string out;
  for (const char c : name)
    if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) out += c;
  return out.size() <= kLongestName ? out : std::string();
}

bool isSound(const SavedView& view) {
  const Vec3 along = view.target - view.eye;
  return !view.name.empty() && isNear(view.eye) && isNear(view.target) && isNear(view.up) && along.norm() > 1e-6 &&
         along.normalized().cross(view.up).norm() > 1e-6 && std::isfinite(view.vertical_fov) &&
         view.vertical_fov > 1e-3 && view.vertical_fov < std::numbers::pi - 1e-3;
}

void addView(const wire::ViewRecord::SavedView& from, std::vector<SavedView>& to) {
  if (to.size() >= kMostViews) return;
  SavedView view;
  view.name = cleanName(from.name());
  view.eye = vec(from.eye());
  view.target = vec(from.target());
  view.up = vec(from.up());
  view.vertical_fov = from.vertical_fov();
  view.ortho = from.ortho();
  if (isSmallPng(from.png())) view.png = from.png();
  wire::ViewRecord::SavedView rest = from;
  rest.clear_png();  // large, and known
  if (hasUnknown(rest)) view.kept = rest.SerializeAsString();
  if (isSound(view)) to.push_back(std::move(view));
}

std::uint32_t pngNumber(std::string_view bytes, std::size_t at) {
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < 4; ++i) out = out << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  return out;
}

bool isThere(const world::World& world, std::uint64_t id) {
  return world.peek(ObjectId{id}) || world.peek(FrameId{id}) || world.owner(EntityId{id});
}

}  // namespace

bool contains(const NodeIds& ids, std::uint64_t id) { return std::binary_search(ids.begin(), ids.end(), id); }

NodeIds nodeIds(const std::vector<world::NodeRef>& nodes) {
  NodeIds out;
  out.reserve(nodes.size());
  for (const auto& node : nodes) out.push_back(idOf(node));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

NodeIds joined(const NodeIds& a, const NodeIds& b) {
  NodeIds out;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

NodeIds without(const NodeIds& a, const NodeIds& b) {
  NodeIds out;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

ViewState viewIn(const world::World& world, ViewState view) {
  for (NodeIds* list : {&view.hidden, &view.locked, &view.isolated})
    std::erase_if(*list, [&](std::uint64_t id) { return !isThere(world, id); });
  return view;
}

std::string viewBytes(const ViewState& view) {
  wire::ViewRecord record;
  if (!record.ParseFromString(view.kept)) record.Clear();
  put(view.hidden, *record.mutable_hidden());
  put(view.locked, *record.mutable_locked());
  put(view.isolated, *record.mutable_isolated());
  record.set_frames_hidden(view.frames_hidden);
  record.set_robots_hidden(view.robots_hidden);
  record.set_parts_hidden(view.parts_hidden);
  record.set_collision(static_cast<std::uint32_t>(view.collision));
  record.set_x_ray(static_cast<std::uint32_t>(view.x_ray));
  put(view.section, record);
  record.clear_views();
  for (const SavedView& saved : view.views) put(saved, *record.add_views());
  record.set_background(static_cast<std::uint32_t>(view.background));
  record.set_background_color(view.background_color);
  record.set_floor(view.floor);
  return proto::sortedBytes(record);
}

ViewState viewOf(std::string_view bytes) {
  ViewState view;
  wire::ViewRecord record;
  if (bytes.size() > kMostBytes || !record.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return view;
  view.hidden = ids(record.hidden());
  view.locked = ids(record.locked());
  view.isolated = ids(record.isolated());
  view.frames_hidden = record.frames_hidden();
  view.robots_hidden = record.robots_hidden();
  view.parts_hidden = record.parts_hidden();
  view.collision = choice(record.collision(), CollisionShown::kAlone);
  view.x_ray = choice(record.x_ray(), XRay::kAll);
  view.section = sectionOf(record.section());
  for (const auto& saved : record.views()) addView(saved, view.views);
  view.background = choice(record.background(), Background::kColor);
  view.background_color = record.background_color() & kWhite;
  view.floor = isNear(record.floor()) ? record.floor() : 0.0;
  // What remains is what a newer program knows.
  record.clear_hidden();
  record.clear_locked();
  record.clear_isolated();
  record.clear_views();
  if (hasUnknown(record)) view.kept = record.SerializeAsString();
  return view;
}

bool isSmallPng(std::string_view bytes) {
  constexpr std::string_view kHead{"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16};
  if (bytes.size() < kHead.size() + 8 || bytes.size() > kMostPictureBytes || !bytes.starts_with(kHead)) return false;
  const std::uint32_t width = pngNumber(bytes, 16), height = pngNumber(bytes, 20);
  return width > 0 && height > 0 && width <= kMostPictureSide && height <= kMostPictureSide;
}

}  // namespace ww::project
