// SPDX-License-Identifier: Apache-2.0
#include <QDirIterator>
#include <QtTest>

#include "tests/support/folders.h"
#include "tests/unit/guards/source_rules.h"

using namespace ww::guards;

namespace {

std::vector<std::string> lines(int count) { return std::vector<std::string>(static_cast<std::size_t>(count), "x"); }

}  // namespace

class TestGuardSources : public QObject {
  Q_OBJECT

  SourceTree tree_;
  std::string root_;
  std::string commands_;

  static void compareOne(const Findings& findings, const std::string& rule, const std::string& file) {
    QVERIFY2(findings.size() == 1, describe(findings).c_str());
    QCOMPARE(findings[0].rule, rule);
    QCOMPARE(findings[0].file, file);
  }

 private Q_SLOTS:
  void initTestCase() {
    root_ = ww::test::sourceFolder().toStdString();
    tree_ = readTree(root_, {"core", "ui", "app", "resources", "translations", "tests", "packaging", ".ci"});
    for (const char* file : {"README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "CMakeLists.txt"}) {
      tree_[file] = readLines(root_ + "/" + file);
    }
    QVERIFY(tree_.size() > 100);
    commands_ = ww::test::readFile(ww::test::buildFolder() + QStringLiteral("/compile_commands.json")).toStdString();
    QVERIFY(!commands_.empty());
    // Of files that are compiled together only the joint ones stand there.
    QDirIterator joint(ww::test::buildFolder(), {QStringLiteral("unity_*.cxx")}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (joint.hasNext())
      commands_ += ww::test::readFile(joint.next()).replace("#include \"", "\"file\": \"").toStdString();
  }

  void eachFolderSaysWhatItIs() {
    const Findings findings = checkReadmes(tree_);
    QVERIFY2(findings.empty(), describe(findings).c_str());
  }
  void eachSourceNamesItsLicence() {
    const Findings findings = checkLicences(tree_);
    QVERIFY2(findings.empty(), describe(findings).c_str());
  }
  void filesAreShort() {
    for (const Finding& finding : longFiles(tree_)) qInfo("%s", finding.describe().c_str());
    const Findings findings = checkLengths(tree_);
    QVERIFY2(findings.empty(), describe(findings).c_str());
  }
  void noPathIsOfOneMachine() {
    const Findings findings = checkPaths(tree_);
    QVERIFY2(findings.empty(), describe(findings).c_str());
  }
  void whatStandsOnceStandsOnce() {
    const Findings findings = checkOnce(tree_);
    QVERIFY2(findings.empty(), describe(findings).c_str());
    QVERIFY(tree_.contains("core/proto/sorted_bytes.h"));
  }
  void eachSourceIsCompiled() {
    const Findings findings = checkCompiled(tree_, commands_, root_);
    QVERIFY2(findings.empty(), describe(findings).c_str());
  }

  void aMissingReadmeIsFound() {
    compareOne(checkReadmes({{"core/x/a.cpp", {}}}), "readme", "core/x");
    compareOne(checkReadmes({{"ui/x/a.h", {}}, {"ui/x/README.md", lines(21)}}), "readme", "ui/x/README.md");
    QVERIFY(checkReadmes({{"ui/x/a.h", {}}, {"ui/x/README.md", lines(20)}}).empty());
  }
  void aMissingLicenceIsFound() {
    compareOne(checkLicences({{"core/x/a.cpp", {"#pragma once"}}}), "licence", "core/x/a.cpp");
    compareOne(checkLicences({{"packaging/x", {"#!/bin/bash", "true"}}}), "licence", "packaging/x");
  }
  void aLongFileIsFound() {
    compareOne(checkLengths({{"core/x/a.cpp", lines(451)}, {"core/x/b.cpp", lines(450)}}), "length", "core/x/a.cpp");
    compareOne(checkLengths({{"core/x/a.h", lines(251)}}), "length", "core/x/a.h");
    compareOne(longFiles({{"core/x/a.h", lines(201)}}), "length", "core/x/a.h");
  }
  void aSecondOneIsFound() {
    const std::vector<std::string> planted{"  coded.SetSerializationDeterministic(true);"};
    compareOne(checkOnce({{"core/x/a.cpp", planted}, {"core/proto/sorted_bytes.h", planted}}), "once", "core/x/a.cpp");
    QVERIFY(checkOnce({{"core/x/a.cpp", {"proto::sortedBytes(message)"}}}).empty());
  }
  void aPathOfOneMachineIsFound() {
    const std::string path = std::string("open(\"/ho") + "me/anna/cell.wright\")";
    compareOne(checkPaths({{"core/x/a.cpp", {"", path}}}), "machine-path", "core/x/a.cpp");
    QVERIFY(checkPaths({{"core/x/a.cpp", {"usr/share/home/x", "\"core/world/values/world.h\""}}}).empty());
  }
  void aSourceThatNobodyCompilesIsFound() {
    const SourceTree tree{{"core/x/a.cpp", {}}, {"core/x/planted.cpp", {}}, {"ui/x/not_in_this_build.cpp", {}}};
    compareOne(checkCompiled(tree, "\"file\": \"/r/core/x/a.cpp\"", "/r"), "compiled", "core/x/planted.cpp");
    // An option that is off leaves out all of its folder, one that is on nothing.
    const SourceTree optional{
        {"app/a.cpp", {}}, {"app/ros1_bridge/node/a.cpp", {}}, {"app/ros1_bridge/node/planted.cpp", {}}};
    const std::string off = "\"file\": \"/r/app/a.cpp\"";
    QVERIFY(checkCompiled(optional, off, "/r").empty());
    compareOne(checkCompiled(optional, off + "\n\"file\": \"/r/app/ros1_bridge/node/a.cpp\"", "/r"), "compiled",
               "app/ros1_bridge/node/planted.cpp");
  }
};

QTEST_GUILESS_MAIN(TestGuardSources)
#include "test_guard_sources.moc"
