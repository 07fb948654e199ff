// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/isaac/message_writer.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "core/interop/isaac/json_data.h"
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
      send_(new QPushButton(tr("&Send"))) {
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
  auto* row = new QHBoxLayout;
  auto* type_name = new QLabel(tr("&Type"));
  type_name->setBuddy(type_);
  auto* channel_name = new QLabel(tr("C&hannel"));
  channel_name->setBuddy(channel_);
  for (QWidget* widget : std::initializer_list<QWidget*>{type_name, type_, channel_name}) row->addWidget(widget);
  row->addWidget(channel_, 1);
  row->addWidget(send_);
  auto* column = new QVBoxLayout(this);
  column->addLayout(row);
  column->addWidget(json_, 1);
  column->addWidget(told_);
  connect(json_, &QPlainTextEdit::textChanged, this, &MessageWriter::check);
  connect(type_, &QComboBox::activated, this, [this] { kept_.clear(); });
  connect(type_, &QComboBox::currentIndexChanged, this, &MessageWriter::check);
  connect(channel_, &QLineEdit::textChanged, this, &MessageWriter::check);
  connect(&exchange_, &IsaacExchange::stateChanged, this, &MessageWriter::check);
  connect(&exchange_, &IsaacExchange::sent, this, &MessageWriter::showSent);
  connect(send_, &QPushButton::clicked, this, &MessageWriter::send);
  check();
}

void MessageWriter::take(const isaac::Message& message) {
  const auto json = isaac::jsonWithData(message);
  type_->setCurrentText(QString::fromStdString(isaac::typeName(message.type_id)));
  channel_->setText(QString::fromStdString(message.channel));
  kept_ = message.buffers;
  json_->setPlainText(json.ok() ? QString::fromStdString(*json) : QStringLiteral("{\n}"));
}

Result<isaac::Message> MessageWriter::written() const {
  WW_ASSIGN(const std::uint64_t type, isaac::typeIdOf(type_->currentText().toStdString()));
  WW_ASSIGN(isaac::Message out, isaac::messageOfJson(type, json_->toPlainText().toStdString(), kept_));
  out.channel = channel_->text().toStdString();
  return out;
}

void MessageWriter::check() {
  const auto message = written();
  const bool can_go = message.ok() && !message->channel.empty() && exchange_.isOn();
  send_->setEnabled(can_go && !exchange_.isSending());
  send_->setText(tr("&Send"));
  if (!message.ok()) told_->setText(toLine(message.status()));
  else if (message->channel.empty()) told_->setText(tr("Give the channel a name."));
  else if (!exchange_.isOn()) told_->setText(tr("It can be sent once the exchange is on, on the page Connection."));
  else told_->setText(tr("It can be sent."));
}

void MessageWriter::send() {
  const auto message = written();
  if (!message.ok()) return check();
  if (!exchange_.send(*message)) return showSent(exchange_.problem());
  send_->setEnabled(false);
  told_->setText(tr("It is being sent..."));
}

// What could not go stays as it is written.
void MessageWriter::showSent(const Status& done) {
  check();
  if (done.ok())
    return told_->setText(tr("Sent to %n receivers.", "", static_cast<int>(exchange_.report().receivers.size())));
  send_->setText(tr("Try a&gain"));
  told_->setText(toLine(done));
}

}  // namespace ww::ui
