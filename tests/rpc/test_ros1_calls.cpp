// SPDX-License-Identifier: Apache-2.0
// The services of the bridge to ROS 1 without ROS: bytes of requests and answers, through a server.
#include <cmath>
#include <limits>

#include "tests/rpc/calls.h"
#include "tests/rpc/ros1_desk.h"

using namespace ww;
using namespace ww::test;

class TestRos1Calls : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { test::useBuiltWorker(); }
  void init() { desk_ = std::make_unique<test::Ros1Desk>(); }
  void cleanup() { desk_.reset(); }

  void spawnMoveAndDelete() {
    const End made = desk_->spawn("box", kBox);
    QVERIFY2(made.success, made.message.c_str());
    QVERIFY(made.message.find("uccessfully spawned") != std::string::npos);
    QVERIFY(!desk_->spawn("box", kBox).success);
    desk_->pause();
    Writer set;
    set.text("box");
    pose(set, 1.0, 2.0, 3.0);
    for (const double number : {0.1, 0.2, 0.3, 0.4, 0.5, 0.6}) set.f64(number);
    set.text("world");
    QVERIFY(desk_->ended("set_model_state", set).success);
    for (std::uint32_t seq = 1; seq <= 2; ++seq) {
      Writer get;
      get.text("box");
      get.text("");
      const std::string bytes = desk_->answered("get_model_state", get).bytes;
      Reader in(bytes);
      QCOMPARE(in.u32(), seq);
      QVERIFY(in.time() >= 0.0);
      QCOMPARE(in.text(), std::string());
      for (const double wanted : {1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6})
        QVERIFY(std::abs(in.f64() - wanted) < 1e-9);
      QVERIFY(endOf(in).success);
      QCOMPARE(in.problem(), std::string());
    }
    Writer name;
    name.text("box");
    QVERIFY(desk_->ended("delete_model", name).success);
    const End twice = desk_->ended("delete_model", name);
    QVERIFY(!twice.success);
    QVERIFY2(twice.message.find("box") != std::string::npos, twice.message.c_str());
  }

  void theHeaderIsOfLaterVersionsOnly() {
    Writer get;
    get.text("crate");
    get.text("");
    const std::size_t since = desk_->answered("get_model_state", get).bytes.size();
    desk_->desk.flavour = Flavour::k251;
    const std::size_t before = desk_->answered("get_model_state", get).bytes.size();
    QCOMPARE(since - before, std::size_t{4 + 8 + 4});
  }

  // Of an empty orientation, as Python's messages have it.
  void zeroOrientations() {
    desk_->pause();
    QVERIFY(desk_->spawn("box", kBox).success);
    Writer get;
    get.text("box::body");
    const std::string before = desk_->answered("get_link_properties", get).bytes;
    Writer set;
    set.text("box::body");
    zeros(set, 7);
    set.boolean(true);
    for (const double number : {5.0, 0.02, 0.0, 0.0, 0.02, 0.0, 0.02}) set.f64(number);
    const End done = desk_->ended("set_link_properties", set);
    QVERIFY2(done.success, done.message.c_str());
    const std::string bytes = desk_->answered("get_link_properties", get).bytes;
    Reader in(bytes);
    for (int i = 0; i < 7; ++i) in.f64();
    QVERIFY(in.boolean());
    QCOMPARE(in.f64(), 5.0);
    QVERIFY(bytes != before);
  }

  void badInputIsAnswered_data() {
    QTest::addColumn<QString>("service");
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* what, const char* service, const Writer& request, const char* words) {
      QTest::newRow(what) << service << QByteArray::fromStdString(request.bytes()) << words;
    };
    const double nan = std::nan("");
    Writer unknown;
    unknown.text("nobody");
    row("unknown model", "delete_model", unknown, "nobody");
    row("unknown joint", "get_joint_properties", unknown, "nobody");
    row("unknown link", "get_link_properties", unknown, "nobody");
    Writer state;
    state.text("crate");
    pose(state, nan, 0, 0);
    zeros(state, 6);
    state.text("");
    row("NaN", "set_model_state", state, "");
    Writer frame;
    frame.text("crate");
    frame.text("no::frame");
    row("unknown frame", "get_model_state", frame, "no::frame");
    Writer broken;
    for (const char* text : {"x", "<sdf version='1.6'><model name='x'><link", ""}) broken.text(text);
    pose(broken, 0, 0, 0);
    broken.text("");
    row("broken XML", "spawn_sdf_model", broken, "");
    Writer lengths;
    lengths.text("robot");
    lengths.text("");
    lengths.texts(std::vector<std::string>{"j1", "j2"});
    lengths.numbers(std::vector<double>{1.0});
    row("lists of two lengths", "set_model_configuration", lengths, "2");
    Writer physics;
    physics.f64(-1.0);
    physics.f64(0.0);
    zeros(physics, 3);
    physics.boolean(false);
    physics.u32(0);
    physics.u32(0);
    zeros(physics, 6);
    physics.u32(0);
    row("negative step", "set_physics_properties", physics, "");
    row("cut short", "apply_body_wrench", unknown, "cut short");
    Writer latin;
    latin.text("\xff\xfe");
    row("no UTF-8", "delete_model", latin, "UTF-8");
    Writer huge;
    huge.text("robot");
    huge.text("");
    huge.u32(std::numeric_limits<std::uint32_t>::max());
    row("a list of four thousand million", "set_model_configuration", huge, "cut short");
  }
  void badInputIsAnswered() {
    QFETCH(QString, service);
    QFETCH(QByteArray, request);
    QFETCH(QString, words);
    const ServiceRow& row = *serviceNamed(service.toStdString());
    const Answer answer = answerTo(row, desk_->desk, request.toStdString());
    QVERIFY(answer.fits);
    QVERIFY(!answer.problem.empty());
    QVERIFY2(answer.problem.find(words.toStdString()) != std::string::npos, answer.problem.c_str());
    // success is false, and the text stands at the end.
    const std::size_t text = answer.problem.size();
    QVERIFY(answer.bytes.size() >= text + 5);
    QCOMPARE(answer.bytes.substr(answer.bytes.size() - text), answer.problem);
    QCOMPARE(answer.bytes[answer.bytes.size() - text - 5], '\0');
  }

  // Types without a field for words: an error of ROS has them.
  void whatHasNoWords() {
    Writer unknown;
    unknown.text("nobody");
    for (const char* service : {"clear_body_wrenches", "clear_joint_forces"}) {
      const Answer answer = desk_->answered(service, unknown);
      QVERIFY(!answer.fits);
      QVERIFY2(answer.bytes.find("nobody") != std::string::npos, answer.bytes.c_str());
    }
    QVERIFY(desk_->answered("reset_world", {}).fits);
  }

  // Each service answers a request that is empty, or nothing but ones, in the bytes of its type or in words.
  void nothingIsThrown() {
    for (const ServiceRow& row : allServices()) {
      for (const std::string& request : {std::string(), std::string(300, '\1'), std::string(300, '\0')})
        answerTo(row, desk_->desk, request);
    }
    QVERIFY(desk_->spawn("box", kBox).success);
  }

  void resetsKeepWhatWasSpawned() {
    QVERIFY(desk_->spawn("box", kBox).success);
    QVERIFY(desk_->answered("reset_simulation", {}).fits);
    Writer get;
    get.text("box");
    get.text("");
    QVERIFY(desk_->answered("get_model_state", get).problem.empty());
  }

  void stepsWhilePaused() {
    desk_->pause();
    QVERIFY(desk_->ended("step_physics", {}).success);
    QVERIFY(desk_->answered("unpause_physics", {}).fits);
    QVERIFY(!desk_->ended("step_physics", {}).success);
  }

 private:
  std::unique_ptr<test::Ros1Desk> desk_;
};

QTEST_GUILESS_MAIN(TestRos1Calls)
#include "test_ros1_calls.moc"
