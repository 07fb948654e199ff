// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QStringList>
#include <memory>
#include <vector>

#include "ui/bridge/motion.h"
#include "ui/panels/timeline/mark_strip.h"
#include "ui/panels/timeline/rate_text.h"

namespace ww::ui {

// The figures of a motion, in words.
struct MotionReport {
  struct Figure {
    QString label, value;
  };
  QString title, warning;  // warning: empty where there is none
  std::vector<Figure> figures;
  QStringList head;                 // of the table of joints
  std::vector<QStringList> joints;  // its rows
  QStringList marks;                // what is marked on the time line

  // The table by tabs, as sheets of figures take it.
  QString toText() const;
  QString toHtml() const;
};

// What a report is of.
struct ReportOf {
  QString title;
  const MotionPlan& plan;
  const usecase::MotionCurves& curves;
  const std::vector<TimeMark>& marks;
  bool is_stale = false;
};
// Cycle time, least clearance with its pair and time, way and speed of the tool, stops, and of each joint the margin
// and the peaks in per cent of the limits.
MotionReport motionReport(const ReportOf& of);

}  // namespace ww::ui
