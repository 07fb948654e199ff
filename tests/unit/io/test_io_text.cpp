// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/io/frame_io.h"
#include "core/io/names.h"
#include "core/io/size_words.h"
#include "core/io/text_scan.h"

using namespace ww;
using namespace ww::io;

class TestIoText : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesBecomeValidAndStayReadable() {
    const std::pair<const char*, const char*> cases[] = {{"gripper_1", "gripper_1"},
                                                         {"Träger (links)", "Traeger_links"},
                                                         {"деталь 1", "detal_1"},
                                                         {"2nd part", "part_2nd_part"},
                                                         {"__x__", "x"},
                                                         {"日本", "part"},
                                                         {"", "part"},
                                                         {"a::b", "a_b"}};
    for (const auto& [in, out] : cases) {
      QCOMPARE(QString::fromStdString(sanitizeName(in, "part")), QString(out));
      QVERIFY(isValidName(sanitizeName(in, "part")));
    }
    QVERIFY(!isValidName("a_"));
    QVERIFY(!isValidName("1a"));
    QVERIFY(isValidName(sanitizeName(std::string(5000, 'x'), "part")));
    QVERIFY(isValidName(sanitizeName("bad \xff\xfe bytes", "part")));
  }

  void equalNamesAreTold() {
    NameSet names;
    QCOMPARE(names.add("bolt", "part"), std::string("bolt"));
    QCOMPARE(names.add("bolt", "part"), std::string("bolt_2"));
    QCOMPARE(names.add("bolt", "part"), std::string("bolt_3"));
    QCOMPARE(names.addText("a/b", "x"), std::string("a/b"));
    QCOMPARE(names.addText("a/b", "x"), std::string("a/b #2"));
    QCOMPARE(names.addText("  ", "x"), std::string("x"));
  }

  void sizesReadLikeThings() {
    QCOMPARE(sizeInWords(Vec3(0.3, 0.2, 0.1)), std::string("0.30 m x 0.20 m x 0.10 m, about as large as a shoe box"));
    QCOMPARE(sizeText(Vec3(0.12, 0.08, 0.1)), std::string("120 mm x 80 mm x 100 mm"));
    QCOMPARE(sizeText(Vec3(2.5, 0.0005, 1.0)), std::string("2500 mm x 0.5 mm x 1000 mm"));
    QCOMPARE(sizeText(Vec3(0.025, 0.0005, 1500)), std::string("25 mm x 0.5 mm x 1.5 km"));
    QVERIFY(unitDoubt(Vec3(0.3, 0.2, 0.1), 1.0).ok());
    QVERIFY(unitDoubt(Vec3(300, 200, 100), 1.0).title.find("millimetres") != std::string::npos);
  }

  void aScaleThatSuitsTheSizeIsFound() {
    QCOMPARE(likelierScale(Vec3(40, 2, 0.5)), 0.001);
    QCOMPARE(likelierScale(Vec3(0.0004, 0.0002, 0.0001)), 1000.0);
    for (const double plausible : {0.001, 0.3, 9.9}) QCOMPARE(likelierScale(Vec3(plausible, 1e-4, 1e-4)), 0.0);
    QCOMPARE(likelierScale(Vec3::Zero()), 0.0);
  }

  void numbersDoNotDependOnTheLocale() {
    double v = 0;
    QVERIFY(parseNumber("1.5e-3", v));
    QCOMPARE(v, 0.0015);
    QVERIFY(parseNumber("+2", v));
    for (const char* bad : {"1,5", "", "nan", "inf", "1.5x", "0x10"}) QVERIFY(!parseNumber(bad, v));
  }

  void markupIsCheckedBeforeAnyLibrarySeesIt() {
    QVERIFY(scanXml("<?xml version='1.0'?><!-- a --><sdf version='1.9'><m a='>'/></sdf>").ok());
    QCOMPARE(scanXml("<sdf version=\"1.11\"/>")->root_version, std::string("1.11"));
    QVERIFY(scanXml("<r xmlns:xacro='u'><xacro:include/></r>")->has_xacro);
    const auto refused = [](std::string text) { return !scanXml(text).ok(); };
    QVERIFY(refused("<!DOCTYPE x [<!ENTITY a 'b'>]><x/>"));
    QVERIFY(refused("<a><b></a></b>"));
    QVERIFY(refused("<a><b>"));
    QVERIFY(refused("<a"));
    QVERIFY(refused(""));
    QVERIFY(refused(std::string("\xFF\xFE<\0a\0", 6)));
    std::string deep;
    for (int i = 0; i < 200; ++i) deep += "<a>";
    QVERIFY(refused(deep));
    QVERIFY(scanXml("<a>\n<b>\n</c>").status().title.starts_with("line 3"));
  }

  void badBytesBecomeText() {
    QVERIFY(isUtf8("gr\xC3\xBC\xC3\x9F"));
    for (const char* bad : {"\xff", "\xC3", "\xC0\xAF", "\xED\xA0\x80", "\xF5\x80\x80\x80"}) {
      QVERIFY(!isUtf8(bad));
      QVERIFY(isUtf8(cleanUtf8(bad, 10)));
    }
    QCOMPARE(cleanUtf8("abc", 2), std::string("ab"));
    QCOMPARE(cleanUtf8("a\xC3\xBC", 2), std::string("a"));
  }

  void framesSurviveAnyCutting() {
    const std::string stream("\x03\0\0\0abc\x01\0\0\0d", 12);
    FrameBuffer buffer;
    std::string got;
    for (const char c : stream) {
      buffer.add(std::string_view(&c, 1));
      std::string_view frame;
      bool more = false;
      while (buffer.next(frame, more) && !more) got += std::string(frame) + "|";
    }
    QCOMPARE(got, std::string("abc|d|"));
  }

  void lyingLengthsEndTheTalk() {
    for (const std::string& head : {std::string("\xff\xff\xff\xff", 4), std::string("\0\0\0\0", 4)}) {
      FrameBuffer buffer;
      buffer.add(head);
      std::string_view frame;
      bool more = false;
      QVERIFY(!buffer.next(frame, more));
    }
  }
};

QTEST_GUILESS_MAIN(TestIoText)
#include "test_io_text.moc"
