// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/simulation/simulation.h"

namespace ww::simulation {

enum class PlayState { kPaused, kPlaying };

struct PlayStatus {
  PlayState state = PlayState::kPaused;
  double time = 0.0;  // seconds of simulation
  std::uint64_t step = 0;
  double real_time_factor = 0.0;  // over about the last second; 0 while paused
  Status paused_because;          // why it paused by itself
};

// A simulation that many threads talk to, and that plays on a thread of its own. Calls come between two steps, and wait
// no longer than one takes. It begins paused.
class Player {
 public:
  explicit Player(std::unique_ptr<Simulation> simulation);
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  // fn(Simulation&) between two steps.
  template <typename Fn>
  auto with(Fn&& fn) {
    const Turn turn(*this);
    return fn(*simulation_);
  }
  // Both may be said again, and both end steps that are being made.
  void play();
  void pause();
  // FAILED_PRECONDITION while it plays or others make steps; else as Simulation::step, CANCELLED by play() and pause()
  // too. Others get their turn meanwhile.
  Status step(std::uint64_t count, const std::stop_token& stop);
  PlayStatus status();

 private:
  using Clock = std::chrono::steady_clock;
  // The lock, for which the playing thread steps aside.
  class Turn {
   public:
    explicit Turn(Player& player);
    ~Turn();

   private:
    Player& player_;
    std::unique_lock<std::mutex> lock_;
  };
  void run(const std::stop_token& stop);
  void playOnce(std::unique_lock<std::mutex>& lock);
  void measure(Clock::time_point now);

  std::unique_ptr<Simulation> simulation_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::atomic<int> waiting_ = 0;
  bool playing_ = false, stepping_ = false, stop_steps_ = false;
  Status paused_because_;
  double factor_ = 0.0, due_ = 0.0;  // seconds of simulation that the clock has paid for
  Clock::time_point last_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace ww::simulation
