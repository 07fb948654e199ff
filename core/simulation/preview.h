// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "core/simulation/moment.h"

namespace ww::simulation {

// kRepeating: what led to a moment is simulated again, to go on from there.
enum class PreviewState { kMaking, kPaused, kPlaying, kRepeating, kEnded };

struct PreviewStatus {
  PreviewState state = PreviewState::kMaking;
  double factor = 0.0;    // seconds of simulation per second of the clock, over about the last two; 0 while paused
  double repeated = 0.0;  // share of what is simulated again, 0 to 1
  // It went on from poses and speeds alone, as doing all again that led there would have taken too long: contacts are
  // found anew, and what follows may be another future than it was.
  bool is_rough = false;
  Status paused_because;  // why it paused by itself
  std::vector<Status> notes;
  std::size_t first = 0, end = 0;  // of the moments that are kept: end - first of them
  MomentPtr now;                   // null while it is being made
};

// A simulation for those who must never wait for it: a window. It is made and played on a thread of its own; what is
// asked for is done between two steps, and everyone looks at moments that are complete. About sixty of them a second
// are kept, as many as there is room for, so that one can look back, and go on from there. It begins paused.
class Preview {
 public:
  using Make = std::function<std::unique_ptr<Simulation>()>;
  static constexpr std::size_t kRoom = 256'000'000;  // bytes
  explicit Preview(Make make, std::size_t room = kRoom);
  ~Preview();  // waits for the step that is being made: see end()
  Preview(const Preview&) = delete;
  Preview& operator=(const Preview&) = delete;

  // All of these return at once.
  void play();
  void pause();
  // And pauses. What is asked of the others here ends it where it is.
  void step(std::uint64_t count);
  void reset();  // to where it began, paused; a moment that is being gone on from is given up
  // A factor on the clock's time; 0: as fast as it can.
  void setSpeed(double factor);
  // What was kept after it is dropped. It pauses. All that led there is done again, so that what follows has the bits
  // that it had, as long as nothing else is asked; a link that was pulled is let go. See PreviewStatus::is_rough.
  void goOnFrom(MomentPtr moment);
  // Done between two steps, and once more whenever a later moment is gone on from.
  void ask(std::function<void(Simulation&)> what);
  // The thread ends soon, and says so by kEnded: destroying it does not wait any more.
  void end();

  PreviewStatus status() const;
  // The moment with a number from first to before end; those that are no longer kept: the nearest. Null without any.
  MomentPtr moment(std::size_t number) const;

 private:
  using Clock = std::chrono::steady_clock;
  using Work = std::function<void(Simulation&)>;
  // What was asked, and after how many steps.
  struct Asked {
    std::uint64_t after = 0;
    Work what;
  };
  void order(Work what);
  void remember(Work what);
  // Fails as Simulation::step() does. `each` may end it by its answer.
  Status makeSteps(std::uint64_t count, const std::function<bool()>& each = {});
  void makeAsked(std::uint64_t count, std::uint64_t cuts);
  bool comeAgainTo(const Moment& moment, std::uint64_t resets);
  void goOn(const MomentPtr& moment, std::uint64_t resets);
  void run(const std::stop_token& stop);
  bool doAsked(std::unique_lock<std::mutex>& lock);
  void playOn(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
  void dropAfter(const MomentPtr& moment);
  void setPlaying(bool on);
  void pauseFor(Status why);
  MomentPtr toShow(Moment moment);
  void keep();
  void showOnly();                                                           // while steps are being made
  void tookSteps(double count, double wall_s, double work_s, double share);  // seconds; count and share: without unit
  void measure(Clock::time_point now, double time);                          // seconds of simulation

  const Make make_;
  const std::size_t room_;  // bytes
  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::vector<Work> asked_;
  // How often something came that ends steps, or that ends doing all again.
  std::atomic<std::uint64_t> cuts_ = 0, resets_ = 0;
  PreviewStatus status_;
  std::deque<MomentPtr> kept_;
  std::size_t bytes_ = 0;
  double speed_ = 1.0;                                     // factor
  std::deque<std::pair<Clock::time_point, double>> pace_;  // seconds of simulation at times of the clock
  // Of the thread alone.
  std::unique_ptr<Simulation> simulation_;
  double due_ = 0.0;                      // seconds of simulation that the clock has paid for
  double step_s_ = 0.0, waited_s_ = 0.0;  // seconds of a step, smoothed, as in Moment
  Clock::time_point last_, shown_;
  std::uint64_t made_ = 0;  // steps since it began
  std::vector<Asked> remembered_;
  bool forgot_ = false;  // there was too much to be remembered
  std::jthread thread_;  // last: it uses the others
};

}  // namespace ww::simulation
