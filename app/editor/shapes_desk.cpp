// SPDX-License-Identifier: Apache-2.0
#include "app/editor/shapes_desk.h"

#include <QScreen>
#include <algorithm>
#include <utility>

#include "core/session/object_properties.h"
#include "core/world/views/references.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/shapes_dialog.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

constexpr int kShapesPause = 250;          // ms from a choice to its work
constexpr std::size_t kMostListed = 1000;  // parts of one object

constexpr auto kShapeOf = &world::PlacedGeometry::geometry;

bool isSeen(const world::EntityPtr& entity) { return !entity->visual.empty(); }

// Whether shapes that were made of the one are those of the other, too.
bool looksTheSame(const world::Entity& a, const world::Entity& b) {
  const auto same = [](const world::PlacedGeometry& x, const world::PlacedGeometry& y) {
    return x.geometry == y.geometry && x.ref_t_shape.matrix() == y.ref_t_shape.matrix();
  };
  return a.name == b.name && std::ranges::equal(a.visual, b.visual, same);
}

ui::ShapeFigures figuresOf(const LinkTrial& trial) {
  ui::ShapeFigures out;
  if (!trial.problem.ok()) {
    out.problem = ui::toLine(trial.problem);
    return out;
  }
  out.kind = trial.made.kind;
  out.shapes = trial.made.shapes.parts.size();
  for (const geometry::Shape& part : trial.made.shapes.parts) out.primitives += part.primitives.size();
  out.triangles = trial.made.shapes.triangles;
  out.deviation = trial.made.shapes.deviation;
  out.seen = trial.made.seen;
  return out;
}

}  // namespace

ShapesDesk::ShapesDesk(const WindowParts& parts, std::shared_ptr<ui::WorldScenes> scenes)
    : QObject(&parts.window), parts_(parts), scenes_(std::move(scenes)) {
  soon_.setSingleShot(true);
  soon_.setInterval(kShapesPause);
  connect(&soon_, &QTimer::timeout, this, &ShapesDesk::workOut);
  connect(&parts_.bridge, &ui::SessionBridge::changed, this, &ShapesDesk::followWorld);
  connect(&parts_.jobs, &ui::JobBridge::updated, this, &ShapesDesk::showProgress);
}

ui::ShapesDialog* ShapesDesk::dialog() const { return dialog_; }

// ---- whose shapes

std::optional<ShapesDesk::Target> ShapesDesk::target() const {
  const auto world = parts_.bridge.snapshot().world;
  Target out;
  bool whole = false;
  for (const world::NodeRef& node : parts_.selection.nodes()) {
    ObjectId object;
    if (const auto* id = std::get_if<ObjectId>(&node)) {
      object = *id;
      whole = true;
    } else if (const auto* entity = std::get_if<EntityId>(&node)) {
      const world::EntityOwner* owner = world->owner(*entity);
      if (owner) object = owner->object;
      out.links.push_back(*entity);
    }
    if (!object || object == world::kRootObject || (out.object && out.object != object)) return std::nullopt;
    out.object = object;
  }
  if (!out.object || !world->peek(out.object)) return std::nullopt;
  if (whole) out.links.clear();
  return out;
}

QString ShapesDesk::whyNot() const {
  if (parts_.selection.nodes().empty()) return tr("Select an object first.");
  const auto its = target();
  if (!its) return tr("Select one object, or parts of one.");
  const auto world = parts_.bridge.snapshot().world;
  const auto& entities = world->peek(its->object)->entities;
  const bool seen = its->links.empty() ? std::any_of(entities.begin(), entities.end(), isSeen)
                                       : std::ranges::any_of(its->links, [&](EntityId id) {
                                           const auto entity = world->entity(id);
                                           return entity && isSeen(entity);
                                         });
  return seen ? QString() : tr("Nothing is seen of it that shapes could be made of.");
}

void ShapesDesk::choose() {
  const auto its = target();
  if (!its) return;
  if (dialog_ && object_ != its->object) end();
  if (!dialog_) open(*its);
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < links_.size(); ++i)
    if (its->links.empty() || std::ranges::find(its->links, links_[i]->id) != its->links.end()) rows.push_back(i);
  dialog_->selectParts(rows);
  dialog_->show();
  dialog_->raise();
  dialog_->activateWindow();
}

