// SPDX-License-Identifier: Apache-2.0
// The sentences of the core that people read are in the table of the translations, and their German has
// the same fields.
#include <QProcess>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtTest>

#include "tests/support/folders.h"

class TestGuardCoreTexts : public QObject {
  Q_OBJECT

  struct Run {
    int code = -1;
    QByteArray output;
  };
  static Run check(const QStringList& more = {}) {
    QProcess script;
    script.start(
        QStringLiteral("python3"),
        QStringList{ww::test::sourceFolder() + QStringLiteral("/packaging/core_texts"), QStringLiteral("--check")} +
            more);
    if (!script.waitForStarted() || !script.waitForFinished(60000)) return {};
    return {script.exitCode(), script.readAllStandardOutput() + script.readAllStandardError()};
  }

  // The fields of a text as numbers, each as often as it stands there ("{}" counts on, "{1}" names its own), or as
  // names, each once: "{name}" may be said twice.
  static QStringList fields(const QString& text) {
    static const QRegularExpression kField(QStringLiteral("\\{(\\d?|[a-z][a-z0-9_]*)\\}"));
    QStringList found;
    int counted = 0;
    for (auto i = kField.globalMatch(text); i.hasNext();) {
      const QString field = i.next().captured(1);
      const bool is_number = field.isEmpty() || field.front().isDigit();
      if (is_number || !found.contains(field)) found << (field.isEmpty() ? QString::number(counted) : field);
      if (is_number) ++counted;
    }
    found.sort();
    return found;
  }

 private Q_SLOTS:
  void theTableHoldsTheSentencesOfTheCore() {
    const Run run = check();
    if (run.code < 0) QSKIP("python3 is not installed");
    QVERIFY2(run.code == 0, run.output.constData());
  }

  // It can fail: a new sentence is told, with what to do.
  void aNewSentenceIsFound() {
    ww::test::ScratchFolder folder;
    const QString planted =
        folder.write(QStringLiteral("planted.cpp"),
                     "return fail(Code::kNotFound, \"the teapot \" + name + \" is \" \"cold\")\n"
                     "    .withHint(fmt::format(\"heat it to {:.1f} degrees\", t)); // \"no sentence here\"\n");
    const Run run = check({QStringLiteral("--also"), planted});
    if (run.code < 0) QSKIP("python3 is not installed");
    QCOMPARE(run.code, 1);
    QVERIFY2(run.output.contains("the teapot {} is cold"), run.output.constData());
    QVERIFY2(run.output.contains("heat it to {} degrees"), run.output.constData());
    QVERIFY(!run.output.contains("no sentence here"));
    QVERIFY(run.output.contains("run packaging/core_texts"));
    QCOMPARE(run.output.count("missing: "), 2);
  }

  void germanHasTheSameFields() {
    QXmlStreamReader ts(
        ww::test::readFile(ww::test::sourceFolder() + QStringLiteral("/translations/worldwright_de.ts")));
    QString context, source;
    int compared = 0;
    while (!ts.atEnd()) {
      if (ts.readNext() != QXmlStreamReader::StartElement) continue;
      if (ts.name() == QLatin1String("name")) context = ts.readElementText();
      if (ts.name() == QLatin1String("source")) source = ts.readElementText();
      if (ts.name() != QLatin1String("translation") || context != QLatin1String("Core")) continue;
      const QString german = ts.readElementText();
      QVERIFY2(!german.isEmpty(), qPrintable(source));
      QVERIFY2(fields(german) == fields(source), qPrintable(source + QStringLiteral(" -> ") + german));
      ++compared;
    }
    QVERIFY(!ts.hasError());
    QVERIFY(compared > 900);
    QVERIFY(fields(QStringLiteral("{1} und {}")) != fields(QStringLiteral("{} and {} or {}")));
    QCOMPARE(fields(QStringLiteral("{b} hat {a}, nicht {b}")), fields(QStringLiteral("{a} of {b}")));
    QVERIFY(fields(QStringLiteral("{name} fehlt")) != fields(QStringLiteral("{named} is missing")));
    QVERIFY(fields(QStringLiteral("es fehlt")) != fields(QStringLiteral("{name} is missing")));
  }
};

QTEST_GUILESS_MAIN(TestGuardCoreTexts)
#include "test_guard_core_texts.moc"
