// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>
#include <memory>

#include "app/editor/window_parts.h"
#include "ui/bridge/newest_work.h"
#include "ui/bridge/world_scenes.h"
#include "ui/panels/program/program_panel.h"

namespace ww::editor {

// While a target of the program that is seen is dragged, the program is planned to where it is shown each time it
// stands still for a moment, off the Qt thread; the newest wins. When it is let go, the program is planned again. Its
// way of before is shown grey until then. Only of programs whose plan holds.
class ProgramChase : public QObject {
  Q_OBJECT
 public:
  ProgramChase(const WindowParts& parts, ui::ProgramPanel& panel);
  ~ProgramChase() override;

  // A target is shown where the plan does not lead.
  bool isOn() const { return on_; }
  // The way to where it is shown; none: there is none yet, or none was found.
  const std::optional<std::vector<usecase::RouteLeg>>& found() const { return found_; }

 Q_SIGNALS:
  void changed();

 private:
  struct Request {
    world::WorldPtr world;
    model::Overrides shown;
    std::string program;
    std::shared_ptr<geometry::GeometryStore> store;
    quint64 number = 0;
  };
  using Targets = std::vector<std::pair<world::NodeRef, Pose>>;
  bool holds() const;
  Targets targets(const world::World& world) const;
  Targets moved() const;
  void follow();
  void end();
  void ask();
  void work(const Request& request, const std::stop_token& stop);
  void take(quint64 number, std::vector<usecase::RouteLeg> route);
  void letGo();

  WindowParts parts_;
  ui::ProgramPanel& panel_;
  const std::shared_ptr<ui::WorldScenes> scenes_;
  bool on_ = false;
  bool let_go_ = false;  // and the program is to be planned again
  Targets asked_;        // where those that are dragged are shown, in the root frame
  std::optional<std::vector<usecase::RouteLeg>> found_;
  quint64 number_ = 0;
  QTimer rest_, let_go_end_;
  std::unique_ptr<ui::NewestWork<Request>> worker_;  // last: it ends before the rest goes
};

}  // namespace ww::editor
