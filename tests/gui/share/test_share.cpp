// SPDX-License-Identifier: Apache-2.0
// The switch Share this world: where clients may come from, what is refused, on and off.
#include <sys/stat.h>

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTreeView>
#include <thread>

#include "tests/gui/share/share_case.h"
#include "ui/models/calls_model.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/theme.h"

using namespace ww;
using namespace ww::share_test;

class TestShare : public ShareCase {
  Q_OBJECT
 public:
  using ShareCase::ShareCase;

 private Q_SLOTS:
  void isOffAndStaysOffUntilAsked();
  void theSocketFileIsForItsOwnerAlone();
  void whatIsMissingIsSaid();
  void aTokenIsAskedFor();
  void otherMachinesComeByTlsWithTheToken();
  void theActionSwitchesToo();
  void closingEndsSharing();
};

void TestShare::isOffAndStaysOffUntilAsked() {
  QCOMPARE(window_->share().state(), State::kOff);
  QVERIFY(!find<QCheckBox>("shareSwitch")->isChecked());
  QVERIFY(!find<QLineEdit>("shareAddress")->isVisible());
  choose(0);
  switchOn();
  QVERIFY2(window_->share().address().startsWith(QLatin1String("127.0.0.1:")), qPrintable(window_->share().address()));
  QCOMPARE(find<QLineEdit>("shareAddress")->text(), window_->share().address());
  QVERIFY(find<QLineEdit>("shareExample")->text().contains(window_->share().address()));
  QVERIFY(!find<QSpinBox>("sharePort")->isVisible() && !find<QComboBox>("shareWhere")->isEnabled());
  ui::Chip* chip = nullptr;
  for (auto* each : window_->findChildren<ui::Chip*>())
    if (each->property("shows") == QLatin1String("sharing")) chip = each;
  QVERIFY(chip && chip->isVisible());
  QCOMPARE(chip->text(), QStringLiteral("Shared: %1, 0 clients").arg(window_->share().address()));
  QVERIFY(!meanwhile([a = address()] { return Client(a, "looker").objects("world"); }).empty());
  QTRY_COMPARE_WITH_TIMEOUT(chip->text(), QStringLiteral("Shared: %1, 1 clients").arg(window_->share().address()),
                            3000);
  clickSwitch();
  QTRY_VERIFY(window_->share().state() == State::kOff);
  QVERIFY(!chip->isVisible());
  QVERIFY(meanwhile([a = std::string("127.0.0.1:1")] { return Client(a, "late").objects("world"); }).empty());
}

void TestShare::theSocketFileIsForItsOwnerAlone() {
  choose(1);
  const QString path = find<QLineEdit>("shareSocket")->text();
  QVERIFY(find<QLineEdit>("shareSocket")->isVisible() && !find<QSpinBox>("sharePort")->isVisible());
  QVERIFY2(path.startsWith(QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation)), qPrintable(path));
  switchOn();
  QCOMPARE(window_->share().address(), QStringLiteral("unix:") + path);
  struct stat info {};
  QCOMPARE(::stat(qPrintable(path), &info), 0);
  QVERIFY(S_ISSOCK(info.st_mode));
  QCOMPARE(info.st_mode & 0777, 0600u);
  QVERIFY(!meanwhile([a = address()] { return Client(a, "local").objects("init_world"); }).empty());
  clickSwitch();
  QTRY_VERIFY(window_->share().state() == State::kOff);
  QVERIFY(!QFile::exists(path));
}

void TestShare::whatIsMissingIsSaid() {
  const auto refused = [this](const char* words) {
    clickSwitch();
    QTRY_VERIFY(window_->share().state() == State::kOff && !window_->share().problem().ok());
    QVERIFY(!find<QCheckBox>("shareSwitch")->isChecked());
    const QString said = QString::fromStdString(window_->share().problem().line());
    QVERIFY2(said.contains(QLatin1String(words)), qPrintable(said));
    bool seen = false;
    for (auto* label : window_->findChildren<QLabel*>(QStringLiteral("errorText")))
      seen = seen || (label->isVisible() && label->text().contains(QLatin1String(words)));
    QVERIFY2(seen, words);
  };
  choose(2);
  QVERIFY(find<QLineEdit>("shareCertificate")->isVisible());
  refused("certificate");
  shot("share-refused");
  QVERIFY(window_->actions().whyNot(QStringLiteral("tools.share")).contains(QLatin1String("certificate")));
  QTemporaryDir folder;
  const QString pem = folder.filePath(QStringLiteral("x.pem"));
  QFile file(pem);
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no certificate") > 0);
  file.close();
  type("shareCertificate", pem);
  refused("key");
  type("shareKey", folder.filePath(QStringLiteral("missing.pem")));
  refused("cannot be read");
  type("shareKey", pem);
  refused("token");
  type("shareToken", QStringLiteral("secret"));
  refused("PEM");
  // A port that somebody has.
  choose(0);
  type("shareToken", QStringLiteral(" "));
  refused("token");
  find<QLineEdit>("shareToken")->clear();
  QTest::keyClick(find<QLineEdit>("shareToken"), Qt::Key_Return);
  QTcpServer taken;
  QVERIFY(taken.listen(QHostAddress::LocalHost));
  auto* port = find<QSpinBox>("sharePort");
  port->setFocus();
  port->selectAll();
  QTest::keyClicks(port, QString::number(taken.serverPort()));
  QTest::keyClick(port, Qt::Key_Return);
  refused("port");
  taken.close();
  switchOn();
  QCOMPARE(window_->share().address(), QStringLiteral("127.0.0.1:%1").arg(port->value()));
}

