// SPDX-License-Identifier: Apache-2.0
#include <thread>

#include "core/interop/isaac/cask.h"
#include "core/interop/isaac/publisher.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/subscriber.h"
#include "tests/cli/cases.h"

using namespace ww;
using namespace ww::test;

// The verbs `log` and `isaac`: what is recorded can be looked at, converted and played again.
class TestCliLog : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    log_ = folder_.path("run");
    const auto log = isaac::CaskWriter::create(log_.toStdString());
    QVERIFY2(log.ok(), log.status().line().c_str());
    for (int i = 0; i < 20; ++i) {
      isaac::Message message = isaac::messageOf(isaac::PoseEdge{"world", "cart", Pose::translation(i, 0, 0)});
      message.uuid = isaac::newUuid();
      message.channel = i % 2 ? "pose" : "other";
      message.pubtime_ns = i * 10'000'000ll;
      QVERIFY((*log)->write(message).ok());
    }
    QVERIFY((*log)->close().ok());
  }

  void info() {
    const CliRun run = runCli({"log", "info", log_, "--json"});
    WW_COMPARE_EXIT(run, 0);
    QCOMPARE(run.json()["messages"].toInt(), 20);
    QVERIFY(std::abs(run.json()["seconds"].toDouble() - 0.19) < 1e-9);
    const QJsonObject first = run.json()["channels"].toArray()[0].toObject();
    QCOMPARE(first["name"].toString(), "other");
    QCOMPARE(first["type"].toString(), "PoseTreeEdgeProto");
    QCOMPARE(first["messages"].toInt(), 10);
  }

  void convert() {
    const QString lines = folder_.path("run.jsonl"), mcap = folder_.path("run.mcap"), copy = folder_.path("copy");
    WW_COMPARE_EXIT(runCli({"log", "convert", log_, lines, "--channel", "pose"}), 0);
    QCOMPARE(readFile(lines).count('\n'), 10);
    WW_COMPARE_EXIT(runCli({"log", "convert", log_, mcap}), 0);
    QVERIFY(readFile(mcap).endsWith(QByteArray("\x89MCAP0\r\n", 8)));
    WW_COMPARE_EXIT(runCli({"log", "convert", log_, copy, "--from", "0.05", "--to", "0.1"}), 0);
    QCOMPARE(runCli({"log", "info", copy, "--json"}).json()["messages"].toInt(), 6);
    WW_COMPARE_EXIT(runCli({"log", "convert", log_, copy}), 1);
    WW_COMPARE_EXIT(runCli({"log", "convert", log_, copy + "_2/"}), 0);
    QCOMPARE(runCli({"log", "info", copy + "_2", "--json"}).json()["messages"].toInt(), 20);
  }

  // Any message is edited as JSON and goes into a new log.
  void showAndEdit() {
    CliRun run = runCli({"log", "show", log_, "--channel", "pose", "--to", "0.02", "--json"});
    WW_COMPARE_EXIT(run, 0);
    const QJsonArray messages = run.json()["messages"].toArray();
    QCOMPARE(messages.size(), 1);
    const QJsonObject lhs = messages[0].toObject()["tree"].toObject()["fields"].toArray()[0].toObject();
    QCOMPARE(lhs["name"].toString(), "lhs");
    QCOMPARE(lhs["value"].toString(), "world");
    const QString lines = folder_.path("edit.jsonl"), edited = folder_.path("edited");
    WW_COMPARE_EXIT(runCli({"log", "convert", log_, lines}), 0);
    folder_.write("edit.jsonl", readFile(lines).replace("cart", "truck"));
    WW_COMPARE_EXIT(runCli({"log", "convert", lines, edited}), 0);
    run = runCli({"log", "show", edited});
    WW_COMPARE_EXIT(run, 0);
    QCOMPARE(run.out.count("rhs: Text = truck"), 20);
    // Times are those that --from and --to count in.
    QVERIFY2(run.out.contains("pose PoseTreeEdgeProto 0.010 s\n"), run.describe().constData());
    QVERIFY2(run.out.contains("pose PoseTreeEdgeProto 0.190 s\n"), run.describe().constData());
    folder_.write("wrong.jsonl", R"({"channel": "a", "type": "PoseTreeEdgeProto", "message": {"left": "x"}})");
    run = runCli({"log", "convert", folder_.path("wrong.jsonl"), folder_.path("never")});
    WW_COMPARE_EXIT(run, 3);
    QVERIFY2(run.err.contains("line 1 of '" + folder_.path("wrong.jsonl").toUtf8() + "'"), run.describe().constData());
    QVERIFY(!QFile::exists(folder_.path("never")));
  }

  void whereNoMessageIs() {
    CliRun run = runCli({"log", "show", log_, "--from", "99"});
    WW_COMPARE_EXIT(run, 0);
    QCOMPARE(run.out, "no message from 99 s on; the log lasts 0.19 s\n");
    run = runCli({"log", "show", log_, "--from", "0.001", "--to", "0.002"});
    QVERIFY2(run.out.startsWith("no message from 0.001 s to 0.002 s; "), run.describe().constData());
  }

  // Pictures as release 2020.2 has them, with what cannot be split left out.
  void picturesBecomeImages() {
    const QString log = folder_.path("pictures"), images = folder_.path("images"), lines = folder_.path("images.jsonl");
    {
      const auto out = isaac::CaskWriter::create(log.toStdString());
      const auto pixels = std::make_shared<const std::string>(18, 'p');
      isaac::CameraPicture picture{
          {2, 3, 3, isaac::PixelType::kUint8, pixels}, {4, 5, 1, 1.5}, 0, 0, {true, {1, 2, 3, 4}}};
      isaac::Message color = *isaac::colorMessage(picture), broken = color;
      color.channel = "color", broken.channel = "broken";
      color.uuid = isaac::newUuid(), broken.uuid = isaac::newUuid();
      broken.buffers.clear();
      QVERIFY((*out)->write(color).ok() && (*out)->write(broken).ok() && (*out)->close().ok());
    }
    CliRun run = runCli({"log", "convert", log, images, "--release", "2020.2"});
    WW_COMPARE_EXIT(run, 0);
    QCOMPARE(run.out, images.toUtf8() + ": a folder, a log of 2 messages\n");
    QVERIFY2(run.err.contains("ColorCameraProto"), run.describe().constData());
    run = runCli({"log", "info", images, "--json"});
    const QJsonArray channels = run.json()["channels"].toArray();
    QCOMPARE(channels.size(), 2);
    QCOMPARE(at(channels, "0/name").toString() + ' ' + at(channels, "0/type").toString(), "color ImageProto");
    QCOMPARE(at(channels, "1/name").toString() + ' ' + at(channels, "1/type").toString(),
             "color_intrinsics CameraIntrinsicsProto");
    WW_COMPARE_EXIT(runCli({"log", "convert", log, lines, "--release", "2020.2", "--channel", "color"}), 0);
    QVERIFY2(readFile(lines).contains("\"fisheye\""), readFile(lines).constData());
    QCOMPARE(readFile(lines).count('\n'), 2);
    WW_COMPARE_EXIT(runCli({"log", "convert", log, lines, "--release", "2019"}), 2);
  }

  void timesAndWordsThatAreNone() {
    CliRun run = runCli({"log", "record", log_, "127.0.0.1:4711"});  // in the place of --address
    WW_COMPARE_EXIT(run, 2);
    QVERIFY2(run.err.contains("'127.0.0.1:4711' is one word too many for log record"), run.describe().constData());
    run = runCli({"log", "show", log_, "--from", "5", "--to", "2"});
    WW_COMPARE_EXIT(run, 2);
    QVERIFY2(run.err.contains("--to 2 s comes before --from 5 s"), run.describe().constData());
    const QString brief = folder_.path("brief");
    {
      const auto out = isaac::CaskWriter::create(brief.toStdString());
      for (int i = 0; i < 2; ++i) {
        isaac::Message message = isaac::messageOf(isaac::PoseEdge{"world", "cart", Pose()});
        message.uuid = isaac::newUuid();
        message.channel = "pose";
        message.pubtime_ns = 1060 * i;
        QVERIFY((*out)->write(message).ok());
      }
      QVERIFY((*out)->close().ok());
    }
    QVERIFY(runCli({"log", "info", brief}).out.startsWith("2 messages in 1 channel, less than a millisecond\n"));
    WW_COMPARE_EXIT(runCli({"log", "convert", log_, folder_.path("nan.jsonl"), "--from", "nan"}), 2);
    const CliRun behind = runCli({"log", "convert", log_, folder_.path("none.jsonl"), "--from", "5", "--json"});
    WW_COMPARE_EXIT(behind, 0);
    QVERIFY2(behind.json()["note_codes"].toArray().contains("cli.log-nothing"), behind.describe().constData());
  }

  // A folder called out.bag would be taken for a file of ROS.
  void endingsOfOthers() {
    CliRun run = runCli({"log", "convert", log_, folder_.path("out.bag")});
    WW_COMPARE_EXIT(run, 2);
    QVERIFY2(run.err.contains("out.bag'") && run.err.contains(".mcap"), run.describe().constData());
    folder_.write("some.jsonl", "");
    run = runCli({"log", "convert", folder_.path("some.jsonl"), folder_.path("out.mcap")});
    WW_COMPARE_EXIT(run, 2);
    QVERIFY2(run.err.contains("folder") && run.err.contains("some.jsonl"), run.describe().constData());
    QVERIFY(!QFile::exists(folder_.path("out.bag")) && !QFile::exists(folder_.path("out.mcap")));
  }

  void whatIsNoLog() {
    CliRun none = runCli({"log", "info", folder_.path("none")});
    WW_COMPARE_EXIT(none, 3);
    QVERIFY2(none.err.contains("there is no folder '") && !none.err.contains("kv"), none.describe().constData());
    none = runCli({"log", "info", log_ + "/kv"});
    WW_COMPARE_EXIT(none, 3);
    QVERIFY2(none.err.contains("is a file"), none.describe().constData());
    none = runCli({"log", "inf", log_});
    WW_COMPARE_EXIT(none, 2);
    QVERIFY2(none.err.contains("no action 'inf'") && none.err.contains("'info'"), none.describe().constData());
    none = runCli({"log", "convert", log_});
    WW_COMPARE_EXIT(none, 2);
    QVERIFY2(none.err.contains("OUT is missing"), none.describe().constData());
    const CliRun run = runCli({"log", "convert", log_, folder_.path("x.jsonl"), "--channel", "pozze"});
    WW_COMPARE_EXIT(run, 1);
    QVERIFY2(run.err.contains("pose"), run.describe().constData());
    const QString bad = folder_.path("bad");
    QDir().mkpath(bad);
    folder_.write("bad/kv", readFile(log_ + "/kv").left(5000));
    WW_COMPARE_EXIT(runCli({"log", "info", bad}), 3);
    // Cut where the list of channels still stands, and the last messages do not: each takes pages of its own.
    const QString whole = folder_.path("whole"), half = folder_.path("half");
    {
      const auto log = isaac::CaskWriter::create(whole.toStdString());
      for (int i = 0; i < 30; ++i) {
        isaac::Message message = isaac::messageOf(isaac::PoseEdge{std::string(20000, 'w'), "cart", Pose()});
        message.uuid = isaac::newUuid();
        message.channel = "pose";
        message.pubtime_ns = i * 10'000'000ll;
        QVERIFY((*log)->write(message).ok());
      }
      QVERIFY((*log)->close().ok());
    }
    WW_COMPARE_EXIT(runCli({"log", "info", whole}), 0);
    QVERIFY(QDir().mkpath(half));
    for (const QString& name : QDir(whole).entryList(QDir::Files)) {
      const QByteArray bytes = readFile(whole + "/" + name);
      folder_.write("half/" + name.toUtf8(), name == "kv" ? bytes.left(bytes.size() / 2) : bytes);
    }
    const CliRun cut = runCli({"log", "info", half});
    WW_COMPARE_EXIT(cut, 3);
    QCOMPARE(cut.err.count("is damaged"), 1);
    // What is the same in many messages is told once, with how many there are.
    const CliRun shown = runCli({"log", "show", half});
    WW_COMPARE_EXIT(shown, 3);
    // What is whole of it is there, and that it is not all must not be overlooked.
    WW_COMPARE_EXIT(runCli({"log", "convert", half, folder_.path("half.jsonl")}), 3);
    QVERIFY(readFile(folder_.path("half.jsonl")).contains("PoseTreeEdgeProto"));
    headerOfOne(whole);
    QVERIFY2(shown.err.count("warning:") < 6, shown.err.constData());
    QVERIFY2(shown.err.count("messages of the log could not be read") <= 1, shown.err.constData());
  }

  // A camera that nobody looks at, a command on a channel that nobody reads: told once, unless a log keeps all.
  void channelsThatNothingIsTakenFromAreTold() {
    const QString world = folder_.path("deaf.wright"), orders = folder_.path("unheard"), address = freeAddress();
    WW_COMPARE_EXIT(runCli({"new", world}), 0);
    {
      const auto log = isaac::CaskWriter::create(orders.toStdString());
      for (int i = 0; i < 3; ++i) {
        isaac::Message message = isaac::messageOf(isaac::PoseEdge{"world", "cart", Pose()});
        message.uuid = isaac::newUuid();
        message.channel = "telport";
        QVERIFY((*log)->write(message).ok());
      }
      QVERIFY((*log)->close().ok());
    }
    for (const bool kept : {false, true}) {
      CliRun played;
      std::thread player([&] { played = runCli({"log", "play", orders, "--address", address, "--wait", "20"}); });
      QStringList command{"isaac", world, "--publish", "0", "--read", address, "--seconds", "3", "--json"};
      if (kept) command << "--record" << folder_.path("kept");
      const CliRun run = runCli(command);
      player.join();
      WW_COMPARE_EXIT(run, 0);
      QCOMPARE(run.json()["received"].toInt(), 3);
      QCOMPARE(run.json()["note_codes"].toArray().contains("cli.channel-idle"), !kept);
      QCOMPARE(run.err.count("did you mean 'teleport'?"), kept ? 0 : 1);
    }
  }

  // One process plays, another records.
  void playAndRecord() {
    const QString copy = folder_.path("recorded"), address = freeAddress();
    CliRun played;
    std::thread player([&] { played = runCli({"log", "play", log_, "--address", address, "--json"}); });
    const CliRun recorded = runCli({"log", "record", copy, "--address", address, "--json"});
    player.join();
    WW_COMPARE_EXIT(played, 0);
    WW_COMPARE_EXIT(recorded, 0);
    QCOMPARE(played.json()["messages"].toInt(), 20);
    QCOMPARE(recorded.json()["messages"].toInt(), 20);
    const CliRun info = runCli({"log", "info", copy, "--json"});
    QCOMPARE(info.json()["messages"].toInt(), 20);
    QVERIFY(std::abs(info.json()["seconds"].toDouble() - 0.19) < 1e-9);
  }

  // A world as the simulator, the log of an application behind it.
  void aWorldIsDriven() {
    const QString world = folder_.path("cell.wright"), out = folder_.path("after.wright");
    const QString orders = folder_.path("orders"), address = freeAddress();
    WW_COMPARE_EXIT(runCli({"new", world}), 0);
    {
      const auto log = isaac::CaskWriter::create(orders.toStdString());
      isaac::Message message =
          isaac::messageOf(isaac::ActorRequests{{{"crate", "box", Pose::translation(1, 2, 3)}}, {}});
      message.uuid = isaac::newUuid();
      message.channel = "scenario_actors";
      QVERIFY((*log)->write(message).ok() && (*log)->close().ok());
    }
    CliRun played;
    std::thread player([&] { played = runCli({"log", "play", orders, "--address", address, "--wait", "20"}); });
    const CliRun run = runCli({"isaac", world, "--publish", "0", "--read", address, "--seconds", "4", "--record",
                               folder_.path("told"), "--out", out, "--json"});
    player.join();
    WW_COMPARE_EXIT(played, 0);
    WW_COMPARE_EXIT(run, 0);
    QCOMPARE(run.json()["received"].toInt(), 1);
    QCOMPARE(run.json()["refused"].toInt(), 0);
    WW_COMPARE_EXIT(runCli({"get", out, "crate"}), 0);
    const CliRun told = runCli({"log", "info", folder_.path("told"), "--json"});
    QVERIFY(told.json()["messages"].toInt() >= 4);
    // The order was published at time 0 of another clock.
    QVERIFY2(told.json()["seconds"].toDouble() < 60.0, told.describe().constData());
  }

  // A type that this program does not know goes through lines as it is, each segment by itself.
  void unknownTypesBecomeLinesAndBack() {
    const QString log = folder_.path("strange"), lines = folder_.path("strange.jsonl"), back = folder_.path("back");
    isaac::Message strange;
    strange.uuid = isaac::newUuid();
    strange.channel = "strange";
    strange.type_id = 0xdeadbeef12345678ull;
    strange.segments = {{1, 2}, {}, {3}};
    strange.buffers = {std::make_shared<const std::string>("abc")};
    isaac::Message known = isaac::messageOf(isaac::PoseEdge{"world", "cart", Pose()});
    known.uuid = isaac::newUuid();
    known.channel = "pose";
    {
      const auto out = isaac::CaskWriter::create(log.toStdString());
      QVERIFY((*out)->write(strange).ok() && (*out)->write(known).ok() && (*out)->close().ok());
    }
    WW_COMPARE_EXIT(runCli({"log", "convert", log, lines}), 0);
    const CliRun run = runCli({"log", "convert", lines, back, "--json"});
    WW_COMPARE_EXIT(run, 0);
    QCOMPARE(run.json()["messages"].toInt(), 2);
    const auto read = isaac::CaskReader::open(back.toStdString());
    QVERIFY(read.ok() && read->channels().size() == 2);
    for (const isaac::LogChannel& channel : read->channels()) {
      const auto message = read->message(channel, channel.entries.at(0));
      QVERIFY(message.ok());
      if (channel.name != "strange") continue;
      QVERIFY(message->type_id == strange.type_id && message->segments == strange.segments);
      QVERIFY(message->buffers.size() == 1 && *message->buffers[0] == "abc");
    }
    folder_.write("odd.jsonl", R"({"channel": "a", "type": "0xdeadbeef12345678", "words": ["AAAA"]})");
    const CliRun odd = runCli({"log", "convert", folder_.path("odd.jsonl"), folder_.path("never2")});
    WW_COMPARE_EXIT(odd, 3);
    QVERIFY2(odd.err.contains("its \"words\" are no Base64"), odd.describe().constData());
  }

  // What the log gives is written all the same, and told.
  void messagesThatAreNoneOfTheirType() {
    const QString log = folder_.path("rotten");
    {
      const auto out = isaac::CaskWriter::create(log.toStdString());
      isaac::Message rotten = isaac::messageOf(isaac::PoseEdge{"world", "cart", Pose()});
      rotten.uuid = isaac::newUuid();
      rotten.channel = "pose";
      rotten.segments = {{~0ull, ~0ull}};
      QVERIFY((*out)->write(rotten).ok() && (*out)->close().ok());
    }
    const CliRun run = runCli({"log", "convert", log, "-"});
    WW_COMPARE_EXIT(run, 3);
    QVERIFY2(run.out.contains("\"words\"") && run.err.contains("of channel 'pose'"), run.describe().constData());
    QVERIFY2(!run.err.contains("expected "), run.describe().constData());
  }

  // Commands are never lost in silence: who reads slowly is waited for, who reads no more is told of.
  void slowReadersGetAll() {
    const QString log = folder_.path("heavy"), address = freeAddress();
    constexpr int kCount = 60;
    {
      const auto out = isaac::CaskWriter::create(log.toStdString());
      for (int i = 0; i < kCount; ++i) {
        isaac::Message message = isaac::messageOf(isaac::PoseEdge{std::string(500'000, 'w'), "cart", Pose()});
        message.uuid = isaac::newUuid();
        message.channel = "pose";
        message.pubtime_ns = i;
        QVERIFY((*out)->write(message).ok());
      }
      QVERIFY((*out)->close().ok());
    }
    for (const bool reads : {true, false}) {
      CliRun played;
      std::thread player([&] { played = runCli({"log", "play", log, "--address", address, "--json"}); });
      {
        const auto reader = isaac::Subscriber::connect(*isaac::addressOf(address.toStdString()), {1, 1u << 30, 0.1});
        int got = 0;
        while (reads && got < kCount && (*reader)->next(10.0)) {
          ++got;
          std::this_thread::sleep_for(std::chrono::milliseconds(150));
        }
        QCOMPARE(got, reads ? kCount : 0);
        player.join();
      }
      WW_COMPARE_EXIT(played, reads ? 0 : 1);
      if (!reads) QVERIFY2(played.err.contains("did not get there"), played.describe().constData());
    }
  }

  void givenUpLeavesNothing() {
    const QString world = folder_.path("brief.wright"), log = folder_.path("given_up"), address = freeAddress();
    WW_COMPARE_EXIT(runCli({"new", world}), 0);
    WW_COMPARE_EXIT(runCli({"isaac", world, "--publish", "0", "--read", address, "--record", log, "--timeout", "1"}),
                    4);
    QVERIFY(!QFile::exists(log));
    WW_COMPARE_EXIT(runCli({"log", "record", log, "--address", address, "--wait", "30", "--timeout", "1"}), 4);
    QVERIFY(!QFile::exists(log));
    // The time is over, and nobody was there.
    const CliRun nobody = runCli({"log", "record", log, "--address", address, "--seconds", "1"});
    WW_COMPARE_EXIT(nobody, 1);
    QVERIFY2(nobody.err.contains("cannot connect to " + address.toUtf8()), nobody.describe().constData());
    QVERIFY(!QFile::exists(log));
  }

  void whereNobodyIs() {
    const QString world = folder_.path("alone.wright"), log = folder_.path("nothing"), address = freeAddress();
    WW_COMPARE_EXIT(runCli({"new", world}), 0);
    WW_COMPARE_EXIT(runCli({"isaac", world, "--publish", "nowhere"}), 2);
    WW_COMPARE_EXIT(runCli({"isaac", world, "--read", "nowhere"}), 2);
    const CliRun run = runCli({"isaac", world, "--publish", "0", "--read", address, "--seconds", "3"});
    WW_COMPARE_EXIT(run, 0);
    QVERIFY2(run.err.contains("cannot connect to " + address.toUtf8()), run.describe().constData());
    QVERIFY2(run.err.contains("nobody-read"), run.describe().constData());
    // An application that no simulator answers, however soon it ends.
    const CliRun alone = runCli({"isaac", world, "--role", "application", "--read", address, "--seconds", "1"});
    WW_COMPARE_EXIT(alone, 0);
    QVERIFY2(alone.err.contains("cannot connect to " + address.toUtf8()), alone.describe().constData());
    QVERIFY2(!alone.err.contains("nobody-read"), alone.describe().constData());
    // What is sent over UDP to where nobody is comes back, and is counted.
    const QByteArray crate =
        "edits { create_object { name: 'crate' name_is_global_alias: true parent_object { reference { id: 'root' } "
        "entity_filter { include_base_entity: true } } parent_object_t_created_object { orientation { w: 1 } } "
        "create_from_scene_object { scene_object { name: 'crate' entities { name: 'body' link { } } } } } }";
    WW_COMPARE_EXIT(runCli({"apply", world, folder_.write("crate.textproto", crate)}), 0);
    const CliRun lost =
        runCli({"isaac", world, "--publish", "0", "--udp-to", address, "--imu", "crate", "--seconds", "2", "--json"});
    WW_COMPARE_EXIT(lost, 0);
    QVERIFY2(!lost.err.contains("nobody-read"), lost.describe().constData());
    const QJsonObject udp = lost.json()["udp"].toObject();
    QVERIFY2(udp["dropped"].toInt() > 0, lost.describe().constData());
    QVERIFY2(lost.json()["note_codes"].toArray().contains("isaac.udp-not-sent"), lost.describe().constData());
    // A recording that did not begin leaves nothing that would be in the way of the next one.
    for (int i = 0; i < 2; ++i)
      WW_COMPARE_EXIT(runCli({"log", "record", log, "--address", address, "--wait", "0.7"}), 1);
    QVERIFY(!QFile::exists(log));
  }

 private:
  // A byte of the lengths that a message of it says: the others are whole.
  void headerOfOne(const QString& whole) {
    const QString log = folder_.path("flipped");
    QVERIFY(QDir().mkpath(log));
    for (const QString& name : QDir(whole).entryList(QDir::Files)) {
      QByteArray bytes = readFile(whole + "/" + name);
      if (name == "kv") {
        const qsizetype mask = bytes.indexOf(QByteArray("\x49\x01\x00\x00", 4));
        QVERIFY(mask > 0);
        bytes[mask + 4 + 16 + 1 + 2] = '\x7f';
      }
      folder_.write("flipped/" + name.toUtf8(), bytes);
    }
    const CliRun run = runCli({"log", "show", log});
    WW_COMPARE_EXIT(run, 3);
    QCOMPARE(run.out.count("PoseTreeEdgeProto"), 29);
    QVERIFY2(run.err.contains("of channel 'pose' cannot be read") && !run.err.contains("connect again"),
             run.err.constData());
  }

  // A port that was free a moment ago.
  static QString freeAddress() {
    const auto listening = isaac::Publisher::listen({});
    return QString::fromStdString((*listening)->address().text());
  }

  const ScratchFolder folder_;
  QString log_;
};

QTEST_GUILESS_MAIN(TestCliLog)
#include "test_cli_log.moc"
