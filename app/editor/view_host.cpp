// SPDX-License-Identifier: Apache-2.0
#include "app/editor/view_host.h"

#include <QApplication>
#include <QFrame>
#include <QHBoxLayout>
#include <QPainterPath>
#include <QStyle>
#include <QVBoxLayout>
#include <QWindow>
#include <algorithm>
#include <numbers>
#include <utility>

#include "app/editor/view_chips.h"
#include "ui/scene/view_marks.h"
#include "ui/scene/viewport.h"
#include "ui/settings/preferences.h"
#include "ui/widgets/theme.h"

namespace ww::editor {
namespace {

constexpr int kOverlayEdge = 10;       // pixels
constexpr int kCubeWidth = 160;        // of the view's upper right corner
constexpr double kOverlayRound = 5.0;  // as the style sheet has it

}  // namespace

ViewHost::ViewHost(ui::SessionBridge& bridge, ui::Selection& selection, ui::PoseLayer& layer, QWidget* parent)
    : QWidget(parent),
      view_(new ui::Viewport(&bridge, &selection, &layer, this)),
      keeper_(new ui::ViewKeeper(bridge, this)) {
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(0);
  box->addWidget(framed(), 1);
  chips_ = new ViewChips(this);
  view_->installEventFilter(this);
  connect(chips_, &ViewChips::placed, this, [this](const QRect& area) {
    below_chips_ = area;
    tellCovered();
  });
  connect(view_, &ui::Viewport::framePresented, chips_, [this] {
    if (!std::exchange(chips_in_front_, true)) chips_->toFront();
  });
  view_->setView(*keeper_);
  view_->setAccessibleName(tr("3D view"));
  view_->setTheme(ui::Theme::instance().isDark());
  setSnap(snap_);
  connect(&ui::Preferences::instance(), &ui::Preferences::changed, this, [this] { setSnap(snap_); });
  connect(&ui::Theme::instance(), &ui::Theme::changed, view_, &ui::Viewport::setTheme);
  connect(view_, &ui::Viewport::hint, this, &ViewHost::hint);
  connect(view_, &ui::Viewport::fileDropped, this, &ViewHost::filesDropped);
  connect(view_, &ui::Viewport::toolChanged, this, &ViewHost::toolChanged);
  connect(view_, &ui::Viewport::contextMenuRequested, this, &ViewHost::contextMenuRequested);
}

QHBoxLayout* ViewHost::chipRow() const { return chips_->row(); }

bool ViewHost::eventFilter(QObject* watched, QEvent* event) {
  const auto type = event->type();
  if (watched == view_ && (type == QEvent::Resize || type == QEvent::Move)) {
    chips_->setRoom(viewArea());
    placeOverlay();
  }
  if (watched == overlay_ && (type == QEvent::Show || type == QEvent::Hide || type == QEvent::LayoutRequest))
    placeOverlay();
  return QWidget::eventFilter(watched, event);
}

QRect ViewHost::viewArea() const { return {view_->mapTo(this, QPoint()), view_->size()}; }

void ViewHost::setOverlay(QWidget* bar) {
  overlay_ = bar;
  // A native window of its own: else the 3D view would cover it.
  bar->setAttribute(Qt::WA_NativeWindow);
  bar->setAttribute(Qt::WA_StyledBackground);
  bar->installEventFilter(this);
  placeOverlay();
}

// Beside the view cube, where that leaves enough, else below it.
void ViewHost::placeOverlay() {
  if (!overlay_) return;
  const QRect room = viewArea().adjusted(kOverlayEdge, kOverlayEdge, -kOverlayEdge, -kOverlayEdge);
  const bool beside = room.width() - kCubeWidth >= overlay_->minimumSizeHint().width();
  const int most = room.width() - (beside ? kCubeWidth : 0);
  const QSize size(std::min(most, overlay_->maximumWidth()), overlay_->sizeHint().height());
  overlay_->setGeometry(QRect(room.topLeft() + QPoint(0, beside ? 0 : kCubeWidth), size));
  QPainterPath shape;
  shape.addRoundedRect(overlay_->rect(), kOverlayRound, kOverlayRound);
  overlay_->setMask(QRegion(shape.toFillPolygon().toPolygon()));
  overlay_->raise();
  if (overlay_->windowHandle()) overlay_->windowHandle()->raise();
  tellCovered();
}

// No text of the view goes below what lies over it.
void ViewHost::tellCovered() {
  const QPoint origin = viewArea().topLeft();
  std::vector<QRectF> areas;
  if (!below_chips_.isEmpty()) areas.emplace_back(below_chips_.translated(-origin));
  if (overlay_ && !overlay_->isHidden()) areas.emplace_back(overlay_->geometry().translated(-origin));
  view_->marks().setCovered(std::move(areas));
}

ui::ToolLock& ViewHost::toolLock() const { return view_->toolLock(); }

// The view is a native window, which shows no focus: its frame does.
QWidget* ViewHost::framed() {
  auto* frame = new QFrame(this);
  frame->setObjectName(QStringLiteral("viewFrame"));
  auto* inside = new QVBoxLayout(frame);
  inside->setContentsMargins(2, 2, 2, 2);
  inside->addWidget(view_);
  connect(qApp, &QApplication::focusChanged, frame,
          [frame, surface = view_->focusProxy()](const QWidget*, const QWidget* now) {
            const bool has_keys = now && now == surface;
            if (frame->property("keys").toBool() == has_keys) return;
            frame->setProperty("keys", has_keys);
            frame->style()->unpolish(frame);
            frame->style()->polish(frame);
            frame->update();
          });
  return frame;
}

void ViewHost::fitAll() { view_->fitAll(); }
void ViewHost::fitSelection() { view_->fitSelection(); }
void ViewHost::stepView(ui::ViewStep step) {
  using To = ui::scene::ViewTurn;
  switch (step) {
    case ui::ViewStep::kLeft: return view_->setStandardView(To::kLeft);
    case ui::ViewStep::kRight: return view_->setStandardView(To::kRight);
    case ui::ViewStep::kUp: return view_->setStandardView(To::kUp);
    case ui::ViewStep::kDown: return view_->setStandardView(To::kDown);
    case ui::ViewStep::kRollLeft: return view_->setStandardView(To::kRollLeft);
    case ui::ViewStep::kRollRight: return view_->setStandardView(To::kRollRight);
  }
}

void ViewHost::toggleProjection() { view_->toggleProjection(); }

void ViewHost::setStandardView(ui::StandardView view) {
  using To = ui::Viewport::StandardView;
  switch (view) {
    case ui::StandardView::kIso: return view_->setStandardView(To::kIso);
    case ui::StandardView::kFront: return view_->setStandardView(To::kFront);
    case ui::StandardView::kBack: return view_->setStandardView(To::kBack);
    case ui::StandardView::kLeft: return view_->setStandardView(To::kLeft);
    case ui::StandardView::kRight: return view_->setStandardView(To::kRight);
    case ui::StandardView::kTop: return view_->setStandardView(To::kTop);
    case ui::StandardView::kBottom: return view_->setStandardView(To::kBottom);
  }
}

void ViewHost::setShown(ui::Shown what, bool shown) {
  using project::CollisionShown;
  project::ViewState next = keeper_->state();
  switch (what) {
    case ui::Shown::kGrid: grid_ = shown; return view_->setShown(ui::ViewLayer::kGrid, shown);
    case ui::Shown::kClearance: clearance_ = shown; return Q_EMIT lengthsShown();
    case ui::Shown::kMargins: margins_ = shown; return Q_EMIT lengthsShown();
    case ui::Shown::kFrames: next.frames_hidden = !shown; break;
    case ui::Shown::kCollision: next.collision = shown ? CollisionShown::kAlone : CollisionShown::kNo; break;
  }
  keeper_->set(std::move(next));
}

bool ViewHost::isShown(ui::Shown what) const {
  switch (what) {
    case ui::Shown::kGrid: return grid_;
    case ui::Shown::kClearance: return clearance_;
    case ui::Shown::kMargins: return margins_;
    case ui::Shown::kFrames: return !keeper_->state().frames_hidden;
    case ui::Shown::kCollision: break;
  }
  return keeper_->state().collision == project::CollisionShown::kAlone;
}

void ViewHost::addBar(QWidget* bar) { static_cast<QVBoxLayout*>(layout())->insertWidget(0, bar); }

void ViewHost::setTool(ui::Tool tool) {
  using To = ui::Viewport::Tool;
  switch (tool) {
    case ui::Tool::kSelect: return view_->setTool(To::kSelect);
    case ui::Tool::kMove: return view_->setTool(To::kMove);
    case ui::Tool::kRotate: return view_->setTool(To::kRotate);
    case ui::Tool::kHand: return view_->setTool(To::kHand);
    case ui::Tool::kTarget: return view_->setTool(To::kTarget);
  }
}

ui::Tool ViewHost::tool() const {
  using From = ui::Viewport::Tool;
  switch (view_->tool()) {
    case From::kSelect: return ui::Tool::kSelect;
    case From::kMove: return ui::Tool::kMove;
    case From::kRotate: return ui::Tool::kRotate;
    case From::kTarget: return ui::Tool::kTarget;
    case From::kHand: break;
  }
  return ui::Tool::kHand;
}

void ViewHost::setSpace(ui::Space space) {
  view_->setSpace(space == ui::Space::kWorld ? ui::Viewport::Space::kWorld : ui::Viewport::Space::kLocal);
}

ui::Space ViewHost::space() const {
  return view_->space() == ui::Viewport::Space::kWorld ? ui::Space::kWorld : ui::Space::kLocal;
}

void ViewHost::setSnap(bool on) {
  snap_ = on;
  const ui::PreferenceValues& steps = ui::Preferences::instance().values();
  view_->setSnap(steps.snap_length * 1000.0, steps.snap_angle * 180.0 / std::numbers::pi, on);
}

}  // namespace ww::editor
