// SPDX-License-Identifier: Apache-2.0
// Every type of the catalogue, with all its fields filled in: the capnp tool reads the bytes that we write and writes
// those that we read. What is filled in comes from the texts of the schemas, by a reader of this test's own.
#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <cstring>
#include <map>
#include <random>

#include "core/interop/isaac/json.h"
#include "core/interop/isaac/types.h"
#include "tests/support/folders.h"
#include "tests/unit/isaac/checks.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

namespace {

constexpr int kDeepest = 6;

QString schemaFolder() { return sourceFolder() + "/core/interop/isaac/schema"; }

struct Field {
  QString name, type;
};
struct Declared {
  QString file;
  std::vector<Field> fields;  // of a struct
  QStringList words;          // of an enum
};

// What the texts declare, by the full name of the type.
std::map<QString, Declared> readSchemas() {
  std::map<QString, Declared> out;
  const QRegularExpression opens(QStringLiteral(R"(^\s*(struct|enum) (\w+) \{)"));
  const QRegularExpression holds(QStringLiteral(R"(^\s*(\w+) @\d+(?:: ([\w()]+))?;)"));
  QDirIterator files(schemaFolder(), {QStringLiteral("*.capnp")});
  while (files.hasNext()) {
    QFile file(files.next());
    if (!file.open(QIODevice::ReadOnly)) continue;
    QStringList path;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))) {
      if (const auto open = opens.match(line); open.hasMatch()) {
        path << open.captured(2);
        out[path.join(QLatin1Char('.'))].file = files.fileName();
      } else if (const auto field = holds.match(line); field.hasMatch() && !path.isEmpty()) {
        Declared& now = out[path.join(QLatin1Char('.'))];
        if (field.captured(2).isEmpty()) now.words << field.captured(1);
        else now.fields.push_back({field.captured(1), field.captured(2)});
      } else if (line.trimmed() == QLatin1String("}")) {
        path.removeLast();
      }
    }
  }
  return out;
}

// Values of each type at random, as JSON.
class Filler {
 public:
  explicit Filler(const std::map<QString, Declared>& declared) : declared_(declared) {}

  QJsonObject object(const QString& type, int depth = 0) {
    QJsonObject out;
    for (const Field& field : declared_.at(type).fields) {
      const QJsonValue value = valueOf(field.type, type, depth);
      if (!value.isUndefined()) out[field.name] = value;
    }
    return out;
  }

 private:
  QJsonValue valueOf(const QString& type, const QString& within, int depth) {
    if (type.startsWith(QLatin1String("List("))) {
      QJsonArray out;
      const QString of = type.mid(5, type.size() - 6);
      for (int i = 0; i < 3 && depth < kDeepest; ++i) out.append(valueOf(of, within, depth + 1));
      return out;
    }
    if (type == QLatin1String("Bool")) return true;
    if (type == QLatin1String("Text")) return QStringLiteral("t%1 ä").arg(number(1000));
    if (type.startsWith(QLatin1String("Float"))) return (number(4001) - 2000) / 64.0;
    if (type == QLatin1String("Int64") || type == QLatin1String("UInt64"))
      return QString::number(9000000000000000000ll + number(1000));
    if (type == QLatin1String("UInt8")) return number(256);
    if (type == QLatin1String("Int8")) return number(256) - 128;
    if (type == QLatin1String("UInt16")) return number(65536);
    if (type == QLatin1String("Int16")) return number(65536) - 32768;
    if (type == QLatin1String("Int32")) return number(2000000000) - 1000000000;
    if (type == QLatin1String("UInt32")) return 4000000000.0 + number(1000);
    const QString name = resolved(type, within);
    const Declared& of = declared_.at(name);
    if (!of.words.isEmpty()) return of.words[number(static_cast<int>(of.words.size()))];
    return depth < kDeepest ? QJsonValue(object(name, depth + 1)) : QJsonValue(QJsonValue::Undefined);
  }

  // The innermost of that name that can be seen from a type.
  QString resolved(const QString& type, const QString& within) const {
    for (QString scope = within; !scope.isEmpty();) {
      if (declared_.contains(scope + '.' + type)) return scope + '.' + type;
      scope = scope.left(std::max<qsizetype>(0, scope.lastIndexOf(QLatin1Char('.'))));
    }
    return type;
  }

  int number(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

  const std::map<QString, Declared>& declared_;
  std::mt19937 random_{17};
};

QByteArray tool(const QStringList& arguments, const QByteArray& input) {
  QProcess process;
  process.setWorkingDirectory(schemaFolder());
  process.start("capnp", arguments);
  process.write(input);
  process.closeWriteChannel();
  if (!process.waitForFinished(20000) || process.exitCode() != 0) qWarning() << process.readAllStandardError();
  return process.readAllStandardOutput();
}

QByteArray withTable(const Message& message) {
  const auto& words = message.segments.front();
  const std::uint32_t table[2] = {0, static_cast<std::uint32_t>(words.size())};
  return QByteArray(reinterpret_cast<const char*>(table), 8) +
         QByteArray(reinterpret_cast<const char*>(words.data()), static_cast<qsizetype>(words.size() * 8));
}

}  // namespace

class TestIsaacTypes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theTextsDeclareWhatTheCatalogueHas() {
    declared_ = readSchemas();
    QCOMPARE(declared_.size(), types().size());
    QCOMPARE(types().size(), std::size_t{116});
    for (const TypeInfo& type : types()) {
      const auto at = declared_.find(QString::fromStdString(type.name));
      QVERIFY2(at != declared_.end(), type.name.c_str());
      QCOMPARE(at->second.file.toStdString(), type.file);
      QCOMPARE(!at->second.words.isEmpty(), type.is_enum);
    }
  }

  void theToolAndWeAgree_data() {
    QTest::addColumn<QString>("type");
    for (const TypeInfo& type : types())
      if (!type.is_enum) QTest::newRow(type.name.c_str()) << QString::fromStdString(type.name);
  }

  void theToolAndWeAgree() {
    QFETCH(const QString, type);
    const std::string name = type.toStdString();
    const QJsonObject filled = Filler(declared_).object(type);
    const QByteArray json = QJsonDocument(filled).toJson(QJsonDocument::Compact);
    Message message;
    message.type_id = findType(std::string_view(name))->id;
    ISAAC_GOT(message.segments, segmentsOfJson(message.type_id, json.toStdString()));
    QCOMPARE(message.segments.size(), std::size_t{1});
    // The tool reads ours: all that was filled in.
    const QString file = declared_.at(type).file;
    const QByteArray theirs = tool({"convert", "binary:json", file, type}, withTable(message));
    QCOMPARE(QJsonDocument::fromJson(theirs).object(), filled);
    // And its bytes are read by us.
    const QByteArray bytes = tool({"convert", "json:binary", file, type}, json);
    QVERIFY(bytes.size() > 8 && bytes.size() % 8 == 0);
    Message other = message;
    other.segments.assign(1, std::vector<Word>(static_cast<std::size_t>(bytes.size()) / 8 - 1));
    std::memcpy(other.segments[0].data(), bytes.data() + 8, other.segments[0].size() * 8);
    ISAAC_GOT(const std::string ours, jsonOf(other));
    QCOMPARE(QJsonDocument::fromJson(QByteArray::fromStdString(ours)).object(), filled);
  }

 private:
  std::map<QString, Declared> declared_;
};

QTEST_GUILESS_MAIN(TestIsaacTypes)
#include "test_isaac_types.moc"
