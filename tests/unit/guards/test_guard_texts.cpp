// SPDX-License-Identifier: Apache-2.0
// Texts that people read are data until a voice writes them, and each of them has its German with the same fields.
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtTest>

#include "tests/support/folders.h"
#include "tests/unit/guards/text_rules.h"

using namespace ww;
using guards::SourceTree;

class TestGuardTexts : public QObject {
  Q_OBJECT

  static SourceTree sources(const std::vector<std::string>& folders) {
    return guards::readTree(test::sourceFolder().toStdString(), folders);
  }

  // Each once: "{name}" may be said twice.
  static std::set<QString> fields(const QString& text) {
    static const QRegularExpression kField(QStringLiteral("\\{([a-z][a-z0-9_]*)\\}"));
    std::set<QString> found;
    for (auto i = kField.globalMatch(text); i.hasNext();) found.insert(i.next().captured(1));
    return found;
  }

  // What is translated in the core's context; an unfinished translation is empty.
  static std::map<std::string, QString> german() {
    QXmlStreamReader ts(test::readFile(test::sourceFolder() + QStringLiteral("/translations/worldwright_de.ts")));
    std::map<std::string, QString> out;
    QString context, source;
    while (!ts.atEnd()) {
      if (ts.readNext() != QXmlStreamReader::StartElement) continue;
      if (ts.name() == QLatin1String("name")) context = ts.readElementText();
      if (ts.name() == QLatin1String("source")) source = ts.readElementText();
      if (ts.name() != QLatin1String("translation") || context != QLatin1String("Core")) continue;
      const bool is_finished = !ts.attributes().hasAttribute(QLatin1String("type"));
      const QString text = ts.readElementText();
      out[source.toStdString()] = is_finished ? text : QString();
    }
    return out;
  }

 private Q_SLOTS:
  void textsAreData() {
    const auto findings = guards::checkPhrases(sources({"core", "app", "ui"}));
    QVERIFY2(findings.empty(), guards::describe(findings).c_str());
  }

  void nobodyReadsSentences() {
    const auto findings = guards::checkReadings(sources({"ui", "app/editor"}));
    QVERIFY2(findings.empty(), guards::describe(findings).c_str());
  }

  void everyTextHasItsGerman() {
    const auto translated = german();
    const auto texts = guards::markedTexts(sources({"core", "ui", "app/editor", "app/worker"}));
    QVERIFY(texts.size() > 900);
    for (const std::string& text : texts) {
      const auto found = translated.find(text);
      QVERIFY2(found != translated.end() && !found->second.isEmpty(),
               (text + ": run lupdate as translations/CMakeLists.txt says, and translate").c_str());
      QVERIFY2(fields(found->second) == fields(QString::fromStdString(text)),
               qPrintable(QString::fromStdString(text) + QStringLiteral(" -> ") + found->second));
    }
  }

  // They can fail.
  void breachesAreFound_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("rule");
    const auto row = [](const char* line, const char* rule) {
      QTest::newRow(line) << QByteArray(line) << QByteArray(rule);
    };
    row("return phrase(\"Move {node}\", {});", "phrase");
    row("return phrase(fmt::format(\"Move {}\", n).c_str());", "phrase");
    row("progress.text(\"reading the mesh\");", "stage");
    row("return std::move(status).in(fmt::format(\"link '{}'\", n));", "stage");
    row("request.stream_label = \"Move several things\";", "label");
    row("return fail(Code::kNotFound, \"there is no cup\");", "row");
    row("return phrase(WW_TEXT(\"Core\", \"Move {node}\"), {});", "");
    row("return status.in(\"target.pose\");", "");
  }
  void breachesAreFound() {
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, rule);
    const auto found = guards::checkPhrases(SourceTree{{"core/x.cpp", {line.toStdString()}}});
    QCOMPARE(found.size(), rule.isEmpty() ? std::size_t{0} : std::size_t{1});
    if (!found.empty()) QCOMPARE(found.front().rule, rule.toStdString());
  }

  void readingsAreFound() {
    const auto of = [](const char* line) { return guards::checkReadings(SourceTree{{"ui/x.cpp", {line}}}).size(); };
    QCOMPARE(of("if (status.hint == \"try again\") return;"), std::size_t{1});
    QCOMPARE(of("if (cause.title.starts_with(\"cannot\")) return;"), std::size_t{1});
    QCOMPARE(of("return QCoreApplication::translate(\"Core\", english.c_str());"), std::size_t{1});
    QCOMPARE(of("return QCoreApplication::translate(\"Core\", \"Edit\");"), std::size_t{0});
    QCOMPARE(of("if (status.hint.empty()) return;"), std::size_t{0});
  }

  void markedTextsArePutTogether() {
    const SourceTree tree{{"core/x.cpp", {"f(WW_TEXT(\"Core\", \"one \"", "          \"{two} \\\"three\\\"\"));"}}};
    QCOMPARE(guards::markedTexts(tree), std::set<std::string>{"one {two} \"three\""});
  }
};

QTEST_GUILESS_MAIN(TestGuardTexts)
#include "test_guard_texts.moc"
