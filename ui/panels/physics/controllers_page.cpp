// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/physics/controllers_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QPainter>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/bridge/status_text.h"
#include "ui/panels/timeline/rate_text.h"
#include "ui/widgets/flow_layout.h"

namespace ww::ui {
namespace {

constexpr int kRefreshMs = 200;      // so that curves do not take the time of the view
constexpr double kFullLoad = 0.999;  // of what a drive can

QString effortText(double value, bool revolute) {
  if (!std::isfinite(value)) return ControllersPage::tr("no limit");
  return QStringLiteral("%1 %2").arg(QLocale().toString(value, 'f', value < 10.0 ? 2 : 1),
                                     revolute ? QStringLiteral("Nm") : QStringLiteral("N"));
}

QIcon lineIcon(std::size_t joint) {
  QPixmap picture(QSize(14, 14));
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setPen(QPen(jointColor(joint), 2.5, jointStyle(joint)));
  painter.drawLine(QPointF(1, 7), QPointF(13, 7));
  return QIcon(picture);
}

}  // namespace

ControllersPage::ControllersPage(SessionBridge& bridge, Physics& physics, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      physics_(physics),
      choice_(new QComboBox(this)),
      play_(new QPushButton(tr("Play on controllers"), this)),
      said_(new QLabel(this)),
      tabs_(new QTabBar(this)),
      table_(new QTreeWidget(this)),
      canvas_(new PlotCanvas(this)) {
  build();
  soon_.setSingleShot(true);
  soon_.setInterval(kRefreshMs);
  connect(&soon_, &QTimer::timeout, this, &ControllersPage::refresh);
  connect(play_, &QPushButton::clicked, this, &ControllersPage::play);
  connect(tabs_, &QTabBar::currentChanged, this, &ControllersPage::showPlot);
  connect(canvas_, &PlotCanvas::scrubbed, this, &ControllersPage::goTo);
  connect(&bridge_, &SessionBridge::changed, this, [this] {
    if (isVisible()) fillChoice();
  });
  connect(&physics_, &Physics::changed, this, &ControllersPage::follow);
  connect(&physics_, &Physics::moved, this, &ControllersPage::follow);
  connect(&physics_, &Physics::failed, this, [this](const Status& status) { refuse(status); });
  refresh();
}

void ControllersPage::build() {
  choice_->setAccessibleName(tr("Plan to be played"));
  choice_->setToolTip(tr("Programs that are planned, and the motion that is"));
  choice_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  play_->setToolTip(
      tr("The drives of the joints follow the plan as far as they can, from the beginning of a copy of the world"));
  said_->setObjectName(QStringLiteral("dim"));
  said_->setWordWrap(true);
  said_->setAccessibleName(tr("About the controllers"));
  tabs_->setAccessibleName(tr("What is drawn of the joints"));
  tabs_->setExpanding(false);
  tabs_->setDrawBase(false);
  tabs_->addTab(tr("Tracking error"));
  tabs_->addTab(tr("Torque"));
  tabs_->addTab(tr("Error of sliding joints"));
  tabs_->setTabVisible(kSlideErrors, false);
  table_->setAccessibleName(tr("Joints on controllers"));
  table_->setHeaderLabels({tr("Joint"), tr("Error"), tr("Torque"), tr("Limit"), tr("Used")});
  const QString tips[] = {{},
                          tr("The largest distance from the plan"),
                          tr("The largest torque or force of the drive"),
                          tr("What the drive can"),
                          tr("The largest share of that")};
  for (int column = 0; column < table_->columnCount(); ++column) table_->headerItem()->setToolTip(column, tips[column]);
  table_->setRootIsDecorated(false);
  table_->setUniformRowHeights(true);
  table_->setSelectionMode(QAbstractItemView::NoSelection);
  table_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->header()->setStretchLastSection(false);
  auto* choices = new QWidget(this);
  auto* top = new FlowLayout(choices, 8, 4);
  top->addWidget(choice_);
  top->addWidget(play_);
  top->addWidget(tabs_);
  auto* below = new QHBoxLayout;
  below->addWidget(table_, 1);
  below->addWidget(canvas_, 1);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 4, 0, 0);
  all->addWidget(choices);
  all->addWidget(said_);
  all->addLayout(below, 1);
}

void ControllersPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  fillChoice();
  refresh();
}

void ControllersPage::setMotion(std::optional<Motion> motion) {
  motion_ = std::move(motion);
  fillChoice();
}

