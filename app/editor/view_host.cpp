// SPDX-License-Identifier: Apache-2.0
#include "app/editor/view_host.h"

#include <QApplication>
#include <QFrame>
#include <QHBoxLayout>
#include <QStyle>
#include <QVBoxLayout>

#include "app/editor/tool_strip.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/theme.h"

namespace ww::editor {
namespace {

constexpr double kSnapMm = 10.0;
constexpr double kSnapDegrees = 5.0;

QHBoxLayout* strip(QVBoxLayout* box) {
  auto* row = new QHBoxLayout;
  row->setContentsMargins(6, 3, 6, 3);
  row->setSpacing(2);
  box->addLayout(row);
  return row;
}

}  // namespace

ViewHost::ViewHost(ui::SessionBridge& bridge, ui::Selection& selection, ui::PoseLayer& layer, QWidget* parent)
    : QWidget(parent), view_(new ui::Viewport(&bridge, &selection, &layer, this)) {
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(0);
  tools_ = new ToolStrip(this);
  box->addWidget(tools_);
  box->addWidget(framed(), 1);
  chips_ = strip(box);
  chips_->setSpacing(6);
  view_->setAccessibleName(tr("3D view"));
  view_->setTheme(ui::Theme::instance().isDark());
  view_->setSnap(kSnapMm, kSnapDegrees, snap_);
  connect(&ui::Theme::instance(), &ui::Theme::changed, view_, &ui::Viewport::setTheme);
  connect(view_, &ui::Viewport::hint, this, &ViewHost::hint);
  connect(view_, &ui::Viewport::fileDropped, this, &ViewHost::filesDropped);
  connect(view_, &ui::Viewport::toolChanged, this, &ViewHost::toolChanged);
  connect(view_, &ui::Viewport::contextMenuRequested, this, &ViewHost::contextMenuRequested);
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
  shown_[static_cast<std::size_t>(what)] = shown;
  switch (what) {
    case ui::Shown::kGrid: return view_->setShown(ui::ViewLayer::kGrid, shown);
    case ui::Shown::kFrames: return view_->setShown(ui::ViewLayer::kFrames, shown);
    case ui::Shown::kCollision: return view_->setShown(ui::ViewLayer::kCollision, shown);
  }
}

void ViewHost::setTool(ui::Tool tool) {
  using To = ui::Viewport::Tool;
  view_->setTool(tool == ui::Tool::kSelect ? To::kSelect : tool == ui::Tool::kMove ? To::kMove : To::kRotate);
}

ui::Tool ViewHost::tool() const {
  using From = ui::Viewport::Tool;
  return view_->tool() == From::kSelect ? ui::Tool::kSelect
         : view_->tool() == From::kMove ? ui::Tool::kMove
                                        : ui::Tool::kRotate;
}

void ViewHost::setSpace(ui::Space space) {
  view_->setSpace(space == ui::Space::kWorld ? ui::Viewport::Space::kWorld : ui::Viewport::Space::kLocal);
}

ui::Space ViewHost::space() const {
  return view_->space() == ui::Viewport::Space::kWorld ? ui::Space::kWorld : ui::Space::kLocal;
}

void ViewHost::setSnap(bool on) {
  snap_ = on;
  view_->setSnap(kSnapMm, kSnapDegrees, on);
}

}  // namespace ww::editor
