// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/preview.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "core/simulation/pull.h"

namespace ww::simulation {
namespace {

constexpr auto kFrame = std::chrono::microseconds(16'600);   // from one moment that is kept to the next
constexpr auto kPace = std::chrono::seconds(2);              // what the factor is taken over
constexpr double kMostLate = 0.1;                            // seconds of the clock that are made up for
constexpr double kStepShare = 0.05;                          // of a new measurement
constexpr double kMostAgain = 15.0;                          // seconds that doing all again may take
constexpr std::size_t kMostRemembered = 1'000'000;           // calls, of some hundred bytes
constexpr std::uint64_t kTellEvery = 256;                    // steps that are done again
constexpr auto kShowEvery = std::chrono::milliseconds(100);  // while steps are made that were asked for

double secondsOf(std::chrono::steady_clock::duration d) { return std::chrono::duration<double>(d).count(); }

// Seconds of a processor that this thread has had.
double workOfThread() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

bool isSame(const Moment& a, const Moment& b) {
  const auto same_flying = [](const FlyingMoment& x, const FlyingMoment& y) {
    return x.object == y.object && x.root_t_object == y.root_t_object && x.twist.linear == y.twist.linear &&
           x.twist.angular == y.twist.angular;
  };
  const auto same_joints = [](const JointMoment& x, const JointMoment& y) {
    return x.object == y.object && x.positions == y.positions && x.velocities == y.velocities;
  };
  return a.step == b.step && std::ranges::equal(a.flying, b.flying, same_flying) &&
         std::ranges::equal(a.joints, b.joints, same_joints);
}

}  // namespace

Preview::Preview(Make make, std::size_t room)
    : make_(std::move(make)), room_(room), thread_([this](const std::stop_token& stop) { run(stop); }) {}

Preview::~Preview() { end(); }

void Preview::end() {
  thread_.request_stop();
  wake_.notify_all();
}

void Preview::ask(Work what) {
  order([this, what = std::move(what)](Simulation& simulation) {
    remember(what);
    what(simulation);
  });
}

void Preview::order(Work what) {
  const std::scoped_lock lock(mutex_);
  asked_.push_back(std::move(what));
  wake_.notify_all();
}

void Preview::play() {
  ++cuts_;
  order([this](Simulation&) {
    const std::scoped_lock lock(mutex_);
    status_.paused_because = okStatus();
    setPlaying(true);
  });
}

// The last step is kept: what is shown while it is paused is where the next step begins.
void Preview::pause() {
  ++cuts_;
  order([this](Simulation&) {
    keep();
    const std::scoped_lock lock(mutex_);
    setPlaying(false);
  });
}

void Preview::step(std::uint64_t count) {
  order([this, count, cuts = cuts_.load()](Simulation&) { makeAsked(count, cuts); });
}

void Preview::reset() {
  ++cuts_;
  ++resets_;
  order([this](Simulation& simulation) {
    {
      const std::scoped_lock lock(mutex_);
      setPlaying(false);
      status_.paused_because = okStatus();
      kept_.clear();
      bytes_ = 0;
      status_.first = status_.end = 0;
      status_.is_rough = false;
    }
    simulation.reset();
    made_ = 0;
    remembered_.clear();
    forgot_ = false;
    keep();
  });
}

void Preview::setSpeed(double factor) {
  const std::scoped_lock lock(mutex_);
  speed_ = std::max(0.0, factor);
  pace_.clear();
}

void Preview::goOnFrom(MomentPtr moment) {
  if (!moment) return;
  {
    // At once, so that nobody is shown what came after it.
    const std::scoped_lock lock(mutex_);
    dropAfter(moment);
  }
  ++cuts_;
  order([this, moment, resets = resets_.load()](Simulation&) { goOn(moment, resets); });
}

// With the lock.
void Preview::dropAfter(const MomentPtr& moment) {
  while (!kept_.empty() && kept_.back()->step > moment->step) {
    bytes_ -= kept_.back()->bytes();
    kept_.pop_back();
  }
  status_.end = status_.first + kept_.size();
  status_.now = moment;
}

PreviewStatus Preview::status() const {
  const std::scoped_lock lock(mutex_);
  return status_;
}

MomentPtr Preview::moment(std::size_t number) const {
  const std::scoped_lock lock(mutex_);
  if (kept_.empty()) return status_.now;
  const std::size_t at = number < status_.first ? 0 : std::min(number - status_.first, kept_.size() - 1);
  return kept_[at];
}

// ---- on its thread

// Slow ones are seen while they are made.
void Preview::makeAsked(std::uint64_t count, std::uint64_t cuts) {
  {
    const std::scoped_lock lock(mutex_);
    setPlaying(false);
  }
  const Clock::time_point began = Clock::now();
  const double worked = workOfThread();
  std::uint64_t done = 0;
  shown_ = began;
  const auto measureThem = [&] {
    tookSteps(static_cast<double>(std::max<std::uint64_t>(done, 1)), secondsOf(Clock::now() - began),
              workOfThread() - worked, 1.0);
  };
  const Status made = makeSteps(count, [&] {
    ++done;
    if (Clock::now() - shown_ >= kShowEvery) {
      measureThem();
      showOnly();
    }
    return cuts_ == cuts;
  });
  measureThem();
  keep();
  pauseFor(made);
}

void Preview::goOn(const MomentPtr& moment, std::uint64_t resets) {
  {
    const std::scoped_lock lock(mutex_);
    setPlaying(false);
    status_.state = PreviewState::kRepeating;
    status_.repeated = 0.0;
  }
  const bool again = comeAgainTo(*moment, resets);
  if (thread_.get_stop_token().stop_requested() || resets_ != resets) return;
  const auto restore = [moment](Simulation& simulation) { return Moments::restore(simulation, *moment); };
  const Status done = again ? okStatus() : restore(*simulation_);
  if (!again && done.ok()) remember([restore](Simulation& simulation) { static_cast<void>(restore(simulation)); });
  const std::scoped_lock lock(mutex_);
  setPlaying(false);
  status_.paused_because = done;
  status_.is_rough = !again && done.ok();
  if (done.ok()) dropAfter(moment);
}

// State that is written back is not all that an engine has: only the same calls at the same steps come to the same
// bits. False when that was not to be had; the simulation is somewhere else then.
bool Preview::comeAgainTo(const Moment& moment, std::uint64_t resets) {
  if (forgot_ || moment.asked > remembered_.size()) return false;
  if (static_cast<double>(moment.made) * step_s_ > kMostAgain) return false;
  remembered_.resize(moment.asked);
  made_ = 0;
  simulation_->reset();
  const auto go = [&](std::uint64_t to) {
    while (made_ < to) {
      if (!makeSteps(std::min(to - made_, kTellEvery), [&] { return resets_ == resets; }).ok()) return false;
      if (resets_ != resets) return false;
      const std::scoped_lock lock(mutex_);
      status_.repeated = static_cast<double>(made_) / static_cast<double>(moment.made);
    }
    return true;
  };
  for (const Asked& asked : remembered_) {
    if (!go(asked.after)) return false;
    Work(asked.what)(*simulation_);  // a copy, as it may change itself
  }
  if (!go(moment.made)) return false;
  const bool same = isSame(Moments::take(*simulation_), moment);
  const auto let_go = [](Simulation& simulation) { Pulls::end(simulation); };
  remember(let_go);
  let_go(*simulation_);
  return same;
}

void Preview::remember(Work what) {
  if (remembered_.size() < kMostRemembered) remembered_.push_back({made_, std::move(what)});
  else forgot_ = true;
}

Status Preview::makeSteps(std::uint64_t count, const std::function<bool()>& each) {
  if (!each) return simulation_->step(count, thread_.get_stop_token(), [this] { ++made_; });
  std::stop_source enough;
  const std::stop_callback ends(thread_.get_stop_token(), [&enough] { enough.request_stop(); });
  bool cut = false;
  Status done = simulation_->step(count, enough.get_token(), [&] {
    ++made_;
    cut = cut || !each();
    if (cut) enough.request_stop();
  });
  return cut ? okStatus() : done;
}

// With the lock.
void Preview::setPlaying(bool on) {
  status_.state = on ? PreviewState::kPlaying : PreviewState::kPaused;
  status_.factor = due_ = 0.0;
  pace_.clear();
  last_ = Clock::now();
}

void Preview::pauseFor(Status why) {
  if (why.ok()) return;
  const std::scoped_lock lock(mutex_);
  setPlaying(false);
  status_.paused_because = std::move(why);
}

MomentPtr Preview::toShow(Moment moment) {
  moment.step_s = step_s_;
  moment.waited_s = waited_s_;
  moment.made = made_;
  moment.asked = remembered_.size();
  shown_ = Clock::now();
  return std::make_shared<const Moment>(std::move(moment));
}

void Preview::showOnly() {
  auto now = toShow(Moments::of(*simulation_));
  const std::scoped_lock lock(mutex_);
  status_.now = std::move(now);
}

void Preview::keep() {
  auto now = toShow(Moments::take(*simulation_));
  const std::scoped_lock lock(mutex_);
  bytes_ += now->bytes();
  kept_.push_back(now);
  while (bytes_ > room_ && kept_.size() > 1) {
    bytes_ -= kept_.front()->bytes();
    kept_.pop_front();
    ++status_.first;
  }
  status_.end = status_.first + kept_.size();
  status_.now = std::move(now);
}

void Preview::tookSteps(double count, double wall_s, double work_s, double share) {
  step_s_ += share * (work_s / count - step_s_);
  waited_s_ += share * (std::max(0.0, wall_s - work_s) / count - waited_s_);
}

// With the lock.
void Preview::measure(Clock::time_point now, double time) {
  pace_.emplace_back(now, time);
  while (pace_.size() > 2 && now - pace_.front().first > kPace) pace_.pop_front();
  const double wall = secondsOf(now - pace_.front().first);
  if (wall > 0.0) status_.factor = (time - pace_.front().second) / wall;
}

// False when there was nothing.
bool Preview::doAsked(std::unique_lock<std::mutex>& lock) {
  if (asked_.empty()) return false;
  const std::vector<Work> now = std::exchange(asked_, {});
  lock.unlock();
  for (const Work& work : now) work(*simulation_);
  lock.lock();
  return true;
}

// What is due, for no longer than a frame; then waits until more is.
void Preview::playOn(std::unique_lock<std::mutex>& lock, const std::stop_token& stop) {
  const Clock::time_point began = Clock::now();
  const double dt = simulation_->physics().time_step, wall = secondsOf(began - last_);
  last_ = began;
  const bool unbound = speed_ <= 0.0;
  due_ = unbound ? dt : std::min(due_ + wall * speed_, std::max(kMostLate * speed_, dt));
  lock.unlock();
  Status done = okStatus();
  while (done.ok() && due_ >= dt && Clock::now() - began < kFrame && !stop.stop_requested()) {
    const Clock::time_point before = Clock::now();
    const double worked = workOfThread();
    done = makeSteps(1);
    tookSteps(1.0, secondsOf(Clock::now() - before), workOfThread() - worked, step_s_ > 0.0 ? kStepShare : 1.0);
    if (!unbound) due_ -= dt;
  }
  if (!done.ok() || Clock::now() - shown_ >= kFrame) keep();
  pauseFor(std::move(done));
  lock.lock();
  if (status_.state != PreviewState::kPlaying) return;
  measure(Clock::now(), simulation_->time());
  if (due_ >= dt || !asked_.empty()) return;
  const double wait = std::clamp((dt - due_) / speed_, 1e-3, 5e-3);
  wake_.wait_for(lock, stop, std::chrono::duration<double>(wait), [this] { return !asked_.empty(); });
}

void Preview::run(const std::stop_token& stop) {
  simulation_ = make_();
  keep();
  std::unique_lock lock(mutex_);
  status_.notes = simulation_->notes();
  status_.state = PreviewState::kPaused;
  while (!stop.stop_requested()) {
    if (doAsked(lock)) continue;
    if (status_.state == PreviewState::kPlaying) playOn(lock, stop);
    else wake_.wait(lock, stop, [this] { return !asked_.empty(); });
  }
  lock.unlock();
  simulation_.reset();  // here, as it may take its time
  lock.lock();
  status_.state = PreviewState::kEnded;
}

}  // namespace ww::simulation