ui::ShapePart ShapesDesk::partOf(const world::Entity& link) {
  ui::ShapePart out;
  out.name = QString::fromStdString(link.name);
  for (const auto& one : link.visual) out.seen_triangles += one.geometry->mesh->triangles.size();
  for (const auto& one : link.collision) {
    const geometry::Shape& shape = one.geometry->shape;
    if (shape.mesh) out.checked_triangles += shape.mesh->triangles.size();
    out.checked_primitives += shape.primitives.size();
  }
  out.checked_shapes = link.collision.size();
  if (const auto physics = session::linkPhysics(link); physics && physics->mass > 0.0) out.mass = physics->mass;
  return out;
}

void ShapesDesk::open(const Target& target) {
  const auto world = parts_.bridge.snapshot().world;
  const world::Object& object = *world->peek(target.object);
  object_ = target.object;
  name_ = QString::fromStdString(object.name);
  links_.clear();
  known_.clear();
  trial_.reset();
  std::vector<ui::ShapePart> rows;
  for (const auto& entity : object.entities) {
    const bool asked = std::ranges::find(target.links, entity->id) != target.links.end();
    if (!isSeen(entity) || (!asked && links_.size() >= kMostListed)) continue;
    links_.push_back(entity);
    rows.push_back(partOf(*entity));
  }
  dialog_ = new ui::ShapesDialog(name_, std::move(rows), &parts_.window);
  dialog_->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog_, &ui::ShapesDialog::wished, this, &ShapesDesk::wished);
  connect(dialog_, &ui::ShapesDialog::previewAsked, this, &ShapesDesk::showPreview);
  connect(dialog_, &ui::ShapesDialog::stopAsked, this, &ShapesDesk::stop);
  connect(dialog_, &ui::ShapesDialog::applyAsked, this, &ShapesDesk::apply);
  connect(dialog_, &QDialog::finished, this, [this] {
    dialog_.clear();
    end();
  });
  if (links_.size() >= kMostListed)
    dialog_->tell(
        tr("Of its parts the first %1 are listed; select others in the tree to choose for them.").arg(kMostListed));
  place();
}

// At the right edge, so that the picture is seen, and within the screen.
void ShapesDesk::place() {
  const QWidget& window = parts_.window;
  if (!window.screen()) return;
  constexpr int kEdge = 8, kFrame = 32;  // pixels; the frame that a window manager puts around it
  const QRect there = window.screen()->availableGeometry();
  dialog_->resize(dialog_->width(), std::min(dialog_->height(), there.height() - kFrame - 2 * kEdge));
  const QSize size = dialog_->size();
  const QPoint wanted(window.mapToGlobal(QPoint(window.width() - size.width() - kEdge, 0)).x(),
                      parts_.view.mapToGlobal(QPoint(0, kEdge)).y());
  dialog_->move(std::clamp(wanted.x(), there.left(), std::max(there.left(), there.right() - size.width())),
                std::clamp(wanted.y(), there.top(), std::max(there.top(), there.bottom() - size.height() - kFrame)));
}

void ShapesDesk::end() {
  soon_.stop();
  if (job_ != 0 && !taking_) parts_.jobs.cancel(std::exchange(job_, 0));
  trial_.reset();
  known_.clear();
  links_.clear();
  parts_.view.view()->marks().setPreview(ui::scene::PreviewOf::kShapes, {});
  if (!dialog_) return;
  dialog_->disconnect(this);
  dialog_->deleteLater();
  dialog_.clear();
}

// ---- working out

void ShapesDesk::wished() {
  trial_.reset();
  dialog_->tell({});
  dialog_->setTimes({});
  dialog_->setProgress(0.0, {});
  if (job_ != 0) parts_.jobs.cancel(std::exchange(job_, 0));
  dialog_->setBusy(dialog_->hasWish());
  if (dialog_->hasWish()) return soon_.start();
  soon_.stop();
  showPreview();
}

void ShapesDesk::stop() {
  soon_.stop();
  if (job_ != 0) parts_.jobs.cancel(std::exchange(job_, 0));
  dialog_->setBusy(false);
  dialog_->tell(tr("Stopped. Choose again to go on."));
}

