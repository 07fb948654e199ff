// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>
#include <functional>

#include "app/editor/film_reel.h"
#include "app/editor/window_parts.h"
#include "ui/panels/motion_panel.h"

namespace ww::editor {

// What is filmed.
struct FilmStrip {
  QString name;                      // of the file that is proposed
  std::vector<double> moments;       // in the order of the frames, as show() takes them
  std::function<bool(double)> show;  // false: it is there no longer
  std::function<void()> begin, end;  // before the first and after the last frame; may be empty
};

// Pictures of the view to files: one as it is, or a strip moment by moment as frames or as a movie; by itself that is
// the motion, at the speed at which it is played, the part that is played. A job writes them, with progress and cancel;
// meanwhile the clock goes from moment to moment.
class FilmDesk : public QObject {
  Q_OBJECT
 public:
  enum class Kind { kFrames, kMovie };
  static constexpr double kPerSecond = 25.0;

  FilmDesk(const WindowParts& parts, ui::MotionPanel& motion);
  ~FilmDesk() override;

  // The planned motion.
  FilmStrip motionStrip();
  // Each asks for the file first.
  void askPicture();
  void ask(Kind kind, FilmStrip strip);
  void savePicture(const QString& file);
  void save(Kind kind, const QString& file) { save(kind, file, motionStrip()); }
  void save(Kind kind, const QString& file, FilmStrip strip);
  bool isFilming() const { return reel_ != nullptr; }
  QString whyNot() const;
  // The moments of the frames, seconds from the start of the motion.
  std::vector<double> moments() const;
  // Of what a clock plays of so many seconds.
  static std::vector<double> momentsOf(const ui::MotionClock& clock, double duration);

 Q_SIGNALS:
  void changed();
  // What was asked for is there.
  void saved(const QString& file);

 private:
  void grabClean(std::function<void(const QImage&)> done);
  void next();
  void take(const QImage& picture);
  void over(const Status& status);
  static QString proposed(const QString& name, const QString& ending);

  WindowParts parts_;
  ui::MotionPanel& motion_;
  std::shared_ptr<FilmReel> reel_;  // while it films
  FilmStrip strip_;
  std::size_t next_ = 0;
  QString file_;
  quint64 round_ = 0;  // pictures of an earlier film may still come
  QTimer wait_;
  QImage waiting_;  // for room on the reel
};

}  // namespace ww::editor
