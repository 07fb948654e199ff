// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "app/editor/window_parts.h"
#include "ui/actions/editor_commands.h"
#include "ui/bridge/share.h"
#include "ui/widgets/chip.h"

namespace ww::editor {
class IsaacDesk;

// Sharing: the switch, its chip and panel, what it says, and what clients' edits look like from here.
class ShareDesk : public QObject, public ui::ShareCommands {
  Q_OBJECT
 public:
  explicit ShareDesk(const WindowParts& parts);

  ui::Share& share() const { return *share_; }
  QWidget* makePanel() const;
  // Messages of the Isaac SDK.
  IsaacDesk& messages() const { return *isaac_; }
  // Ends all of it, before what it uses.
  void end();

  void setSharing(bool on) override;
  bool isSharing() const override;
  QString whyNotShare() const override;
  void showMessages() override;

 Q_SIGNALS:
  void changed();

 private:
  void buildChip();
  void listen();
  void stateChanged();
  void tellWhere();
  void updateChip();
  void tellOpened();
  void tellStep(bool undone, const QString& label, const QString& author);

  WindowParts parts_;
  std::unique_ptr<ui::Share> share_;
  ui::Chip* chip_;
  IsaacDesk* isaac_ = nullptr;
};

}  // namespace ww::editor
