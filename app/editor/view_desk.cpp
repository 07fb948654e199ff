// SPDX-License-Identifier: Apache-2.0
#include "app/editor/view_desk.h"

#include <QBuffer>
#include <QImage>
#include <algorithm>

#include "app/editor/saved_views.h"
#include "app/editor/section_bar.h"
#include "app/editor/surroundings.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

constexpr QSize kSavedPicture(192, 120);  // pixels
constexpr int kInset = 8;

// All of the picture: what is at its edges may be what it was saved for.
std::string pngOf(const QImage& image) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  image.scaled(kSavedPicture, Qt::KeepAspectRatio, Qt::SmoothTransformation).save(&buffer, "PNG");
  return project::isSmallPng({bytes.constData(), static_cast<std::size_t>(bytes.size())}) ? bytes.toStdString()
                                                                                          : std::string();
}

project::SavedView savedOf(const ui::CameraState& camera) {
  project::SavedView view;
  view.eye = camera.eye;
  view.target = camera.target;
  view.up = camera.up;
  view.vertical_fov = camera.vertical_fov;
  view.ortho = camera.ortho;
  return view;
}

}  // namespace

ViewDesk::ViewDesk(ui::SessionBridge& bridge, ViewHost& view)
    : QObject(&view),
      bridge_(bridge),
      view_(view),
      chip_(new ui::Chip(view.chipRow()->parentWidget())),
      section_(new SectionBar(view.keeper(), &view)),
      views_(new SavedViews(view.keeper(), &view)),
      surroundings_(new Surroundings(view.keeper(), &view)) {
  chip_->setProperty("about", QStringLiteral("hidden"));
  chip_->setAccessibleName(tr("What is hidden"));
  view_.chipRow()->addWidget(chip_);
  view_.setOverlay(section_);
  connect(chip_, &ui::Chip::clicked, this, [this] {
    if (keeper().visibility().isIsolating()) keeper().endIsolation();
    else keeper().showAll();
  });
  connect(views_, &SavedViews::chosen, this, &ViewDesk::recall);
  connect(views_, &SavedViews::saveAsked, this, &ViewDesk::saveView);
  connect(&view_.keeper(), &ui::ViewKeeper::changed, this, &ViewDesk::showChip);
  connect(&bridge_, &ui::SessionBridge::changed, this, [this](const ui::ChangePtr& change) {
    worlds_ += change->kind == session::Change::Kind::kReplace;
    showChip();
  });
  showChip();
}

void ViewDesk::showChip() {
  const QString text = keeper().hiddenText();
  chip_->setVisible(!text.isEmpty());
  if (text.isEmpty()) return;
  const bool alone = keeper().visibility().isIsolating();
  const QString how = alone ? tr("A click, or Esc, shows the others again.") : tr("A click shows all.");
  chip_->set(ui::Chip::Kind::kNeutral, text,
             how + QLatin1Char(' ') + tr("Collision checks and plans do not care what is hidden."));
}

void ViewDesk::setSection(bool on) {
  project::ViewState next = keeper().state();
  if (on && next.section == project::SectionPlane()) {
    const Bounds box = keeper().span();
    if (!box.empty()) next.section.offset = next.section.normal.dot(box.center());
  }
  next.section.on = on;
  keeper().set(std::move(next));
}

QString ViewDesk::whyNotSaveView() const {
  return keeper().state().views.size() < project::kMostViews
             ? QString()
             : tr("There are %1 saved views already: delete one first.").arg(project::kMostViews);
}

QString ViewDesk::freeName() const {
  const auto& views = keeper().state().views;
  for (std::size_t i = views.size() + 1;; ++i) {
    const std::string name = tr("View %1").arg(i).toStdString();
    if (std::none_of(views.begin(), views.end(), [&](const project::SavedView& v) { return v.name == name; }))
      return QString::fromStdString(name);
  }
}

// With the picture that is on the screen; the camera is that of this moment.
void ViewDesk::saveView() {
  if (!whyNotSaveView().isEmpty()) return;
  project::SavedView saved = savedOf(view_.view()->camera());
  saved.name = freeName().toStdString();
  view_.view()->grabImage([self = QPointer<ViewDesk>(this), saved, worlds = worlds_](const QImage& image) mutable {
    if (!self || self->worlds_ != worlds) return;  // another world has views of its own
    saved.png = pngOf(image);
    project::ViewState next = self->keeper().state();
    const QString name = QString::fromStdString(saved.name);
    next.views.push_back(std::move(saved));
    self->keeper().set(std::move(next));
    Q_EMIT self->said(tr("%1 saved: the list of saved views (V) has it.").arg(name));
  });
}

void ViewDesk::recall(std::size_t index) {
  const auto& views = keeper().state().views;
  if (index >= views.size()) return;
  const project::SavedView& saved = views[index];
  ui::CameraState camera = view_.view()->camera();
  camera.eye = saved.eye;
  camera.target = saved.target;
  camera.up = saved.up;
  camera.vertical_fov = saved.vertical_fov;
  camera.ortho = saved.ortho;
  view_.view()->setCamera(camera, true);
}

QPoint ViewDesk::popupPlace(const QWidget& popup) const {
  const QWidget* surface = view_.view();
  const int left = surface->width() - popup.sizeHint().width() - kInset;
  return surface->mapToGlobal(QPoint(std::max(kInset, left), kInset));
}

void ViewDesk::openSavedViews() { views_->popup(popupPlace(*views_)); }
void ViewDesk::openSurroundings() { surroundings_->popup(popupPlace(*surroundings_)); }

}  // namespace ww::editor
