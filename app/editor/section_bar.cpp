// SPDX-License-Identifier: Apache-2.0
#include "app/editor/section_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <cmath>

#include "ui/widgets/icons.h"

namespace ww::editor {
namespace {

constexpr int kSteps = 1000;
constexpr int kMostWidth = 560;       // pixels
constexpr double kFarthestCut = 1e6;  // metres

ui::QuantityField::Setup placeSetup(const QString& name) {
  ui::QuantityField::Setup setup;
  setup.name = name;
  setup.most = kFarthestCut;
  setup.step = 0.01;
  return setup;
}

QToolButton* textButton(const QString& text, const QString& tip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setFocusPolicy(Qt::TabFocus);
  button->setAutoRaise(true);
  return button;
}

}  // namespace

SectionBar::SectionBar(ui::ViewKeeper& keeper, QWidget* parent)
    : QWidget(parent),
      keeper_(keeper),
      slider_(new QSlider(Qt::Horizontal, this)),
      place_(new ui::QuantityField(placeSetup(tr("Place of the section plane")), this)) {
  setObjectName(QStringLiteral("sectionBar"));
  setMaximumWidth(kMostWidth);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 4, 6, 4);
  row->setSpacing(4);
  auto* title = new QLabel(tr("Section"), this);
  row->addWidget(title);
  static const char* const kAxes[] = {"X", "Y", "Z"};
  for (int i = 0; i < 3; ++i) {
    auto* button =
        textButton(QLatin1String(kAxes[i]), tr("Cuts across the axis %1").arg(QLatin1String(kAxes[i])), this);
    button->setCheckable(true);
    connect(button, &QToolButton::clicked, this, [this, i] { setAxis(i); });
    axes_[static_cast<std::size_t>(i)] = button;
    row->addWidget(button);
  }
  auto* flip = textButton(tr("Flip"), tr("Shows the other side"), this);
  connect(flip, &QToolButton::clicked, this, &SectionBar::flip);
  row->addWidget(flip);
  slider_->setRange(0, kSteps);
  slider_->setAccessibleName(tr("Place of the section plane"));
  slider_->setMinimumWidth(36);
  row->addWidget(slider_, 1);
  place_->setFixedWidth(104);
  row->addWidget(place_);
  auto* close = textButton({}, tr("Ends the section (P)"), this);
  close->setIcon(ui::icon(QStringLiteral("close")));
  row->addWidget(close);
  connect(slider_, &QSlider::valueChanged, this, [this](int at) {
    const auto [low, high] = range();
    if (!following_) setPlace(low + (high - low) * at / kSteps);
  });
  connect(place_, &ui::QuantityField::edited, this, &SectionBar::setPlace);
  connect(close, &QToolButton::clicked, this, [this] {
    project::ViewState next = keeper_.state();
    next.section.on = false;
    keeper_.set(std::move(next));
  });
  connect(&keeper_, &ui::ViewKeeper::changed, this, &SectionBar::follow);
  follow();
}

int SectionBar::axis() const {
  int axis = 0;
  keeper_.state().section.normal.cwiseAbs().maxCoeff(&axis);
  return axis;
}

double SectionBar::sign() const { return keeper_.state().section.normal[axis()] < 0.0 ? -1.0 : 1.0; }

std::pair<double, double> SectionBar::range() const {
  const Bounds box = keeper_.span();
  if (box.empty()) return {-1.0, 1.0};
  // A little beyond, so that its ends show all and nothing.
  const double low = box.min[axis()], high = box.max[axis()], more = std::max(1e-3, 0.01 * (high - low));
  return {low - more, high + more};
}

void SectionBar::follow() {
  const project::SectionPlane& plane = keeper_.state().section;
  setVisible(plane.on);
  if (!plane.on) return;
  const double place = sign() * plane.offset;
  const auto [low, high] = range();
  following_ = true;
  for (int i = 0; i < 3; ++i) axes_[static_cast<std::size_t>(i)]->setChecked(i == axis());
  if (!slider_->isSliderDown())
    slider_->setValue(static_cast<int>(std::lround(kSteps * std::clamp((place - low) / (high - low), 0.0, 1.0))));
  place_->setValue(place);
  following_ = false;
}

void SectionBar::setAxis(int axis) {
  project::ViewState next = keeper_.state();
  next.section.normal = Vec3::Unit(axis);
  const Bounds box = keeper_.span();
  next.section.offset = box.empty() ? 0.0 : box.center()[axis];
  place_->discard();  // what was typed is meant along the axis before
  keeper_.set(std::move(next));
  follow();  // the same axis again: its button stays down
}

void SectionBar::setPlace(double along_axis) {
  project::ViewState next = keeper_.state();
  next.section.offset = sign() * along_axis;
  keeper_.set(std::move(next));
}

void SectionBar::flip() {
  project::ViewState next = keeper_.state();
  next.section.normal = -next.section.normal;
  next.section.offset = -next.section.offset;
  keeper_.set(std::move(next));
}

}  // namespace ww::editor
