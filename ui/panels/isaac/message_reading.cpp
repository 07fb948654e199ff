// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/isaac/message_reading.h"

namespace ww::ui {

bool MessageWish::isBeside(const MessageWish& other) const {
  if (log != other.log) return false;
  return log ? channel == other.channel : message.channel == other.message.channel;
}

bool MessageWish::isAs(const MessageWish& other) const {
  if (!isBeside(other)) return false;
  return log ? entry == other.entry : message.uuid == other.message.uuid && message.uuid != isaac::Uuid();
}

ReadMessage readMessage(const MessageWish& wish, const std::stop_token& stop) {
  ReadMessage out;
  if (wish.log) {
    const isaac::LogChannel& channel = wish.log->channels()[wish.channel];
    auto read = wish.log->message(channel, channel.entries[wish.entry], stop);
    out.wrong = read.status();
    if (read.ok()) out.message = std::move(*read);
  } else {
    out.message = wish.message;
  }
  if (!out.message || stop.stop_requested()) return out;
  if (wish.drawn && isaac::canDraw(out.message->type_id)) {
    auto drawing = isaac::drawingOf(*out.message, stop);
    out.wrong = drawing.status();
    out.drawing = drawing.ok() ? std::move(*drawing) : isaac::Drawing();
    return out;
  }
  auto tree = isaac::inspect(*out.message);
  out.wrong = tree.status();
  out.tree = tree.ok() ? std::move(*tree) : isaac::rawFields(*out.message);
  return out;
}

}  // namespace ww::ui
