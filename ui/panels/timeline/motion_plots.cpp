// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/timeline/motion_plots.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/settings/preferences.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

// A small line as the curve is drawn.
QIcon curveIcon(std::size_t joint) {
  QPixmap picture(QSize(14, 14));
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setPen(QPen(jointColor(joint), 2.5, jointStyle(joint)));
  painter.drawLine(QPointF(1, 7), QPointF(13, 7));
  return QIcon(picture);
}

}  // namespace

MotionPlots::MotionPlots(QWidget* parent)
    : QWidget(parent), tabs_(new QTabBar(this)), tick_row_(new QWidget(this)), canvas_(new PlotCanvas(this)) {
  setObjectName(QStringLiteral("motionPlots"));
  tabs_->setAccessibleName(tr("What is drawn"));
  tabs_->setExpanding(false);
  tabs_->setDrawBase(false);
  for (const usecase::Rate rate : usecase::kRates) tabs_->addTab(rateName(rate));
  tabs_->addTab(tr("Tool speed"));
  tabs_->setCurrentIndex(1);
  auto* ticks = new FlowLayout(tick_row_, 2, 0);
  ticks->setContentsMargins(0, 0, 0, 0);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 2, 0, 0);
  column->setSpacing(2);
  column->addWidget(tabs_);
  column->addWidget(tick_row_);
  column->addWidget(canvas_, 1);
  connect(tabs_, &QTabBar::currentChanged, this, &MotionPlots::refresh);
  connect(canvas_, &PlotCanvas::scrubbed, this, &MotionPlots::scrubbed);
  connect(&Preferences::instance(), &Preferences::changed, this, &MotionPlots::refresh);
  connect(&Theme::instance(), &Theme::changed, this, [this] {
    for (std::size_t i = 0; i < ticks_.size(); ++i) ticks_[i]->setIcon(curveIcon(i));
    refresh();
  });
  refresh();
}

void MotionPlots::setCurves(std::shared_ptr<const usecase::MotionCurves> curves, bool is_stale) {
  curves_ = std::move(curves);
  is_stale_ = is_stale;
  // What is ticked stays so for another motion of the same robot, also while it is not known yet.
  if (curves_ && !ticksFit()) makeTicks();
  refresh();
}

bool MotionPlots::ticksFit() const {
  return std::ranges::equal(ticks_, curves_->joints, {}, &QToolButton::text,
                            [](const usecase::JointCurve& joint) { return QString::fromStdString(joint.name); });
}

void MotionPlots::makeTicks() {
  for (QToolButton* old : ticks_) delete old;
  ticks_.clear();
  for (std::size_t i = 0; i < curves_->joints.size(); ++i) {
    const QString name = QString::fromStdString(curves_->joints[i].name);
    auto* tick = new QToolButton(tick_row_);
    tick->setCheckable(true);
    tick->setChecked(true);
    tick->setAutoRaise(true);
    tick->setText(name);
    tick->setIcon(curveIcon(i));
    tick->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    tick->setAccessibleName(tr("Curve of %1").arg(name));
    tick->setToolTip(tr("Shows or hides %1").arg(name));
    connect(tick, &QToolButton::toggled, this, &MotionPlots::refresh);
    tick_row_->layout()->addWidget(tick);
    tick->show();
    ticks_.push_back(tick);
  }
}

bool MotionPlots::isTool() const { return tabs_->currentIndex() == static_cast<int>(usecase::kRates.size()); }

void MotionPlots::refresh() {
  PlotCanvas::Content content;
  tick_row_->setVisible(curves_ && !isTool());
  content.is_stale = is_stale_;
  content.nothing = curves_ ? tr("Nothing is chosen: tick a joint above.") : tr("Plan a motion to see its curves.");
  if (curves_) {
    content.duration = curves_->seconds;
    isTool() ? showTool(content) : showJoints(content);
  }
  canvas_->setContent(std::move(content));
}

PlotLine MotionPlots::lineOf(std::size_t joint, usecase::Rate rate, bool in_percent) const {
  const usecase::JointCurve& curve = curves_->joints[joint];
  const RateUnit unit = rateUnit(rate, curve.revolute);
  const double least = curve.least(rate), most = curve.most(rate);
  const bool limited = std::isfinite(least) && std::isfinite(most) && most > least;
  // shown = (si - middle) / scale
  const double middle = in_percent && limited ? 0.5 * (least + most) : 0.0;
  const double scale = in_percent && limited ? 0.005 * (most - least) : unit.si;
  PlotLine line;
  line.name = QString::fromStdString(curve.name);
  line.color = jointColor(joint);
  line.style = jointStyle(joint);
  line.unit = unit.text;
  line.factor = scale / unit.si;
  line.offset = -middle / unit.si;
  const auto shown = [&](double si) { return (si - middle) / scale; };
  line.points.reserve(static_cast<qsizetype>(curves_->points.size()));
  for (const usecase::CurvePoint& p : curves_->points)
    line.points << QPointF(p.seconds,
                           shown(p.joints[static_cast<std::size_t>(rate)][static_cast<Eigen::Index>(joint)]));
  if (std::isfinite(least)) line.lower = shown(least);
  if (std::isfinite(most)) line.upper = shown(most);
  for (const usecase::LimitBreak& one : curves_->breaks)
    if (one.joint == joint && one.rate == rate) line.outside.push_back({one.from_s, one.to_s});
  return line;
}

void MotionPlots::showJoints(PlotCanvas::Content& out) const {
  const usecase::Rate rate = usecase::kRates[static_cast<std::size_t>(std::max(0, tabs_->currentIndex()))];
  std::vector<std::size_t> chosen;
  bool turns = false, slides = false;
  for (std::size_t i = 0; i < ticks_.size() && i < curves_->joints.size(); ++i) {
    if (!ticks_[i]->isChecked()) continue;
    chosen.push_back(i);
    (curves_->joints[i].revolute ? turns : slides) = true;
  }
  const bool in_percent = turns && slides;
  for (const std::size_t joint : chosen) out.lines.push_back(lineOf(joint, rate, in_percent));
  out.unit = in_percent ? tr("% of the limit") : rateUnit(rate, !slides).text;
}

void MotionPlots::showTool(PlotCanvas::Content& out) const {
  out.nothing = tr("Nothing rides on the joints of this robot.");
  if (!curves_->tool) return;
  PlotLine line;
  line.name = tr("Tool speed");
  line.color = jointColor(0);
  const RateUnit unit = rateUnit(usecase::Rate::kVelocity, false);
  line.unit = out.unit = unit.text;
  for (const usecase::CurvePoint& p : curves_->points) line.points << QPointF(p.seconds, p.tool_speed / unit.si);
  if (std::isfinite(curves_->tool_limit)) line.upper = curves_->tool_limit / unit.si;
  for (const usecase::LimitBreak& one : curves_->tool_breaks) line.outside.push_back({one.from_s, one.to_s});
  out.lines.push_back(std::move(line));
}

}  // namespace ww::ui
