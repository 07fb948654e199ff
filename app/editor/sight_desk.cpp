// SPDX-License-Identifier: Apache-2.0
#include "app/editor/sight_desk.h"

#include <QLocale>
#include <QSaveFile>

#include "core/sensing/calibration.h"
#include "core/session/program_data.h"
#include "core/usecase/sensing/sight_along.h"
#include "ui/bridge/failures.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/sensor_window.h"
#include "ui/widgets/file_dialog.h"

namespace ww::editor {
namespace {

constexpr std::size_t kMostWatched = 500;
constexpr double kEvery = 0.05;  // seconds between two looks

using Spans = std::vector<usecase::SightSpan>;

Status writeWhole(const QString& path, const std::string& text) {
  QSaveFile out(path);
  const QByteArray bytes = QByteArray::fromStdString(text);
  if (out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit()) return okStatus();
  return fail(ui::failures::kExportNotWritten,
              {{"file", arg::Name{path.toStdString()}}, {"reason", arg::Words{out.errorString().toStdString()}}});
}

}  // namespace

QString SightDesk::sightText(const world::World& world, const QString& name, const sensing::Sight& sight) {
  if (sight.seen == sensing::Seen::kOutside) return tr("%1 is outside the picture").arg(name);
  if (sight.seen == sensing::Seen::kSeen)
    return tr("%1 is seen, %2 % of it").arg(name).arg(QLocale().toString(100.0 * sight.share, 'f', 0));
  if (!sight.hidden_by) return tr("%1 is hidden").arg(name);
  return tr("%1 is hidden by %2").arg(name, QString::fromStdString(world.display(sight.hidden_by)));
}

QString SightDesk::spansText(const world::World& world, const QString& name, const Spans& spans) {
  QStringList lines;
  const auto seconds = [](double s) { return QLocale().toString(s, 'f', 2); };
  for (const usecase::SightSpan& span : spans)
    lines << tr("%1 s to %2 s: %3").arg(seconds(span.from), seconds(span.to), sightText(world, name, span.sight));
  return lines.join(QLatin1Char('\n'));
}

SightDesk::SightDesk(const WindowParts& parts, ui::SensorWatch& watch, ui::SensorWindow& picture)
    : QObject(&picture), parts_(parts), watch_(watch), picture_(picture) {
  connect(picture_.sight(), &ui::SightBar::changed, this, &SightDesk::choose);
  connect(&picture_, &ui::SensorWindow::calibrationAsked, this, &SightDesk::askForCalibration);
  connect(&watch_, &ui::SensorWatch::changed, this, &SightDesk::tellNow);
  connect(&parts_.bridge, &ui::SessionBridge::changed, this, [this] {
    list();
    if (!picture_.sight()->program().isEmpty()) lookAlong();
  });
  list();
}

void SightDesk::list() {
  const auto world = parts_.bridge.snapshot().world;
  std::vector<std::pair<ObjectId, QString>> objects;
  world->forEachObject([&](const world::Object& object) {
    if (object.id != world::kRootObject && objects.size() < kMostWatched)
      objects.emplace_back(object.id, QString::fromStdString(world->display(object.id)));
  });
  picture_.sight()->setObjects(objects);
  QStringList programs;
  for (const std::string& name : session::programNames(*world)) programs << QString::fromStdString(name);
  picture_.sight()->setPrograms(programs);
}

void SightDesk::choose() {
  const auto* bar = picture_.sight();
  watch_.setWatched(bar->program().isEmpty() ? bar->watched() : ObjectId{});
  if (bar->program().isEmpty()) tellNow();
  else lookAlong();
}

void SightDesk::tellNow() {
  auto* bar = picture_.sight();
  if (!bar->program().isEmpty()) return;
  ++ticket_;
  const auto& seen = watch_.picture();
  const bool known = seen && seen->sight && seen->watched == bar->watched();
  const auto world = parts_.bridge.snapshot().world;
  if (!known || !world->peek(bar->watched())) return bar->tell({});
  bar->tell(sightText(*world, QString::fromStdString(world->display(bar->watched())), *seen->sight));
}

// As the program was planned last.
void SightDesk::lookAlong() {
  auto* bar = picture_.sight();
  const quint64 ticket = ++ticket_;
  const auto world = parts_.bridge.snapshot().world;
  const ObjectId object = bar->watched();
  const EntityId camera = watch_.sensor();
  if (job_) parts_.jobs.cancel(job_);
  if (!object || !camera || !world->peek(object)) return bar->tell({});
  job_ = parts_.jobs.run<Spans>(
      tr("See %1 while %2 runs").arg(QString::fromStdString(world->display(object)), bar->program()),
      [world, camera, object, name = bar->program().toStdString()](const std::stop_token& stop,
                                                                   const Progress& progress) -> Result<Spans> {
        WW_ASSIGN(const usecase::Playback playback, usecase::Playback::ofLastPlan(*world, name));
        return usecase::sightAlong(playback, camera, object, kEvery, stop, progress);
      },
      [this, ticket, world, object](const Result<Spans>& spans) {
        if (ticket != ticket_ || spans.status().code == Code::kCancelled) return;
        const QString name = QString::fromStdString(world->display(object));
        picture_.sight()->tell(spans.ok() ? spansText(*world, name, *spans) : ui::toLine(spans.status()));
      });
}

void SightDesk::askForCalibration() {
  const QString name = watch_.picture() ? watch_.picture()->name : QString();
  const QString path = ui::askWhereToSave(
      &picture_, {tr("Save the calibration"),
                  ui::freeFile({}, QString(name).replace(QLatin1Char(':'), QLatin1Char('_')), QStringLiteral(".yaml")),
                  tr("For ROS (*.yaml);;For OpenCV (*.yml)")});
  if (!path.isEmpty()) saveCalibration(path);
}

void SightDesk::saveCalibration(const QString& path) {
  const auto world = parts_.bridge.snapshot().world;
  const auto sensor = sensing::sensorAt(*world, watch_.sensor());
  Status done = sensor.status();
  if (sensor.ok()) {
    const bool open_cv = path.endsWith(QLatin1String(".yml"), Qt::CaseInsensitive);
    done = writeWhole(
        path, open_cv ? sensing::toOpenCv(*sensor, world->rootT(sensor->entity)) : sensing::toCameraInfo(*sensor));
  }
  if (!done.ok()) return parts_.messages.report(tr("The calibration was not saved"), done);
  parts_.messages.say(tr("The calibration is in %1").arg(path));
}

}  // namespace ww::editor
