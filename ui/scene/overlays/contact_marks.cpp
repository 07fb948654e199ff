// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/overlays/contact_marks.h"

#include <algorithm>
#include <map>

#include "ui/scene/materials.h"
#include "ui/scene/overlays/backdrop.h"

namespace ww::ui::scene {
namespace {

// The deepest come first; a picture of more would be all red, and each costs time in every frame.
constexpr std::size_t kMostPainted = 24;
constexpr float kShellOpacity = 0.24f, kPreviewOpacity = 0.85f, kElsewhereOpacity = 0.4f;
// Of a large part only the place is painted: as far around it as the smaller of the two is large, by this factor.
constexpr double kPatchReach = 0.6;
// Pixels.
constexpr double kThin = 1.5, kThick = 3.0, kDot = 8.0, kDash = 8.0, kShortestArrow = 28.0, kHead = 10.0;

// A very short thick line is a dot, whatever the direction of the view.
void addDot(const Vec3& p, double pixels, const QColor& color, const ViewTransform& view, std::vector<Line>& lines) {
  const Vec3 d = 0.5 * pixels * view.metresPerPixel(p) * view.camera().right();
  lines.push_back({p - d, p + d, color, pixels, 0});
}

QColor opaque(QColor color) {
  color.setAlphaF(1.0f);
  return color;
}

void setColor(InstanceData& data, const QColor& color) {
  const float parts[4] = {color.redF(), color.greenF(), color.blueF(), color.alphaF()};
  std::copy(parts, parts + 4, data.color);
}

// Shown or not, unless the entity itself is hidden.
std::vector<std::uint32_t> collisionParts(const WorldMirror& mirror, EntityId entity) {
  const auto* owner = mirror.world().owner(entity);
  if (!owner || !mirror.rules().visibility.showsPart(mirror.world(), owner->object, entity)) return {};
  auto slots = mirror.partsOf(owner->object, true);
  std::erase_if(slots, [&](std::uint32_t slot) {
    const Part& part = mirror.part(slot);
    return part.entity != entity || !part.mesh;
  });
  return slots;
}

// Of its collision shape, metres.
double sizeOf(const WorldMirror& mirror, EntityId entity) {
  Bounds box;
  for (const std::uint32_t slot : collisionParts(mirror, entity)) {
    const Part& part = mirror.part(slot);
    box.add(part.mesh->geometry->bounds.transformed(part.entity_t_shape));
  }
  return box.size().norm();
}

// root_t_entity, in the world as shown or of the ghost.
Pose poseOf(const WorldMirror& mirror, const ContactMarks::GhostPoses& ghost, EntityId entity, bool on_ghost) {
  const auto there = on_ghost ? ghost.find(entity) : ghost.end();
  if (there != ghost.end()) return there->second;
  return mirror.world().owner(entity) ? mirror.rootT(entity) : Pose();
}

// What is painted of a body: a ball around its contacts, root frame, metres.
struct Patch {
  std::vector<Vec3> places;
  double reach = 0.0;

