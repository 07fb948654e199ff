// SPDX-License-Identifier: Apache-2.0
// What the Motion panel is made of.
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSettings>
#include <QVBoxLayout>

#include "ui/panels/clock_bar.h"
#include "ui/panels/motion_panel.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

constexpr int kTicks = 2000;
constexpr double kWarnBelow = 0.005;  // metres, until the user sets another clearance
const char* const kWarnBelowKey = "motion/warn_below_m";

QToolButton* button(QWidget* parent, const QString& name, const QString& text, const QString& tip) {
  auto* b = new QToolButton(parent);
  b->setIcon(icon(name));
  b->setIconSize(QSize(18, 18));
  b->setToolTip(tip);
  b->setAccessibleName(text);
  return b;
}

QComboBox* box(QWidget* parent, const QString& name, const QString& tip) {
  auto* b = new QComboBox(parent);
  b->setAccessibleName(name);
  b->setToolTip(tip);
  b->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  b->setMinimumContentsLength(10);
  return b;
}

// As high as its text needs, and scrolled where there is less room: nothing is cut off.
class FittingArea : public QScrollArea {
 public:
  explicit FittingArea(QWidget* parent) : QScrollArea(parent) {
    setObjectName(QStringLiteral("fittingArea"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumHeight(34);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  }
  QSize sizeHint() const override {
    if (!widget()) return QScrollArea::sizeHint();
    const int w = std::max(viewport()->width(), 120);
    const int h = widget()->hasHeightForWidth() ? widget()->heightForWidth(w) : widget()->sizeHint().height();
    return {w, h + 2};
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
    return QScrollArea::eventFilter(watched, event);
  }
  void resizeEvent(QResizeEvent* event) override {
    QScrollArea::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) updateGeometry();
  }
};

}  // namespace

void MotionPanel::buildChoice() {
  robots_ = box(this, tr("Robot"), tr("The robot that moves"));
  targets_ = box(this, tr("Target"), tr("A named configuration of the robot, or a frame for its tool"));
  tools_ = box(this, tr("Tool"), QString());
  types_ = box(this, tr("Kind of motion"), tr("Any path around obstacles, or straight in joint space"));
  types_->addItem(tr("Around obstacles"));
  types_->addItem(tr("Straight (joint space)"));
  plan_button_ = new QPushButton(icon(QStringLiteral("plan"), Role::kOnAccent), tr("Plan"), this);
  plan_button_->setObjectName(QStringLiteral("primary"));
  cancel_button_ = new QPushButton(tr("Cancel"), this);
  cancel_button_->setToolTip(tr("Stops planning"));
  auto* form = new QFormLayout;
  form->setHorizontalSpacing(8);
  form->setVerticalSpacing(6);
  form->addRow(tr("Robot"), robots_);
  form->addRow(tr("Tool"), tools_);
  form->addRow(tr("Target"), targets_);
  form->addRow(tr("Motion"), types_);
  auto* buttons = new QHBoxLayout;
  buildWarning();
  buttons->addWidget(warn_below_, 1);
  buttons->addWidget(cancel_button_);
  buttons->addWidget(plan_button_);
  auto* left = new QVBoxLayout;
  left->addLayout(form);
  left->addLayout(buttons);
  left->addStretch(1);
  static_cast<QHBoxLayout*>(layout())->addLayout(left, 3);
  connect(robots_, &QComboBox::currentIndexChanged, this, &MotionPanel::fillTargets);
  connect(targets_, &QComboBox::currentIndexChanged, this, [this] {
    if (targets_->currentIndex() >= 0) wanted_[robot().value] = targets_->currentData().toString();
    setState(state_);
  });
  connect(tools_, &QComboBox::currentIndexChanged, this, &MotionPanel::chooseTool);
  connect(types_, &QComboBox::currentIndexChanged, this, [this] { setState(state_); });
  connect(plan_button_, &QPushButton::clicked, this, &MotionPanel::plan);
  connect(cancel_button_, &QPushButton::clicked, this, &MotionPanel::cancel);
}

// A plan that comes nearer to something than this is one to look at.
void MotionPanel::buildWarning() {
  QuantityField::Setup setup{tr("Warn below"), tr("Warn below this clearance")};
  setup.step = 0.001;
  setup.decimals = 2;
  setup.most = 10.0;
  warn_below_ = new QuantityField(setup, this);
  warn_below_->setToolTip(tr("A plan that comes nearer to anything than this is a warning, with the pair and the moment"));
  warn_below_->setCheck([](double si) { return si < 0.0 ? tr("Not less than 0 mm") : QString(); });
  warn_below_->setValue(std::clamp(QSettings().value(QLatin1String(kWarnBelowKey), kWarnBelow).toDouble(), 0.0, 10.0));
  connect(warn_below_, &QuantityField::edited, this, [this](double si) {
    QSettings().setValue(QLatin1String(kWarnBelowKey), std::max(0.0, si));
    warn_below_->setValue(std::max(0.0, si));
    setState(state_);
  });
}

