// SPDX-License-Identifier: Apache-2.0
// Which encoding texts have that say nothing of it: real names of parts, written in each of them.
#include <iconv.h>

#include <QtTest>

#include "core/io/code_page.h"

using namespace ww::io;

class TestCodePage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesAreRecognised_data() {
    QTest::addColumn<QString>("page");
    QTest::addColumn<QStringList>("names");
    const auto row = [](const char* page, const QStringList& names) {
      QTest::newRow(qPrintable(QLatin1String(page) + ' ' + names.first())) << QString::fromLatin1(page) << names;
    };
    row("windows-1252", {"Träger Größe"});
    row("windows-1252", {"pièce", "tôle pliée à 45°"});
    row("windows-1252", {"Ø50"});
    row("windows-1252", {"peça", "suporte de fixação"});
    row("windows-1252", {"fäste", "hållare"});
    row("windows-1250", {"Koło zębate", "płyta"});
    row("windows-1250", {"držák", "příruba"});
    row("windows-1250", {"rögzítő", "fűrész"});
    row("windows-1251", {"Плита", "Кронштейн"});
    row("windows-1251", {"Ось"});
    row("windows-1251", {"ПЛИТА ОПОРНАЯ"});
    row("windows-1251", {"Деталь1", "Сборка №2", "болт М8х20"});
    row("windows-1253", {"Πλάκα", "Βάση"});
    row("windows-1253", {"άξονας"});
    row("gb18030", {"底板零件", "支架"});
    row("gb18030", {"底板零件"});
    row("gb18030", {"螺栓M8", "装配体"});
    row("shift_jis", {"ブラケット", "取付板"});
    row("shift_jis", {"軸受"});
    row("euc-kr", {"브래킷", "베이스 플레이트"});
    row("euc-kr", {"부품1"});
  }
  void namesAreRecognised() {
    QFETCH(QString, page);
    QFETCH(QStringList, names);
    std::vector<std::string> written;
    for (const QString& name : names) written.push_back(inPage(name.toStdString(), page));
    const std::vector<std::string_view> texts(written.begin(), written.end());
    QCOMPARE(QString::fromUtf8(likelyCodePage(texts)), page);
    for (int i = 0; i < names.size(); ++i)
      QCOMPARE(QString::fromStdString(*fromCodePage(texts[static_cast<std::size_t>(i)], page.toStdString())), names[i]);
  }

  void whatAPageDoesNotHaveIsNotRead() {
    QVERIFY(!fromCodePage("\xff\xfe", "utf-8"));
    QVERIFY(!fromCodePage("\x81", "gb18030"));
    QVERIFY(!fromCodePage("a", "ebcdic"));
    QCOMPARE(codePages().front(), std::string_view("utf-8"));
  }

 private:
  static std::string inPage(const std::string& text, const QString& page) {
    std::string system = page.toStdString();
    if (system.starts_with("windows-")) system = "CP" + system.substr(8);
    const iconv_t with = iconv_open(system.c_str(), "UTF-8");
    std::string in = text, out(4 * text.size(), '\0');
    char *from = in.data(), *to = out.data();
    std::size_t left = in.size(), room = out.size();
    const bool done = iconv(with, &from, &left, &to, &room) != static_cast<std::size_t>(-1);
    iconv_close(with);
    out.resize(out.size() - room);
    return done ? out : "?";
  }
};

QTEST_GUILESS_MAIN(TestCodePage)
#include "test_code_page.moc"
