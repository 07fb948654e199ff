// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>

#include "app/editor/film_reel.h"
#include "app/editor/window_parts.h"
#include "ui/panels/motion_panel.h"

namespace ww::editor {

// Pictures of the view to files: one as it is, or the motion moment by moment as frames or as a movie, at the speed at
// which it is played, the part that is played. A job writes them, with progress and cancel; meanwhile the clock goes
// from moment to moment.
class FilmDesk : public QObject {
  Q_OBJECT
 public:
  enum class Kind { kFrames, kMovie };
  static constexpr double kPerSecond = 25.0;

  FilmDesk(const WindowParts& parts, ui::MotionPanel& motion);
  ~FilmDesk() override;

  // Each asks for the file first.
  void askPicture();
  void ask(Kind kind);
  void savePicture(const QString& file);
  void save(Kind kind, const QString& file);
  bool isFilming() const { return reel_ != nullptr; }
  QString whyNot() const;
  // The moments of the frames, seconds from the start of the motion.
  std::vector<double> moments() const;

 Q_SIGNALS:
  void changed();
  // What was asked for is there.
  void saved(const QString& file);

 private:
  void next();
  void take(const QImage& picture);
  void over(const Status& status);
  QString proposed(const QString& ending) const;

  WindowParts parts_;
  ui::MotionPanel& motion_;
  std::shared_ptr<FilmReel> reel_;  // while it films
  std::vector<double> moments_;
  std::size_t next_ = 0;
  QString file_;
  quint64 round_ = 0;  // pictures of an earlier film may still come
  QTimer wait_;
  QImage waiting_;  // for room on the reel
};

}  // namespace ww::editor
