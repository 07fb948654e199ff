// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>

#include "app/editor/window_parts.h"
#include "ui/widgets/chip.h"

namespace ww::ui {
class IsaacExchange;
class IsaacLog;
class IsaacWindow;
}  // namespace ww::ui

namespace ww::editor {

// Messages of the Isaac SDK: their window, the exchange with other programs and its chip.
class IsaacDesk : public QObject {
  Q_OBJECT
 public:
  explicit IsaacDesk(const WindowParts& parts);
  ~IsaacDesk() override;
  void open();
  // Before what it uses.
  void end();
  ui::IsaacExchange& exchange() const { return *exchange_; }
  ui::IsaacLog& log() const { return *log_; }
  // Null until it was opened.
  ui::IsaacWindow* page() const { return page_; }

 Q_SIGNALS:
  // Its window, which open() makes when it is asked for first.
  void made();

 private:
  void ask(const QString& host, std::function<void()> go);
  void showState();
  void tellTrouble();

  WindowParts parts_;
  std::unique_ptr<ui::IsaacExchange> exchange_;
  std::unique_ptr<ui::IsaacLog> log_;
  ui::Chip* chip_;
  ui::IsaacWindow* page_ = nullptr;
  std::set<std::string> logged_;  // codes
};

}  // namespace ww::editor
