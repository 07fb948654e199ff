// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

#include "core/base/phrase.h"

namespace ww {

// Where a job stands: a fraction in [0, 1] and a short text. Written by the worker, read by anyone.
class ProgressState {
 public:
  double fraction() const { return fraction_.load(std::memory_order_relaxed); }
  Phrase text() const;
  void set(double fraction);
  void setText(Phrase text);

 private:
  std::atomic<double> fraction_{0.0};
  mutable std::mutex mutex_;
  Phrase text_;
};

// A portion of a job's progress. Copies are cheap; a default one goes nowhere.
class Progress {
 public:
  Progress() = default;
  explicit Progress(std::shared_ptr<ProgressState> state) : state_(std::move(state)) {}
  // 0 to 1 within this portion.
  void report(double fraction) const;
  void text(Phrase text) const;
  // The part of this portion from one fraction of it to another (both within [0, 1]).
  Progress portion(double from, double to) const;

 private:
  std::shared_ptr<ProgressState> state_;
  double from_ = 0.0, to_ = 1.0;  // fractions of the whole
};

}  // namespace ww
