// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QColor>
#include <QImage>
#include <QPoint>
#include <QRect>

namespace ww::journey {

// Pixels of the rectangle that have this colour, each channel within the tolerance.
int countColour(const QImage& picture, const QRect& where, const QColor& colour, int tolerance = 12);
// Share of the rectangle's pixels that differ by more than the tolerance in some channel.
double changed(const QImage& before, const QImage& after, const QRect& where, int tolerance = 12);
// Number of clearly different colours (16 steps per channel): one or two in a view that shows nothing.
int variety(const QImage& picture, const QRect& where);
// Share of the pixels of two id masks that are the same; 0 when their sizes differ.
double agreement(const QImage& a, const QImage& b);
QRect around(const QPoint& centre, int radius);

}  // namespace ww::journey
