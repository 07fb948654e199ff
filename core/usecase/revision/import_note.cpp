// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/revision/import_note.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>

#include "core/base/hash.h"
#include "core/geometry/wire_convert.h"
#include "core/io/code_page.h"
#include "core/scene/own_data.h"
#include "core/usecase/failures.h"
#include "core/usecase/revision/object_settings.h"
#include "core/world/records/canonical.h"
#include "worldwright/v1/file.pb.h"
#include "worldwright/v1/import_note.pb.h"

namespace ww::usecase {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
namespace pb = intrinsic_proto::world;
using worldwright::v1::ImportChoices;
using worldwright::v1::ImportNote;

std::uint64_t shortHash(Hasher& hasher) {
  const Sha256 whole = hasher.finish();
  std::uint64_t out = 0;
  for (int i = 0; i < 8; ++i) out = out << 8 | whole[static_cast<std::size_t>(i)];
  return out | 1;  // 0 is "none"
}

template <typename Set>
auto byName(const Set& set) {
  std::map<std::string, const intrinsic_proto::geometry::v1::TransformedGeometry*> out;
  for (const auto& [name, geometry] : set.named_geometries()) out[name] = &geometry;
  return out;
}

// Places to a billionth of a metre: rounding on the way through messages is no change.
std::uint64_t shapesHash(const pb::GeometryComponent& component, const char* kind) {
  const auto set = component.named_geometries().find(kind);
  if (set == component.named_geometries().end() || set->second.named_geometries().empty()) return 0;
  Hasher hasher;
  for (const auto& [name, geometry] : byName(set->second)) {
    hasher.add(name).add("|").add(geometry->geometry().geo_ref().exact_geometry_ref()).add("|");
    const auto placed = geometry::toAffine(geometry->ref_t_shape());
    if (!placed.ok()) continue;
    for (int row = 0; row < 3; ++row)
      for (int col = 0; col < 4; ++col) hasher.add(static_cast<std::uint64_t>(std::llround((*placed)(row, col) * 1e9)));
  }
  return shortHash(hasher);
}

std::uint64_t looksHash(const pb::GeometryComponent& component) {
  std::string text;
  for (const char* kind : {"Intrinsic_Collision", "Intrinsic_Visual"}) {
    const auto set = component.named_geometries().find(kind);
    if (set == component.named_geometries().end()) continue;
    for (const auto& [name, geometry] : byName(set->second))
      if (geometry->geometry().has_material_overrides())
        text += name + "|" + world::canonicalBytes(geometry->geometry().material_overrides());
  }
  return hashOfText(text);
}

// What the file says beside shape and place; where a joint stands and what people allow it are not the file's.
std::uint64_t restHash(const so::Entity& entity) {
  if (entity.has_link()) {
    if (!entity.link().has_physics_component()) return 0;
    return hashOfText(world::canonicalBytes(entity.link().physics_component()));
  }
  if (entity.has_joint()) {
    pb::KinematicsComponent component = entity.joint().kinematics_component();
    component.clear_raw_value();
    component.clear_parent_t_inboard();
    component.clear_application_limits();
    component.clear_axis();  // normalised in worlds
    const auto axis = geometry::fromWire(entity.joint().kinematics_component().axis());
    std::string text = world::canonicalBytes(component);
    if (axis.ok() && axis->norm() > 0)
      for (const double x : axis->normalized()) text += "|" + std::to_string(std::llround(x * 1e9));
    return hashOfText(text);
  }
  if (entity.has_sensor()) return hashOfText(world::canonicalBytes(entity.sensor()));
  return entity.frame().is_attachment_frame() ? 3 : 1;
}

Pose placeOfEntity(const so::Entity& entity) {
  const auto pose = entity.has_joint()
                        ? geometry::fromWireOrIdentity(entity.joint().kinematics_component().has_parent_t_inboard(),
                                                       entity.joint().kinematics_component().parent_t_inboard())
                        : geometry::fromWireOrIdentity(entity.has_parent_t_this(), entity.parent_t_this());
  return pose.ok() && !entity.parent_name().empty() ? *pose : Pose{};
}

template <typename Numbers>
void writePose(const Pose& pose, Numbers* out) {
  for (const double x : {pose.p.x(), pose.p.y(), pose.p.z(), pose.q.w(), pose.q.x(), pose.q.y(), pose.q.z()})
    out->Add(x);
}

template <typename Numbers>
Pose readPose(const Numbers& n) {
  if (n.size() != 7) return {};
  const auto pose = checkedPose({Vec3(n[0], n[1], n[2]), Quat(n[3], n[4], n[5], n[6])});
  return pose.ok() ? *pose : Pose{};
}

void writeShapes(const geometry::CollisionWish& wish, worldwright::v1::WishedShapes& out) {
  out.set_kind(std::string(geometry::collisionKindRow(wish.kind).id));
  out.set_pieces(wish.pieces);
  out.set_error_m(wish.error_m);
}

// None for kinds of newer programs.
std::optional<geometry::CollisionWish> readShapes(const worldwright::v1::WishedShapes& in) {
  const auto* row = geometry::collisionKindNamed(in.kind());
  if (!row) return std::nullopt;
  geometry::CollisionWish out{row->kind};
  if (in.pieces() >= 1 && in.pieces() <= geometry::kMostPieces) out.pieces = in.pieces();
  if (in.error_m() > 0 && std::isfinite(in.error_m()))
    out.error_m = std::clamp(in.error_m(), geometry::kLeastCoarseError, geometry::kMostCoarseError);
  return out;
}

void writeChoices(const io::ImportOptions& o, const PartChoice& choice, ImportChoices& out) {
  if (o.type != io::Format::kUnknown) out.set_type(std::string(io::formatInfo(o.type).id));
  if (o.unit_scale) out.set_unit_scale(*o.unit_scale);
  out.set_up(o.up == io::UpAxis::kY ? "y" : o.up == io::UpAxis::kZ ? "z" : "");
  if (o.rotation)
    for (const double x : {o.rotation->w(), o.rotation->x(), o.rotation->y(), o.rotation->z()}) out.add_rotation(x);
  out.set_uniform_scale(o.uniform_scale);
  out.set_fine(o.resolution == io::Resolution::kFine);
  out.set_no_collision(o.collision == io::CollisionMode::kNone);
  out.set_drop_collision(o.drop_collision);
  out.set_drop_exact(o.drop_exact);
  if (o.color)
    for (const float x : {o.color->r, o.color->g, o.color->b, o.color->a}) out.add_color(x);
  for (const auto& dir : o.search_dirs) out.add_search(dir.string());
  for (const std::string& part : choice.only) out.add_only(part);
  for (const std::string& part : choice.without) out.add_without(part);
  out.set_bottom_center(choice.bottom_center);
  if (choice.origin)
    for (const double x : *choice.origin) out.add_origin(x);
  out.set_parts(static_cast<std::uint32_t>(o.parts));
  out.mutable_arguments()->insert(o.arguments.begin(), o.arguments.end());
  out.set_cell_m(o.cell_m);
  out.set_chord_m(o.chord_m);
  out.set_angle_rad(o.angle_rad);
  out.set_encoding(o.encoding);
}

void readChoices(const ImportChoices& in, io::ImportOptions& o, PartChoice& choice) {
  if (!in.type().empty()) o.type = io::formatById(in.type());
  if (in.has_unit_scale()) o.unit_scale = in.unit_scale();
  o.up = in.up() == "y" ? io::UpAxis::kY : in.up() == "z" ? io::UpAxis::kZ : io::UpAxis::kDefault;
  if (in.rotation_size() == 4) {
    const auto turned =
        checkedPose({Vec3::Zero(), Quat(in.rotation(0), in.rotation(1), in.rotation(2), in.rotation(3))});
    if (turned.ok()) o.rotation = turned->q;
  }
  if (in.uniform_scale() > 0) o.uniform_scale = in.uniform_scale();
  o.resolution = in.fine() ? io::Resolution::kFine : io::Resolution::kCoarse;
  o.collision = in.no_collision() ? io::CollisionMode::kNone : io::CollisionMode::kAsIs;
  o.drop_collision = in.drop_collision();
  o.drop_exact = in.drop_exact();
  if (in.color_size() == 4) o.color = geometry::Color{in.color(0), in.color(1), in.color(2), in.color(3)};
  for (const std::string& dir : in.search()) o.search_dirs.emplace_back(dir);
  choice.only.assign(in.only().begin(), in.only().end());
  choice.without.assign(in.without().begin(), in.without().end());
  choice.bottom_center = in.bottom_center();
  if (in.origin_size() == 3)
    if (const Vec3 origin(in.origin(0), in.origin(1), in.origin(2)); origin.allFinite()) choice.origin = origin;
  if (in.parts() <= static_cast<std::uint32_t>(io::PartMode::kObjects)) o.parts = io::PartMode{in.parts()};
  o.arguments.insert(in.arguments().begin(), in.arguments().end());
  if (in.cell_m() > 0) o.cell_m = in.cell_m();
  if (in.chord_m() > 0) o.chord_m = in.chord_m();
  if (in.angle_rad() > 0) o.angle_rad = in.angle_rad();
  if (std::ranges::find(io::codePages(), in.encoding()) != io::codePages().end()) o.encoding = in.encoding();
}

}  // namespace

