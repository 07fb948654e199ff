// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/sdf_lens.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <sdf/Camera.hh>
#include <string_view>

#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

constexpr double kWidestFlat = 3.1;  // radians, of the field of view of a picture in a plane

struct NamedLens {
  std::string_view type;
  const char* function;
  double c;  // c1 and c2
};
constexpr NamedLens kNamedLenses[] = {{"gnomonical", "tan", 1.0},
                                      {"stereographic", "tan", 2.0},
                                      {"equidistant", "id", 1.0},
                                      {"equisolid_angle", "sin", 2.0},
                                      {"orthographic", "sin", 1.0}};

// r = f c1 fun(angle / c2 + c3), r of half the width of the picture.
struct WideLens {
  std::string function;
  double c1 = 0.0, c2 = 0.0, c3 = 0.0;
  double focal = 0.0;   // 0: as the field of view says
  double cutoff = 0.0;  // radians
  // The widest field of view that it can show; 0 where it is none.
  double widest() const {
    const bool bends = function == "tan" || function == "sin";
    if (!(bends || function == "id") || !std::isfinite(c1 * c2 * c3) || c1 == 0.0 || c1 * c2 <= 0.0) return 0.0;
    const double whole = 2.0 * std::numbers::pi;
    return bends ? std::clamp(2.0 * (std::numbers::pi / 2 - std::copysign(c3, c1 * c3)) * std::abs(c2), 0.0, whole)
                 : whole;
  }
};

// Of a wide camera; nothing for what is a lens of none.
std::optional<WideLens> wideLens(const sdf::Sensor& sensor) {
  const sdf::Camera* camera = sensor.CameraSensor();
  if (sensor.Type() != sdf::SensorType::WIDE_ANGLE_CAMERA || !camera) return std::nullopt;
  WideLens out;
  out.cutoff = camera->LensCutoffAngle().Radian();
  if (!camera->LensScaleToHfov()) out.focal = 1.0;
  if (camera->LensType() == "custom") {
    out.function = camera->LensFunction();
    out.c1 = camera->LensC1(), out.c2 = camera->LensC2(), out.c3 = camera->LensC3();
    if (out.focal > 0.0) out.focal = camera->LensFocalLength() > 0.0 ? camera->LensFocalLength() : std::nan("");
  } else if (const auto* named = std::ranges::find(kNamedLenses, camera->LensType(), &NamedLens::type);
             named != std::end(kNamedLenses)) {
    out.function = named->function;
    out.c1 = out.c2 = named->c;
  }
  return out.widest() > 0.0 && std::isfinite(out.focal) ? std::optional(out) : std::nullopt;
}

// Where the picture ends before the cutoff does, scaled to a field of view.
bool isCutNowhere(const WideLens& lens, const sdf::Camera& camera) {
  const double half = 0.5 * camera.HorizontalFov().Radian();
  const double corner = std::hypot(1.0, static_cast<double>(camera.ImageHeight()) / std::max(1u, camera.ImageWidth()));
  const double angle = lens.function == "tan" ? std::atan(std::tan(half) * corner) : half * corner;
  return lens.focal == 0.0 && angle <= lens.cutoff;
}

}  // namespace

std::string wideLensText(const sdf::Sensor& sensor) {
  const auto lens = wideLens(sensor);
  if (!lens) return {};
  const sdf::Camera& camera = *sensor.CameraSensor();
  const bool whole = isCutNowhere(*lens, camera);
  if (whole && camera.LensType() == "equidistant") return "0 0 0 0";
  if (whole && camera.LensType() == "gnomonical") return {};
  return fmt::format("{} {} {} {} {} {}", lens->function, lens->c1, lens->c2, lens->c3, lens->focal, lens->cutoff);
}

void tellLens(const sdf::Sensor& sensor, const std::string& owner, Reporter& report) {
  const sdf::Camera* camera = sensor.CameraSensor();
  if (!camera) return;
  const std::string where = fmt::format("sensor {} of {}", sensor.Name(), owner);
  const arg::Name name{sensor.Name()}, of{owner};
  const bool wide = sensor.Type() == sdf::SensorType::WIDE_ANGLE_CAMERA;
  const auto lens = wideLens(sensor);
  if (wide && !lens)
    report.warn("sensor-lens",
                fail(failures::kSdfLens,
                     {{"sensor", name}, {"owner", of}, {"lens", arg::Words{cleanUtf8(camera->LensType(), 60)}}}),
                where);
  // Where the function is more than 0 on the axis, nothing is shown within that radius.
  if (lens && lens->c1 * lens->c3 > 0.0)
    report.note("sensor-lens-middle",
                fail(failures::kSdfLensMiddle, {{"sensor", name}, {"owner", of}, {"value", arg::Number{lens->c3}}}),
                where);
  if (lens && lens->focal > 0.0) return;
  const double fov = camera->HorizontalFov().Radian();
  const double most = wideLensText(sensor).empty() ? kWidestFlat : lens->widest();
  if (camera->HasLensIntrinsics() || (fov > 0.0 && fov < most)) return;
  report.warn("sensor-view",
              fail(failures::kSdfFieldOfView,
                   {{"sensor", name}, {"owner", of}, {"value", arg::Angle{fov}}, {"most", arg::Angle{most}}}),
              where);
}

}  // namespace ww::io::worker
