// SPDX-License-Identifier: Apache-2.0
// Messages with their raw data as JSON that can be edited.
#include <algorithm>
#include <cstring>
#include <string>

#include "core/base/failure.h"
#include "core/interop/isaac/dynamic_values.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/json.h"
#include "core/interop/isaac/json_data.h"
#include "core/interop/isaac/json_lines.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/types.h"
#include "tests/unit/isaac/checks.h"

using namespace ww;
using namespace ww::isaac;

namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  return at == std::string::npos ? text + " lacks " + what : text.replace(at, what.size(), by);
}

Message joints() {
  return messageOf(std::vector<Quantity>{{"robot/a", "position", 0.5}, {"robot/b", "position", -1.25}});
}

Message tensor(const char* element, int count, std::string bytes) {
  Message out = build("TensorProto", [&](Builder& t) { putTensor(t, element, {count}, 0); });
  out.buffers.push_back(std::make_shared<const std::string>(std::move(bytes)));
  return out;
}

const FailureRow* refused(const Message& like, const std::string& json) {
  const auto out = messageOfJson(like.type_id, json, like.buffers);
  return out.ok() ? nullptr : out.status().failure->row;
}

}  // namespace

class TestIsaacJsonData : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aJointCommandIsComposedInText() {
    const Message message = joints();
    ISAAC_GOT(const std::string json, jsonWithData(message));
    QVERIFY2(json.find("[0.5, -1.25]") != std::string::npos, json.c_str());
    ISAAC_GOT(const Message same, messageOfJson(message.type_id, json));
    QCOMPARE(*same.buffers.at(0), *message.buffers[0]);
    ISAAC_GOT(const Message other, messageOfJson(message.type_id, replaced(json, "-1.25", "2")));
    ISAAC_GOT(const auto quantities, quantitiesOf(other));
    QCOMPARE(quantities.at(1).value, 2.0);
    QCOMPARE(quantities.at(1).entity, std::string("robot/b"));
    // From nothing but the text.
    ISAAC_GOT(const Message one, messageOfJson(message.type_id, R"({
      "quantities": [{"entity": "robot/a", "elementType": "float64", "measure": "position"}],
      "values": {"elementType": "float64", "sizes": [1]}, "buffers": [[0.125]]})"));
    ISAAC_GOT(const auto read, quantitiesOf(one));
    QCOMPARE(read.at(0).value, 0.125);
  }

  void whatDoesNotFitIsRefused() {
    const Message message = joints();
    ISAAC_GOT(const std::string json, jsonWithData(message));
    QVERIFY(refused(message, replaced(json, "-1.25]", "-1.25, 3]")) == &failures::kBufferSize);
    QVERIFY(refused(message, replaced(json, "0.5, ", "")) == &failures::kBufferSize);
    QVERIFY(refused(message, replaced(json, "[0.5, -1.25]", "")) == &failures::kNoBuffer);
    QVERIFY(refused(message, replaced(json, "0.5", "true")) == &failures::kJsonKind);
    QVERIFY(refused(message, replaced(json, "0.5", "\"a half\"")) == &failures::kJsonKind);
    QVERIFY(refused(message, replaced(json, "[0.5, -1.25]", "{\"kept\": 1}")) == &failures::kBadJson);
    QVERIFY(refused(message, replaced(json, "[0.5, -1.25]", "\"#\"")) == &failures::kBadJson);
    QVERIFY(refused(message, replaced(json, "[\n    [0.5, -1.25]]", "3")) == &failures::kJsonKind);
    QVERIFY(refused(message, replaced(json, "robot/b", "robot/b\"}, {\"entity\": \"c")) == &failures::kComposite);
    // What the copied message had goes nowhere else by itself.
    QVERIFY(refused(message, R"({"quantities": [{"entity": "robot/a", "measure": "position"}],
      "values": {"elementType": "float64", "sizes": [1]}})") == &failures::kNoBuffer);
    QVERIFY(refused(message, R"({"buffers": [[1]]})") == &failures::kBadJson);
  }

  void allKindsOfNumbersComeBack() {
    const std::string eight("\xff\xff\xff\xff\xff\xff\xff\xff", 8), nan("\0\0\0\0\0\0\xf0\x7f", 8);
    for (const char* element : {"uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64", "float64"}) {
      const bool whole = std::string(element) != "float64";
      const int size = std::atoi(element + std::string(element).find_first_of("0123456789")) / 8;
      const Message message = tensor(element, 8 / size, whole ? eight : nan);
      ISAAC_GOT(const std::string json, jsonWithData(message));
      ISAAC_GOT(const Message back, messageOfJson(message.type_id, json));
      QVERIFY2(*back.buffers.at(0) == *message.buffers[0], json.c_str());
    }
    const Message bytes = tensor("uint8", 2, "ab");
    ISAAC_GOT(const std::string json, jsonWithData(bytes));
    QVERIFY2(json.find("[97, 98]") != std::string::npos, json.c_str());
    for (const char* bad : {"256", "-1", "1.5", "\"300\""})
      QVERIFY2(refused(bytes, replaced(json, "98", bad)) == &failures::kJsonRange, bad);
  }

  // A picture is not edited in text, and goes along.
  void largeDataIsKept() {
    Message picture = build("ImageProto", [](Builder& out) {
      out.set("rows", 100), out.set("cols", 200), out.set("channels", 3), out.set("elementType", "uint8");
    });
    picture.buffers.push_back(std::make_shared<const std::string>(std::string(60000, 'x')));
    ISAAC_GOT(const std::string json, jsonWithData(picture));
    QVERIFY2(json.find("\"kept\": 0") != std::string::npos && json.size() < 1000, json.c_str());
    ISAAC_GOT(const Message back, messageOfJson(picture.type_id, json, picture.buffers));
    QVERIFY(back.buffers.at(0) == picture.buffers[0]);
    QVERIFY(refused(picture, replaced(json, "200", "201")) == &failures::kBufferSize);
    const auto alone = messageOfJson(picture.type_id, json);
    QVERIFY(!alone.ok() && alone.status().failure->row == &failures::kBadJson);
    ISAAC_GOT(const std::string whole, jsonWithData(picture, LargeData::kBase64));
    ISAAC_GOT(const Message from_text, messageOfJson(picture.type_id, whole));
    QVERIFY(*from_text.buffers.at(0) == *picture.buffers[0]);
  }

  void aMessageWithoutDataIsPlainJson() {
    Message ping = build("PingProto", [](Builder&) {});
    ISAAC_GOT(const std::string json, jsonWithData(ping));
    QVERIFY(json.find("buffers") == std::string::npos);
    QVERIFY(messageOfJson(ping.type_id, json).ok());
    // Data of a type that tells nothing of it is bytes.
    ping.buffers.push_back(std::make_shared<const std::string>("abc"));
    ISAAC_GOT(const std::string with, jsonWithData(ping));
    QVERIFY2(with.find("\"YWJj\"") != std::string::npos, with.c_str());
    ISAAC_GOT(const Message back, messageOfJson(ping.type_id, with));
    QCOMPARE(*back.buffers.at(0), std::string("abc"));
  }

  // A line of an editor costs time however short it is, and more than that where it is very long.
  void muchTextLiesOnFewLinesOfSomeLength() {
    std::vector<TreeNode> nodes(500);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      nodes[i] = {"node \"" + std::to_string(i) + "\", {[" + std::string(i == 7 ? 3000 : 0, ','),
                  static_cast<int>(i) - 1, Pose::translation(0.1, 1.0 / 3.0, 0),
                  Pose::translation(0.1 * static_cast<double>(i), 0, 1)};
    Message tree = messageOf("world", nodes);
    tree.buffers.push_back(std::make_shared<const std::string>(std::string(4000, 'x')));
    ISAAC_GOT(const std::string json, jsonWithData(tree));
    QVERIFY(std::ranges::count(json, '\n') > 2000);
    QVERIFY(onEvenLines(json, json.size()) == json);
    const std::string even = onEvenLines(json, 1000);
    const auto lines = std::ranges::count(even, '\n');
    QVERIFY2(lines > 1000 && lines < 1200, qPrintable(QString::number(lines)));
    ISAAC_GOT(const Message back, messageOfJson(tree.type_id, even));
    QVERIFY(jsonOf(back).value() == jsonOf(tree).value() && *back.buffers.at(0) == *tree.buffers[0]);

    std::string bytes(4096 * sizeof(double), '\0');
    const Message numbers = tensor("float64", 4096, bytes);
    ISAAC_GOT(const std::string row, jsonWithData(numbers));
    const std::string rows = onEvenLines(row, 1000);
    std::size_t longest = 0;
    for (std::size_t from = 0; from < rows.size(); from = std::min(rows.find('\n', from), rows.size()) + 1)
      longest = std::max(longest, std::min(rows.find('\n', from), rows.size()) - from);
    QVERIFY2(longest < 1000, qPrintable(QString::number(longest)));
    ISAAC_GOT(const Message again, messageOfJson(numbers.type_id, rows));
    QVERIFY(*again.buffers.at(0) == bytes);
    QCOMPARE(onEvenLines("{\"a\": [], \"b\": {}, \"c\": [{\"d\": 1}, [2, 3]]}", 0),
             std::string("{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    {\"d\": 1},\n    [2, 3]\n  ]\n}"));
  }

  void aTextThatNobodyWantsAnyMoreIsNotMade() {
    const Message message = joints();
    std::stop_source stop;
    stop.request_stop();
    ISAAC_GOT(const std::string json, jsonOf(message, true, stop.get_token()));
    QVERIFY(json.empty());
    ISAAC_GOT(const std::string with, jsonWithData(message, LargeData::kKept, stop.get_token()));
    QVERIFY(with.empty());
  }
};

QTEST_APPLESS_MAIN(TestIsaacJsonData)
#include "test_isaac_json_data.moc"