void ControllersPage::choose(const QString& title) {
  fillChoice();
  choice_->setCurrentIndex(std::max(0, choice_->findText(title)));
}

void ControllersPage::fillChoice() {
  QStringList titles;
  for (const std::string& name : usecase::plannedPrograms(*bridge_.snapshot().world))
    titles << QString::fromStdString(name);
  const int programs = static_cast<int>(titles.size());
  if (motion_) titles << motion_->title;
  QStringList shown;
  for (int i = 0; i < choice_->count(); ++i) shown << choice_->itemText(i);
  if (shown != titles) {
    const QSignalBlocker quiet(choice_);
    const QString before = choice_->currentText();
    choice_->clear();
    choice_->addItems(titles);
    choice_->setCurrentIndex(std::max(0, choice_->findText(before)));
  }
  for (int i = 0; i < choice_->count(); ++i) choice_->setItemData(i, i < programs);
  choice_->setEnabled(!titles.isEmpty());
  play_->setEnabled(!titles.isEmpty());
  say();
}

void ControllersPage::play() {
  if (choice_->currentIndex() < 0) return;
  const auto world = bridge_.snapshot().world;
  auto run = choice_->currentData().toBool() ? usecase::controllerRunOf(*world, choice_->currentText().toStdString())
                                             : motion_->run(*world);
  if (!run.ok()) return refuse(run.status());
  refused_.clear();
  physics_.playOn(std::make_shared<const usecase::ControllerRun>(*std::move(run)));
}

// Told until the next try.
void ControllersPage::refuse(const Status& status) {
  refused_ = toLine(status);
  say();
}

// Moments come more often than the view asks for them.
void ControllersPage::follow() {
  if (const auto& run = physics_.run(); run && run != run_) {
    run_ = run;
    track_ = std::make_unique<usecase::ControllerTrack>(run);
    taken_ = 0;
  }
  if (physics_.run() && physics_.run() == run_) {
    const auto& status = physics_.status();
    // What came after a moment that was gone on from is no more.
    if (taken_ > status.end) {
      track_ = std::make_unique<usecase::ControllerTrack>(run_);
      taken_ = status.first;
    }
    taken_ = std::clamp(taken_, status.first, status.end);
    for (; taken_ < status.end; ++taken_)
      if (const auto moment = physics_.moment(taken_)) track_->add(*moment);
  }
  if (isVisible() && !soon_.isActive()) soon_.start();
}

void ControllersPage::refresh() {
  showTable();
  showPlot();
  say();
}

void ControllersPage::say() {
  QString text;
  if (!refused_.isEmpty()) return said_->setText(refused_);
  const bool plays = physics_.run() && physics_.run() == run_;
  if (choice_->count() == 0) {
    text = tr("Plan a program or a motion first.");
  } else if (!track_) {
    text = tr("What is planned is followed by the drives of the joints: how well, and with what torques.");
  } else if (plays) {
    const double now = physics_.shown() ? physics_.shown()->time : 0.0;
    text = tr("%1: %2 of %3 s")
               .arg(QString::fromStdString(run_->title), QLocale().toString(std::min(now, run_->duration), 'f', 2),
                    QLocale().toString(run_->duration, 'f', 2));
  } else {
    text = tr("%1 was played.").arg(QString::fromStdString(run_->title));
  }
  if (track_)
    for (std::size_t i = 0; i < track_->joints().size(); ++i)
      if (track_->joints()[i].at_limit_s > 0.0)
        text += QLatin1Char('\n') + tr("%1 was at the limit of its drive for %2 s.")
                                        .arg(QString::fromStdString(run_->joints[i].name),
                                             QLocale().toString(track_->joints()[i].at_limit_s, 'f', 2));
  if (said_->text() != text) said_->setText(text);
}

