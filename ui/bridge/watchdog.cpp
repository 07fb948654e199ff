// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/watchdog.h"

#include <fcntl.h>
#include <unistd.h>

#include <QAbstractEventDispatcher>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

namespace ww::ui {
namespace {

double milliseconds(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

// How long this thread could have run but others had the processors, as the kernel counts it; 0 where it does not.
double waitedForProcessor() {
  static thread_local const int file = ::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  char text[96] = {};
  unsigned long long ran = 0, waited = 0;
  if (file < 0 || ::pread(file, text, sizeof text - 1, 0) <= 0 || std::sscanf(text, "%llu %llu", &ran, &waited) != 2)
    return 0.0;
  return static_cast<double>(waited) * 1e-6;
}

QString partsOf(const Turn& turn) {
  QString text = QString::asprintf("%d events", turn.events);
  for (const Turn::Part& part : turn.parts)
    if (part.cpu_ms > 1.0)
      text += QString::asprintf(", %.1f in event %d of %s", part.cpu_ms, part.event, part.receiver);
  return text;
}

}  // namespace

void Watchdog::reset() {
  wall_.clear();
  too_long_.clear();
  longest_ = {};
  worst_outside_ms_ = worst_held_ms_ = 0.0;
}

void Watchdog::eventBegins(const char* receiver, int type) {
  running_.push_back({receiver, type, milliseconds(CLOCK_THREAD_CPUTIME_ID), 0.0});
  if (in_turn_) return;
  in_turn_ = true;
  parts_ = {};
  events_ = 0;
  paused_turn_ = pauses_ > 0;
  start_wall_ = last_wall_ = milliseconds(CLOCK_MONOTONIC);
  start_cpu_ = last_cpu_ = milliseconds(CLOCK_THREAD_CPUTIME_ID);
  start_waited_ = waitedForProcessor();
  start_frames_ = frames_ ? frames_() : FrameTotals();
}

void Watchdog::eventEnds() {
  const Running ended = running_.back();
  running_.pop_back();
  if (!in_turn_) return;
  last_wall_ = milliseconds(CLOCK_MONOTONIC);
  last_cpu_ = milliseconds(CLOCK_THREAD_CPUTIME_ID);
  const double took = last_cpu_ - std::max(ended.start_cpu, start_cpu_);
  if (!running_.empty()) running_.back().within_cpu += took;
  ++events_;
  Turn::Part part{took - ended.within_cpu, ended.receiver, ended.type};
  for (Turn::Part& worse : parts_)
    if (part.cpu_ms > worse.cpu_ms) std::swap(part, worse);
}

void Watchdog::unpause() {
  paused_turn_ = true;  // the rest of this turn still belongs to what was excused
  --pauses_;
}

void Watchdog::turnEnds() {
  if (!in_turn_) return;
  if (!running_.empty()) {  // a nested loop waits: what was done until now is the turn
    last_wall_ = milliseconds(CLOCK_MONOTONIC);
    last_cpu_ = milliseconds(CLOCK_THREAD_CPUTIME_ID);
  }
  close();
  in_turn_ = false;
}

void Watchdog::close() {
  Turn turn;
  turn.parts = parts_;
  turn.events = events_;
  turn.wall_ms = last_wall_ - start_wall_;
  turn.cpu_ms = last_cpu_ - start_cpu_;
  const FrameTotals frames = frames_ ? frames_() : start_frames_;
  turn.frame_ms = frames.cpu_ms - start_frames_.cpu_ms;
  turn.held_ms = turn.wall_ms - (frames.wall_ms - start_frames_.wall_ms);
  if (turn.held_ms > limits_.held_ms) turn.held_ms -= std::min(turn.held_ms, waitedForProcessor() - start_waited_);
  const bool excused = paused_turn_ || pauses_ > 0;
  if (print_above_ms_ >= 0 && turn.wall_ms > print_above_ms_)
    std::fprintf(stderr, "turn wall %.1f ms, cpu %.1f ms, frame %.1f ms, %s%s\n", turn.wall_ms, turn.cpu_ms,
                 turn.frame_ms, qPrintable(partsOf(turn)), excused ? " (window creation)" : "");
  if (excused) return;
  wall_.push_back(static_cast<float>(turn.wall_ms));
  if (turn.wall_ms > longest_.wall_ms) longest_ = turn;
  worst_outside_ms_ = std::max(worst_outside_ms_, turn.cpu_ms - turn.frame_ms);
  worst_held_ms_ = std::max(worst_held_ms_, turn.held_ms);
  if (turn.held_ms > limits_.held_ms || turn.cpu_ms - turn.frame_ms > limits_.cpu_outside_frame_ms)
    too_long_.push_back(turn);
}

double Watchdog::wallPercentile(double share) const {
  if (wall_.empty()) return 0.0;
  std::vector<float> sorted = wall_;
  const auto at = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size()))) - 1;
  const auto nth = sorted.begin() + static_cast<std::ptrdiff_t>(std::min(at, sorted.size() - 1));
  std::nth_element(sorted.begin(), nth, sorted.end());
  return static_cast<double>(*nth);
}

QString Watchdog::summary() const {
  QString text =
      QString::asprintf("%zu turns, wall p99 %.1f ms, max %.1f ms (cpu %.1f, frame %.1f); %zu too long", wall_.size(),
                        wallPercentile(0.99), longest_.wall_ms, longest_.cpu_ms, longest_.frame_ms, too_long_.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(too_long_.size(), 5); ++i)
    text += QString::asprintf("%s wall %.1f held %.1f cpu %.1f frame %.1f ms, ", i ? ";" : ":", too_long_[i].wall_ms,
                              too_long_[i].held_ms, too_long_[i].cpu_ms, too_long_[i].frame_ms) +
            partsOf(too_long_[i]);
  return text;
}

WatchedApplication::WatchedApplication(int& argc, char** argv, Watchdog* dog) : QApplication(argc, argv), dog_(dog) {
  auto* dispatcher = QAbstractEventDispatcher::instance();
  connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, this, &WatchedApplication::turnEnds);
  connect(dispatcher, &QAbstractEventDispatcher::awake, this, &WatchedApplication::turnEnds);
}

bool WatchedApplication::notify(QObject* receiver, QEvent* event) {
  if (!dog_) return QApplication::notify(receiver, event);
  dog_->eventBegins(receiver->metaObject()->className(), event->type());
  const bool handled = QApplication::notify(receiver, event);
  dog_->eventEnds();
  return handled;
}

}  // namespace ww::ui
