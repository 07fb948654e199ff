// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QApplication>
#include <QString>
#include <array>
#include <functional>
#include <vector>

#include "ui/bridge/frame_totals.h"

namespace ww::ui {

// One turn of the Qt thread's event loop: everything between two waits.
struct Turn {
  double wall_ms = 0.0;
  double cpu_ms = 0.0;    // of the Qt thread alone
  double frame_ms = 0.0;  // the part of cpu_ms spent in the 3D view's frame
  double held_ms = 0.0;   // of wall_ms: neither in the frame nor waiting for a processor that others have
  // An event of the turn, and what it took of cpu_ms without the events within it.
  struct Part {
    double cpu_ms = 0.0;
    const char* receiver = "";
    int event = 0;  // QEvent::Type
  };
  std::array<Part, 3> parts;  // those that took most, the worst first
  int events = 0;             // in all
};

// Measures every turn. A turn is too long when it takes more than 50 ms of the thread's own CPU time
// outside the 3D frame, or holds the thread for more than 400 ms outside it; time in which the thread waits for a
// processor is not its own. Turns while a Pause lives (making the window) are counted apart.
class Watchdog {
 public:
  struct Limits {
    double cpu_outside_frame_ms = 50.0;
    double held_ms = 400.0;
  };
  class Pause {
   public:
    explicit Pause(Watchdog* dog) : dog_(dog) {
      if (dog_) ++dog_->pauses_;
    }
    ~Pause() {
      if (dog_) dog_->unpause();
    }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    Watchdog* dog_;
  };

  Watchdog() : Watchdog(Limits()) {}
  explicit Watchdog(Limits limits) : limits_(limits) {}

  // What the Qt thread has spent in the 3D view's frames so far.
  void setFrameSource(std::function<FrameTotals()> totals) { frames_ = std::move(totals); }
  // Prints each turn that takes more than this (default 16 ms) to standard error; negative: none.
  void setPrintAbove(double wall_ms) { print_above_ms_ = wall_ms; }
  void reset();

  std::size_t turns() const { return wall_.size(); }
  const std::vector<Turn>& tooLong() const { return too_long_; }
  bool failed() const { return !too_long_.empty(); }
  double wallPercentile(double share) const;        // 0.99 for the 99th
  const Turn& longest() const { return longest_; }  // by wall time
  double worstOutsideFrameMs() const { return worst_outside_ms_; }
  double worstHeldMs() const { return worst_held_ms_; }
  // "1234 turns, wall p99 21.3 ms, max 80.2 ms; 1 too long: ..."
  QString summary() const;

  // Called by WatchedApplication.
  void eventBegins(const char* receiver, int type);
  void eventEnds();
  void turnEnds();

 private:
  void unpause();
  void close();

  Limits limits_;
  std::function<FrameTotals()> frames_;
  double print_above_ms_ = 16.0;
  std::vector<float> wall_;
  std::vector<Turn> too_long_;
  Turn longest_;
  double worst_outside_ms_ = 0.0, worst_held_ms_ = 0.0;
  int pauses_ = 0;
  bool paused_turn_ = false;
  struct Running {
    const char* receiver;
    int type;
    double start_cpu, within_cpu;  // the latter: of the events within it that have ended
  };
  std::vector<Running> running_;  // the events that are being handled, the innermost last
  std::array<Turn::Part, 3> parts_;
  int events_ = 0;
  bool in_turn_ = false;
  double start_wall_ = 0, start_cpu_ = 0, start_waited_ = 0;
  FrameTotals start_frames_;
  double last_wall_ = 0, last_cpu_ = 0;
};

// Feeds a watchdog with every event of the Qt thread.
class WatchedApplication : public QApplication {
  Q_OBJECT
 public:
  WatchedApplication(int& argc, char** argv, Watchdog* dog);
  bool notify(QObject* receiver, QEvent* event) override;

 private:
  void turnEnds() {
    if (dog_) dog_->turnEnds();
  }
  Watchdog* dog_;
};

}  // namespace ww::ui
