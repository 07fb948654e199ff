// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cases.h"
#include "tests/support/folders.h"

using namespace ww::test;

// What an assembly is, changed after its import.
class TestCliRegroup : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { machine_ = sourceFolder() + QStringLiteral("/tests/contract/io/machine.step"); }

  void eachFromEach() {
    const QString one = imported("one.wright", "one"), links = imported("links.wright", "links");
    const QString to = folder_.path("to.wright");
    QJsonObject made = jsonOf({"parts", one, "machine", "--as", "links", "--out", to});
    QCOMPARE(at(made, "objects/0/links").toInt(), 11);
    QCOMPARE(at(made, "objects/0/name").toString(), QString("machine"));
    QCOMPARE(at(jsonOf({"info", one}), "entities/links").toInt(), 1);  // the file itself is left alone
    made = jsonOf({"parts", to, "machine", "--as", "objects"});
    QCOMPARE(made["objects"].toArray().size(), 8);
    QStringList names;
    for (const QJsonValue& object : made["objects"].toArray()) names << object["name"].toString();
    made = jsonOf(QStringList{"parts", to} + names + QStringList{"--as", "one"});
    QCOMPARE(made["objects"].toArray().size(), 1);
    QCOMPARE(at(made, "objects/0/links").toInt(), 1);
    QCOMPARE(jsonOf({"parts", links, "machine", "--as", "one", "--out", to})["objects"].toArray().size(), 1);
    WW_COMPARE_EXIT(runCli({"verify", to}), 0);
  }

  void nothingIsSeenOfIt() {
    const QString file = imported("seen.wright", "one"), to = folder_.path("seen_to.wright");
    const QByteArray picture = rendered(file);
    QVERIFY(!picture.isEmpty());
    for (const char* as : {"links", "objects"}) {
      QVERIFY(!jsonOf({"parts", file, "machine", "--as", as, "--out", to}).isEmpty());
      // The shade where things touch is sampled by object: as of those that came so.
      const bool are_objects = as == std::string("objects");
      QCOMPARE(rendered(to), are_objects ? rendered(imported("seen_objects.wright", "objects")) : picture);
    }
  }

  void dryRunSavesNothing() {
    const QString file = imported("dry.wright", "one");
    const QByteArray before = hashOf(file);
    QVERIFY(jsonOf({"parts", file, "machine", "--as", "links", "--dry-run"})["dry_run"].toBool());
    QCOMPARE(hashOf(file), before);
  }

  // The file that did not change has nothing to take over, whatever was made of it.
  void canBeImportedAgain() {
    const QString file = imported("again.wright", "one");
    for (const char* as : {"links", "one", "links", "objects"}) {
      QVERIFY(!jsonOf({"parts", file, "machine", "--as", as}).isEmpty());
      const QString object = as == std::string("objects") ? "bolt" : "machine";
      const QJsonObject again = jsonOf({"reimport", file, object, "--dry-run"});
      QVERIFY(!again.isEmpty());
      QCOMPARE(again["items"].toArray().size(), 0);
    }
    const QString links = imported("again_links.wright", "links");
    QVERIFY(!jsonOf({"parts", links, "machine", "--as", "one"}).isEmpty());
    QCOMPARE(jsonOf({"reimport", links, "machine", "--dry-run"})["items"].toArray().size(), 0);
    const QString objects = imported("again_objects.wright", "objects");
    QVERIFY(!jsonOf({"parts", objects, "bed", "bolt", "base_plate", "--as", "links"}).isEmpty());
    QCOMPARE(jsonOf({"reimport", objects, "bed", "--dry-run"})["items"].toArray().size(), 0);
  }

  // Exact parts with their names, in STEP that is written afterwards.
  void exactPartsGoOut() {
    const QString file = imported("out.wright", "one"), step = folder_.path("out.step"),
                  back = folder_.path("back.wright");
    QVERIFY(!jsonOf({"parts", file, "machine", "--as", "links"}).isEmpty());
    const QJsonObject out = jsonOf({"export", file, "--format", "step", "--object", "machine", "--out", step});
    QVERIFY(!out.isEmpty());
    QVERIFY(!QJsonDocument(out).toJson().contains("faceted"));
    const QJsonObject read = at(jsonOf({"import", step, "--into", back, "--parts", "links"}), "sources/0").toObject();
    QCOMPARE(at(read, "counts/parts").toInt(), 8);
    const CliRun tree = runCli({"tree", back});
    for (const char* name : {"bolt", "bed", "green_plate", "base_plate"}) QVERIFY2(tree.out.contains(name), name);
  }

  void wrongWords() {
    const QString file = imported("wrong.wright", "one");
    WW_COMPARE_EXIT(runCli({"parts", file, "machine"}), 2);
    WW_COMPARE_EXIT(runCli({"parts", file, "machine", "--as", "pieces"}), 2);
    WW_COMPARE_EXIT(runCli({"parts", file, "machine", "--as", "one"}), 1);
    WW_COMPARE_EXIT(runCli({"parts", file, "machine:base", "--as", "links"}), 1);
    WW_COMPARE_EXIT(runCli({"parts", folder_.path("none.wright"), "machine", "--as", "links"}), 3);
    const CliRun run = runCli({"parts", file, "machine", "--as", "one", "--json"});
    WW_VERIFY_FAULTLESS(errorObjectFault(run, "FAILED_PRECONDITION"));
  }

 private:
  QString imported(const QString& name, const QString& as) {
    const QString into = folder_.path(name);
    return jsonOf({"import", machine_, "--into", into, "--parts", as}).isEmpty() ? QString() : into;
  }
  QByteArray rendered(const QString& world) {
    const QString picture = folder_.path("picture.png");
    QFile::remove(picture);
    if (runCli({"render", world, "--out", picture, "--size", "320x200"}).exit != 0) return {};
    return readFile(picture);
  }

  ScratchFolder folder_;
  QString machine_;
};

QTEST_GUILESS_MAIN(TestCliRegroup)
#include "test_cli_regroup.moc"
