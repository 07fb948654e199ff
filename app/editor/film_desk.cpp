// SPDX-License-Identifier: Apache-2.0
#include "app/editor/film_desk.h"

#include <QFileInfo>
#include <QImageWriter>
#include <QPointer>
#include <algorithm>
#include <cmath>

#include "ui/bridge/failures.h"
#include "ui/scene/viewport.h"
#include "ui/settings/user_settings.h"
#include "ui/widgets/file_dialog.h"

namespace ww::editor {
namespace {

constexpr int kRoomEachMs = 15;
constexpr auto kFilmFolderKey = "motion/film_folder";

QString filmName(const QString& file) { return QFileInfo(file).fileName(); }

QString filmFile(const QString& file, const QString& ending) {
  return QFileInfo(file).suffix().isEmpty() ? file + ending : file;
}

}  // namespace

FilmDesk::FilmDesk(const WindowParts& parts, ui::MotionPanel& motion)
    : QObject(&parts.view), parts_(parts), motion_(motion) {
  wait_.setSingleShot(true);
  wait_.setInterval(kRoomEachMs);
  connect(&wait_, &QTimer::timeout, this, [this] { take(waiting_); });
}

FilmDesk::~FilmDesk() {
  if (reel_) reel_->giveUp();
}

QString FilmDesk::whyNot() const {
  if (isFilming()) return tr("Pictures of a motion are being saved.");
  return motion_.whyNotPlay();
}

QString FilmDesk::proposed(const QString& name, const QString& ending) {
  return ui::freeFile(ui::settings::value(QLatin1String(kFilmFolderKey)).toString(), name, ending);
}

// ---- a picture

void FilmDesk::askPicture() {
  const QString file = ui::askWhereToSave(
      &parts_.window,
      {tr("Save a picture"), proposed(tr("motion"), QStringLiteral(".png")), tr("Pictures (*.png *.jpg)")});
  if (!file.isEmpty()) savePicture(filmFile(file, QStringLiteral(".png")));
}

void FilmDesk::savePicture(const QString& file) {
  ui::settings::set(QLatin1String(kFilmFolderKey), QFileInfo(file).absolutePath());
  grabClean([desk = QPointer<FilmDesk>(this), file](const QImage& picture) {
    if (!desk) return;
    if (!desk->isFilming()) ui::setFilming(*desk->parts_.view.view(), false);
    desk->parts_.jobs.start(
        tr("Save %1").arg(filmName(file)),
        [picture, file](const std::stop_token&, const Progress&) -> Status {
          QImageWriter writer(file);
          if (writer.write(picture)) return okStatus();
          return fail(ui::failures::kPictureNotSaved, {{"file", arg::Name{filmName(file).toStdString()}},
                                                       {"reason", arg::Words{writer.errorString().toStdString()}}});
        },
        [desk, file](const Status& status) {
          if (!desk) return;
          if (!status.ok()) return desk->parts_.messages.report(tr("The picture was not saved"), status);
          desk->parts_.messages.say(tr("%1 saved.").arg(filmName(file)));
          Q_EMIT desk->saved(file);
        });
  });
}

// The view as others are to see it: what is switched off is gone in the second frame.
void FilmDesk::grabClean(std::function<void(const QImage&)> done) {
  ui::setFilming(*parts_.view.view(), true);
  parts_.view.view()->grabImage([desk = QPointer<FilmDesk>(this), done = std::move(done)](const QImage&) mutable {
    if (desk) desk->parts_.view.view()->grabImage(std::move(done));
  });
}

// ---- the motion

void FilmDesk::ask(Kind kind, FilmStrip strip) {
  const bool movie = kind == Kind::kMovie;
  if (movie && ffmpegProgram().isEmpty())
    return parts_.messages.report(tr("No movie can be made"), fail(ui::failures::kNoFfmpeg));
  const QString ending = movie ? QStringLiteral(".mp4") : QStringLiteral(".png");
  const QString file = ui::askWhereToSave(
      &parts_.window, {movie ? tr("Save a movie") : tr("Save frames"), proposed(strip.name, ending),
                       movie ? tr("Movies (*.mp4 *.webm *.mkv *.mov *.gif)") : tr("Pictures, numbered (*.png *.jpg)")});
  if (!file.isEmpty()) save(kind, filmFile(file, ending), std::move(strip));
}

FilmStrip FilmDesk::motionStrip() {
  FilmStrip out;
  out.name = tr("motion");
  out.moments = moments();
  out.begin = [this] {
    if (motion_.isPlaying()) motion_.playOrPause();
  };
  out.show = [this](double seconds) {
    if (!motion_.currentPlan()) return false;
    motion_.scrub(seconds);
    return true;
  };
  out.end = [this] { motion_.stop(); };
  return out;
}

std::vector<double> FilmDesk::moments() const {
  const auto& plan = motion_.currentPlan();
  return plan ? momentsOf(*motion_.clock(), plan->duration()) : std::vector<double>();
}

std::vector<double> FilmDesk::momentsOf(const ui::MotionClock& clock, double duration) {
  std::vector<double> out;
  if (duration <= 0.0) return out;
  const auto& range = clock.range();
  const double from = range ? range->from : 0.0, to = range ? range->to : duration;
  const double step = clock.speed() / kPerSecond;
  const int steps = std::max(1, static_cast<int>(std::ceil((to - from) / step - 1e-9)));
  for (int i = 0; i <= steps; ++i) out.push_back(std::min(to, from + step * i));
  return out;
}

void FilmDesk::save(Kind kind, const QString& file, FilmStrip strip) {
  if (isFilming() || strip.moments.empty()) return;
  strip_ = std::move(strip);
  ui::settings::set(QLatin1String(kFilmFolderKey), QFileInfo(file).absolutePath());
  if (strip_.begin) strip_.begin();
  reel_ = std::make_shared<FilmReel>();
  file_ = file;
  next_ = 0;
  ++round_;
  const Film film{file, static_cast<int>(strip_.moments.size()), kPerSecond};
  parts_.jobs.start(
      tr("Save %1").arg(filmName(file)),
      [reel = reel_, film, kind](const std::stop_token& stop, const Progress& progress) {
        const Status status =
            kind == Kind::kMovie ? writeMovie(*reel, film, stop, progress) : writeFrames(*reel, film, stop, progress);
        reel->giveUp();
        return status;
      },
      [desk = QPointer<FilmDesk>(this)](const Status& status) {
        if (desk) desk->over(status);
      });
  Q_EMIT changed();
  grabClean([desk = QPointer<FilmDesk>(this), round = round_](const QImage&) {
    if (desk && desk->round_ == round) desk->next();
  });
}

// The moment, and then the picture of it.
void FilmDesk::next() {
  if (!reel_ || reel_->isGivenUp()) return;
  if (next_ == strip_.moments.size() || !strip_.show(strip_.moments[next_++])) return reel_->end();
  parts_.view.view()->grabImage([desk = QPointer<FilmDesk>(this), round = round_](const QImage& picture) {
    if (desk && desk->round_ == round) desk->take(picture);
  });
}

void FilmDesk::take(const QImage& picture) {
  if (!reel_ || reel_->isGivenUp()) return;
  if (!reel_->put(picture)) {
    waiting_ = picture;
    wait_.start();
    return;
  }
  QMetaObject::invokeMethod(this, &FilmDesk::next, Qt::QueuedConnection);
}

void FilmDesk::over(const Status& status) {
  reel_.reset();
  if (const auto* view = parts_.view.view()) ui::setFilming(*view, false);
  ++round_;
  wait_.stop();
  waiting_ = QImage();
  if (strip_.end) strip_.end();
  strip_ = {};
  Q_EMIT changed();
  if (status.code == Code::kCancelled)
    return parts_.messages.say(tr("%1 was not saved: cancelled.").arg(filmName(file_)));
  if (!status.ok()) return parts_.messages.report(tr("%1 was not saved").arg(filmName(file_)), status);
  parts_.messages.say(tr("%1 saved.").arg(filmName(file_)));
  Q_EMIT saved(file_);
}

}  // namespace ww::editor
