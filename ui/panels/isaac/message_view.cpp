// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/isaac/message_view.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/interop/isaac/inspect.h"
#include "core/interop/isaac/json_data.h"
#include "core/interop/isaac/types.h"
#include "ui/bridge/isaac_file.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/isaac/isaac_text.h"
#include "ui/widgets/file_dialog.h"

namespace ww::ui {
namespace {

constexpr int kDrawingTab = 1;

}  // namespace

MessageView::MessageView(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel),
      problem_(new QLabel),
      hold_(new QCheckBox(tr("&Hold"))),
      copy_(new QPushButton(tr("&Copy as JSON"))),
      save_(new QPushButton(tr("Sa&ve..."))),
      edit_(new QPushButton(tr("&Edit a copy"))),
      tabs_(new QTabWidget),
      tree_(new MessageTree),
      canvas_(new MessageCanvas) {
  title_->setObjectName(QStringLiteral("messageTitle"));
  title_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  problem_->setObjectName(QStringLiteral("errorText"));
  problem_->setWordWrap(true);
  hold_->setObjectName(QStringLiteral("messageHold"));
  hold_->setToolTip(tr("Keeps this message while others come"));
  copy_->setObjectName(QStringLiteral("messageCopy"));
  copy_->setToolTip(tr("Copies the message as JSON; pixels and other raw data are not in it"));
  save_->setObjectName(QStringLiteral("messageSave"));
  save_->setToolTip(tr("Saves the message with its raw data as a file of JSON"));
  edit_->setObjectName(QStringLiteral("messageEdit"));
  edit_->setToolTip(tr("Takes a copy to the page where messages are written and sent"));
  tabs_->addTab(tree_, tr("Tree"));
  tabs_->addTab(canvas_, tr("Drawing"));
  auto* row = new QHBoxLayout;
  row->addWidget(hold_);
  row->addStretch(1);
  for (QWidget* widget : std::initializer_list<QWidget*>{copy_, save_, edit_}) row->addWidget(widget);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(title_);
  column->addLayout(row);
  column->addWidget(problem_);
  column->addWidget(tabs_, 1);
  connect(copy_, &QPushButton::clicked, this, &MessageView::copy);
  connect(save_, &QPushButton::clicked, this, [this] {
    const QString path =
        askWhereToSave(this, {tr("Save the message"), freeFile({}, tr("message"), QStringLiteral(".jsonl")), {}});
    if (!path.isEmpty()) save(path);
  });
  connect(edit_, &QPushButton::clicked, this, [this] { Q_EMIT editAsked(*message_); });
  connect(tabs_, &QTabWidget::currentChanged, this, &MessageView::refresh);
  refresh();
}

void MessageView::clearMessage(const QString& why) {
  message_.reset();
  why_none_ = why;
  hold_->setChecked(false);
  refresh();
}

void MessageView::show(const isaac::Message& message) {
  const bool other = !message_ || message_->channel != message.channel || message_->type_id != message.type_id;
  if (other) {
    hold_->setChecked(false);
    canvas_->clearDrawing();  // the next one may lie elsewhere
  }
  if (hold_->isChecked() || (message_ && message_->uuid == message.uuid && message.uuid != isaac::Uuid())) return;
  message_ = message;
  refresh();
}

// The page that is seen alone: a message that comes ten times a second must not cost both.
void MessageView::refresh() {
  problem_->hide();
  const bool known = message_ && isaac::findType(message_->type_id);
  copy_->setEnabled(known);
  edit_->setEnabled(known);
  save_->setEnabled(known);
  hold_->setEnabled(message_.has_value());
  tabs_->setTabEnabled(kDrawingTab, message_ && isaac::canDraw(message_->type_id));
  if (!message_) {
    title_->setText(why_none_);
    tree_->clearFields();
    canvas_->clearDrawing();
    return;
  }
  title_->setText(messageTitle(*message_));
  Status wrong;
  if (tabs_->currentIndex() == kDrawingTab) {
    const auto drawing = isaac::drawingOf(*message_);
    wrong = drawing.status();
    canvas_->setDrawing(drawing.ok() ? *drawing : isaac::Drawing());
  } else {
    auto tree = isaac::inspect(*message_);
    wrong = tree.status();
    tree_->setFields(tree.ok() ? std::move(*tree) : isaac::rawFields(*message_));
  }
  problem_->setVisible(!wrong.ok());
  if (!wrong.ok()) problem_->setText(toLine(wrong));
}

void MessageView::save(const QString& path) {
  const Status done = writeMessageFile(path, *message_);
  problem_->setVisible(!done.ok());
  if (!done.ok()) problem_->setText(toLine(done));
}

void MessageView::copy() {
  const auto json = isaac::jsonWithData(*message_, isaac::LargeData::kBase64);
  if (json.ok()) return QApplication::clipboard()->setText(QString::fromStdString(*json));
  problem_->setText(toLine(json.status()));
  problem_->show();
}

}  // namespace ww::ui
