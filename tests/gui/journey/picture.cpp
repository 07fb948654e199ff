// SPDX-License-Identifier: Apache-2.0
#include "tests/gui/journey/picture.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace ww::journey {
namespace {

bool near(QRgb a, QRgb b, int tolerance) {
  return std::abs(qRed(a) - qRed(b)) <= tolerance && std::abs(qGreen(a) - qGreen(b)) <= tolerance &&
         std::abs(qBlue(a) - qBlue(b)) <= tolerance;
}

template <typename Fn>
void forEachPixel(const QRect& where, const Fn& fn) {
  for (int y = where.top(); y <= where.bottom(); ++y)
    for (int x = where.left(); x <= where.right(); ++x) fn(x, y);
}

}  // namespace

int countColour(const QImage& picture, const QRect& where, const QColor& colour, int tolerance) {
  int count = 0;
  forEachPixel(where & picture.rect(),
               [&](int x, int y) { count += near(picture.pixel(x, y), colour.rgb(), tolerance); });
  return count;
}

double changed(const QImage& before, const QImage& after, const QRect& where, int tolerance) {
  const QRect area = where & before.rect() & after.rect();
  int count = 0;
  forEachPixel(area, [&](int x, int y) { count += !near(before.pixel(x, y), after.pixel(x, y), tolerance); });
  return area.isEmpty() ? 0.0 : static_cast<double>(count) / (static_cast<double>(area.width()) * area.height());
}

int variety(const QImage& picture, const QRect& where) {
  std::set<QRgb> colours;
  forEachPixel(where & picture.rect(), [&](int x, int y) { colours.insert(picture.pixel(x, y) & 0xfff0f0f0u); });
  return static_cast<int>(colours.size());
}

double agreement(const QImage& a, const QImage& b) {
  if (a.size() != b.size() || a.isNull()) return 0.0;
  return 1.0 - changed(a.convertToFormat(QImage::Format_RGB32), b.convertToFormat(QImage::Format_RGB32), a.rect(), 0);
}

QRect around(const QPoint& centre, int radius) {
  return QRect(centre - QPoint(radius, radius), QSize(2 * radius + 1, 2 * radius + 1));
}

}  // namespace ww::journey
