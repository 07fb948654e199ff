// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

#include "app/editor/window_parts.h"
#include "ui/panels/program/program_panel.h"
#include "ui/widgets/chip.h"

namespace ww::editor {

// How the program that is looked at stands to the world, below the 3D view: while its panel is open, and as long as it
// is planned.
class ProgramChip : public QObject {
  Q_OBJECT
 public:
  // Puts its chip behind those that there are.
  ProgramChip(const WindowParts& parts, ui::ProgramPanel& panel);

  bool isShown() const { return chip_ && !chip_->isHidden(); }

 Q_SIGNALS:
  void shownChanged(bool shown);

 private:
  struct Look {
    ui::Chip::Kind kind = ui::Chip::Kind::kNeutral;
    QString text, tip;
  };
  void update();
  bool isWanted() const;
  Look look() const;
  bool isLate() const;
  void follow();
  Look stateLook(usecase::PlanState state) const;

  QPointer<ui::ProgramPanel> panel_;
  QElapsedTimer behind_;  // since the world is another than that which was looked at
  QTimer late_;
  QPointer<ui::Chip> chip_;  // it goes with the view, before the panel does
};

}  // namespace ww::editor
