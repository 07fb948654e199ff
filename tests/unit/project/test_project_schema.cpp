// SPDX-License-Identifier: Apache-2.0
// The schema in resources/format is true of what is written now. WORLDWRIGHT_WRITE_SCHEMA=1 writes it anew.
#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <set>

#include "core/project/format.h"
#include "core/project/schema.h"
#include "project_files.h"
#include "project_worlds.h"

namespace ww::project {
namespace {

QString schemaFile() {
  return qEnvironmentVariable("WW_SOURCE_DIR") + QStringLiteral("/resources/format/world_file.json");
}

QJsonObject objectOf(const QByteArray& text) { return QJsonDocument::fromJson(text).object(); }

QJsonObject stored() {
  QFile file(schemaFile());
  return file.open(QIODevice::ReadOnly) ? objectOf(file.readAll()) : QJsonObject();
}

std::set<std::string> texts(const QJsonArray& list, const char* key) {
  std::set<std::string> out;
  for (const QJsonValue& one : list)
    out.insert(one.toObject()[QLatin1String(key)].toVariant().toString().toStdString());
  return out;
}

std::set<std::string> asSet(const std::vector<std::string>& list) { return {list.begin(), list.end()}; }

}  // namespace

class TestProjectSchema : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    path_ = folder_.filePath("cell.wright").toStdString();
    geometry::GeometryStore store;
    SaveOptions options;
    options.thumbnail = "p";
    VERIFY_OK(save(systemVfs(), path_, withMesh(sampleWorld(store, 3), store, 300, 1), store, options));
  }

  void theSchemaIsThatOfTheProgram() {
    const QByteArray now = QByteArray::fromStdString(schemaText());
    if (qEnvironmentVariableIsSet("WORLDWRIGHT_WRITE_SCHEMA")) {
      QFile file(schemaFile());
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write(now) == now.size());
    }
    QVERIFY(!objectOf(now).isEmpty());
    const QJsonObject there = stored(), made = objectOf(now);
    for (const QString& key : made.keys())
      QVERIFY2(there[key] == made[key], qPrintable(key + QStringLiteral(": write resources/format anew")));
    QCOMPARE(there.size(), made.size());
  }

  void filesWrittenNowHaveItsTables() {
    QCOMPARE(column(path_, "PRAGMA application_id").front(), std::to_string(stored()["application_id"].toInt()));
    const int version = stored()["major"].toInt() << 16 | stored()["minor"].toInt();
    QCOMPARE(column(path_, "PRAGMA user_version").front(), std::to_string(version));
    const QJsonArray tables = stored()["tables"].toArray();
    QCOMPARE(texts(tables, "name"), asSet(column(path_, "SELECT name FROM sqlite_schema")));
    QCOMPARE(texts(tables, "sql"), asSet(column(path_, "SELECT sql FROM sqlite_schema")));
  }

  void filesWrittenNowHaveItsRows() {
    QCOMPARE(texts(stored()["meta"].toArray(), "key"), asSet(column(path_, "SELECT key FROM meta")));
    const std::set<std::string> kinds = texts(stored()["parts"].toArray(), "kind");
    for (const std::string& kind : column(path_, "SELECT DISTINCT CAST(kind AS TEXT) FROM part"))
      QVERIFY2(kinds.contains(kind), kind.c_str());
    for (const std::string& codec : column(path_, "SELECT DISTINCT CAST(codec AS TEXT) FROM geometry"))
      QVERIFY2(codec == "0" || codec == "1", codec.c_str());
    for (const QJsonValue& one : stored()["parts"].toArray()) {
      const QJsonObject part = one.toObject();
      const bool is_history = part["kind"].toInt() == kHistoryPart;
      QCOMPARE(part["message"].isNull(), is_history);
      QVERIFY(is_history || stored()["messages"].toObject().contains(part["message"].toString()));
    }
    QVERIFY(kinds.contains(std::to_string(kHistoryPart)));
  }

  // Worked out as the page tells other programs to.
  void itsSumsAreThoseOfThePage() {
    const auto number = [](std::int64_t value) {
      QByteArray out(8, 0);
      for (int i = 0; i < 8; ++i) out[i] = static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i));
      return out;
    };
    const auto text = [&](const QByteArray& bytes) { return number(bytes.size()) + bytes; };
    const auto same = [](const QByteArray& row, const std::string& stored_hex) {
      const QByteArray hash = QCryptographicHash::hash(row, QCryptographicHash::Sha256).toHex();
      return hash == QByteArray::fromStdString(stored_hex).toLower();
    };
    const auto all = [this](const std::string& what, const std::string& from) {
      return column(path_, ("SELECT " + what + " FROM " + from + " ORDER BY 1").c_str());
    };
    const auto parts = all("id || ' ' || kind || ' ' || hex(sha256) || ' ' || hex(bytes)", "part");
    const auto metas = all("key || ' ' || hex(sha256) || ' ' || hex(value)", "meta");
    QVERIFY(parts.size() > 3 && metas.size() > 3);
    for (const std::string& one : parts) {
      const QList<QByteArray> is = QByteArray::fromStdString(one).split(' ');
      const QByteArray row = text("part") + number(is[1].toLongLong()) + number(is[0].toLongLong()) +
                             text(QByteArray::fromHex(is.value(3)));
      QVERIFY2(same(row, is[2].toStdString()), one.substr(0, 40).c_str());
    }
    for (const std::string& one : metas) {
      const QList<QByteArray> is = QByteArray::fromStdString(one).split(' ');
      QVERIFY2(same(text("meta") + text(is[0]) + text(QByteArray::fromHex(is[2])), is[1].toStdString()), one.c_str());
    }
  }

  // Who adds a field without writing the schema anew is told.
  void everyMessageThatIsNamedIsDescribed() {
    const QJsonObject messages = stored()["messages"].toObject(), enums = stored()["enums"].toObject();
    for (const QString& name : messages.keys()) {
      QSet<int> numbers;
      for (const QJsonValue& field : messages[name].toArray()) {
        const QString type = field.toObject()["type"].toString();
        if (type.contains(QLatin1Char('.')))
          QVERIFY2(messages.contains(type) || enums.contains(type), qPrintable(type));
        QVERIFY(!numbers.contains(field.toObject()["number"].toInt()));
        numbers.insert(field.toObject()["number"].toInt());
      }
    }
  }

 private:
  QTemporaryDir folder_;
  std::string path_;
};

}  // namespace ww::project

QTEST_GUILESS_MAIN(ww::project::TestProjectSchema)
#include "test_project_schema.moc"
