// SPDX-License-Identifier: Apache-2.0
#include "app/editor/physics_film.h"

#include <QPointer>
#include <cmath>

namespace ww::editor {
namespace {

constexpr double kSameTime = 1e-9;  // seconds

// The numbers of the moments that frames show: at each time the last one that had come by then.
std::vector<double> framesOf(const ui::Physics& physics) {
  std::vector<double> out;
  const auto& status = physics.status();
  if (!physics.isOn() || status.end - status.first < 2) return out;
  const double step = (physics.speed() > 0.0 ? physics.speed() : 1.0) / FilmDesk::kPerSecond;
  const auto timeOf = [&](std::size_t number) {
    const auto moment = physics.moment(number);
    return moment ? moment->time : 0.0;
  };
  const double from = timeOf(status.first), to = timeOf(status.end - 1);
  std::size_t number = status.first;
  for (int frame = 0; from + frame * step <= to + kSameTime; ++frame) {
    while (number + 1 < status.end && timeOf(number + 1) <= from + frame * step + kSameTime) ++number;
    out.push_back(static_cast<double>(number));
  }
  if (out.empty() || out.back() < static_cast<double>(status.end - 1))
    out.push_back(static_cast<double>(status.end - 1));
  return out;
}

}  // namespace

FilmStrip physicsStrip(ui::Physics& physics) {
  FilmStrip out;
  out.name = FilmDesk::tr("physics");
  out.moments = framesOf(physics);
  out.begin = [&physics] { physics.pause(); };
  out.show = [physics = QPointer(&physics)](double number) {
    if (!physics || !physics->isOn()) return false;
    physics->scrub(static_cast<std::size_t>(number));
    return true;
  };
  return out;
}

}  // namespace ww::editor
