// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
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
  // Whether the window may go: nothing is being recorded, or it was asked before. Else the recording is ended and
  // written first, beside all else; then `go` is called, with false where it does not go after all.
  bool mayLeave(std::function<void(bool)> go);
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
  void tellLeaving();
  void answer(bool goes);
  bool isRecording() const;

  WindowParts parts_;
  std::unique_ptr<ui::IsaacExchange> exchange_;
  std::unique_ptr<ui::IsaacLog> log_;
  ui::Chip* chip_;
  ui::IsaacWindow* page_ = nullptr;
  std::set<std::string> logged_;  // codes
  bool told_lost_ = false;        // that the recording broke off
  std::function<void(bool)> go_;  // once the recording is written
};

}  // namespace ww::editor