std::uint64_t hashOfText(const std::string& text) {
  Hasher hasher;
  hasher.add(text);
  return text.empty() ? 0 : shortHash(hasher);
}

std::vector<PartNote> partNotes(const so::SceneObject& object) {
  std::vector<PartNote> out;
  out.reserve(static_cast<std::size_t>(object.entities_size()));
  for (const so::Entity& entity : object.entities()) {
    PartNote note;
    note.name = note.here = entity.name();
    note.parent = entity.parent_name();
    note.place = placeOfEntity(entity);
    if (entity.has_link()) {
      const auto& geometry = entity.link().geometry_component();
      note.visual = shapesHash(geometry, "Intrinsic_Visual");
      note.collision = shapesHash(geometry, "Intrinsic_Collision");
      note.looks = looksHash(geometry);
    }
    note.rest = restHash(entity);
    out.push_back(std::move(note));
  }
  return out;
}

void keepNote(so::SceneObject& object, const SourceNote& note) {
  ImportNote out;
  out.set_source(note.file);
  out.set_sha256(note.sha256);
  out.set_model(note.model);
  out.set_index(static_cast<std::uint32_t>(note.index));
  writeChoices(note.options, note.choice, *out.mutable_choices());
  writePose(note.file_t_object, out.mutable_file_t_object());
  for (const PartNote& p : note.parts) {
    auto& part = *out.add_parts();
    part.set_name(p.name);
    if (p.here != p.name) part.set_here(p.here);
    part.set_parent(p.parent);
    writePose(p.place, part.mutable_place());
    part.set_visual(p.visual);
    part.set_collision(p.collision);
    part.set_looks(p.looks);
    part.set_rest(p.rest);
  }
  for (const Regrouping& r : note.regroupings) {
    auto& one = *out.add_regroupings();
    one.set_step(static_cast<std::uint32_t>(r.step));
    for (const std::string& model : r.models) one.add_models(model);
  }
  for (const std::string& id : note.refused) out.add_refused(id);
  for (const std::string& model : note.models) out.add_models(model);
  for (const auto& [id, hash] : note.settings) {
    auto& setting = *out.add_settings();
    setting.set_id(id);
    setting.set_hash(hash);
  }
  if (note.shapes) writeShapes(*note.shapes, *out.mutable_choices()->mutable_shapes());
  scene::packSorted(out, (*object.mutable_user_data())[scene::kImportNoteKey]);
}

