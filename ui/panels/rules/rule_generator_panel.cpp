// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/rule_generator_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QShowEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/status_text.h"
#include "ui/bridge/turns.h"
#include "ui/models/node_text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

constexpr int kMostSamples = 1'000'000, kProgressSteps = 1000;
constexpr unsigned kTouchBits =
    world::kGeometryChanged | world::kLimitsChanged | world::kChildrenChanged | world::kParentChanged;

// What is selected, or what that hangs on, if joints of it move.
ObjectId selectedRobot(const world::World& world, const Selection& selection) {
  const auto active = selection.active();
  for (ObjectId id = active ? ownerOf(world, *active) : ObjectId{}; id;) {
    const auto object = world.object(id);
    if (!object) break;
    if (object->isKinematic()) return id;
    id = object->parent;
  }
  return {};
}

// Whether other postures may touch than those that were tried.
bool changesTouches(const session::Change& change, ObjectId robot) {
  return std::any_of(change.diff.objects.begin(), change.diff.objects.end(), [robot](const auto& c) {
    return c.before && c.after && c.after->id == robot && (world::whatChanged(*c.before, *c.after) & kTouchBits) != 0;
  });
}

bool changesRobots(const world::WorldDiff& diff) {
  return std::any_of(diff.objects.begin(), diff.objects.end(), [](const auto& c) {
    const bool was = c.before && c.before->isKinematic(), is = c.after && c.after->isKinematic();
    return was != is || (was && c.before->name != c.after->name);
  });
}

}  // namespace

