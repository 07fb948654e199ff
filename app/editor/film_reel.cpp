// SPDX-License-Identifier: Apache-2.0
#include "app/editor/film_reel.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImageWriter>
#include <QProcess>
#include <QStandardPaths>
#include <algorithm>

#include "core/base/phrase.h"
#include "ui/bridge/failures.h"

namespace ww::editor {
namespace {

constexpr int kFfmpegStarts = 10000, kFfmpegTakes = 30000, kFfmpegEnds = 120000;  // milliseconds

arg::Name fileArg(const QString& file) { return arg::Name{QFileInfo(file).fileName().toStdString()}; }

Status cancelledFilm() { return fail(ui::failures::kCancelled); }

// Movies have pixels in pairs.
QImage evenPicture(const QImage& picture, const QSize& size) {
  const QImage fitting = picture.size() == size || size.isEmpty()
                             ? picture
                             : picture.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  return fitting.copy(0, 0, fitting.width() & ~1, fitting.height() & ~1).convertToFormat(QImage::Format_RGBA8888);
}

class Ffmpeg {
 public:
  explicit Ffmpeg(const Film& film) : film_(film), part_(partOf(film.file)) {}
  ~Ffmpeg() {
    if (process_.state() != QProcess::NotRunning) {
      process_.kill();
      process_.waitForFinished(kFfmpegStarts);
    }
    if (!done_) QFile::remove(part_);
  }
  Ffmpeg(const Ffmpeg&) = delete;
  Ffmpeg& operator=(const Ffmpeg&) = delete;

  Status add(const QImage& picture) {
    const QImage even = evenPicture(picture, size_);
    if (size_.isEmpty()) {
      size_ = even.size();
      WW_TRY(start());
    }
    process_.write(reinterpret_cast<const char*>(even.constBits()), even.sizeInBytes());
    while (process_.bytesToWrite() > 0)
      if (!process_.waitForBytesWritten(kFfmpegTakes)) return failed();
    return okStatus();
  }

  Status finish() {
    process_.closeWriteChannel();
    if (!process_.waitForFinished(kFfmpegEnds) || process_.exitStatus() != QProcess::NormalExit ||
        process_.exitCode() != 0)
      return failed();
    QFile::remove(film_.file);
    if (!QFile::rename(part_, film_.file)) return failed();
    done_ = true;
    return okStatus();
  }

 private:
  // Beside it, with the same ending, as that says what kind of movie it is.
  static QString partOf(const QString& file) {
    const QFileInfo info(file);
    return info.dir().filePath(QStringLiteral(".%1.part.%2").arg(info.completeBaseName(), info.suffix()));
  }

  Status start() {
    const QString program = ffmpegProgram();
    if (program.isEmpty()) return fail(ui::failures::kNoFfmpeg);
    process_.setProcessChannelMode(QProcess::MergedChannels);
    process_.start(program, {QStringLiteral("-hide_banner"), QStringLiteral("-loglevel"), QStringLiteral("error"),
                             QStringLiteral("-y"), QStringLiteral("-f"), QStringLiteral("rawvideo"),
                             QStringLiteral("-pixel_format"), QStringLiteral("rgba"), QStringLiteral("-video_size"),
                             QStringLiteral("%1x%2").arg(size_.width()).arg(size_.height()),
                             QStringLiteral("-framerate"), QString::number(film_.per_second), QStringLiteral("-i"),
                             QStringLiteral("pipe:0"), QStringLiteral("-pix_fmt"), QStringLiteral("yuv420p"), part_});
    return process_.waitForStarted(kFfmpegStarts) ? okStatus() : failed();
  }

  // The last line that it wrote says it best.
  Status failed() {
    process_.waitForReadyRead(100);
    const QString said = QString::fromLocal8Bit(process_.readAll()).trimmed();
    const QString reason = said.isEmpty() ? process_.errorString() : said.section(QLatin1Char('\n'), -1).trimmed();
    return fail(ui::failures::kFfmpegFailed,
                {{"file", fileArg(film_.file)}, {"reason", arg::Words{reason.toStdString()}}});
  }

  const Film& film_;
  const QString part_;
  QProcess process_;
  QSize size_;
  bool done_ = false;
};

}  // namespace

bool FilmReel::put(const QImage& picture) {
  const std::scoped_lock lock(mutex_);
  if (pictures_.size() >= kMost) return false;
  pictures_.push_back(picture);
  wake_.notify_all();
  return true;
}

void FilmReel::end() {
  const std::scoped_lock lock(mutex_);
  ended_ = true;
  wake_.notify_all();
}

void FilmReel::giveUp() {
  const std::scoped_lock lock(mutex_);
  given_up_ = true;
  wake_.notify_all();
}

bool FilmReel::isGivenUp() const {
  const std::scoped_lock lock(mutex_);
  return given_up_;
}

std::optional<QImage> FilmReel::take(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const bool woken = wake_.wait(lock, stop, [this] { return given_up_ || ended_ || !pictures_.empty(); });
  if (!woken || given_up_ || pictures_.empty()) return std::nullopt;
  QImage out = std::move(pictures_.front());
  pictures_.pop_front();
  return out;
}

QString frameFile(const QString& file, int number) {
  const QFileInfo info(file);
  return info.dir().filePath(
      QStringLiteral("%1_%2.%3").arg(info.completeBaseName()).arg(number, 4, 10, QLatin1Char('0')).arg(info.suffix()));
}

QString ffmpegProgram() { return QStandardPaths::findExecutable(QStringLiteral("ffmpeg")); }

Status writeFrames(FilmReel& reel, const Film& film, const std::stop_token& stop, const Progress& progress) {
  QStringList written;
  const auto undo = [&written](Status status) {
    for (const QString& file : written) QFile::remove(file);
    return status;
  };
  for (int number = 1; auto picture = reel.take(stop); ++number) {
    const QString file = frameFile(film.file, number);
    QImageWriter writer(file);
    written << file;
    if (!writer.write(*picture))
      return undo(fail(ui::failures::kPictureNotSaved,
                       {{"file", fileArg(file)}, {"reason", arg::Words{writer.errorString().toStdString()}}}));
    progress.report(static_cast<double>(number) / std::max(1, film.frames));
  }
  return stop.stop_requested() || reel.isGivenUp() ? undo(cancelledFilm()) : okStatus();
}

Status writeMovie(FilmReel& reel, const Film& film, const std::stop_token& stop, const Progress& progress) {
  if (ffmpegProgram().isEmpty()) return fail(ui::failures::kNoFfmpeg);
  Ffmpeg ffmpeg(film);
  for (int number = 1; const auto picture = reel.take(stop); ++number) {
    WW_TRY(ffmpeg.add(*picture));
    progress.report(static_cast<double>(number) / std::max(1, film.frames));
  }
  if (stop.stop_requested() || reel.isGivenUp()) return cancelledFilm();
  return ffmpeg.finish();
}

}  // namespace ww::editor
