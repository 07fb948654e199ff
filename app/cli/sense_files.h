// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/cli/cli.h"
#include "core/sensing/cloud.h"
#include "core/sensing/fiducials.h"
#include "core/sensing/labels.h"
#include "core/sensing/sensor.h"
#include "core/sensing/sight.h"

namespace ww::cli {

// What a sensor measured, as the bytes of files.

// A portable float map, little endian: one channel, or three.
std::string toPfm(int width, int height, int channels, const std::vector<float>& values);
// Grey from white (the least) to dark (the most); black where a value is not finite.
Result<std::string> greyPng(int width, int height, const std::vector<float>& values);
// Each number as three bytes, the highest in red. OUT_OF_RANGE above 24 bits.
Result<std::string> numberPng(int width, int height, const std::vector<std::uint64_t>& numbers);
// Minus one to one as 0 to 255 in each channel.
Result<std::string> normalPng(int width, int height, const std::vector<Eigen::Vector3f>& normals);

// Poses as position and wxyz; metres, radians, pixels.
Json boxesJson(const world::World& world, const sensing::Labels& labels, const std::vector<sensing::Box2>& flat,
               const std::vector<sensing::Box3>& solid);
Json tagsJson(const std::vector<sensing::SeenTag>& tags);
// Ranges that are not finite are null ("nothing") or 0 ("too near").
Json scanJson(const sensing::Beams& beams, const sensing::Scan& scan);
Json flatScanJson(const sensing::Beams& beams, const sensing::Scan& scan);

// As JSON names them.
const char* kindWord(sensing::SensorKind kind);
const char* seenWord(sensing::Seen seen);
// Sight is that of an object, and none was named.
Status nothingToWatch(const world::World& w, const sensing::Sensor& sensor);

}  // namespace ww::cli
