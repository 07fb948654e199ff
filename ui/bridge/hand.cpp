// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/hand.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "ui/bridge/hand_text.h"
#include "ui/bridge/hand_worker.h"
#include "ui/bridge/motion_names.h"
#include "ui/bridge/status_text.h"

namespace ww::ui {
namespace {

constexpr int kLookMs = 60;      // so that a stream of edits is looked at once
constexpr int kSettleMs = 1500;  // a hand that was let go is not followed for longer
constexpr int kToldMs = 6000;    // what kept the robot from a hand that was let go is told for so long

// Whether there may be another robot or tool: a stream of motions is none.
bool changesRobots(const session::Change& change) {
  if (change.kind == session::Change::Kind::kReplace || !change.diff.frames.empty()) return true;
  return std::ranges::any_of(change.diff.objects, [](const auto& c) {
    return !c.before || !c.after || c.before->parent != c.after->parent ||
           c.before->parent_entity != c.after->parent_entity || c.before->name != c.after->name ||
           c.before->moving_joints != c.after->moving_joints;
  });
}

}  // namespace

// Reports may come quicker than the window takes them: only the newest waits.
struct Hand::Worker {
  std::mutex mutex;
  std::optional<HandWorker::Followed> newest;
  std::unique_ptr<HandWorker> thread;
};

Hand::Hand(SessionBridge& bridge, Selection& selection, PoseLayer& layer, QObject* parent)
    : QObject(parent), bridge_(bridge), selection_(selection), layer_(layer), worker_(std::make_unique<Worker>()) {
  look_soon_.setSingleShot(true);
  look_soon_.setInterval(kLookMs);
  settle_end_.setSingleShot(true);
  settle_end_.setInterval(kSettleMs);
  told_end_.setSingleShot(true);
  told_end_.setInterval(kToldMs);
  connect(&told_end_, &QTimer::timeout, this, &Hand::forgetReport);
  connect(&look_soon_, &QTimer::timeout, this, &Hand::look);
  connect(&settle_end_, &QTimer::timeout, this, &Hand::endSettling);
  connect(&selection_, &Selection::changed, this, &Hand::choose);
  connect(&bridge_, &SessionBridge::changed, this, &Hand::worldChanged);
  // The thread ends before this does.
  const auto post = [this](auto&& call) {
    QMetaObject::invokeMethod(this, std::forward<decltype(call)>(call), Qt::QueuedConnection);
  };
  HandWorker::Told told;
  told.followed = [this, post](const HandWorker::Followed& followed) {
    const std::scoped_lock lock(worker_->mutex);
    const bool posted = worker_->newest.has_value();
    worker_->newest = followed;
    if (!posted) post([this] { take(); });
  };
  told.gone = [this, post](quint64 number, const Result<JointVector>& gone) {
    post([this, number, gone] { takeGone(number, gone); });
  };
  told.looked = [this, post](quint64 number, const std::vector<Posture>& found) {
    post([this, number, found] { takeLooked(number, found); });
  };
  worker_->thread = std::make_unique<HandWorker>(layer_.scenes(), std::move(told));
  choose();
}

Hand::~Hand() { worker_->thread.reset(); }

// ---- which robot

void Hand::choose() {
  const auto world = bridge_.snapshot().world;
  const auto choice = usecase::handChoice(*world, selection_.nodes());
  if (choice == choice_) return;
  if (held_ || settling_) cancel();
  going_ = looking_ = false;
  ++go_;
  ++look_;  // what is being looked at is of the robot that is left
  choice_ = choice;
  report_.reset();
  postures_.clear();
  pending_.reset();
  Q_EMIT choiceChanged();
  Q_EMIT posturesChanged();
  lookSoon();
}

void Hand::worldChanged(const ChangePtr& change) {
  if (changesRobots(*change)) choose();
  // The robot, or what it stopped before, is elsewhere.
  if (told_end_.isActive() && bridge_.snapshot().revision != told_revision_) forgetReport();
  lookSoon();
  if (!held_) Q_EMIT moved();
}

QString Hand::robotName() const {
  return choice_ ? QString::fromStdString(bridge_.snapshot().world->display(choice_->robot)) : QString();
}

QString Hand::toolName() const {
  return choice_ ? QString::fromStdString(bridge_.snapshot().world->display(choice_->tool)) : QString();
}

std::optional<Pose> Hand::rootTTool() const {
  const auto world = bridge_.snapshot().world;
  if (!choice_ || !isThere(*world, choice_->tool)) return std::nullopt;
  return layer_.rootT(*world, choice_->tool);
}

JointVector Hand::standing() const {
  const auto robot = choice_ ? bridge_.snapshot().world->object(choice_->robot) : nullptr;
  return robot ? robot->jointPositions() : JointVector();
}

void Hand::setKeepClear(bool on) {
  if (keep_clear_ == on) return;
  keep_clear_ = on;
  Q_EMIT optionsChanged();
}

// ---- a gesture

bool Hand::begin() {
  if (!choice_ || !rootTTool()) return false;
  if (settling_) endSettling();
  layer_.clear();
  ++gesture_;
  ++go_;  // a jog that is under way does not end in this
  going_ = false;
  held_ = true;
  wanted_ = false;
  told_end_.stop();
  report_.reset();
  return true;
}

void Hand::want(const Pose& root_t_hand) {
  if (!held_) return;
  wanted_ = true;
  HandWorker::Wish wish;
  wish.target = {bridge_.snapshot().world, *choice_, report_ ? report_->step.q : standing(), keep_clear_};
  wish.gesture = gesture_;
  wish.number = ++wish_;
  wish.root_t_hand = root_t_hand;
  worker_->thread->follow(std::move(wish));
}

void Hand::take() {
  std::optional<HandWorker::Followed> newest;
  {
    const std::scoped_lock lock(worker_->mutex);
    newest.swap(worker_->newest);
  }
  if (!newest || newest->gesture != gesture_ || !(held_ || settling_)) return;
  report_ = Report{newest->step, newest->text, newest->worked_ms, newest->wish};
  layer_.setJoints(choice_->robot, newest->step.q);
  Q_EMIT moved();
  if (settling_ && newest->wish == wish_ && newest->step.at_rest) endSettling();
}

void Hand::finish() {
  if (!held_) return;
  held_ = false;
  if (!wanted_) return giveUp();
  settling_ = true;
  settle_end_.start();
  if (report_ && report_->step.at_rest && report_->wish == wish_) endSettling();
}

void Hand::cancel() {
  if (!held_ && !settling_) return;
  held_ = settling_ = false;
  settle_end_.stop();
  report_.reset();
  giveUp();
}

void Hand::giveUp() {
  ++gesture_;
  worker_->thread->stop();
  layer_.clear();
  Q_EMIT moved();
  lookSoon();
}

void Hand::endSettling() {
  if (!settling_) return;
  settling_ = false;
  settle_end_.stop();
  ++gesture_;
  worker_->thread->stop();
  constexpr double kMoved = 1e-9;  // radians or metres
  const JointVector before = standing();
  const bool fits = report_ && before.size() == report_->step.q.size();
  if (fits && kinematics::jointDistance(before, report_->step.q) > kMoved)
    commit(tr("Move %1 by its tool").arg(robotName()), report_->step.q, {});
  else layer_.clear();
  told_revision_ = bridge_.snapshot().revision;
  if (report_) told_end_.start();
  Q_EMIT moved();
  lookSoon();
}

void Hand::forgetReport() {
  told_end_.stop();
  if (isBusy() || !report_) return;
  report_.reset();
  Q_EMIT moved();
}

void Hand::commit(const QString& label, const JointVector& q, const QString& coalesce_key) {
  bridge_.commit(label, session::setJoints(choice_->robot, q), coalesce_key);
  // After the commit, so that the old place never shows in between.
  layer_.clear();
}

// ---- postures

void Hand::setWatched(bool on) {
  if (watched_ == on) return;
  watched_ = on;
  if (on) return lookSoon();
  forgetReport();
  look_soon_.stop();
  looking_ = false;
  ++look_;
  pending_.reset();
  postures_.clear();
  Q_EMIT posturesChanged();
}

void Hand::lookSoon() {
  if (watched_ && choice_ && !look_soon_.isActive()) look_soon_.start();
}

void Hand::look() {
  look_soon_.stop();
  if (!watched_ || !choice_ || isBusy()) return;
  looking_ = true;
  HandWorker::Ask ask;
  ask.target = {bridge_.snapshot().world, *choice_, standing(), keep_clear_};
  ask.number = ++look_;
  worker_->thread->look(std::move(ask));
}

void Hand::takeLooked(quint64 number, std::vector<Posture> found) {
  if (number != look_) return;
  looking_ = false;
  if (isBusy()) return;  // it was interrupted, and is asked for again
  postures_ = std::move(found);
  Q_EMIT posturesChanged();
  if (const auto index = std::exchange(pending_, std::nullopt); index && !isBusy()) takePosture(*index);
}

QString Hand::postureText(const Posture& posture) const {
  const auto world = bridge_.snapshot().world;
  const auto robot = choice_ ? world->object(choice_->robot) : nullptr;
  const bool has = robot && posture.joint >= 0 && static_cast<std::size_t>(posture.joint) < robot->moving_joints.size();
  const auto joint = static_cast<std::size_t>(std::max(0, posture.joint));
  const bool turns = has && robot->movingJoint(joint).motion == world::MotionType::kRevolute;
  return ui::postureText(*world, has ? robot->movingJointName(joint) : std::string(), posture, turns);
}

QString Hand::branchText(const Posture& posture) const {
  return posture.branch.named() ? toText(kinematics::nameOf(posture.branch)) : tr("without a name");
}

void Hand::takePosture(std::size_t index) {
  if (held_ || settling_ || !choice_) return;
  if (isLooking()) {  // the numbers are of a pose that the tool has left
    pending_ = index;
    if (look_soon_.isActive()) look();
    return;
  }
  if (index >= postures_.size()) {
    Q_EMIT refused(tr("There is no posture %1.").arg(index + 1), tr("At this place the tool has fewer."));
    return;
  }
  const Posture& posture = postures_[index];
  if (posture.is_current) return;
  if (posture.joint >= 0 || (posture.contact && keep_clear_)) {
    Q_EMIT refused(tr("Posture %1 cannot be taken: %2.").arg(index + 1).arg(postureText(posture)),
                   posture.joint >= 0 ? tr("Move the tool, or raise the limit if the robot allows it.")
                                      : tr("Move the tool, or switch off Stop before collisions."));
    return;
  }
  const JointVector q = posture.q;
  commit(tr("Posture %1 of %2").arg(index + 1).arg(robotName()), q, {});
}

// ---- steps

void Hand::goTo(const Pose& root_t_hand, const QString& label, const QString& coalesce_key) {
  if (!choice_ || held_ || settling_) return;
  going_ = true;
  go_label_ = label;
  go_key_ = coalesce_key;
  HandWorker::Ask ask;
  ask.target = {bridge_.snapshot().world, *choice_, standing(), keep_clear_};
  ask.number = ++go_;
  ask.root_t_hand = root_t_hand;
  worker_->thread->go(std::move(ask));
}

void Hand::jog(const Quat& root_q_axes, int axis, double amount) {
  const auto tool = rootTTool();
  if (!tool || isBusy()) return;
  goTo(usecase::jogged(*tool, root_q_axes, axis, amount), tr("Jog the tool of %1").arg(robotName()),
       QStringLiteral("jog-tool-%1").arg(choice_->robot.value));
}

void Hand::takeGone(quint64 number, const Result<JointVector>& gone) {
  if (number != go_ || !going_) return;
  going_ = false;
  if (gone.ok()) commit(go_label_, *gone, go_key_);
  else if (gone.status().code != Code::kCancelled) {
    const Message message = toMessage(gone.status());
    Q_EMIT refused(message.title, message.hint);
  }
  Q_EMIT moved();
  lookSoon();
}

}  // namespace ww::ui
