// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cases.h"
#include "tests/support/folders.h"

using namespace ww::test;

// Assemblies and their parts by the command.
class TestCliParts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { machine_ = sourceFolder() + QStringLiteral("/tests/contract/io/machine.step"); }

  void oneIsTheDefault() {
    const QString into = folder_.path("one.wright");
    const QJsonObject plain = at(jsonOf({"import", machine_, "--into", into}), "sources/0").toObject();
    QCOMPARE(plain["objects"].toArray().size(), 1);
    QCOMPARE(at(plain, "counts/links").toInt(), 1);
    QCOMPARE(at(plain, "counts/parts").toInt(), 8);
  }

  void linksBelowEachOther() {
    const QString into = folder_.path("links.wright");
    const QJsonObject links =
        at(jsonOf({"import", machine_, "--into", into, "--parts", "links"}), "sources/0").toObject();
    QCOMPARE(links["objects"].toArray().size(), 1);
    QCOMPARE(at(links, "counts/links").toInt(), 11);
    // The right carriage stands at (110, 10, 20) mm in the machine.
    const QJsonObject pose = jsonOf({"transform", into, "machine", "machine:right_carriage"})["a_t_b"].toObject();
    QVERIFY(std::abs(at(pose, "position/0").toDouble() - 0.11) < 1e-12);
    WW_COMPARE_EXIT(runCli({"verify", into}), 0);
  }

  // What has an effect is not told to have none.
  void otherCadHasPartsToo() {
    static constexpr const char* kFace =
        "CASCADE Topology V3, (c) Open Cascade\n"
        "Locations 0\n"
        "Curve2ds 4\n"
        "1 0 0 0 1 \n"
        "1 0 0 1 0 \n"
        "1 10 0 0 1 \n"
        "1 0 10 1 0 \n"
        "Curves 4\n"
        "1 0 0 0 -0 1 0 \n"
        "1 0 0 0 1 0 -0 \n"
        "1 10 0 0 -0 1 0 \n"
        "1 0 10 0 1 0 -0 \n"
        "Polygon3D 0\n"
        "PolygonOnTriangulations 0\n"
        "Surfaces 1\n"
        "1 0 0 0 0 0 1 1 0 -0 -0 1 0 \n"
        "Triangulations 0\n"
        "\n"
        "TShapes 10\n"
        "Ve\n"
        "1e-07\n"
        "0 0 0\n"
        "0 0\n"
        "\n"
        "0101101\n"
        "*\n"
        "Ve\n"
        "1e-07\n"
        "0 10 0\n"
        "0 0\n"
        "\n"
        "0101101\n"
        "*\n"
        "Ed\n"
        " 1e-07 1 1 0\n"
        "1  1 0 0 10\n"
        "2  1 1 0 0 10\n"
        "0\n"
        "\n"
        "0101000\n"
        "+10 0 -9 0 *\n"
        "Ve\n"
        "1e-07\n"
        "10 0 0\n"
        "0 0\n"
        "\n"
        "0101101\n"
        "*\n"
        "Ed\n"
        " 1e-07 1 1 0\n"
        "1  2 0 0 10\n"
        "2  2 1 0 0 10\n"
        "0\n"
        "\n"
        "0101000\n"
        "+10 0 -7 0 *\n"
        "Ve\n"
        "1e-07\n"
        "10 10 0\n"
        "0 0\n"
        "\n"
        "0101101\n"
        "*\n"
        "Ed\n"
        " 1e-07 1 1 0\n"
        "1  3 0 0 10\n"
        "2  3 1 0 0 10\n"
        "0\n"
        "\n"
        "0101000\n"
        "+7 0 -5 0 *\n"
        "Ed\n"
        " 1e-07 1 1 0\n"
        "1  4 0 0 10\n"
        "2  4 1 0 0 10\n"
        "0\n"
        "\n"
        "0101000\n"
        "+9 0 -5 0 *\n"
        "Wi\n"
        "\n"
        "0101100\n"
        "-8 0 +6 0 +4 0 -3 0 *\n"
        "Fa\n"
        "0  1e-07 1 0\n"
        "\n"
        "1101000\n"
        "+2 0 *\n"
        "\n"
        "+1 0 \n"
        "0\n";
    const QString face = folder_.write("face.brep", kFace);
    const CliRun run = runCli({"import", face, "--into", folder_.path("face.wright"), "--parts", "links", "--json"});
    QVERIFY2(run.exit == 0, run.describe().constData());
    QVERIFY2(!run.json()["note_codes"].toArray().contains(QStringLiteral("cli.import-option-idle")) &&
                 !run.err.contains("has no effect"),
             run.describe().constData());
  }

  void anObjectForEachPart() {
    const QString into = folder_.path("objects.wright");
    const QJsonObject objects =
        at(jsonOf({"import", machine_, "--into", into, "--parts", "objects"}), "sources/0").toObject();
    QStringList names;
    for (const QJsonValue& one : objects["objects"].toArray()) names << one.toObject()["name"].toString();
    QCOMPARE(names.size(), 8);
    QVERIFY(names.contains("green_plate") && names.contains("bolt_4") && !names.contains("guard"));
    QCOMPARE(jsonOf({"info", into})["geometries"].toInt(), 3);
    WW_COMPARE_EXIT(runCli({"verify", into}), 0);
  }

  void thePartsAreToldToHaveComeFromSomewhere() {
    const QString into = folder_.path("sources.wright");
    jsonOf({"import", machine_, "--into", into, "--parts", "links"});
    const QByteArray text = QJsonDocument(jsonOf({"get", into, "machine", "--view", "full"})).toJson();
    QVERIFY(text.contains("machine/right carriage/bolt #2"));
  }

  // The plate has a bore of 8 mm through its 10 mm, the bolt is 8 mm wide and 20 mm long.
  void featuresAreListed() {
    const QString into = folder_.path("features.wright");
    jsonOf({"import", machine_, "--into", into, "--parts", "links"});
    const QJsonArray plate = jsonOf({"get", into, "machine:base_plate", "--features"})["features"].toArray();
    int bores = 0;
    for (const QJsonValue& one : plate) {
      if (one["kind"].toString() != "bore") continue;
      ++bores;
      QVERIFY(one["exact"].toBool());
      QVERIFY(std::abs(one["radius_m"].toDouble() - 0.004) < 1e-9);
      QVERIFY(std::abs(one["length_m"].toDouble() - 0.01) < 1e-9);
      // The plate stands at (10, 10, 20) mm in the machine, the bore at (20, 15) mm in the plate.
      QVERIFY(std::abs(at(one, "object_t_frame/position/0").toDouble() - 0.03) < 1e-9);
      QVERIFY(std::abs(at(one, "object_t_frame/position/2").toDouble() - 0.03) < 1e-9);
    }
    QCOMPARE(bores, 1);
    int pins = 0;
    QCOMPARE(runCli({"get", into, "root", "--features"}).out, QByteArray("no bores, pins, slots, rims or planes\n"));
    for (const QJsonValue& one : jsonOf({"get", into, "machine:bolt", "--features"})["features"].toArray())
      pins += one["kind"].toString() == "pin";
    QCOMPARE(pins, 1);
  }

  void anotherWordIsRefused() {
    const CliRun run = runCli({"import", machine_, "--into", folder_.path("no.wright"), "--parts", "pieces"});
    WW_COMPARE_EXIT(run, 2);
    QVERIFY(run.err.contains("links"));
  }

 private:
  ScratchFolder folder_;
  QString machine_;
};

QTEST_GUILESS_MAIN(TestCliParts)
#include "test_cli_parts.moc"
