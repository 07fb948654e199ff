// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QTimer>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "app/editor/window_parts.h"

namespace ww::editor {

// Draws what a world is recognised by when it is offered after a crash, unless its file has a picture: off the Qt
// thread, soon after it is begun or first edited, and then now and then, as that of a large world takes seconds.
class JournalPicture : public QObject {
  Q_OBJECT
 public:
  // `take` gets each PNG.
  JournalPicture(const WindowParts& parts, std::function<void(std::string)> take, QObject* parent);
  ~JournalPicture() override;

  // Another document is kept now.
  void begin();
  void end();

 private:
  void drawSoon();
  void draw();
  void arrive(std::uint64_t round, std::string png);

  WindowParts parts_;
  std::function<void(std::string)> take_;
  QTimer soon_;
  std::stop_source stop_;
  bool keeps_ = false, drawing_ = false;
  std::uint64_t round_ = 0;     // of the document
  std::uint64_t revision_ = 0;  // that was drawn last; 0: none
};

}  // namespace ww::editor
