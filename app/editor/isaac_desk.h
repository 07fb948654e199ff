// SPDX-License-Identifier: Apache-2.0
#pragma once
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

 private:
  void ask(const QString& host, std::function<void()> go);
  void showState();

  WindowParts parts_;
  std::unique_ptr<ui::IsaacExchange> exchange_;
  std::unique_ptr<ui::IsaacLog> log_;
  ui::Chip* chip_;
  ui::IsaacWindow* page_ = nullptr;
};

}  // namespace ww::editor
