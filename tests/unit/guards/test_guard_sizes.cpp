// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "tests/support/folders.h"
#include "tests/unit/guards/code_sizes.h"
#include "tests/unit/guards/repeats.h"

using namespace ww::guards;

namespace {

std::vector<std::string> sources(const SourceTree& tree) {
  std::vector<std::string> out;
  for (const auto& [file, lines] : tree)
    if (isCpp(file)) out.push_back(file);
  return out;
}

}  // namespace

class TestGuardSizes : public QObject {
  Q_OBJECT

  SourceTree tree_, shipped_;
  QByteArray tags_;

  static QByteArray tagsOfText(const QByteArray& text) {
    const ww::test::ScratchFolder folder;
    folder.write(QStringLiteral("x.cpp"), text);
    return tagsOf(folder.path(QString()).toStdString(), {"x.cpp"});
  }

 private Q_SLOTS:
  void initTestCase() {
    const std::string root = ww::test::sourceFolder().toStdString();
    tree_ = readTree(root, {"core", "ui", "app", "resources", "tests"});
    shipped_ = tree_;
    std::erase_if(shipped_, [](const auto& file) { return isBelow(file.first, "tests"); });
    tags_ = tagsOf(root, sources(shipped_));
    QVERIFY2(tags_.count('\n') > 10000, "is universal-ctags installed?");
  }

  void functionsAreShort() {
    const Findings findings = checkFunctions(tags_);
    QVERIFY2(findings.empty(), describe(findings).c_str());
  }
  void classesAreSmall() {
    const Findings findings = checkClasses(tags_);
    QVERIFY2(findings.empty(), describe(findings).c_str());
  }
  void linesAreNarrow() {
    const Findings findings = checkWidths(tree_);
    QVERIFY2(findings.empty(), describe(findings).c_str());
  }

  void nothingStandsTwice() {
    const Findings findings = checkRepeats(shipped_);
    QVERIFY2(findings.empty(), describe(findings).c_str());
  }

  void aLongFunctionIsFound() {
    const QByteArray body(QByteArray("  ++x;\n").repeated(kFunctionLines - 2));
    QVERIFY(checkFunctions(tagsOfText("void f(int x) {\n" + body + "}\n")).empty());
    const Findings findings = checkFunctions(tagsOfText("void f(int x) {\n" + body + "  ++x;\n}\n"));
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].file, std::string("x.cpp"));
  }
  void aCrowdedClassIsFound() {
    QByteArray text("class A {\n public:\n");
    for (int i = 0; i < kClassFunctions; ++i) text += "  void f" + QByteArray::number(i) + "();\n";
    QVERIFY(checkClasses(tagsOfText(text + " private:\n  void g();\n};\n")).empty());
    const QByteArray crowded = text + "  void g();\n};\n";
    QCOMPARE(checkClasses(tagsOfText(crowded)).size(), std::size_t{1});
  }
  void aLongClassIsFound() {
    const QByteArray body(QByteArray("  ++x;\n").repeated(50));
    QByteArray text("class A {\n");
    for (int i = 0; i < 10; ++i) text += "  void f" + QByteArray::number(i) + "(int x);\n";
    text += "};\n";
    for (int i = 0; i < 10; ++i) text += "void A::f" + QByteArray::number(i) + "(int x) {\n" + body + "}\n";
    QCOMPARE(checkClasses(tagsOfText(text)).size(), std::size_t{1});
  }
  void aRepeatIsFound() {
    std::vector<std::string> lines, other{"#include <x>", ""};
    for (std::size_t i = 0; i <= kRepeatedLines; ++i) {
      lines.push_back("f(" + std::to_string(i) + ");");
      other.push_back("    " + lines.back());
      other.push_back("// more");
    }
    const Findings findings = checkRepeats({{"core/a.cpp", lines}, {"ui/b.h", other}});
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].file, std::string("ui/b.h"));
    QCOMPARE(findings[0].line, 3);
    lines.pop_back();
    QVERIFY(checkRepeats({{"core/a.cpp", lines}, {"ui/b.h", other}}).empty());
  }
  void aWideLineIsFound() {
    const std::string wide = "// " + std::string(118, 'x');
    QCOMPARE(checkWidths({{"core/a.cpp", {wide}}}).size(), std::size_t{1});
    QVERIFY(checkWidths({{"core/a.cpp", {wide.substr(1)}}, {"core/a.md", {wide}}}).empty());
    QVERIFY(checkWidths({{"core/a.cpp", {"const char* s = R\"(" + wide, wide, ")\";"}}}).empty());
    QVERIFY(checkWidths({{"core/a.cpp", {"// " + QString(117, QChar(0xe4)).toStdString()}}}).empty());
  }
};

QTEST_GUILESS_MAIN(TestGuardSizes)
#include "test_guard_sizes.moc"