void ShapesDesk::workOut() {
  if (!dialog_) return;
  auto request = std::make_shared<TrialRequest>();
  request->world = parts_.bridge.snapshot().world;
  request->object = object_;
  const auto& wishes = dialog_->wishes();
  for (std::size_t i = 0; i < links_.size(); ++i)
    if (wishes[i]) request->wishes.emplace_back(links_[i], *wishes[i]);
  request->known = known_;
  request->store = parts_.bridge.session().sharedStore();
  request->scenes = scenes_;
  // Its number is known only after it has begun, and it may be asked to stop before it ends.
  auto number = std::make_shared<quint64>(0);
  job_ = *number = parts_.jobs.run<TrialPtr>(
      tr("Collision shapes of %1").arg(name_),
      [request](std::stop_token stop, const Progress& progress) {
        return workOutTrial(*request, std::move(stop), progress);
      },
      [this, number](const Result<TrialPtr>& made) {
        if (job_ != *number || !dialog_) return;
        job_ = 0;
        take(made);
      });
}

void ShapesDesk::take(const Result<TrialPtr>& made) {
  dialog_->setBusy(false);
  if (!made.ok()) return dialog_->tell(ui::toLine(made.status()));
  trial_ = *made;
  for (const auto& [key, link] : trial_->links) known_[key] = link;
  const auto& wishes = dialog_->wishes();
  std::vector<std::pair<std::size_t, ui::ShapeFigures>> figures;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (!wishes[i]) continue;
    const auto found = known_.find(trialKey(links_[i]->id, *wishes[i]));
    if (found != known_.end()) figures.emplace_back(i, figuresOf(*found->second));
  }
  dialog_->setFigures(std::move(figures));
  dialog_->setTimes({trial_->now_s, trial_->then_s});
  dialog_->setScale(trial_->scale, trial_->has_colors);
  showPreview();
}

void ShapesDesk::showProgress(quint64 job) {
  if (job_ == 0 || job != job_ || !dialog_) return;
  const auto& jobs = parts_.jobs.jobs();
  const auto info = std::ranges::find(jobs, job, &ui::JobInfo::id);
  if (info != jobs.end()) dialog_->setProgress(info->fraction, info->text);
}

void ShapesDesk::showPreview() {
  const bool on = dialog_ && dialog_->wantsPreview() && dialog_->hasWish() && trial_;
  parts_.view.view()->marks().setPreview(ui::scene::PreviewOf::kShapes,
                                         on ? trial_->preview : std::vector<ui::scene::BodyShell>());
}

// ---- taking

// By a job: a shape of a million triangles takes its time.
void ShapesDesk::apply() {
  if (!trial_ || !trial_->edits || taking_) return;
  session::CommitRequest request;
  const QString label = tr("Collision shapes of %1").arg(name_);
  request.label = label.toStdString();
  request.edits = trial_->edits;
  taking_ = true;
  dialog_->setTaking(true);
  parts_.jobs.run<session::Committed>(
      label,
      [session = parts_.bridge.sharedSession(), request](std::stop_token, const Progress&) {
        return session->commitAndSee(request);
      },
      [this](const Result<session::Committed>& done) { applied(done); }, true);
}

void ShapesDesk::applied(const Result<session::Committed>& done) {
  taking_ = false;
  if (done.ok()) {
    parts_.messages.say(tr("%1 is checked with the new shapes.").arg(name_));
    return end();
  }
  if (!dialog_)
    return parts_.messages.report(tr("The collision shapes of %1 stay as they were").arg(name_), done.status());
  dialog_->setTaking(false);
  dialog_->tell(ui::toLine(done.status()));
}

// Of what has gone, or looks otherwise now, nothing was worked out.
void ShapesDesk::followWorld() {
  if (!dialog_ || taking_) return;
  const auto world = parts_.bridge.snapshot().world;
  bool again = false;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const auto now = world->entity(links_[i]->id);
    if (now == links_[i]) continue;
    if (!now || !looksTheSame(*now, *links_[i])) {
      parts_.messages.say(tr("%1 has changed: choose its collision shapes again.").arg(name_));
      return end();
    }
    const bool checked_otherwise = !std::ranges::equal(now->collision, links_[i]->collision, {}, kShapeOf, kShapeOf);
    links_[i] = now;
    if (checked_otherwise) dialog_->setPart(i, partOf(*now));
    again = again || checked_otherwise;
  }
  if (again) wished();
}

}  // namespace ww::editor
