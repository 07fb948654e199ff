// SPDX-License-Identifier: Apache-2.0
// The types of the bridge to ROS 1: their sums, and their bytes.
#include <QtTest>
#include <cmath>

#include "app/ros1_bridge/calls.h"
#include "app/ros1_bridge/messages.h"
#include "app/ros1_bridge/wire.h"

using namespace ww::ros1;

class TestRos1Types : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // As published by the packages of ROS.
  void sums_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("since");
    const auto row = [](const char* type, const char* sum, const char* since = nullptr) {
      QTest::newRow(type) << sum << (since ? since : sum);
    };
    row("gazebo_msgs/ContactState", "48c0ffb054b8c444f870cecea1ee50d9");
    row("gazebo_msgs/ContactsState", "acbcb1601a8e525bf72509f18e6f668d");
    row("gazebo_msgs/LinkState", "0818ebbf28ce3a08d48ab1eaa7309ebe");
    row("gazebo_msgs/LinkStates", "48c080191eb15c41858319b4d8a609c2");
    row("gazebo_msgs/ModelState", "9330fd35f2fcd82d457e54bd54e10593");
    row("gazebo_msgs/ModelStates", "48c080191eb15c41858319b4d8a609c2");
    row("gazebo_msgs/ODEJointProperties", "1b744c32a920af979f53afe2f9c3511f");
    row("gazebo_msgs/ODEPhysics", "667d56ddbd547918c32d1934503dc335");
    row("gazebo_msgs/WorldState", "de1a9de3ab7ba97ac0e9ec01a4eb481e");
    row("gazebo_msgs/ApplyBodyWrench", "585b9f9618aa0581b207e2f2d90866bc");
    row("gazebo_msgs/ApplyJointEffort", "c0039811b8cc919490b3cff748cdf46b");
    row("gazebo_msgs/BodyRequest", "5eade9afe7f232d78005bd0cafeab755");
    row("gazebo_msgs/DeleteModel", "9ce56b4e9e54616de25d796dc972a262");
    row("gazebo_msgs/GetJointProperties", "7b30be900f50aa21efec4a0ec92d91c9");
    row("gazebo_msgs/GetLinkProperties", "0e06a70386d0ee3fb880c02f23fcd821");
    row("gazebo_msgs/GetLinkState", "09d6c98cce97b35f7ab9bd70300657ab");
    row("gazebo_msgs/GetModelProperties", "5717f7bd34ed990fa80e28b3015027a3");
    row("gazebo_msgs/GetModelState", "af0f702011820738976b120226dc9d96", "4c515e936d3319c9610c559c60bfc3d4");
    row("gazebo_msgs/GetPhysicsProperties", "575a5e74786981b7df2e3afc567693a6");
    row("gazebo_msgs/GetWorldProperties", "36bb0f2eccf4d8be971410c22818ba3f");
    row("gazebo_msgs/JointRequest", "0be1351618e1dc030eb7959d9a4902de");
    row("gazebo_msgs/SetJointProperties", "15a76e921b1410c698d82782ea5fa370");
    row("gazebo_msgs/SetJointTrajectory", "88f5c10979e3f9649d5ae87a3b12aa65");
    row("gazebo_msgs/SetLinkProperties", "d534ce1b36ee99de0ffa806c3a6348f0");
    row("gazebo_msgs/SetLinkState", "8a5146eb66ae4d26b0860b08f3f271be");
    row("gazebo_msgs/SetModelConfiguration", "10e3139d3b669c40afc057d38956fff7");
    row("gazebo_msgs/SetModelState", "5b3ab0281d4f5445def017e3a2e4a07b");
    row("gazebo_msgs/SetPhysicsProperties", "97e2057080558ce4730434b5fae75c91");
    row("gazebo_msgs/SpawnModel", "9ed9c82c96abe1a00c3e8cdaeee24413");
    row("dynamic_reconfigure/Config", "958f16a05573709014982821e6822580");
    row("dynamic_reconfigure/ConfigDescription", "757ce9d44ba8ddd801bb30bc456f946f");
    row("dynamic_reconfigure/Reconfigure", "bb125d226a21982a4a98760418dc2672");
    row("rosgraph_msgs/Clock", "a9c97c1d230cfc112e270351a944ee47");
    row("std_srvs/Empty", "d41d8cd98f00b204e9800998ecf8427e");
  }
  void sums() {
    QFETCH(QString, before);
    QFETCH(QString, since);
    const std::string type = QTest::currentDataTag();
    QCOMPARE(QString::fromStdString(md5Of(type, Flavour::k251)), before);
    QCOMPARE(QString::fromStdString(md5Of(type, Flavour::k29)), since);
  }

  void typesOfLaterVersions() {
    QCOMPARE(md5Of("gazebo_msgs/PerformanceMetrics", Flavour::k251), std::string());
    QCOMPARE(md5Of("gazebo_msgs/PerformanceMetrics", Flavour::k29).substr(0, 8), std::string("884f71fd"));
    QCOMPARE(md5Of("gazebo_msgs/Nothing", Flavour::k29), std::string());
    for (const ServiceRow& row : allServices()) QVERIFY(!md5Of(row.type, Flavour::k251).empty());
    const std::string definition = definitionOf("gazebo_msgs/ModelStates", Flavour::k29);
    QVERIFY(definition.find("MSG: geometry_msgs/Quaternion\nfloat64 x") != std::string::npos);
  }

  void bytesAreReadAsTheyWereWritten() {
    Writer out;
    out.text("a\xc3\xa4");
    out.f64(-0.125);
    out.time(3.000000001);
    out.i32(-2);
    out.i32(500'000'000);
    out.numbers(std::vector<double>{1, 2});
    QCOMPARE(out.bytes().substr(0, 7), std::string("\x03\0\0\0a\xc3\xa4", 7));
    Reader in(out.bytes());
    QCOMPARE(in.text(), std::string("a\xc3\xa4"));
    QCOMPARE(in.f64(), -0.125);
    QVERIFY(std::abs(in.time() - 3.000000001) < 1e-9);
    QCOMPARE(in.duration(), -1.5);
    QCOMPARE(in.numbers().size(), std::size_t{2});
    QCOMPARE(in.problem(), std::string());
    // No time of ROS is below zero, or NaN.
    Writer odd;
    odd.time(-1.0);
    odd.time(std::nan(""));
    QCOMPARE(odd.bytes(), std::string(16, '\0'));
  }
};

QTEST_GUILESS_MAIN(TestRos1Types)
#include "test_ros1_types.moc"