RuleGeneratorPanel::RuleGeneratorPanel(SessionBridge& bridge, Selection& selection, JobBridge& jobs,
                                       std::shared_ptr<WorldScenes> scenes, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      selection_(selection),
      jobs_(&jobs),
      scenes_(std::move(scenes)),
      pairs_(new RuleGeneratorModel(this)),
      robots_(new QComboBox(this)),
      start_(new QPushButton(tr("Start"), this)),
      cancel_(new QPushButton(tr("Cancel"), this)),
      apply_(new QPushButton(tr("Apply"), this)),
      progress_(new QProgressBar(this)),
      told_(new WrapLabel(QString(), this)),
      tree_(new QTreeView(this)) {
  samples_ = numberBox(tr("Postures"), tr("How many postures are tried, spread evenly over what the joints can reach"),
                       10, kMostSamples, usecase::kUsualPostures);
  seed_ = numberBox(tr("Seed"), tr("Another seed tries other postures; the same one the same again"), 0, 999'999, 1);
  build();
  connectParts();
  tellChoice();
  updateButtons();
}

RuleGeneratorPanel::~RuleGeneratorPanel() {
  if (jobs_ && job_) jobs_->cancel(job_);
}

// ---- what it is made of

QSpinBox* RuleGeneratorPanel::numberBox(const QString& name, const QString& tip, int least, int most, int value) {
  auto* box = new QSpinBox(this);
  box->setAccessibleName(name);
  box->setToolTip(tip);
  box->setRange(least, most);
  box->setValue(value);
  box->setGroupSeparatorShown(true);
  box->setButtonSymbols(QAbstractSpinBox::NoButtons);  // the wheel and the keys do
  return box;
}

QWidget* RuleGeneratorPanel::makeChoices() {
  auto* choices = new QWidget(this);
  auto* row = new FlowLayout(choices, 8, 4);
  row->setContentsMargins(0, 0, 0, 0);
  const auto add = [this, row](const QString& text, QWidget* field) {
    auto* pair = new QWidget(this);
    auto* box = new QHBoxLayout(pair);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(6);
    auto* label = new QLabel(text, pair);
    label->setObjectName(QStringLiteral("fieldLabel"));
    label->setBuddy(field);
    box->addWidget(label);
    box->addWidget(field);
    row->addWidget(pair);
  };
  add(tr("Robot"), robots_);
  add(tr("Postures"), samples_);
  add(tr("Seed"), seed_);
  row->addWidget(start_);
  row->addWidget(cancel_);
  return choices;
}

void RuleGeneratorPanel::build() {
  robots_->setAccessibleName(tr("Robot"));
  robots_->setToolTip(tr("Whose pairs of bodies are looked at"));
  robots_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  robots_->setMinimumContentsLength(10);
  start_->setToolTip(tr("Tries the postures; nothing is changed by that"));
  cancel_->setToolTip(tr("Ends it; nothing is changed"));
  apply_->setObjectName(QStringLiteral("primary"));
  apply_->setToolTip(tr("Leaves the chosen pairs out of checks, as one step that can be undone"));
  progress_->setRange(0, kProgressSteps);
  progress_->setTextVisible(false);
  progress_->setAccessibleName(tr("Progress"));
  told_->setAccessibleName(tr("What would change"));
  tree_->setModel(pairs_);
  tree_->setAccessibleName(tr("Pairs of bodies"));
  tree_->setWhatsThis(
      tr("Pairs of bodies by what the postures say of them. Those with a tick would be left out of checks; a pair that "
         "overlaps in some postures only is a real collision and stays."));
  tree_->setUniformRowHeights(true);
  tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  tree_->header()->setResizeContentsPrecision(0);
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  tree_->header()->setSectionResizeMode(RuleGeneratorModel::kPair, QHeaderView::Stretch);
  auto* last = new QHBoxLayout;
  last->addStretch(1);
  last->addWidget(apply_);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(8, 4, 8, 4);
  box->setSpacing(4);
  box->addWidget(makeChoices());
  box->addWidget(progress_);
  box->addWidget(told_);
  box->addWidget(tree_, 1);
  box->addLayout(last);
}

void RuleGeneratorPanel::connectParts() {
  connect(start_, &QPushButton::clicked, this, &RuleGeneratorPanel::start);
  connect(cancel_, &QPushButton::clicked, this, [this] {
    if (!jobs_ || !job_) return;
    jobs_->cancel(job_);
    told_->setText(tr("Ending it ..."));
    cancel_->setEnabled(false);
  });
  connect(apply_, &QPushButton::clicked, this, &RuleGeneratorPanel::apply);
  connect(jobs_, &JobBridge::updated, this, &RuleGeneratorPanel::showProgress);
  connect(robots_, &QComboBox::currentIndexChanged, this, &RuleGeneratorPanel::updateButtons);
  connect(pairs_, &RuleGeneratorModel::choiceChanged, this, [this] {
    if (!isRunning()) tellChoice();
    updateButtons();
  });
  connect(tree_, &QTreeView::activated, this, &RuleGeneratorPanel::selectPair);
  connect(&selection_, &Selection::changed, this, &RuleGeneratorPanel::takeSelected);
  connect(&bridge_, &SessionBridge::changed, this, [this](const ChangePtr& change) { follow(*change); });
}

void RuleGeneratorPanel::updateButtons() {
  start_->setEnabled(!isRunning() && robots_->currentIndex() >= 0);
  cancel_->setEnabled(isRunning());
  cancel_->setVisible(isRunning());
  progress_->setVisible(isRunning());
  for (auto* field : {static_cast<QWidget*>(robots_), static_cast<QWidget*>(samples_), static_cast<QWidget*>(seed_)})
    field->setEnabled(!isRunning());
  apply_->setEnabled(!isRunning() && pairs_->proposal() && !pairs_->chosen().pairs.empty());
}

void RuleGeneratorPanel::tellChoice() {
  if (pairs_->proposal()) {
    const QString told = QStringLiteral("%1: %2").arg(tried_, pairs_->sentence());
    return told_->setText(is_outdated_ ? told + QLatin1Char(' ') + tr("The robot has changed since: try it again.")
                                       : told);
  }
  told_->setText(robots_->count() == 0 && !are_robots_stale_
                     ? tr("There is no robot whose joints move. Import one, or add one from the library.")
                     : tr("Tries postures of the robot at random and finds the pairs of its bodies that need no check: "
                          "they always overlap, or never meet."));
}

// ---- robots

void RuleGeneratorPanel::fillRobots() {
  const auto world = bridge_.snapshot().world;
  are_robots_stale_ = false;
  const ObjectId now = robot(), selected = selectedRobot(*world, selection_);
  const QSignalBlocker quiet(robots_);
  robots_->clear();
  world->forEachObject([this, selected](const world::Object& object) {
    if (!object.isKinematic()) return;
    const int place = object.id == selected ? 0 : robots_->count();
    robots_->insertItem(place, icon(QStringLiteral("robot")), QString::fromStdString(object.name),
                        QVariant::fromValue<quint64>(object.id.value));
  });
  const int kept = robots_->findData(QVariant::fromValue<quint64>(now.value));
  const bool is_first = kept < 0 || (selected && !pairs_->proposal());
  robots_->setCurrentIndex(is_first ? std::min(0, robots_->count() - 1) : kept);
  if (!isRunning()) tellChoice();
  updateButtons();
}

void RuleGeneratorPanel::setRobot(ObjectId robot) {
  if (isRunning()) return;
  if (are_robots_stale_ || robots_->findData(QVariant::fromValue<quint64>(robot.value)) < 0) fillRobots();
  if (const int row = robots_->findData(QVariant::fromValue<quint64>(robot.value)); row >= 0)
    robots_->setCurrentIndex(row);
}

void RuleGeneratorPanel::takeSelected() {
  if (!isVisible() || isRunning()) return;
  // The robot of a pair that was clicked here is the one that is shown.
  if (const ObjectId selected = selectedRobot(*bridge_.snapshot().world, selection_); selected && !pairs_->proposal())
    setRobot(selected);
}

// ---- following the world

void RuleGeneratorPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  takeSelected();
  catchUpSoon();
}

void RuleGeneratorPanel::follow(const session::Change& change) {
  if (change.kind == session::Change::Kind::kReplace) {
    if (jobs_ && job_) jobs_->cancel(job_);
    are_robots_stale_ = true;
    pairs_->show(*change.after.world, std::nullopt);
  }
  if (changesRobots(change.diff)) are_robots_stale_ = true;
  if (pairs_->proposal()) {
    are_rules_stale_ = true;
    is_outdated_ = is_outdated_ || changesTouches(change, pairs_->proposal()->robot);
  }
  if (isVisible()) catchUpSoon();
}

void RuleGeneratorPanel::catchUpSoon() {
  if (std::exchange(is_asked_, true)) return;
  inALaterTurn(this, [this] {
    is_asked_ = false;
    if (isVisible()) catchUp();
  });
}

void RuleGeneratorPanel::catchUp() {
  if (are_robots_stale_) fillRobots();
  if (are_rules_stale_) followRules();
}

void RuleGeneratorPanel::followRules() {
  are_rules_stale_ = false;
  const auto world = bridge_.snapshot().world;
  if (std::exchange(followed_, world) == world) return;
  if (pairs_->follow(*world, collision::RuleSet::ofWorld(*world))) return;
  pairs_->show(*world, std::nullopt);
  told_->setText(tr("What was tried is not there any more."));
}

// ---- trying

void RuleGeneratorPanel::start() {
  if (!jobs_ || isRunning()) return;
  if (are_robots_stale_) fillRobots();
  const auto world = bridge_.snapshot().world;
  usecase::SampleRequest request;
  request.robot = robot();
  request.samples = samples_->value();
  request.seed = static_cast<std::uint64_t>(seed_->value());
  if (!request.robot) return;
  is_outdated_ = false;
  tried_ = robots_->currentText();
  pairs_->show(*world, std::nullopt);
  told_->setText(tr("Trying postures of %1 ...").arg(tried_));
  progress_->setValue(0);
  job_ = jobs_->run<usecase::RuleProposal>(
      tr("Try postures of %1").arg(tried_),
      [scenes = scenes_, world, request](std::stop_token stop, const Progress& progress) {
        usecase::SampleRequest asked = request;
        asked.stop = std::move(stop);
        asked.progress = progress;
        return usecase::proposeRules(scenes->of(*world), asked);
      },
      [self = QPointer<RuleGeneratorPanel>(this), world](const Result<usecase::RuleProposal>& made) {
        if (self) self->finish(made, world);
      });
  updateButtons();
}

void RuleGeneratorPanel::showProgress(quint64 id) {
  if (id != job_ || !jobs_) return;
  for (const JobInfo& job : jobs_->jobs())
    if (job.id == id) progress_->setValue(static_cast<int>(kProgressSteps * job.fraction));
}

void RuleGeneratorPanel::finish(const Result<usecase::RuleProposal>& made, const world::WorldPtr& world) {
  job_ = 0;
  if (made.ok()) {
    pairs_->show(*world, *made);
    followed_ = world;
    for (int row = 0; row < pairs_->rowCount(); ++row) {
      const QModelIndex group = pairs_->index(row, 0);
      tree_->setFirstColumnSpanned(row, {}, true);
      tree_->setExpanded(group, pairs_->changes(group));
    }
    followRules();  // somebody may have worked on meanwhile
  } else if (made.status().code == Code::kCancelled) {
    told_->setText(tr("Cancelled: nothing has changed."));
  } else {
    told_->setText(toLine(made.status()));
  }
  updateButtons();
}

void RuleGeneratorPanel::selectPair(const QModelIndex& at) {
  const usecase::RulePair* pair = pairs_->pairAt(at);
  if (!pair) return;
  selection_.select({pair->a, pair->b});
  selection_.prune(*bridge_.snapshot().world);
}

void RuleGeneratorPanel::apply() {
  const usecase::RuleProposal chosen = pairs_->chosen();
  const auto count = static_cast<int>(chosen.pairs.size());
  const QString name = QString::fromStdString(bridge_.snapshot().world->display(chosen.robot));
  const auto make = [&chosen](const world::World& world, const TryEdits&) {
    return Result<session::EditsPtr>(usecase::editsOf(world, chosen));
  };
  if (!bridge_.commitMade(tr("Generate collision rules for %1").arg(name), make)) return;
  followRules();
  told_->setText(tr("%n pairs are left out of checks now, as one step: Undo takes it back.", "", count));
}

}  // namespace ww::ui
