// SPDX-License-Identifier: Apache-2.0
// A publisher in a program that has run out of files.
#include <netinet/in.h>
#include <sys/resource.h>
#include <unistd.h>

#include <ctime>

#include "core/interop/isaac/publisher.h"
#include "core/interop/isaac/sockets.h"
#include "tests/unit/isaac/checks.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

class TestIsaacPublisher : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Who waits at the door is told of again and again; the thread went round and round.
  void withoutFilesItRests() {
    ISAAC_GOT(const auto publisher, Publisher::listen({}));
    const int client = ::socket(AF_INET, SOCK_STREAM, 0);
    rlimit limit{};
    QVERIFY(client >= 0 && ::getrlimit(RLIMIT_NOFILE, &limit) == 0);
    const rlimit none{static_cast<rlim_t>(client) + 1, limit.rlim_max};
    QVERIFY(::setrlimit(RLIMIT_NOFILE, &none) == 0);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(publisher->address().port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool connected = ::connect(client, reinterpret_cast<sockaddr*>(&place), sizeof place) == 0;
    const std::clock_t before = std::clock();
    QThread::msleep(1500);
    const double busy = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    const std::string told = codeOf(publisher->totals().trouble);
    QVERIFY(::setrlimit(RLIMIT_NOFILE, &limit) == 0);
    QVERIFY(connected);
    QVERIFY2(busy < 0.05, std::to_string(busy).c_str());
    QCOMPARE(told, std::string("isaac.cannot-accept"));
    QVERIFY(comes([&] { return publisher->peers().size() == 1; }));
    ::close(client);
  }

  // One that reads where it tells would take what it says itself for orders.
  void whoReadsItselfIsFound() {
    const auto apart = [](const char* listening, const char* other) {
      return checkApart(*addressOf(listening), *addressOf(other)).ok();
    };
    QVERIFY(!apart("127.0.0.1:55000", "127.0.0.1:55000") && !apart("127.0.0.1:55000", "localhost:55000"));
    QVERIFY(!apart("0.0.0.0:55000", "127.0.0.1:55000") && !apart("0.0.0.0:55000", "0.0.0.0:55000"));
    QVERIFY(apart("127.0.0.1:55000", "127.0.0.1:55001") && apart("127.0.0.1:55000", "10.0.0.1:55000"));
    QVERIFY(apart("0.0.0.0:55000", "10.0.0.1:55000") && apart("127.0.0.1:0", "127.0.0.1:0"));
    QCOMPARE(codeOf(checkApart({"127.0.0.1", 55000}, {"localhost", 55000})), std::string("isaac.cannot-listen"));
  }
};

QTEST_GUILESS_MAIN(TestIsaacPublisher)
#include "test_isaac_publisher.moc"
