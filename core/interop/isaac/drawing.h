// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "core/interop/isaac/message.h"
#include "core/math/pose.h"

namespace ww::isaac {

// What a message says about space, to be looked at. Metres, in the frame of the message.
struct Drawing {
  // A picture as people see it: three bytes a pixel, rows from the top, at most some million pixels of it. Depth
  // is grey, white the nearest; numbers of classes are colours.
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
  // In pixels of the picture; without one, as wide as they need.
  struct Box {
    double left = 0, top = 0, right = 0, bottom = 0;
    std::string label;
  };
  std::vector<Box> boxes;
  struct Place {
    Pose pose;  // in the frame of the message
    std::string name;
  };
  std::vector<Place> places;
  std::vector<Vec3> points;
  std::vector<std::array<Vec3, 2>> lines;
  // Cells that lie in space, as a map of distances does: red, green, blue and opacity of each, row by row. Rows follow
  // each other along x of the sheet, the cells of a row along y; its origin is the corner of the first one.
  struct Sheet {
    Pose pose;          // in the frame of the message
    double cell = 0.0;  // metres along a side of a cell
    int rows = 0, cols = 0;
    std::vector<std::uint8_t> rgba;
    // The corner where these cells begin.
    Vec3 corner(int row, int col) const { return pose * Vec3(row * cell, col * cell, 0.0); }
  };
  std::vector<Sheet> sheets;

  bool isFlat() const { return width > 0 || !boxes.empty(); }
  bool empty() const { return !isFlat() && places.empty() && points.empty() && lines.empty() && sheets.empty(); }
};

// Whether messages of that type can be drawn.
bool canDraw(std::uint64_t type_id);
// Points and lines at most 200,000 each, places and boxes 2,000, sheets 20 of a million cells in all; what is not
// finite is left out. INVALID_ARGUMENT
// (kWrongType) for a type that cannot be drawn; DATA_LOSS (kBadMessage, kNoBuffer, kBufferSize). After a stop it may be
// empty.
Result<Drawing> drawingOf(const Message& message, const std::stop_token& stop = {});

}  // namespace ww::isaac
