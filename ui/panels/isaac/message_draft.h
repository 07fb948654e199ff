// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QFont>
#include <QString>
#include <QTextDocument>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "core/interop/isaac/message.h"

namespace ww::ui {

// A message as somebody writes it.
struct MessageDraft {
  QString type, channel, json;
  std::vector<isaac::Buffer> kept = {};  // large data of the message that was copied

  // For any thread: it takes a second where there are some megabytes. Fails as isaac::messageOfJson() and typeIdOf().
  Result<isaac::Message> message() const;
};

// What of a message is more than a text that somebody edits.
inline constexpr std::uint64_t kMostToEdit = 4ull << 20;  // bytes beside its raw data
bool isTooLargeToEdit(const isaac::Message& message);

// The text of a message for a QPlainTextEdit, made in any thread: to fill one takes longer than a turn of the window.
// It belongs to the thread of the application. After a stop it is null.
struct MessageText {
  Status wrong;  // fails as isaac::jsonWithData()
  std::shared_ptr<QTextDocument> document;
};
MessageText textOf(const isaac::Message& message, const QFont& font, const std::stop_token& stop);

}  // namespace ww::ui
