// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QImage>
#include <QString>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>

#include "core/base/progress.h"
#include "core/base/status.h"

namespace ww::editor {

// Pictures on their way from the view to who writes them, a few at a time. Thread-safe.
class FilmReel {
 public:
  // False when there is no room just now.
  bool put(const QImage& picture);
  // No more pictures come.
  void end();
  // Nobody writes them any more, or nobody takes them.
  void giveUp();
  bool isGivenUp() const;
  // Waits for the next; none at the end, and when the stop was asked for.
  std::optional<QImage> take(const std::stop_token& stop);

 private:
  static constexpr std::size_t kMost = 4;
  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<QImage> pictures_;
  bool ended_ = false, given_up_ = false;
};

// What is made of a reel.
struct Film {
  QString file;  // of a movie; of frames "arm.png" for arm_0001.png and so on
  int frames = 0;
  double per_second = 25.0;
};

// Where the frame with that number, from 1 on, goes.
QString frameFile(const QString& file, int number);
// ffmpeg on the path; empty: it is not there.
QString ffmpegProgram();

// Both run where they are called, to the end of the reel. CANCELLED with nothing left behind; UNAVAILABLE when a file
// cannot be written or ffmpeg fails, NOT_FOUND without ffmpeg.
Status writeFrames(FilmReel& reel, const Film& film, const std::stop_token& stop, const Progress& progress);
Status writeMovie(FilmReel& reel, const Film& film, const std::stop_token& stop, const Progress& progress);

}  // namespace ww::editor
