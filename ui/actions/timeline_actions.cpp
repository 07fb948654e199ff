// SPDX-License-Identifier: Apache-2.0
// What stands along the time of a motion. Its clock has keys of its own (ui/panels/motion_clock.h).
#include <QCoreApplication>

#include "ui/actions/action_table.h"

namespace ww::ui {
namespace {

struct TimelineActions {
  Q_DECLARE_TR_FUNCTIONS(TimelineActions)
};

ActionRows filmRows(TimelineCommands* e) {
  return {
      {"motion.picture",
       TimelineActions::tr("Save a pic&ture..."),
       TimelineActions::tr("Saves what the view shows as a picture"),
       "save",
       {},
       KeyContext::kWindow,
       [e] { e->savePicture(); }},
      {"motion.frames",
       TimelineActions::tr("Save &frames..."),
       TimelineActions::tr("Saves the motion as pictures, one for each moment"),
       "save",
       {},
       KeyContext::kWindow,
       [e] { e->saveFrames(); },
       [e] { return e->whyNotFilm(); }},
      {"motion.movie",
       TimelineActions::tr("Save a &movie..."),
       TimelineActions::tr("Saves the motion as a movie; the program ffmpeg makes it"),
       "save",
       {},
       KeyContext::kWindow,
       [e] { e->saveMovie(); },
       [e] { return e->whyNotFilm(); }},
  };
}

}  // namespace

ActionRows timelineActions(TimelineCommands& timeline) {
  auto* e = &timeline;
  ActionRows rows{
      {"motion.curves",
       TimelineActions::tr("&Curves"),
       TimelineActions::tr("Position, velocity, acceleration and jerk of the joints and the speed of the tool, below "
                           "the time line"),
       "curves",
       {},
       KeyContext::kWindow,
       [e] { e->showCurves(!e->areCurvesShown()); },
       {},
       [e] { return e->areCurvesShown(); }},
      {"motion.report",
       TimelineActions::tr("&Report..."),
       TimelineActions::tr("Cycle time, least clearance, margins and peaks of the motion as a page that can be copied"),
       "info",
       {},
       KeyContext::kWindow,
       [e] { e->showReport(); },
       [e] { return e->whyNoMotion(); }},
      {"motion.onion",
       TimelineActions::tr("&Ghosts along the motion"),
       TimelineActions::tr("Shows the robot at some places along its way"),
       "x-ray",
       {},
       KeyContext::kWindow,
       [e] { e->showOnion(!e->isOnionShown()); },
       {},
       [e] { return e->isOnionShown(); }},
  };
  for (ActionRow& row : filmRows(e)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace ww::ui