void MotionPanel::buildResult() {
  card_ = new QFrame(this);
  card_->setObjectName(QStringLiteral("card"));
  card_icon_ = new QLabel(card_);
  report_ = new QLabel(card_);
  report_->setWordWrap(true);
  report_->setAccessibleName(tr("Result of planning"));
  report_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  const auto link = [this](const QString& text, const QString& tip) {
    auto* b = new QPushButton(text, card_);
    b->setObjectName(QStringLiteral("link"));
    b->setToolTip(tip);
    return b;
  };
  show_button_ = link(tr("Show what is involved"), tr("Selects what stands in the way"));
  exclude_button_ = link(tr("Exclude this pair"), QString());
  again_button_ = link(tr("Plan again"), tr("Plans the same motion in the world as it is now"));
  place_button_ = link(tr("Show"), tr("Goes to the moment at which the motion comes nearest, and shows what it comes near to"));
  move_button_ = link(tr("Move the robot here"), QString());
  end_button_ = link(tr("Move to the end"), tr("Sets the world to the end of the motion; the next one starts there. Undo takes it back."));
  auto* inside = new QHBoxLayout(card_);
  inside->setContentsMargins(10, 6, 10, 6);
  inside->addWidget(card_icon_, 0, Qt::AlignTop);
  auto* body = new QWidget;
  body->setObjectName(QStringLiteral("cardBody"));
  auto* texts = new QVBoxLayout(body);
  texts->setContentsMargins(0, 0, 0, 0);
  texts->addWidget(report_);
  texts->addStretch(1);
  auto* scroll = new FittingArea(card_);
  scroll->setWidget(body);
  scroll->setAccessibleName(tr("Result of planning"));
  // The way to what is involved stays in sight, however long the text is.
  auto* column = new QVBoxLayout;
  column->setSpacing(2);
  column->addWidget(scroll, 1);
  auto* links = new QHBoxLayout;
  links->setSpacing(16);
  for (auto* b : {show_button_, place_button_, exclude_button_, again_button_, move_button_, end_button_}) links->addWidget(b);
  links->addStretch(1);
  column->addLayout(links);
  inside->addLayout(column, 1);
  card_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  start_ = button(this, QStringLiteral("to-start"), tr("To the start"), tr("Goes to the start of the motion"));
  play_ = button(this, QStringLiteral("play"), tr("Play or pause"), tr("Plays the motion, or holds it (Space)"));
  loop_ = button(this, QStringLiteral("loop"), tr("Repeat"), tr("Plays again and again"));
  loop_->setCheckable(true);
  timeline_ = new QSlider(Qt::Horizontal, this);
  timeline_->setRange(0, kTicks);
  timeline_->setPageStep(kTicks / 20);
  timeline_->setSingleStep(kTicks / 200);
  timeline_->setAccessibleName(tr("Moment of the motion"));
  timeline_->setToolTip(tr("Drag to see any moment of the motion"));
  time_ = new QLabel(this);
  time_->setMinimumWidth(time_->fontMetrics().horizontalAdvance(QStringLiteral("00.00 / 00.00 s")));
  time_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  time_->setAccessibleName(tr("Time"));
  speed_ = new QComboBox(this);
  speed_->setAccessibleName(tr("Speed"));
  speed_->setToolTip(tr("How fast the motion is played"));
  for (const double s : {0.1, 0.25, 0.5, 1.0, 2.0, 4.0}) speed_->addItem(QStringLiteral("%1x").arg(s), s);
  speed_->setCurrentIndex(3);
  auto* clock = new ClockBar({start_, play_, time_, timeline_, speed_, loop_}, this);
  auto* right = new QVBoxLayout;
  right->setSpacing(6);
  right->addWidget(card_, 1);
  right->addWidget(clock);
  right->addStretch(0);
  static_cast<QHBoxLayout*>(layout())->addLayout(right, 5);
  connect(show_button_, &QPushButton::clicked, this, &MotionPanel::showPlace);
  connect(place_button_, &QPushButton::clicked, this, &MotionPanel::showPlace);
  connect(move_button_, &QPushButton::clicked, this, &MotionPanel::moveHere);
  connect(end_button_, &QPushButton::clicked, this, &MotionPanel::moveToEnd);
  connect(exclude_button_, &QPushButton::clicked, this, &MotionPanel::excludePair);
  connect(again_button_, &QPushButton::clicked, this, &MotionPanel::plan);
  connect(play_, &QToolButton::clicked, this, &MotionPanel::playOrPause);
  connect(start_, &QToolButton::clicked, this, [this] { scrub(0.0); });
  connect(speed_, &QComboBox::currentIndexChanged, this, [this] { clock_from_ = seconds_; clock_.start(); });
  connect(timeline_, &QSlider::valueChanged, this, [this](int at) { if (plan_) scrub(plan_->duration() * at / kTicks); });
}

}  // namespace ww::ui
