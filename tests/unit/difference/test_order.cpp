// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <random>

#include "core/difference/order.h"
#include "core/difference/text_lines.h"

using namespace ww::difference;

namespace {

Keys keys(const char* letters) {
  Keys out;
  for (; *letters; ++letters) out.emplace_back(1, *letters);
  return out;
}

std::string joined(const Keys& keys) {
  std::string out;
  for (const std::string& key : keys) out += key;
  return out;
}

}  // namespace

class TestOrder : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsNewStaysBehindItsNeighbour() {
    QCOMPARE(joined(woven(keys("abc"), keys("axbc"))), std::string("axbc"));
    QCOMPARE(joined(woven(keys("abc"), keys("xabc"))), std::string("xabc"));
    QCOMPARE(joined(woven(keys("apb"), keys("axyb"))), std::string("axypb"));
    QCOMPARE(joined(woven(keys(""), keys("ab"))), std::string("ab"));
  }

  // As long as what both have stands in one order, the second list comes out of both.
  void theSecondListComesOutOfBoth() {
    std::mt19937 random(7);
    const Keys all = keys("abcdefghijklmnop");
    for (int round = 0; round < 500; ++round) {
      const auto some = [&](const std::string&) { return random() % 2 == 0; };
      const Keys first = only(all, some), second = only(all, some);
      const Keys out = only(woven(first, second), [&](const std::string& key) {
        return std::find(second.begin(), second.end(), key) != second.end();
      });
      QCOMPARE(joined(out), joined(second));
    }
  }

  void whatIsEqualIsPairedBeforeWhatIsAlike() {
    const std::string a = "axbc", b = "aybzc";
    const Places places = aligned(
        a.size(), b.size(), [&](std::size_t i, std::size_t j) { return a[i] == b[j]; },
        [](std::size_t, std::size_t) { return true; });
    const Places wanted{{0, 0}, {1, 1}, {2, 2}, {3, 4}};
    QCOMPARE(places.size(), wanted.size());
    QVERIFY(places == wanted);
  }

  void nothingIsPairedWithNothing() {
    const auto never = [](std::size_t, std::size_t) { return false; };
    QVERIFY(aligned(0, 0, never, never).empty());
    QVERIFY(aligned(3, 0, never, never).empty());
    QVERIFY(aligned(3, 4, never, never).empty());
  }

  void bytesGoThroughLettersAndBack() {
    std::mt19937 random(3);
    for (std::size_t size = 0; size < 70; ++size) {
      std::string bytes(size, '\0');
      for (char& c : bytes) c = static_cast<char>(random());
      const auto back = fromBase64(toBase64(bytes));
      QVERIFY(back && *back == bytes);
    }
    QCOMPARE(toBase64("any carnal pleas"), std::string("YW55IGNhcm5hbCBwbGVhcw=="));
    QVERIFY(!fromBase64("abc"));
    QVERIFY(!fromBase64("ab*="));
  }
};

QTEST_GUILESS_MAIN(TestOrder)
#include "test_order.moc"
