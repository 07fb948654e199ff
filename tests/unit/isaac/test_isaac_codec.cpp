// SPDX-License-Identifier: Apache-2.0
// Headers, byte for byte; streams in pieces; what is damaged is told and nothing else.
#include <cstring>
#include <random>

#include "core/interop/isaac/header.h"
#include "core/interop/isaac/inspect.h"
#include "core/interop/isaac/json.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/stream_decoder.h"
#include "core/interop/isaac/types.h"
#include "tests/unit/isaac/checks.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

namespace {

Message sample() {
  Message out = messageOf(PoseEdge{"world", "cart", Pose::translation(1, 2, 3)});
  out.uuid = {0x0807060504030201ull, 0x100f0e0d0c0b0a09ull};
  out.channel = "bodies";
  out.acqtime_ns = 3;
  out.pubtime_ns = 5;
  return out;
}

std::string hexOf(std::string_view bytes) {
  return QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size())).toHex().toStdString();
}

std::vector<Message> allKinds() {
  const CameraPicture picture{{2, 3, 3, PixelType::kUint8, bytes(std::string(18, 'p'))}, {4, 4, 1, 1.5}, 0, 0};
  std::vector<Message> out{sample(),
                           messageOf(ActorRequests{{{"a", "box", Pose()}}, {"b"}}),
                           messageOf(std::vector<Quantity>{{"joint", "position", 0.5}}),
                           *colorMessage(picture),
                           *scanMessage({{0, 1}, {0}, {1, 2}, 10}),
                           *pointMessage({Vec3(1, 2, 3)})};
  out.push_back(messageOf("tree", {{"a", -1, Pose(), Pose()}, {"b", 0, Pose(), Pose()}}));
  return out;
}

// Asks a message everything that can be asked; what comes of it does not matter.
void askAll(const Message& message) {
  (void)inspect(message);
  (void)jsonOf(message);
  (void)poseEdgeOf(message);
  (void)poseTreeOf(message);
  (void)actorRequestsOf(message);
  (void)quantitiesOf(message);
  (void)pictureOf(message);
  (void)scanOf(message);
  (void)pointsOf(message);
}

}  // namespace

class TestIsaacCodec : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aHeaderByteForByte() {
    Message message = sample();
    message.buffers.push_back(bytes("12345"));
    message.segments = {{1, 2}};
    ISAAC_GOT(const std::string header, headerBytes(message, kWireFields));
    const std::string expected =
        "4500000000000000"                  // length of what follows
        "df010000"                          // the mask, with buffers
        "0500000000000000"                  // pubtime
        "0102030405060708090a0b0c0d0e0f10"  // uuid
        "06626f64696573"                    // channel
        "0300000000000000"                  // acqtime
        "0000000000000000"                  // format
        "0110000000"                        // segments
        "0105000000"                        // buffers
        "3c811933b64dbad8";                 // type
    QCOMPARE(hexOf(header), expected);
  }

  void masksOfWireAndLog() {
    Message message = sample();
    const auto mask = [&](std::uint32_t fields) {
      const auto header = headerBytes(message, fields);
      std::uint32_t out = 0;
      std::memcpy(&out, header->data() + 8, 4);
      return out;
    };
    QCOMPARE(mask(kWireFields), 0x15fu);
    QCOMPARE(mask(kLogFields), 0x149u);
    message.buffers.push_back(bytes("x"));
    QCOMPARE(mask(kWireFields), 0x1dfu);
    QCOMPARE(mask(kLogFields), 0x1c9u);
  }

  void uuidsAsText() {
    const Uuid index = uuidFromBytes(std::string_view("msg_chnl_idx\0\0\0\0", 16));
    QCOMPARE(uuidText(index), std::string("6d73675f-6368-6e6c-5f69-647800000000"));
    ISAAC_GOT(const Uuid back, uuidOf(uuidText(index)));
    QVERIFY(back == index);
    for (const char* bad :
         {"", "6d73675f", "6d73675f-6368-6e6c-5f69-64780000000", "6d73675f-6368-6e6c-5f69-6478000000000",
          "6d73675fx6368-6e6c-5f69-647800000000", "6d73675f-6368-6e6c-5f69-64780000000g"})
      QCOMPARE(codeOf(uuidOf(bad).status()), std::string("isaac.bad-uuid"));
    QVERIFY(newUuid() != newUuid());
  }

  void aStreamInPiecesOfEverySize() {
    std::string stream;
    for (Message message : allKinds()) stream += *messageBytes(message, kWireFields);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{64}, stream.size()}) {
      StreamDecoder decoder;
      std::vector<Message> got;
      for (std::size_t at = 0; at < stream.size(); at += piece) {
        decoder.feed(std::string_view(stream).substr(at, piece));
        for (;;) {
          ISAAC_GOT(auto next, decoder.next());
          if (!next) break;
          got.push_back(std::move(*next));
        }
      }
      QCOMPARE(got.size(), allKinds().size());
      std::string again;
      for (const Message& message : got) again += *messageBytes(message, kWireFields);
      QVERIFY(again == stream);
      QCOMPARE(decoder.waiting(), std::uint64_t{0});
    }
  }

  // What is announced is refused before it is there.
  void lengthsAreCheckedBeforeMemoryIsTaken() {
    Message message = sample();
    std::string bytes = *messageBytes(message, kWireFields);
    const std::size_t segment_length = bytes.size() - message.payloadBytes() - 12;
    const std::uint32_t huge = 0xfffffff8u;
    std::memcpy(bytes.data() + segment_length, &huge, 4);
    StreamDecoder decoder;
    decoder.feed(bytes);
    const auto refused = decoder.next();
    QCOMPARE(codeOf(refused.status()), std::string("isaac.too-large"));
    decoder.feed(*messageBytes(message, kWireFields));
    QVERIFY(!decoder.next().ok());
    StreamDecoder long_header;
    long_header.feed(std::string("\xff\xff\xff\xff\xff\xff\xff\x7f", 8));
    QCOMPARE(codeOf(long_header.next().status()), std::string("isaac.bad-header"));
  }

  void whatAHeaderCannotCountIsNotSent() {
    Message message = sample();
    message.channel = std::string(256, 'c');
    QCOMPARE(codeOf(messageBytes(message, kWireFields).status()), std::string("isaac.too-large"));
    message = sample();
    message.segments.resize(256);
    QVERIFY(!messageBytes(message, kWireFields).ok());
  }

  // 10,000 of them: diagnostics only. WW_ISAAC_MESSAGES sets another number.
  void damagedMessages() {
    const int count =
        qEnvironmentVariableIsSet("WW_ISAAC_MESSAGES") ? qEnvironmentVariableIntValue("WW_ISAAC_MESSAGES") : 10000;
    std::mt19937 random(7);
    const std::vector<Message> kinds = allKinds();
    int told = 0;
    for (int i = 0; i < count; ++i) {
      std::string bytes = *messageBytes(kinds[static_cast<std::size_t>(i) % kinds.size()], kWireFields);
      const int changes = 1 + static_cast<int>(random() % 8);
      for (int k = 0; k < changes; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
      if (random() % 8 == 0) bytes.resize(random() % bytes.size());
      const auto message = parseMessage(bytes);
      if (message.ok()) {
        askAll(*message);
      } else {
        QVERIFY(message.status().failure && !message.status().hint.empty());
        ++told;
      }
      StreamDecoder decoder(1 << 20);
      decoder.feed(bytes);
      (void)decoder.next();
    }
    QVERIFY(told > 0);
  }
};

QTEST_GUILESS_MAIN(TestIsaacCodec)
#include "test_isaac_codec.moc"
