// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/isaac/message_draft.h"

#include <QCoreApplication>
#include <QPlainTextDocumentLayout>
#include <QTextBlock>
#include <QThread>

#include "core/interop/isaac/json_data.h"
#include "core/interop/isaac/json_lines.h"
#include "core/interop/isaac/types.h"

namespace ww::ui {
namespace {

constexpr std::size_t kMostLines = 2000;  // that are spread out for people

}  // namespace

Result<isaac::Message> MessageDraft::message() const {
  WW_ASSIGN(const std::uint64_t id, isaac::typeIdOf(type.toStdString()));
  WW_ASSIGN(isaac::Message out, isaac::messageOfJson(id, json.toStdString(), kept));
  out.channel = channel.toStdString();
  return out;
}

bool isTooLargeToEdit(const isaac::Message& message) {
  std::uint64_t words = 0;
  for (const auto& segment : message.segments) words += segment.size();
  return words * sizeof(isaac::Word) > kMostToEdit;
}

MessageText textOf(const isaac::Message& message, const QFont& font, const std::stop_token& stop) {
  auto json = isaac::jsonWithData(message, isaac::LargeData::kKept, stop);
  if (!json.ok()) return {json.status(), nullptr};
  const QString text = QString::fromStdString(isaac::onEvenLines(std::move(*json), kMostLines, stop));
  if (stop.stop_requested()) return {};
  auto document = std::make_shared<QTextDocument>();
  document->setDocumentLayout(new QPlainTextDocumentLayout(document.get()));
  document->setDefaultFont(font);
  document->setUndoRedoEnabled(false);  // it begins with the copy
  document->setPlainText(text);
  document->setUndoRedoEnabled(true);
  // What a line is laid out in is made when it is first asked for, which an editor does for all of them in a turn.
  for (QTextBlock line = document->begin(); line.isValid() && !stop.stop_requested(); line = line.next())
    (void)line.layout();
  document->moveToThread(QCoreApplication::instance()->thread());
  return {{}, std::move(document)};
}

}  // namespace ww::ui