std::optional<SourceNote> sourceOf(const world::Object& object) {
  const auto& data = object.message->content().user_data();
  const auto found = data.find(scene::kImportNoteKey);
  ImportNote in;
  if (found == data.end() || !found->second.UnpackTo(&in) || in.source().empty()) return std::nullopt;
  SourceNote out{in.source(), in.sha256(), in.model(), in.index(), {}, {}, readPose(in.file_t_object()),
                 {},          {},          {},         {}};
  out.refused.assign(in.refused().begin(), in.refused().end());
  out.models.assign(in.models().begin(), in.models().end());
  readChoices(in.choices(), out.options, out.choice);
  for (const auto& setting : in.settings()) out.settings[setting.id()] = setting.hash();
  if (in.choices().has_shapes()) out.shapes = readShapes(in.choices().shapes());
  for (const auto& p : in.parts())
    out.parts.push_back({p.name(), p.here().empty() ? p.name() : p.here(), p.parent(), readPose(p.place()), p.visual(),
                         p.collision(), p.looks(), p.rest()});
  for (const auto& r : in.regroupings()) {
    if (r.step() > static_cast<std::uint32_t>(RegroupStep::kLinksToObjects)) return std::nullopt;  // of a newer program
    out.regroupings.push_back({RegroupStep{r.step()}, {r.models().begin(), r.models().end()}});
  }
  return out;
}

Result<std::string> fileHash(const std::filesystem::path& file, const std::stop_token& stop) {
  std::ifstream in(file, std::ios::binary);
  Hasher hasher;
  std::string block(std::size_t{1} << 20, '\0');
  while (in) {
    if (stop.stop_requested()) return fail(failures::kRereadStopped, {{"file", arg::Name{file.string()}}});
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    hasher.add(std::string_view(block.data(), static_cast<std::size_t>(in.gcount())));
  }
  if (!in.eof()) return fail(failures::kSourceUnread, {{"file", arg::Name{file.string()}}});
  return toHex(hasher.finish());
}

void noteSource(io::ImportResult& read, const std::filesystem::path& file, const std::string& sha256,
                const io::ImportOptions& options, const PartChoice& choice,
                const std::optional<geometry::CollisionWish>& shapes) {
  if (sha256.empty()) return;
  std::error_code error;
  const auto absolute = std::filesystem::absolute(file, error).lexically_normal();
  io::ImportOptions again = options;  // what fitted the names is what they are read in, whatever comes to the file
  if (!read.encoding.empty()) again.encoding = read.encoding;
  std::vector<std::string> models;
  for (const io::ImportedObject& one : read.objects) models.push_back(one.object.name());
  for (std::size_t i = 0; i < read.objects.size(); ++i) {
    io::ImportedObject& one = read.objects[i];
    one.object.mutable_user_data()->erase(scene::kImportNoteKey);
    keepNote(one.object, {error ? file.string() : absolute.string(),
                          sha256,
                          one.object.name(),
                          i,
                          again,
                          choice,
                          one.file_t_object,
                          partNotes(one.object),
                          {},
                          {},
                          models,
                          settingHashes(one.object),
                          shapes});
  }
}

}  // namespace ww::usecase
