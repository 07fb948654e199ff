// SPDX-License-Identifier: Apache-2.0
// Small messages in packages: bytes as the public layout has them, whatever order they come in, and what is none.
#include <QElapsedTimer>
#include <QThread>
#include <random>

#include "core/interop/isaac/channels.h"
#include "core/interop/isaac/header.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/types.h"
#include "core/interop/isaac/udp.h"
#include "tests/unit/isaac/checks.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

namespace {

// Little endian words, written down by hand.
std::string words(std::initializer_list<std::uint64_t> values) {
  std::string out;
  for (const std::uint64_t value : values) out.append(reinterpret_cast<const char*>(&value), 8);
  return out;
}

Message teleport(int bodies) {
  BodyGroup group{"world", {}};
  for (int i = 0; i < bodies; ++i)
    group.bodies.push_back({"part_" + std::to_string(i), Pose::translation(i, 0.5, 0.25)});
  Message out = messageOf(group);
  out.uuid = newUuid();
  out.channel = "teleport";
  out.acqtime_ns = 7;
  out.pubtime_ns = 9;
  return out;
}

bool same(const Message& a, const Message& b) {
  return a.uuid == b.uuid && a.channel == b.channel && a.acqtime_ns == b.acqtime_ns && a.pubtime_ns == b.pubtime_ns &&
         a.type_id == b.type_id && a.segments == b.segments;
}

}  // namespace

