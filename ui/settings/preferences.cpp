// SPDX-License-Identifier: Apache-2.0
#include "ui/settings/preferences.h"

#include <algorithm>
#include <cmath>

#include "ui/settings/user_settings.h"

namespace ww::ui {
namespace {

constexpr int kMostDecimals = 9;
constexpr int kMostHistory = 1024;  // megabytes
constexpr double kMostLength = 10.0, kMostAngle = 3.141592653589793;

// Calls `each` with the key of each value in the settings, and the value of all that are given.
template <typename Each, typename... Values>
void forEachValue(const Each& each, Values&... v) {
  each("preferences/length-unit", v.length_unit...);
  each("preferences/angle-unit", v.angle_unit...);
  each("preferences/length-decimals", v.length_decimals...);
  each("preferences/angle-decimals", v.angle_decimals...);
  each("pose/notation", v.notation...);
  each("preferences/snap-length", v.snap_length...);
  each("preferences/snap-angle", v.snap_angle...);
  each("preferences/navigation", v.navigation...);
  each("preferences/language", v.language...);
  each("preferences/plain-picture", v.plain_picture...);
  each("preferences/welcome", v.welcome...);
  each("preferences/history-megabytes", v.history_megabytes...);
}

// A file of settings can be written by anybody.
PreferenceValues inBounds(PreferenceValues v) {
  const PreferenceValues usual;
  const auto step = [](double value, double most, double otherwise) {
    return std::isfinite(value) && value > 0.0 && value <= most ? value : otherwise;
  };
  v.length_decimals = std::clamp(v.length_decimals, -1, kMostDecimals);
  v.angle_decimals = std::clamp(v.angle_decimals, -1, kMostDecimals);
  v.history_megabytes = std::clamp(v.history_megabytes, 0, kMostHistory);
  v.snap_length = step(v.snap_length, kMostLength, usual.snap_length);
  v.snap_angle = step(v.snap_angle, kMostAngle, usual.snap_angle);
  return v;
}

}  // namespace

Preferences& Preferences::instance() {
  static Preferences only;
  return only;
}

Preferences::Preferences() { reload(); }

void Preferences::set(const PreferenceValues& values) {
  const PreferenceValues before = values_;
  values_ = inBounds(values);
  if (values_ == before) return;
  const PreferenceValues usual;
  const auto write = [](const char* key, const auto& value, const auto& old, const auto& otherwise) {
    if (value == old) return;
    if (value == otherwise) settings::remove(QLatin1String(key));
    else settings::set(QLatin1String(key), value);
  };
  forEachValue(write, values_, before, usual);
  Q_EMIT changed();
}

void Preferences::reload() {
  PreferenceValues read;
  const auto take = [](const char* key, auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    const QVariant kept = settings::value(QLatin1String(key));
    if (kept.isValid() && kept.canConvert<Value>()) value = kept.value<Value>();
  };
  forEachValue(take, read);
  read = inBounds(read);
  if (read == values_) return;
  values_ = read;
  Q_EMIT changed();
}

}  // namespace ww::ui