  void add(const Vec3& place, double radius) {
    places.push_back(place);
    reach = std::max(reach, radius);
  }
  void write(InstanceData& data) const {
    Bounds around;
    for (const Vec3& p : places) around.add(p);
    const Vec3 centre = around.center();
    const double radius = 0.5 * around.size().norm() + reach;
    for (int i = 0; i < 3; ++i) data.info[i] = static_cast<float>(centre[i]);
    data.info[3] = static_cast<float>(radius);
  }
};

}  // namespace

ContactMarks::ContactMarks(FrameGraph& graph, q3c::QEntity* root)
    : graph_(graph), theme_(sceneTheme(true)), lines_(std::make_unique<LineBatch>(graph, root)) {
  const auto mesh_v = QStringLiteral("mesh.vert");
  // Its shader knows what is before it: what is hidden is hatched, too, but thinner.
  DrawState over;
  over.depth_test = over.depth_write = false;
  over.blend = true;
  hatch_ =
      std::make_unique<TransientBatches>(BatchStyle{makeMaterial(mesh_v, QStringLiteral("contact.frag"), over, root),
                                                    nullptr,
                                                    {graph.layer(LayerId::kContact)},
                                                    {}},
                                         root);
  DrawState ghost;
  ghost.blend = true;
  shell_batches_ = std::make_unique<TransientBatches>(
      BatchStyle{makeMaterial(mesh_v, QStringLiteral("mesh.frag"), ghost, root, kDepthPass),
                 nullptr,
                 {graph.layer(LayerId::kGhost)},
                 {}},
      root);
  setTheme(theme_);
}

ContactMarks::~ContactMarks() = default;

void ContactMarks::setTheme(const SceneTheme& theme) {
  theme_ = theme;
  graph_.setUniform(QStringLiteral("contactStripe"), vec4(opaque(theme.halo)));
}

void ContactMarks::take(std::vector<BodyShell> shells, WorldMirror& mirror, std::vector<Shell>& into) {
  const std::vector<Shell> before = std::move(into);
  into.clear();
  for (const BodyShell& shell : shells)
    into.push_back({shell.entity, mirror.library().get(shell.shape), shell.entity_t_shape, shell.color});
  for (const Shell& old : before) mirror.library().release(old.mesh);
}

InstanceData ContactMarks::placed(const Shell& shell, const WorldMirror& mirror, float opacity) {
  const Eigen::Affine3d root_t_shape = mirror.rootT(shell.entity).isometry() * shell.entity_t_shape;
  InstanceData data = makeInstance(root_t_shape * Eigen::Translation3d(shell.mesh->gpu.origin));
  data.info[2] = opacity;
  return data;
}

// What is painted goes with what is dragged until the contacts are found anew.
void ContactMarks::anchor(const WorldMirror& mirror, const GhostPoses& ghost) {
  if (!anchors_.empty()) return;
  for (const Contact& c : contacts_)
    anchors_.emplace_back(poseOf(mirror, ghost, c.a, c.on_ghost).inverse() * c.p_a,
                          poseOf(mirror, ghost, c.b, c.on_ghost).inverse() * c.p_b);
}

void ContactMarks::paint(const WorldMirror& mirror, const GhostPoses& ghost, float outline_class, Items& outlines,
                         Bounds& box) {
  anchor(mirror, ghost);
  Items hatch, shells;
  std::map<std::pair<EntityId, bool>, Patch> patches;
  for (std::size_t i = 0; i < std::min(contacts_.size(), kMostPainted); ++i) {
    const Contact& c = contacts_[i];
    const double reach = kPatchReach * std::min(sizeOf(mirror, c.a), sizeOf(mirror, c.b));
    patches[{c.a, c.on_ghost}].add(poseOf(mirror, ghost, c.a, c.on_ghost) * anchors_[i].first, reach);
    patches[{c.b, c.on_ghost}].add(poseOf(mirror, ghost, c.b, c.on_ghost) * anchors_[i].second, reach);
  }
  for (const auto& [body, patch] : patches) {
    const auto& [id, on_ghost] = body;
    const auto there = on_ghost ? ghost.find(id) : ghost.end();
    for (const std::uint32_t slot : collisionParts(mirror, id)) {
      const Part& part = mirror.part(slot);
      const Eigen::Affine3d root_t_shape =
          there == ghost.end() ? part.root_t_shape : there->second.isometry() * part.entity_t_shape;
      InstanceData data = makeInstance(root_t_shape * Eigen::Translation3d(part.mesh->gpu.origin));
      setColor(data, theme_.contact);
      InstanceData hatched = data;
      patch.write(hatched);
      hatch.push_back({part.mesh, hatched});
      data.info[1] = outline_class;
      outlines.push_back({part.mesh, data});
      box.add(part.mesh->geometry->bounds.transformed(root_t_shape));
    }
  }
  for (const Shell& shell : shells_) {
    if (!mirror.world().owner(shell.entity)) continue;
    InstanceData data = placed(shell, mirror, kShellOpacity);
    setColor(data, opaque(theme_.selected));
    shells.push_back({shell.mesh, data});
  }
  for (const auto& [source, shapes] : preview_)
    for (const Shell& shape : shapes) {
      if (!mirror.world().owner(shape.entity)) continue;
      InstanceData data = placed(shape, mirror, shape.color ? kElsewhereOpacity : kPreviewOpacity);
      if (shape.color) setColor(data, opaque(*shape.color));
      shells.push_back({shape.mesh, data});
    }
  hatch_->assign(hatch);
  shell_batches_->assign(shells);
  graph_.setContactsEnabled(!hatch_->empty());
}

// ---- lengths

bool ContactMarks::hasLines() const {
  return !contacts_.empty() ||
         std::any_of(measures_.begin(), measures_.end(), [](const auto& m) { return !m.second.empty(); });
}

void ContactMarks::drawLines(const ViewTransform& view) {
  std::vector<Line> lines;
  for (const Contact& c : contacts_) {
    lines.push_back({c.p_a, c.p_b, theme_.contact, kThick, 0});
    for (const Vec3& p : {c.p_a, c.p_b}) addDot(p, kDot, theme_.contact, view, lines);
  }
  for (const auto& [source, measures] : measures_)
    for (const Measure& measure : measures) addMeasure(measure, view, lines);
  lines_->assign(lines);
}

void ContactMarks::addMeasure(const Measure& m, const ViewTransform& view, std::vector<Line>& lines) const {
  if (m.kind == Measure::Kind::kLine) return lines.push_back({m.p_a, m.p_b, theme_.accent, kThin, 0});
  const bool depth = m.kind == Measure::Kind::kDepth;
  if (m.kind == Measure::Kind::kForce || m.kind == Measure::Kind::kSlip) return addForce(m, view, lines);
  const QColor color = depth ? theme_.contact : theme_.accent, edge = opaque(theme_.halo);
  // With an edge, as it may lie over anything.
  lines.push_back({m.p_a, m.p_b, edge, kThick + 2.5, 0});
  lines.push_back({m.p_a, m.p_b, color, kThick, 0});
  if (depth) addArrow(m, view, lines);
  for (const Vec3& p : {m.p_a, m.p_b}) {
    addDot(p, kDot + 3.0, edge, view, lines);
    addDot(p, kDot, color, view, lines);
  }
}

// From where it acts, in the colour of what collides where it slips.
void ContactMarks::addForce(const Measure& m, const ViewTransform& view, std::vector<Line>& lines) const {
  const QColor color = m.kind == Measure::Kind::kSlip ? theme_.contact : theme_.accent, edge = opaque(theme_.halo);
  const Vec3 along = (m.p_b - m.p_a).normalized();
  const double pixel = view.metresPerPixel(m.p_b);
  Vec3 side = along.cross(view.camera().forward());
  side = side.norm() > 0.05 ? Vec3(side.normalized()) : view.camera().right();
  std::vector<std::pair<Vec3, Vec3>> strokes{{m.p_a, m.p_b}};
  for (const double s : {-0.55, 0.55}) strokes.emplace_back(m.p_b - kHead * pixel * (along - s * side), m.p_b);
  for (const auto& [from, to] : strokes) lines.push_back({from, to, edge, kThick + 2.0, 0});
  for (const auto& [from, to] : strokes) lines.push_back({from, to, color, kThick, 0});
}

// To where b has to go. A depth of less than an arrow's length on the screen has a dashed stem before it.
void ContactMarks::addArrow(const Measure& m, const ViewTransform& view, std::vector<Line>& lines) const {
  const double pixel = view.metresPerPixel(m.p_a);
  const Vec3 tip = m.p_a + kDot * pixel * m.normal, stem = tip - kShortestArrow * pixel * m.normal;
  lines.push_back({stem, tip, theme_.text, kThin, kDash});
  Vec3 side = m.normal.cross(view.camera().forward());
  side = side.norm() > 0.05 ? Vec3(side.normalized()) : view.camera().right();
  for (const double s : {-0.55, 0.55}) {
    const Vec3 wing = tip - kHead * pixel * (m.normal - s * side);
    lines.push_back({wing, tip, opaque(theme_.halo), kThick + 2.0, 0});
    lines.push_back({wing, tip, theme_.contact, kThick, 0});
  }
}

std::vector<Label> ContactMarks::labels(double dpr) const {
  std::vector<Label> out;
  for (const auto& [source, measures] : measures_)
    for (const Measure& m : measures) {
      if (m.text.isEmpty()) continue;
      Label label;
      label.text = m.text;
      label.anchor = 0.5 * (m.p_a + m.p_b);
      label.dx = 12.0 * dpr;
      label.dy = 8.0 * dpr;
      label.color = theme_.text;
      label.priority = 8;
      label.movable = label.always = true;
      out.push_back(label);
    }
  return out;
}

}  // namespace ww::ui::scene
