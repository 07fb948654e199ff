// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/isaac/message_writer.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QThreadPool>
#include <QVBoxLayout>

#include "core/interop/isaac/types.h"
#include "ui/bridge/status_text.h"

namespace ww::ui {
namespace {

constexpr int kMostChannelLetters = 255;

}  // namespace

MessageWriter::MessageWriter(IsaacExchange& exchange, QWidget* parent)
    : QWidget(parent),
      exchange_(exchange),
      type_(new QComboBox),
      channel_(new QLineEdit),
      json_(new QPlainTextEdit),
      told_(new QLabel),
      send_(new QPushButton(tr("&Send"))),
      cancel_(new QPushButton(tr("&Cancel"))),
      readings_(std::make_unique<NewestAnswers<Reading, Read>>(NewestAnswers<Reading, Read>::Steps{
          [this] {
            if (is_unread_ && !to_send_) read(false);
          },
          [](const Reading& reading) -> Read {
            auto message = reading.draft.message();
            if (!message.ok() || !reading.to_send) return {message.status(), reading.to_send};
            return {{}, true, std::make_shared<isaac::Message>(std::move(*message))};
          },
          [this](const Read& done) { takeRead(done); }})),
      copier_(std::make_unique<NewestWork<Copying>>(
          [this](const Copying& copying, const std::stop_token& stop) { copy(copying, stop); })) {
  build();
  connectAll();
  showState();
}

// The text goes before the editor that shows it.
MessageWriter::~MessageWriter() {
  const QSignalBlocker quiet(json_);
  json_->setDocument(nullptr);
}

void MessageWriter::build() {
  type_->setObjectName(QStringLiteral("writerType"));
  type_->setAccessibleName(tr("Type of the message"));
  for (const isaac::TypeInfo& type : isaac::types())
    if (!type.is_enum) type_->addItem(QString::fromStdString(type.name));
  type_->setCurrentText(QStringLiteral("PoseTreeEdgeProto"));
  channel_->setObjectName(QStringLiteral("writerChannel"));
  channel_->setAccessibleName(tr("Channel"));
  channel_->setMaxLength(kMostChannelLetters);
  channel_->setText(QStringLiteral("pose"));
  json_->setObjectName(QStringLiteral("writerJson"));
  json_->setAccessibleName(tr("The message as JSON"));
  json_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  json_->setPlainText(QStringLiteral("{\n}"));
  json_->setTabChangesFocus(true);
  told_->setObjectName(QStringLiteral("writerTold"));
  told_->setWordWrap(true);
  send_->setObjectName(QStringLiteral("writerSend"));
  cancel_->setObjectName(QStringLiteral("writerCancel"));
  cancel_->setToolTip(tr("What was written before stays"));
  auto* row = new QHBoxLayout;
  auto* type_name = new QLabel(tr("&Type"));
  type_name->setBuddy(type_);
  auto* channel_name = new QLabel(tr("C&hannel"));
  channel_name->setBuddy(channel_);
  for (QWidget* widget : std::initializer_list<QWidget*>{type_name, type_, channel_name}) row->addWidget(widget);
  row->addWidget(channel_, 1);
  row->addWidget(send_);
  auto* below = new QHBoxLayout;
  below->addWidget(told_, 1);
  below->addWidget(cancel_);
  auto* column = new QVBoxLayout(this);
  column->addLayout(row);
  column->addWidget(json_, 1);
  column->addLayout(below);
}

void MessageWriter::connectAll() {
  connect(json_, &QPlainTextEdit::textChanged, this, &MessageWriter::edited);
  connect(type_, &QComboBox::activated, this, [this] { kept_.clear(); });
  connect(type_, &QComboBox::currentIndexChanged, this, &MessageWriter::edited);
  connect(channel_, &QLineEdit::textChanged, this, &MessageWriter::showState);
  connect(&exchange_, &IsaacExchange::stateChanged, this, &MessageWriter::showState);
  connect(&exchange_, &IsaacExchange::sent, this, &MessageWriter::showSent);
  connect(send_, &QPushButton::clicked, this, [this] { read(true); });
  connect(cancel_, &QPushButton::clicked, this, &MessageWriter::endCopying);
}

void MessageWriter::take(const isaac::Message& message) {
  endCopying();
  if (isTooLargeToEdit(message))
    return told_->setText(tr("The message is too large to be edited here. Save it, change the file, and open that."));
  copying_ = ++copies_;
  copier_->put({copying_, message, json_->font()});
  showState();
}

// In the copier's thread.
void MessageWriter::copy(const Copying& copying, const std::stop_token& stop) {
  MessageText text = textOf(copying.message, copying.font, stop);
  if (stop.stop_requested()) return;
  isaac::Message like = copying.message;
  like.segments.clear();  // they are in the text
  QMetaObject::invokeMethod(
      this,
      [this, number = copying.number, like = std::move(like), text = std::move(text)] {
        if (number == copying_) takeCopy(like, text);
      },
      Qt::QueuedConnection);
}

void MessageWriter::takeCopy(const isaac::Message& like, const MessageText& text) {
  endCopying();
  if (!text.wrong.ok()) return told_->setText(toLine(text.wrong));
  type_->setCurrentText(QString::fromStdString(isaac::typeName(like.type_id)));
  channel_->setText(QString::fromStdString(like.channel));
  kept_ = like.buffers;
  const std::shared_ptr<QTextDocument> before = std::exchange(copied_, text.document);
  json_->setDocument(copied_.get());
  verdict_ = {};
  edited();
  showState();
  if (!before) return;
  // To take a large one apart takes a while, too.
  before->moveToThread(nullptr);
  QThreadPool::globalInstance()->start([before] {});
}

void MessageWriter::endCopying() {
  copying_ = 0;
  copier_->cancel();
  showState();
}

void MessageWriter::edited() {
  is_unread_ = true;
  readings_->askSoon();
}

void MessageWriter::read(bool to_send) {
  is_unread_ = false;
  to_send_ = to_send;
  readings_->put({{type_->currentText(), channel_->text(), json_->toPlainText(), kept_}, to_send});
  if (to_send) showState();
}

void MessageWriter::takeRead(const Read& read) {
  if (to_send_ && !read.to_send) return;  // what is to be sent is being read
  to_send_ = false;
  verdict_ = read.status;
  if (is_unread_) readings_->askSoon();
  const bool is_refused = read.message && !exchange_.send(std::move(*read.message));
  // Where the exchange was turned off meanwhile, its state says what to do.
  if (is_refused && exchange_.isOn()) showSent(exchange_.problem());
  else showState();
}

// What is seen may be a moment older than what is written: what is sent is read once more.
void MessageWriter::showState() {
  const bool sends = to_send_ || exchange_.isSending();
  const bool can_go = verdict_.ok() && !channel_->text().isEmpty() && exchange_.isOn();
  send_->setEnabled(can_go && !sends && !isCopying());
  send_->setText(tr("&Send"));
  cancel_->setVisible(isCopying());
  json_->setReadOnly(isCopying());
  type_->setDisabled(isCopying());
  channel_->setDisabled(isCopying());
  if (isCopying()) told_->setText(tr("The message is being copied..."));
  else if (sends) told_->setText(tr("It is being sent..."));
  else if (!verdict_.ok()) told_->setText(toLine(verdict_));
  else if (channel_->text().isEmpty()) told_->setText(tr("Give the channel a name."));
  else if (!exchange_.isOn()) told_->setText(tr("It can be sent once the exchange is on, on the page Connection."));
  else told_->setText(tr("It can be sent."));
}

// What could not go stays as it is written.
void MessageWriter::showSent(const Status& done) {
  showState();
  if (done.ok())
    return told_->setText(tr("Sent to %n receivers.", "", static_cast<int>(exchange_.report().receivers.size())));
  send_->setText(tr("Try a&gain"));
  told_->setText(toLine(done));
}

}  // namespace ww::ui