void TestShare::aTokenIsAskedFor() {
  QPushButton* make = nullptr;
  for (auto* button : window_->findChildren<QPushButton*>())
    if (button->accessibleName() == QLatin1String("Make a token")) make = button;
  QVERIFY(make);
  click(make);
  const QString token = find<QLineEdit>("shareToken")->text();
  QCOMPARE(token.size(), 64);
  switchOn();
  QVERIFY(window_->share().example().contains(token));
  QVERIFY(find<QLineEdit>("shareExample")->text().contains(QLatin1String("Bearer")) &&
          !find<QLineEdit>("shareExample")->text().contains(token));
  QCOMPARE(meanwhile([a = address()] { return Client(a, "stranger").get("world", "root"); }), Code::kUnauthenticated);
  QCOMPARE(meanwhile([a = address(), t = token.toStdString()] { return Client(a, "friend", t).get("world", "root"); }),
           Code::kOk);
  auto* calls = find<QTreeView>("shareCalls");
  QTRY_COMPARE_WITH_TIMEOUT(calls->model()->rowCount(), 2, 3000);
  const QModelIndex failed = calls->model()->index(0, ui::CallsModel::kResult);
  QVERIFY2(failed.data().toString().startsWith(QLatin1String("UNAUTHENTICATED: ")),
           qPrintable(failed.data().toString()));
  QCOMPARE(failed.data(Qt::ForegroundRole).value<QColor>(), ui::Theme::instance().color(ui::Role::kError));
  click(find<QCheckBox>("shareFailures"));
  QCOMPARE(calls->model()->rowCount(), 1);
  click(find<QCheckBox>("shareFailures"));
  QTest::keyClicks(find<QLineEdit>("shareFilter"), QStringLiteral("friend"));
  QCOMPARE(calls->model()->rowCount(), 1);
  QCOMPARE(calls->model()->index(0, ui::CallsModel::kMethod).data().toString(), QStringLiteral("GetObject"));
}

void TestShare::otherMachinesComeByTlsWithTheToken() {
  QTemporaryDir folder;
  const QString certificate = folder.filePath(QStringLiteral("cert.pem")),
                key = folder.filePath(QStringLiteral("key.pem"));
  QProcess openssl;
  openssl.start(QStringLiteral("openssl"),
                {"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                 "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate});
  if (!openssl.waitForStarted()) QSKIP("openssl is not installed");
  QVERIFY(openssl.waitForFinished(20000) && openssl.exitCode() == 0);
  QFile file(certificate);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const std::string authority = file.readAll().toStdString();
  choose(2);
  type("shareHost", QStringLiteral("0.0.0.0"));
  type("shareCertificate", certificate);
  type("shareKey", key);
  type("shareToken", QStringLiteral("secret"));
  switchOn();
  QVERIFY2(window_->share().address().startsWith(QLatin1String("0.0.0.0:")), qPrintable(window_->share().address()));
  const std::string at = "localhost" + address().substr(7);
  QCOMPARE(meanwhile([&] { return Client(at, "far", "secret", authority).createBox("init_world", "part"); }),
           Code::kOk);
  QTRY_VERIFY(treeRows().contains(QLatin1String("part")));
  QCOMPARE(meanwhile([&] { return Client(at, "far", "wrong", authority).get("world", "root"); }),
           Code::kUnauthenticated);
  QVERIFY(meanwhile([&] { return Client(at, "plain", "secret").get("world", "root"); }) != Code::kOk);
}

void TestShare::theActionSwitchesToo() {
  auto* action = window_->actions().action(QStringLiteral("tools.share"));
  QVERIFY(action && action->isCheckable() && !action->icon().isNull());
  action->trigger();
  agree();
  QTRY_VERIFY_WITH_TIMEOUT(window_->share().state() == State::kOn, 10000);
  QTRY_VERIFY(action->isChecked());
  action->trigger();
  QTRY_VERIFY(window_->share().state() == State::kOff);
  QTRY_VERIFY(!action->isChecked());
}

void TestShare::closingEndsSharing() {
  switchOn();
  const std::string at = address();
  std::atomic<bool> stop{false};
  std::atomic<int> good{0};
  std::thread busy([&] {
    Client client(at, "busy");
    while (!stop)
      if (client.get("init_world", "root") == Code::kOk) ++good;
  });
  QTRY_VERIFY(good > 10);
  QElapsedTimer clock;
  clock.start();
  {
    ui::Watchdog::Pause unmaking(&dog_);
    dog_.setFrameSource({});
    window_.reset();
  }
  QVERIFY2(clock.elapsed() < 3000, qPrintable(QString::number(clock.elapsed())));
  stop = true;
  busy.join();
  QTcpServer free;
  QVERIFY(free.listen(QHostAddress::LocalHost, static_cast<quint16>(std::stoi(at.substr(at.rfind(':') + 1)))));
}

int main(int argc, char** argv) { return runShareTests<TestShare>(argc, argv, "test_share"); }

#include "test_share.moc"
