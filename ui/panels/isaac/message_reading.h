// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <stop_token>

#include "core/interop/isaac/cask.h"
#include "core/interop/isaac/drawing.h"
#include "core/interop/isaac/inspect.h"

namespace ww::ui {

// A message that is to be shown: one at hand, or one of a log, which is read first.
struct MessageWish {
  isaac::Message message = {};
  std::shared_ptr<const isaac::CaskReader> log = nullptr;
  std::size_t channel = 0, entry = 0;  // of the log
  bool drawn = false;                  // as a drawing, where it can be drawn; else as a tree

  // Whether it is of the same source and channel.
  bool isBeside(const MessageWish& other) const;
  // Whether it is the same message.
  bool isAs(const MessageWish& other) const;
};

struct ReadMessage {
  std::optional<isaac::Message> message;  // none where it could not be read
  std::optional<isaac::Drawing> drawing;
  isaac::Field tree;  // where there is no drawing
  Status wrong;       // what of it could not be read
};

// Takes a second for a large picture: for threads. What comes after a stop is of no use.
ReadMessage readMessage(const MessageWish& wish, const std::stop_token& stop);

}  // namespace ww::ui