void ControllersPage::showTable() {
  const int count = track_ ? static_cast<int>(run_->joints.size()) : 0;
  const bool one_robot = track_ && std::ranges::all_of(run_->joints, [this](const auto& joint) {
                           return joint.object == run_->joints.front().object;
                         });
  while (table_->topLevelItemCount() > count) delete table_->topLevelItem(count);
  while (table_->topLevelItemCount() < count) table_->addTopLevelItem(new QTreeWidgetItem);
  for (int row = 0; row < count; ++row) {
    const auto i = static_cast<std::size_t>(row);
    const usecase::ControlledJoint& joint = run_->joints[i];
    const auto& its = track_->joints()[i];
    const double used = its.most_effort / joint.effort_limit;
    const QString name = QString::fromStdString(joint.name);
    QTreeWidgetItem& item = *table_->topLevelItem(row);
    item.setIcon(0, lineIcon(i));
    item.setText(0, one_robot ? name.mid(name.lastIndexOf(QLatin1Char(':')) + 1) : name);
    item.setToolTip(0, name);
    item.setText(1, rateText(its.most_error, usecase::Rate::kPosition, joint.revolute));
    item.setText(2, effortText(its.most_effort, joint.revolute));
    item.setText(3, effortText(joint.effort_limit, joint.revolute));
    item.setText(4, !std::isfinite(joint.effort_limit) ? QString()
                    : used >= kFullLoad                ? tr("all of it")
                                                       : percentText(used));
    for (int column = 1; column < 5; ++column) item.setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  }
}

PlotLine ControllersPage::lineOf(std::size_t joint, bool errors, bool in_percent) const {
  const usecase::ControlledJoint& its = run_->joints[joint];
  const auto& series = errors ? track_->joints()[joint].errors : track_->joints()[joint].efforts;
  const RateUnit unit = rateUnit(usecase::Rate::kPosition, its.revolute);
  const double scale = errors ? unit.si : in_percent ? its.effort_limit / 100.0 : 1.0;
  PlotLine line;
  line.name = QString::fromStdString(its.name);
  line.color = jointColor(joint);
  line.style = jointStyle(joint);
  line.unit = errors ? unit.text : its.revolute ? QStringLiteral("Nm") : QStringLiteral("N");
  line.factor = errors ? 1.0 : scale;
  line.points.reserve(static_cast<qsizetype>(series.size()));
  for (std::size_t i = 0; i < series.size(); ++i) line.points << QPointF(track_->times()[i], series[i] / scale);
  if (errors || !std::isfinite(its.effort_limit)) return line;
  line.lower = -its.effort_limit / scale;
  line.upper = its.effort_limit / scale;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (std::abs(series[i]) < kFullLoad * its.effort_limit) continue;
    const double to = track_->times()[i], from = i ? track_->times()[i - 1] : 0.0;
    if (!line.outside.empty() && line.outside.back().to >= from) line.outside.back().to = to;
    else line.outside.push_back({from, to});
  }
  return line;
}

bool ControllersPage::hasBothKinds() const {
  const auto turns = [](const usecase::ControlledJoint& j) { return j.revolute; };
  return run_ && std::ranges::any_of(run_->joints, turns) && !std::ranges::all_of(run_->joints, turns);
}

// Degrees and millimetres do not share an axis.
bool ControllersPage::isDrawn(std::size_t joint) const {
  if (tabs_->currentIndex() == kEfforts || !hasBothKinds()) return true;
  return run_->joints[joint].revolute == (tabs_->currentIndex() == kErrors);
}

// Drives of very different strength share an axis in per cent of what they can.
void ControllersPage::showPlot() {
  constexpr double kLeastError = 0.01;  // mm or degrees: below that nothing is seen of a robot
  PlotCanvas::Content content;
  tabs_->setTabVisible(kSlideErrors, hasBothKinds());
  content.nothing = tr("Play a plan on controllers to see its curves.");
  if (track_ && !track_->times().empty()) {
    const bool errors = tabs_->currentIndex() != kEfforts;
    const bool in_percent =
        std::ranges::all_of(run_->joints, [](const auto& j) { return std::isfinite(j.effort_limit); });
    for (std::size_t i = 0; i < run_->joints.size(); ++i)
      if (isDrawn(i)) content.lines.push_back(lineOf(i, errors, in_percent));
    if (errors) content.least = kLeastError;
    content.duration = std::max(run_->duration, track_->times().back());
    content.unit = !errors && in_percent ? tr("% of the limit") : content.lines.front().unit;
    content.is_stale = physics_.run() == run_ && physics_.isStale();
  }
  canvas_->setContent(std::move(content));
  if (physics_.shown() && physics_.run() == run_) canvas_->setMoment(physics_.shown()->time);
}

// To the moment that is nearest.
void ControllersPage::goTo(double seconds) {
  if (!physics_.run() || physics_.run() != run_) return;
  std::size_t low = physics_.status().first, high = physics_.status().end;
  while (low + 1 < high) {
    const std::size_t middle = low + (high - low) / 2;
    const auto moment = physics_.moment(middle);
    (moment && moment->time <= seconds ? low : high) = middle;
  }
  physics_.scrub(low);
}

}  // namespace ww::ui
