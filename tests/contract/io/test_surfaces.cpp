// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <fstream>

#include "core/base/failure.h"
#include "core/io/importer.h"
#include "core/scene/self_collide.h"
#include "core/scene/surface_more.h"

using namespace ww;
using namespace ww::io;

namespace {

using intrinsic_proto::world::PhysicsComponent;

std::string sdf(const std::string& in_collisions) {
  return "<sdf version='1.9'><model name='m'><link name='l'>" + in_collisions + "</link></model></sdf>";
}

std::string collision(const std::string& name, const std::string& surface) {
  return "<collision name='" + name + "'><geometry><box><size>1 1 1</size></box></geometry><surface>" + surface +
         "</surface></collision>";
}

std::string friction(const std::string& ode) { return "<friction><ode>" + ode + "</ode></friction>"; }

std::string urdf(const std::string& gazebo) {
  return "<robot name='r'><link name='l'><visual><geometry><box size='1 1 1'/></geometry></visual></link><gazebo "
         "reference='l'>" +
         gazebo + "</gazebo></robot>";
}

}  // namespace

// Friction and springs of contacts come with a file.
class TestSurfaces : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QByteArray bin = qgetenv("WW_BIN_DIR");
    if (!bin.isEmpty()) qputenv("WORLDWRIGHT_WORKER", bin + "/worldwright-worker");
  }

  void ofSdf() {
    const PhysicsComponent all = surfaceOf(
        "m.sdf", sdf(collision("c",
                               "<friction><ode><mu>0.3</mu><mu2>0.2</mu2><fdir1>0 1 0</fdir1><slip1>0.01</slip1>"
                               "</ode><torsional><coefficient>0.7</coefficient><use_patch_radius>true"
                               "</use_patch_radius><patch_radius>0.02</patch_radius></torsional></friction>"
                               "<contact><ode><kp>30000</kp><kd>1000</kd></ode></contact>")));
    QCOMPARE(all.friction().mu(), 0.3);
    QCOMPARE(all.friction().mu2(), 0.2);
    QCOMPARE(all.friction().fdir1().y(), 1.0);
    QCOMPARE(all.friction().slip1(), 0.01);
    QCOMPARE(all.torsional().coefficient(), 0.7);
    QVERIFY(all.torsional().use_patch_radius());
    QCOMPARE(all.torsional().patch_radius(), 0.02);
    QCOMPARE(all.contact_kp(), 30000.0);
    QCOMPARE(all.contact_kd(), 1000.0);
    QVERIFY(codes_.empty());
    const PhysicsComponent one = surfaceOf("m.sdf", sdf(collision("c", friction("<mu>0.4</mu>"))));
    QCOMPARE(one.friction().mu2(), 0.4);
    QVERIFY(!one.has_contact_kp() && !one.has_torsional());
    QVERIFY(!surfaceOf("m.sdf", sdf(collision("c", "<contact><ode/></contact>"))).has_friction());
  }

  // The direction of the first friction turns with what it is on.
  void aTurnedRootHasItsDirectionTurned() {
    options_.rotation = Quat(Eigen::AngleAxisd(M_PI_2, Vec3::UnitZ()));
    const PhysicsComponent got = surfaceOf("m.sdf", sdf(collision("c", friction("<mu>0.3</mu><fdir1>1 0 0</fdir1>"))));
    options_ = {};
    QCOMPARE(got.friction().mu(), 0.3);
    QVERIFY(std::abs(got.friction().fdir1().x()) < 1e-12);
    QVERIFY(std::abs(got.friction().fdir1().y() - 1.0) < 1e-12);
  }

  void ofUrdf() {
    const PhysicsComponent got =
        surfaceOf("r.urdf", urdf("<mu1>0.3</mu1><mu2 value='0.2'/><fdir1>1 0 0</fdir1><kp>5e4</kp><kd>7</kd>"));
    QCOMPARE(got.friction().mu(), 0.3);
    QCOMPARE(got.friction().mu2(), 0.2);
    QCOMPARE(got.friction().fdir1().x(), 1.0);
    QCOMPARE(got.contact_kp(), 5e4);
    QCOMPARE(got.contact_kd(), 7.0);
    QVERIFY(codes_.empty());
    surfaceOf("r.urdf", urdf("<mu1>0.3</mu1><turnGravityOff>true</turnGravityOff>"));
    QCOMPARE(codes_, std::vector<std::string>{"io.element-not-kept"});
  }

  // What a physics component has no words for is kept beside it.
  void whatTheComponentLacksIsKept() {
    surfaceOf("m.sdf", sdf(collision("c",
                                     "<bounce><restitution_coefficient>0.8</restitution_coefficient></bounce>"
                                     "<friction><bullet><friction>0.3</friction><rolling_friction>0.002"
                                     "</rolling_friction></bullet></friction><contact><ode><soft_erp>0.1</soft_erp>"
                                     "<max_vel>0.5</max_vel><min_depth>0.001</min_depth></ode></contact>")));
    QVERIFY(codes_.empty());
    scene::SurfaceMore wanted;
    wanted.restitution_coefficient = 0.8;
    wanted.rolling_friction = 0.002;
    wanted.soft_erp = 0.1;
    wanted.max_vel = 0.5;
    wanted.min_depth = 0.001;
    QVERIFY2(kept() == wanted, scene::textOf(kept()).c_str());
    QCOMPARE(object_.entities(0).link().physics_component().friction().mu(), 0.3);
    QVERIFY(scene::surfaceFromText(scene::textOf(wanted)) == wanted);
    surfaceOf("r.urdf", urdf("<maxVel>0.1</maxVel><minDepth value='0.002'/>"));
    QVERIFY(codes_.empty());
    QCOMPARE(kept().max_vel, std::optional(0.1));
    QCOMPARE(kept().min_depth, std::optional(0.002));
    // What a file says beyond that is told.
    surfaceOf("m.sdf", sdf(collision("c",
                                     "<bounce><restitution_coefficient>0.8</restitution_coefficient><threshold>3"
                                     "</threshold></bounce>")));
    QCOMPARE(codes_, std::vector<std::string>{"io.element-not-kept"});
    for (const char* odd : {"bounce 1", "soft_erp", "soft_erp x", "soft_erp -1", "soft_erp nan"})
      QVERIFY2(!scene::surfaceFromText(odd), odd);
  }

  void whatCannotBeIsTold() {
    const PhysicsComponent got = surfaceOf("r.urdf", urdf("<mu1>-1</mu1><mu2>0.5</mu2><kp>soft</kp>"));
    QCOMPARE(got.friction().mu(), 1.0);
    QCOMPARE(got.friction().mu2(), 0.5);
    QVERIFY(!got.has_contact_kp());
    QCOMPARE(codes_, (std::vector<std::string>{"io.surface-number", "io.surface-number"}));
    const PhysicsComponent first =
        surfaceOf("m.sdf", sdf(collision("a", friction("<mu>0.1</mu>")) + collision("b", friction("<mu>0.9</mu>"))));
    QCOMPARE(first.friction().mu(), 0.1);
    QCOMPARE(codes_, std::vector<std::string>{"io.surfaces-differ"});
    surfaceOf("m.sdf", sdf(collision("a", friction("<mu>0.1</mu>")) + collision("b", friction("<mu>0.1</mu>"))));
    QVERIFY(codes_.empty());
  }

  // Whether links touch each other in simulations: a word for all, and for those that differ from it.
  void selfCollideOfSdf() {
    const auto read = [this](const std::string& of_model, const std::string& of_link) {
      surfaceOf("m.sdf",
                "<sdf version='1.9'><model name='m'>" + of_model + "<link name='l'>" + of_link +
                    "</link><link name='k'/><model name='in'><self_collide>1</self_collide><link name='n'/>"
                    "</model><joint name='j' type='revolute'><parent>l</parent><child>k</child><axis><xyz>0 0 1"
                    "</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint></model></sdf>");
      const auto& data = object_.user_data();
      return std::vector{scene::selfCollide(data, ""), scene::selfCollide(data, "l"), scene::selfCollide(data, "k"),
                         scene::selfCollide(data, "in__n")};
    };
    using Words = std::vector<std::optional<bool>>;
    QVERIFY(read("", "") == (Words{false, false, false, true}));
    QVERIFY(std::ranges::find(codes_, "io.element-not-kept") == codes_.end());
    QVERIFY(read("<self_collide>true</self_collide>", "") == (Words{true, true, true, true}));
    QVERIFY(read("", "<self_collide>1</self_collide>") == (Words{false, true, false, true}));
    QVERIFY(read("<self_collide>1</self_collide>", "<self_collide>0</self_collide>") ==
            (Words{true, false, true, true}));
    QVERIFY(std::ranges::find(codes_, "io.element-not-kept") == codes_.end());
    // What does not move has none.
    surfaceOf("m.sdf", sdf(collision("c", "")));
    QVERIFY(!scene::selfCollide(object_.user_data(), "l"));
  }

  // Of URDF where it says something: then as Gazebo has it.
  void selfCollideOfUrdf() {
    surfaceOf("r.urdf", urdf("<mu1>0.3</mu1>"));
    QVERIFY(!scene::selfCollide(object_.user_data(), "l"));
    surfaceOf("r.urdf", urdf("<selfCollide>true</selfCollide>"));
    QVERIFY(codes_.empty());
    QVERIFY(scene::selfCollide(object_.user_data(), "l") == true);
    QVERIFY(scene::selfCollide(object_.user_data(), "other") == false);
    surfaceOf("r.urdf", "<robot name='r'><link name='l'/><gazebo><self_collide>1</self_collide></gazebo></robot>");
    QVERIFY(scene::selfCollide(object_.user_data(), "l") == true);
  }

 private:
  // Of the one link; the codes of what is told of it are in codes_.
  PhysicsComponent surfaceOf(const std::string& name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::path(folder_.path().toStdString()) / name;
    std::ofstream(path, std::ios::binary) << text;
    codes_.clear();
    const auto result = importFile(path, options_, store_, {}, {}, nullptr);
    if (!result.ok() || result->objects.size() != 1) return {};
    for (const Diagnostic& found : result->diagnostics) {
      if (found.failure) codes_.emplace_back(found.failure->row->code);
    }
    object_ = result->objects.front().object;
    for (const auto& entity : object_.entities()) {
      if (entity.name() == "l") return entity.link().physics_component();
    }
    return {};
  }

  scene::SurfaceMore kept() const {
    const auto text = scene::surfaceText(object_.user_data(), "l");
    return text ? scene::surfaceFromText(*text).value() : scene::SurfaceMore();
  }

  QTemporaryDir folder_;
  intrinsic_proto::scene_object::v1::SceneObject object_;  // that was read last
  geometry::GeometryStore store_;
  ImportOptions options_;
  std::vector<std::string> codes_;
};

QTEST_GUILESS_MAIN(TestSurfaces)
#include "test_surfaces.moc"
