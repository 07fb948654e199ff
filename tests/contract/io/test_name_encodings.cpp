// SPDX-License-Identifier: Apache-2.0
// Names that are not UTF-8 in files other than STEP.
#include <QtTest>

#include "tests/contract/io/import_here.h"
#include "tests/support/folders.h"

using namespace ww;

class TestNameEncodings : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { samples::ImportHere::useOwnWorker(); }

  void namesAreRead_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("link");     // as it is called here
    QTest::addColumn<QString>("guessed");  // the encoding that is told; empty: the file says it
    QTest::newRow("urdf, says nothing") << "a.urdf" << urdf("", "Tr\xe4ger", "F\xe4") << "Traeger"
                                        << "windows-1252";
    QTest::newRow("urdf, says it") << "a.urdf" << urdf(" encoding=\"ISO-8859-1\"", "Tr\xe4ger", "F\xe4") << "Traeger"
                                   << "";
    QTest::newRow("urdf, Cyrillic, says it")
        << "a.urdf" << urdf(" encoding='windows-1251'", "\xcf\xeb\xe8\xf2\xe0", "\xe4") << "Plita"
        << "";
    QTest::newRow("urdf, says one that is not known here")
        << "a.urdf" << urdf(" encoding=\"ISO-8859-15\"", "Tr\xe4ger", "F\xe4") << "Traeger"
        << "windows-1252";
    QTest::newRow("sdf")
        << "a.sdf"
        << QByteArray(
               "<?xml version=\"1.0\"?><sdf version=\"1.7\"><model name=\"m\"><link name=\"Fu\xdfplatte\">"
               "<visual name=\"W\xfcrfel\"><geometry><box><size>0.1 0.1 0.1</size></box></geometry>"
               "</visual></link></model></sdf>")
        << "Fussplatte"
        << "windows-1252";
  }
  void namesAreRead() {
    QFETCH(QString, file);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, link);
    QFETCH(QString, guessed);
    samples::ImportHere here;
    const auto read = here.import(file.toStdString(), bytes.toStdString());
    QVERIFY2(read.ok(), read.status().line().c_str());
    const auto& entities = read->objects.front().object.entities();
    QVERIFY(std::ranges::any_of(entities, [&](const auto& e) { return e.name() == link.toStdString(); }));
    const auto told = std::ranges::find(read->diagnostics, "encoding", &Diagnostic::code);
    QCOMPARE(told == read->diagnostics.end(), guessed.isEmpty());
    if (!guessed.isEmpty())
      QVERIFY2(told->message.find(guessed.toStdString()) != std::string::npos, told->message.c_str());
  }

  void whatIsChosenCounts() {
    samples::ImportHere here;
    here.options.encoding = "windows-1251";
    const auto read = here.import("a.urdf", urdf("", "\xcf\xeb\xe8\xf2\xe0", "\xe4").toStdString());
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY(std::ranges::any_of(read->objects.front().object.entities(),
                                [](const auto& e) { return e.name() == "Plita"; }));
  }

 private:
  static QByteArray urdf(const QByteArray& says, const QByteArray& first, const QByteArray& second) {
    return "<?xml version=\"1.0\"" + says + "?><robot name=\"r\"><link name=\"" + first +
           "\"><visual><geometry><box size=\"0.1 0.1 0.1\"/></geometry></visual></link><link name=\"" + second +
           "\"/><joint name=\"j\" type=\"fixed\"><parent link=\"" + first + "\"/><child link=\"" + second +
           "\"/></joint></robot>";
  }
};

QTEST_GUILESS_MAIN(TestNameEncodings)
#include "test_name_encodings.moc"
