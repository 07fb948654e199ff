// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/isaac_file.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <cstring>
#include <optional>
#include <utility>

#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/json.h"
#include "core/interop/isaac/log_export.h"
#include "core/interop/isaac/types.h"

namespace ww::ui {
namespace {

constexpr qint64 kMostBytes = 256ll << 20;
constexpr std::size_t kMostLines = 10'000;
constexpr qsizetype kMostChannelBytes = 255;

Status fileFailure(const FailureRow& row, const QString& path, const QString& reason) {
  return fail(row, {{"folder", arg::Name{path.toStdString()}}, {"reason", arg::Words{reason.toStdString()}}});
}

// Of a message of an unknown type, or that cannot be read; none where these are no words.
std::optional<isaac::Segments> wordsIn(const QJsonObject& line) {
  if (!line[QLatin1String("words")].isArray()) return std::nullopt;
  isaac::Segments out;
  for (const auto& one : line[QLatin1String("words")].toArray()) {
    const auto bytes = one.isString() ? isaac::fromBase64(one.toString().toStdString()) : std::nullopt;
    if (!bytes || bytes->size() % sizeof(isaac::Word) != 0) return std::nullopt;
    auto& segment = out.emplace_back(bytes->size() / sizeof(isaac::Word));
    if (!bytes->empty()) std::memcpy(segment.data(), bytes->data(), bytes->size());
  }
  return out;
}

Result<isaac::Message> messageIn(const QJsonObject& line, std::optional<isaac::Segments> words) {
  isaac::Message out;
  WW_ASSIGN(out.type_id, isaac::typeIdOf(line[QLatin1String("type")].toString().toStdString()));
  if (words) {
    out.segments = std::move(*words);
  } else {
    const QByteArray json = QJsonDocument(line[QLatin1String("message")].toObject()).toJson(QJsonDocument::Compact);
    WW_ASSIGN(out.segments, isaac::segmentsOfJson(out.type_id, json.toStdString()));
  }
  out.channel = line[QLatin1String("channel")].toString().toUtf8().left(kMostChannelBytes).toStdString();
  out.pubtime_ns = line[QLatin1String("pubtime_ns")].toString().toLongLong();
  out.acqtime_ns = line[QLatin1String("acqtime_ns")].toString().toLongLong();
  const auto id = isaac::uuidOf(line[QLatin1String("id")].toString().toStdString());
  out.uuid = id.ok() ? *id : isaac::newUuid();
  for (const auto& buffer : line[QLatin1String("buffers")].toArray())
    out.buffers.push_back(
        std::make_shared<const std::string>(QByteArray::fromBase64(buffer.toString().toLatin1()).toStdString()));
  return out;
}

}  // namespace

Result<std::vector<isaac::Message>> messagesInFile(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return fileFailure(isaac::failures::kLogUnreadable, path, file.errorString());
  if (file.size() > kMostBytes)
    return fail(isaac::failures::kTooLarge, {{"size", arg::Bytes{static_cast<std::uint64_t>(file.size())}},
                                             {"limit", arg::Bytes{static_cast<std::uint64_t>(kMostBytes)}}});
  std::vector<isaac::Message> out;
  for (std::uint64_t number = 1; !file.atEnd() && out.size() < kMostLines; ++number) {
    const QByteArray line = file.readLine().trimmed();
    if (line.isEmpty()) continue;
    const QJsonDocument json = QJsonDocument::fromJson(line);
    const bool has_message = json.isObject() && json.object()[QLatin1String("message")].isObject();
    std::optional<isaac::Segments> words = has_message ? std::nullopt : wordsIn(json.object());
    if (!has_message && !words)
      return fail(isaac::failures::kLogDamaged,
                  {{"folder", arg::Name{path.toStdString()}},
                   {"reason", phrase(WW_TEXT("Core", "line {line} is no message"), {{"line", arg::Count{number}}})}});
    WW_ASSIGN(out.emplace_back(), messageIn(json.object(), std::move(words)));
  }
  return out;
}

Status writeMessageFile(const QString& path, const isaac::Message& message) {
  QSaveFile file(path);
  const QByteArray line = QByteArray::fromStdString(isaac::jsonLine(message) + '\n');
  if (file.open(QIODevice::WriteOnly) && file.write(line) == line.size() && file.commit()) return okStatus();
  return fileFailure(isaac::failures::kLogWrite, path, file.errorString());
}

}  // namespace ww::ui