class TestIsaacUdp : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // A struct pointer (data words << 32 | pointers << 48, offset << 2), then its data and pointers.
  void aPackageHasTheBytesOfThePublicLayout() {
    Message message;
    message.uuid = {0x1122334455667788, 0x99aabbccddeeff00};
    message.channel = "abcdefg";
    message.acqtime_ns = 5;
    message.pubtime_ns = 6;
    message.type_id = 0x1234;
    message.segments = {{0xfeed, 0xbeef}};
    ISAAC_GOT(const auto packages, udpPackages(message));
    QCOMPARE(packages.size(), std::size_t{1});
    const std::string& package = packages[0];
    const std::string header = package.substr(0, kUdpHeaderBytes);
    const std::uint64_t bytes = package.size() - kUdpHeaderBytes;
    QVERIFY(header ==
            words({0x0001'0001'0000'0000, bytes, 0x0000'0002'0000'0000, message.uuid.lower, message.uuid.upper}));
    // Root; proto 0, acqtime, pubtime, length; uuid, channel, lengths; the three of them in the order of writing.
    const std::string expected = words({0x0003'0004'0000'0000, 0, 5, 6, bytes, 0x0000'0002'0000'0008,
                                        0x0000'0042'0000'000d, 0x0000'000c'0000'000d, message.uuid.lower,
                                        message.uuid.upper, 0x0067'6665'6463'6261, 16, 0xfeed, 0xbeef});
    QCOMPARE(QByteArray::fromStdString(package.substr(kUdpHeaderBytes)).toHex(' '),
             QByteArray::fromStdString(expected).toHex(' '));
  }

  void packagesComeInAnyOrderAndTwice() {
    const Message one = teleport(40), two = teleport(30);
    ISAAC_GOT(auto first, udpPackages(one));
    ISAAC_GOT(const auto second, udpPackages(two));
    QVERIFY(first.size() > 4 && second.size() > 3);
    for (std::size_t i = 0; i + 1 < first.size(); ++i) QCOMPARE(first[i].size(), kUdpPackageBytes);
    std::vector<std::string> all = first;
    all.insert(all.end(), second.begin(), second.end());
    all.insert(all.end(), first.begin(), first.begin() + 3);
    std::mt19937 random(17);
    for (int round = 0; round < 50; ++round) {
      std::ranges::shuffle(all, random);
      UdpAssembler assembler;
      std::vector<Message> got;
      for (const std::string& package : all) {
        ISAAC_GOT(const auto message, assembler.take(package, "a", 0.1));
        if (message) got.push_back(*message);
      }
      QVERIFY(got.size() >= 2);
      for (const Message& message : got) QVERIFY(same(message, one) || same(message, two));
    }
  }

  void whatNeverBecomesWholeIsLetGo() {
    ISAAC_GOT(const auto packages, udpPackages(teleport(40)));
    UdpAssembler assembler;
    QVERIFY(assembler.take(packages[0], "a", 0.0).ok());
    // Of another sender it is another message.
    for (std::size_t i = 1; i < packages.size(); ++i) QVERIFY(!*assembler.take(packages[i], "b", 1.0));
    QCOMPARE(assembler.underWay(), std::size_t{2});
    ISAAC_GOT(const auto small, udpPackages(teleport(1)));
    QVERIFY(*assembler.take(small[0], "a", 5.5));
    QCOMPARE(assembler.underWay(), std::size_t{1});
    QCOMPARE(assembler.lost(), std::uint64_t{1});
    for (int i = 0; i < 200; ++i) {
      ISAAC_GOT(const auto more, udpPackages(teleport(40)));
      QVERIFY(assembler.take(more[0], "a", 5.6).ok());
    }
    QCOMPARE(assembler.underWay(), UdpAssembler::kMostUnderWay);
  }

  void whatDoesNotFitIsRefused() {
    Message picture = teleport(1);
    picture.buffers.push_back(bytes("pixels"));
    QCOMPARE(codeOf(udpPackages(picture).status()), std::string("isaac.udp-buffers"));
    QCOMPARE(codeOf(udpPackages(teleport(3000)).status()), std::string("isaac.too-large"));
    Message many = teleport(1);
    many.segments.assign(400, {1});
    QCOMPARE(codeOf(udpPackages(many).status()), std::string("isaac.too-large"));
    UdpAssembler assembler;
    const auto code = [&](const std::string& package) { return codeOf(assembler.take(package, "a", 0).status()); };
    QCOMPARE(code(""), std::string("isaac.bad-package"));
    QCOMPARE(code(std::string(1401, 'x')), std::string("isaac.bad-package"));
    ISAAC_GOT(const auto sound, udpPackages(teleport(40)));
    // Shorter, longer than its place; an index beyond the message; a message of 4 GB.
    QCOMPARE(code(sound[0].substr(0, 800)), std::string("isaac.bad-package"));
    QCOMPARE(code(sound.back() + words({0})), std::string("isaac.bad-package"));
    std::string beyond = sound[0];
    beyond[12] = '\x7f';
    QCOMPARE(code(beyond), std::string("isaac.bad-package"));
    std::string huge = sound[0];
    huge.replace(8, 4, "\xf8\xff\xff\xff", 4);
    QCOMPARE(code(huge), std::string("isaac.too-large"));
    QCOMPARE(assembler.underWay(), std::size_t{0});
  }

  // Whatever comes, it is a message, a failure or a wait, and nothing grows.
  void tenThousandDamagedPackages() {
    ISAAC_GOT(const auto small, udpPackages(teleport(2)));
    ISAAC_GOT(const auto large, udpPackages(teleport(40)));
    std::mt19937 random(4711);
    UdpAssembler assembler;
    int damaged = 0;
    for (int i = 0; i < 10000; ++i) {
      std::string package = i % 2 == 0 ? small[0] : large[static_cast<std::size_t>(i) % large.size()];
      for (int n = 0; n < 4; ++n) package[random() % std::min<std::size_t>(package.size(), 200)] ^= 1 << random() % 8;
      if (i % 7 == 0) package.resize(random() % package.size());
      const auto got = assembler.take(package, "a", i * 1e-3);
      damaged += got.ok() ? 0 : 1;
      if (got.ok() && *got) (void)bodyGroupOf(**got);
      QVERIFY(assembler.underWay() <= UdpAssembler::kMostUnderWay);
    }
    QVERIFY(damaged > 1000);
    ISAAC_GOT(const auto after, assembler.take(small[0], "b", 11.0));
    QVERIFY(after);
  }

  void bothEndsOverSockets() {
    ISAAC_GOT(const auto receiver, UdpReceiver::listen({}));
    ISAAC_GOT(const auto sender, UdpSender::open(receiver->address()));
    const Message small = teleport(1), large = teleport(100);
    ISAAC_DONE(sender->send(small));
    ISAAC_DONE(sender->send(large));
    std::vector<Message> got;
    QElapsedTimer timer;
    timer.start();
    while (got.size() < 2 && timer.elapsed() < 10000) {
      for (Message& message : receiver->take()) got.push_back(std::move(message));
      QThread::msleep(2);
    }
    QCOMPARE(got.size(), std::size_t{2});
    QVERIFY(same(got[0], small));
    QVERIFY(same(got[1], large));
    ISAAC_GOT(const BodyGroup group, bodyGroupOf(got[1]));
    QVERIFY(group.bodies.at(99).frame_t_body == Pose::translation(99, 0.5, 0.25));
    QCOMPARE(receiver->state().messages, std::uint64_t{2});
    QCOMPARE(sender->statistics().messages, std::uint64_t{2});
    QCOMPARE(codeOf(UdpReceiver::listen(receiver->address()).status()), std::string("isaac.cannot-listen"));
    QCOMPARE(codeOf(UdpSender::open({"nowhere", 1}).status()), std::string("isaac.bad-address"));
  }

  void channelsTellTypes() {
    for (const BridgeChannel& one : bridgeChannels()) QVERIFY2(findType(one.type), std::string(one.type).c_str());
    QCOMPARE(typeOfChannel("rangescan_4"), findType(std::string_view("RangeScanProto"))->id);
    QCOMPARE(typeOfChannel("rangescan_x"), std::uint64_t{0});
    for (const char* name :
         {"lidar_cloud", "point_cloud_2", "segmentation_right", "segmentation_right_2", "segmentation_right_2_labels",
          "bounding_boxes_right", "fiducials_right", "depth_limits", "segmentation_2_class"})
      QVERIFY2(typeOfChannel(name) != 0, name);
    QCOMPARE(typeOfChannel("mine_labels"), std::uint64_t{0});
    QCOMPARE(typeOfChannel("mine"), std::uint64_t{0});
  }

  void channelsHaveOtherNames() {
    ChannelMap map;
    ISAAC_DONE(map.add("teleport=sim.teleport"));
    QCOMPARE(map.outside("teleport"), std::string("sim.teleport"));
    QCOMPARE(map.inside("sim.teleport"), std::string("teleport"));
    QCOMPARE(map.inside("pose"), std::string("pose"));
    for (const char* wrong : {"", "teleport", "=x", "x=", "teleport=other", "pose=sim.teleport", "pose=\xff"})
      QCOMPARE(codeOf(map.add(wrong)), std::string("isaac.bad-channel-name"));
  }
};

QTEST_GUILESS_MAIN(TestIsaacUdp)
#include "test_isaac_udp.moc"
