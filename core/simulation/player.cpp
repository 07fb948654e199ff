// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/player.h"

#include <algorithm>
#include <cmath>

#include "core/simulation/failures.h"

namespace ww::simulation {
namespace {

constexpr double kSmooth = 1.0;   // seconds that the real-time factor is taken over
constexpr double kMostDue = 0.1;  // seconds that are made up for after a pause of the machine
constexpr int kAtOnce = 50;       // steps at most between looks at what was asked meanwhile

}  // namespace

Player::Turn::Turn(Player& player) : player_(player), lock_(player.mutex_, std::defer_lock) {
  ++player_.waiting_;
  lock_.lock();
  --player_.waiting_;
}
Player::Turn::~Turn() {
  lock_.unlock();
  player_.wake_.notify_all();
}

Player::Player(std::unique_ptr<Simulation> simulation)
    : simulation_(std::move(simulation)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

Player::~Player() {
  thread_.request_stop();
  wake_.notify_all();
}

void Player::play() {
  const Turn turn(*this);
  stop_steps_ = true;
  if (playing_) return;
  playing_ = true;
  paused_because_ = okStatus();
  last_ = Clock::now();
  due_ = factor_ = 0.0;
}

void Player::pause() {
  const Turn turn(*this);
  playing_ = false;
  stop_steps_ = true;
  factor_ = 0.0;
}

Status Player::step(std::uint64_t count, const std::stop_token& stop) {
  {
    const Turn turn(*this);
    if (stepping_) return fail(failures::kStepping);
    if (playing_) return fail(failures::kNotPaused);
    if (count == 0 || count > Simulation::kMostSteps)
      return fail(failures::kStepCount, {{"count", arg::Count{count}}, {"most", arg::Count{Simulation::kMostSteps}}});
    stepping_ = true;
    stop_steps_ = false;
  }
  Status done = okStatus();
  for (std::uint64_t left = count; left > 0 && done.ok();) {
    const Turn turn(*this);
    for (int i = 0; i < kAtOnce && left > 0 && done.ok() && (i == 0 || waiting_ == 0); ++i) {
      done = stop.stop_requested() || stop_steps_
                 ? fail(failures::kStopped, {{"time", arg::Seconds{simulation_->time()}}})
                 : simulation_->step(1);
      --left;
    }
  }
  const Turn turn(*this);
  stepping_ = false;
  return done;
}

PlayStatus Player::status() {
  const Turn turn(*this);
  return {playing_ ? PlayState::kPlaying : PlayState::kPaused, simulation_->time(), simulation_->steps(), factor_,
          paused_because_};
}

void Player::measure(Clock::time_point now) {
  const double wall = std::chrono::duration<double>(now - last_).count();
  last_ = now;
  const PhysicsProperties physics = simulation_->physics();
  const double pace = physics.max_update_rate * physics.time_step;
  // No rate: as fast as it can.
  const double most = std::max(kMostDue, 2.0 * physics.time_step);
  due_ = pace <= 0.0 ? most : std::min(due_ + wall * pace, most);
}

// What is due, then sleeps until more is.
void Player::playOnce(std::unique_lock<std::mutex>& lock) {
  const Clock::time_point began = Clock::now();
  measure(began);
  const double dt = simulation_->physics().time_step;
  double made = 0.0;
  for (int i = 0; i < kAtOnce && due_ >= dt && waiting_ == 0; ++i) {
    if (const Status done = simulation_->step(1); !done.ok()) {
      paused_because_ = done;
      playing_ = false;
      factor_ = 0.0;
      return;
    }
    due_ -= dt;
    made += dt;
  }
  if (due_ < dt) wake_.wait_for(lock, std::chrono::duration<double>(std::clamp(dt - due_, 1e-3, 5e-3)));
  if (!playing_) return;  // someone paused it meanwhile
  const double wall = std::chrono::duration<double>(Clock::now() - began).count();
  if (made > 0.0 || wall > 0.0) {
    const double share = 1.0 - std::exp(-wall / kSmooth);
    factor_ += share * (made / std::max(wall, 1e-9) - factor_);
  }
}

void Player::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (!playing_) {
      wake_.wait(lock, stop, [this] { return playing_; });
      continue;
    }
    playOnce(lock);
    // Who waits goes first.
    while (waiting_ > 0 && !stop.stop_requested()) {
      lock.unlock();
      std::this_thread::yield();
      lock.lock();
    }
  }
}

}  // namespace ww::simulation
