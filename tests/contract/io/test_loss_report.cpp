// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/wrappers.pb.h>

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <fstream>

#include "core/base/failure.h"
#include "core/io/importer.h"
#include "core/io/loss_report.h"

using namespace ww;
using namespace ww::io;

namespace {

std::string urdfWith(const std::string& more, const std::string& in_joint = {}) {
  const std::string box = "<visual><geometry><box size='0.1 0.1 0.1'/></geometry></visual>";
  return "<robot name='r'>\n<link name='a'>" + box + "</link>\n<link name='b'>" + box +
         "</link>\n<joint name='j' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/>"
         "<limit lower='-1' upper='1' effort='1' velocity='1'/>" +
         in_joint + "</joint>\n" + more + "</robot>\n";
}

std::string sdfWith(const std::string& in_world, const std::string& in_collision) {
  const std::string shape = "<geometry><box><size>1 1 1</size></box></geometry>";
  return "<sdf version='1.9'>\n<world name='w'>\n" + in_world + "<model name='m'><link name='l'><visual name='v'>" +
         shape + "</visual><collision name='c'>" + shape + in_collision +
         "</collision></link></model>\n</world>\n</sdf>";
}

// With a camera of that type, which says more.
std::string camera(const std::string& type, const std::string& more) {
  return "<model name='rig'><link name='l'><sensor name='eye' type='" + type +
         "'><camera><horizontal_fov>3</horizontal_fov><image><width>64</width><height>48</height></image>"
         "<clip><near>0.1</near><far>9</far></clip>" +
         more + "</camera></sensor></link></model>\n";
}

const Loss* lossNamed(const std::vector<Loss>& all, const std::string& place) {
  const auto found = std::ranges::find_if(
      all, [&](const Loss& l) { return !l.where.empty() && l.where.front().find(place) != std::string::npos; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

// What an import does not keep is told once for each kind: what, how many, where, what it means.
class TestLossReport : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QByteArray bin = qgetenv("WW_BIN_DIR");
    if (!bin.isEmpty()) qputenv("WORLDWRIGHT_WORKER", bin + "/worldwright-worker");
  }

  void robotsTellWhatIsForOthers() {
    const std::string more =
        "<transmission name='t1'><joint name='j'/></transmission>\n<transmission name='t2'/>\n"
        "<gazebo reference='a'><mu1>0.2</mu1><turnGravityOff>1</turnGravityOff></gazebo>\n"
        "<ros2_control name='hw' type='system'/>\n";
    const auto result = import("r.urdf", urdfWith(more, "<safety_controller k_velocity='1'/>"));
    QVERIFY2(result.ok(), result.status().line().c_str());
    const auto losses = lossesOf(result->diagnostics);
    QCOMPARE(losses.size(), std::size_t{4});
    const Loss* transmissions = lossNamed(losses, "robot/transmission");
    QVERIFY(transmissions != nullptr);
    QCOMPARE(transmissions->count, std::uint64_t{2});
    QVERIFY(transmissions->what.find("t1") != std::string::npos && transmissions->what.find("t2") != std::string::npos);
    QVERIFY(transmissions->where.front().find("r.urdf:5") != std::string::npos);
    QVERIFY(!transmissions->meaning.empty());
    const Loss* gazebo = lossNamed(losses, "gazebo/turnGravityOff");
    QVERIFY(gazebo != nullptr && gazebo->what.find("'a'") != std::string::npos);
    const Loss* safety = lossNamed(losses, "joint/safety_controller");
    QVERIFY(safety != nullptr && safety->what.find("'j'") != std::string::npos);
  }

  // What no list of ours has is lost as well, whether it looks like a slip of the pen or not.
  void elementsThatNobodyKnowsAreTold() {
    const auto urdf = import("r.urdf", urdfWith("<my_vendor_thing/>\n<ext:bar/>\n", "<frobnicate>3</frobnicate>"));
    QVERIFY2(urdf.ok(), urdf.status().line().c_str());
    for (const char* place : {"robot/my_vendor_thing", "robot/ext:bar", "joint/frobnicate"})
      QVERIFY2(lossNamed(lossesOf(urdf->diagnostics), place) != nullptr, place);
    const auto sdf = import("w.sdf", sdfWith("<frobnicate/>\n<ext:bar xmlns:ext='e'/>\n", "<my_vendor_thing/>"));
    QVERIFY2(sdf.ok(), sdf.status().line().c_str());
    for (const char* place : {"world/frobnicate", "world/ext:bar", "collision/my_vendor_thing"})
      QVERIFY2(lossNamed(lossesOf(sdf->diagnostics), place) != nullptr, place);
  }

  // Shapes have no parts but their sizes, and a word too many is as lost in them as anywhere.
  void wordsInShapesAndAttributesAreTold() {
    const std::string link =
        "<link name='c' weight='3'><visual><geometry><box size='1 1 1' unit='mm'><bevel/></box>"
        "</geometry></visual></link>\n<joint name='k' type='fixed' kind='welded'>"
        "<parent link='a'/><child link='c'/></joint>\n";
    const auto urdf = import("r.urdf", urdfWith(link));
    QVERIFY2(urdf.ok(), urdf.status().line().c_str());
    const auto of_urdf = lossesOf(urdf->diagnostics);
    for (const char* place : {"link/@weight", "box/@unit", "box/bevel", "joint/@kind"})
      QVERIFY2(lossNamed(of_urdf, place) != nullptr, place);
    QVERIFY2(lossNamed(of_urdf, "link/@weight")->what.find("'c'") != std::string::npos, "it says whose");
    const auto sdf = import("w.sdf",
                            "<sdf version='1.9'><model name='m'><link name='l' weight='3'><visual name='v'>"
                            "<geometry><box><size>1 1 1</size><bevel>0.1</bevel></box></geometry></visual>"
                            "</link></model></sdf>");
    QVERIFY2(sdf.ok(), sdf.status().line().c_str());
    for (const char* place : {"link/@weight", "box/bevel"})
      QVERIFY2(lossNamed(lossesOf(sdf->diagnostics), place) != nullptr, place);
  }

  void materialsWithoutAColorAreTold() {
    const std::string shape = "<link name='c'><visual><geometry><box size='1 1 1'/></geometry>";
    const auto colored = "<joint name='k' type='fixed'><parent link='a'/><child link='c'/></joint>\n" + shape;
    const std::string end = "</visual></link>\n";
    const auto none = import("n.urdf", urdfWith(colored + "<material name='steel'/>" + end));
    QVERIFY2(none.ok(), none.status().line().c_str());
    const auto losses = lossesOf(none->diagnostics);
    QCOMPARE(losses.size(), std::size_t{1});
    QVERIFY2(losses.front().what.find("'steel'") != std::string::npos, losses.front().what.c_str());
    const std::string steel = "<material name='steel'><color rgba='1 0 0 1'/></material>";
    for (const std::string& text : {colored + steel + end, steel + colored + "<material name='steel'/>" + end})
      QVERIFY(lossesOf(import("d.urdf", urdfWith(text))->diagnostics).empty());
  }

  // Values that hold anyway are no loss, and a look that is kept is none.
  void onlyWhatIsLostIsTold() {
    const auto looks = [](const std::string& glow, const std::string& in_metal) {
      return "<sdf version='1.9'><model name='m'><allow_auto_disable>true</allow_auto_disable><link name='l'>"
             "<visual name='v'><geometry><box><size>1 1 1</size></box></geometry><cast_shadows>1</cast_shadows>"
             "<material><diffuse>1 0 0 1</diffuse><emissive>" +
             glow + "</emissive><pbr><metal><metalness>0.7</metalness><roughness>0.2</roughness>" + in_metal +
             "</metal></pbr></material></visual></link></model></sdf>";
    };
    const auto plain = import("m.sdf", looks("0 0.0 0 1", ""));
    QVERIFY2(plain.ok(), plain.status().line().c_str());
    QVERIFY(lossesOf(plain->diagnostics).empty());
    const auto glowing = import("m.sdf", looks("1 1 1 1", "<albedo_map>wood.png</albedo_map>"));
    QVERIFY2(glowing.ok(), glowing.status().line().c_str());
    QVERIFY(lossNamed(lossesOf(glowing->diagnostics), "material/emissive") != nullptr);
    QVERIFY(lossNamed(lossesOf(glowing->diagnostics), "metal/albedo_map") != nullptr);
  }

  void worldsTellFrictionLightsAndPhysics() {
    const std::string light = "<light name='sun' type='directional'/>\n<light name='lamp' type='point'/>\n";
    const std::string friction =
        "<surface><friction><ode><mu>0.3</mu></ode></friction><bounce><threshold>0.5"
        "</threshold></bounce></surface>";
    const auto result = import("w.sdf", sdfWith("<gravity>0 0 -1.6</gravity>\n" + light, friction));
    QVERIFY2(result.ok(), result.status().line().c_str());
    const auto losses = lossesOf(result->diagnostics);
    const Loss* lights = lossNamed(losses, "world/light");
    QVERIFY(lights != nullptr);
    QCOMPARE(lights->count, std::uint64_t{2});
    QVERIFY(lossNamed(losses, "bounce/threshold") != nullptr);
    QVERIFY(lossNamed(losses, "world/gravity") != nullptr);
  }

  void wideLensesAreKeptWithTheirObject() {
    // What of a wide lens is kept; each is told as nothing that is lost, or with that code.
    const auto kept = [&](const std::string& lens, const char* told = "") -> std::string {
      const auto wide = import("w.sdf", sdfWith(camera("wideanglecamera", "<lens>" + lens + "</lens>"), ""));
      if (!wide.ok()) return wide.status().line();
      for (const Diagnostic& note : wide->diagnostics)
        if (note.code.starts_with("sensor-") && note.code != told) return "told: " + note.code;
      const bool is_told = std::ranges::any_of(wide->diagnostics, [&](const auto& note) { return note.code == told; });
      if (*told != '\0' && !is_told) return std::string("not told: ") + told;
      for (const auto& loss : lossesOf(wide->diagnostics))
        if (*told == '\0' && loss.what.find("lens") != std::string::npos) return "lost: " + loss.what;
      for (const auto& one : wide->objects) {
        const auto at = one.object.user_data().find("fisheye_of_eye");
        google::protobuf::StringValue terms;
        if (at != one.object.user_data().end() && at->second.UnpackTo(&terms)) return terms.value();
      }
      return std::string();
    };
    const std::string far = "<cutoff_angle>3.1</cutoff_angle>";
    QCOMPARE(QString::fromStdString(kept("<type>equidistant</type>" + far)), QStringLiteral("0 0 0 0"));
    QCOMPARE(QString::fromStdString(kept("<type>equidistant</type><cutoff_angle>1.25</cutoff_angle>")),
             QStringLiteral("id 1 1 0 0 1.25"));
    QCOMPARE(QString::fromStdString(kept("<type>gnomonical</type>" + far)), QString());
    QCOMPARE(QString::fromStdString(kept("<type>gnomonical</type><scale_to_hfov>0</scale_to_hfov>" + far)),
             QStringLiteral("tan 1 1 0 1 3.1"));
    QCOMPARE(QString::fromStdString(kept("<type>stereographic</type>" + far)), QStringLiteral("tan 2 2 0 0 3.1"));
    QCOMPARE(QString::fromStdString(kept("<type>equisolid_angle</type>" + far)), QStringLiteral("sin 2 2 0 0 3.1"));
    QCOMPARE(QString::fromStdString(kept("<type>orthographic</type>" + far)), QStringLiteral("sin 1 1 0 0 3.1"));
    const auto custom = [](const std::string& function) {
      return "<type>custom</type><scale_to_hfov>false</scale_to_hfov><custom_function>" + function +
             "</custom_function><cutoff_angle>1.5</cutoff_angle>";
    };
    QCOMPARE(QString::fromStdString(
                 kept(custom("<c1>1.05</c1><c2>4</c2><c3>0.25</c3><f>1.5</f><fun>sin</fun>"), "sensor-lens-middle")),
             QStringLiteral("sin 1.05 4 0.25 1.5 1.5"));
    QCOMPARE(QString::fromStdString(kept(custom("<fun>cos</fun>"), "sensor-lens")), QString());
    QCOMPARE(QString::fromStdString(kept(custom("<c1>0</c1><fun>tan</fun>"), "sensor-lens")), QString());
    QCOMPARE(QString::fromStdString(kept("<type>bent</type>", "sensor-lens")), QString());
  }

  // The wire has no such sensor: where it is can be read, and what it is stays with its object.
  void inertialUnitsAreKeptAsFrames() {
    const std::string imu =
        "<sensor name='imu' type='imu'><pose>0.1 0.2 0.3 0 0 "
        "0</pose><update_rate>200</update_rate><imu><angular_velocity>"
        "<x><noise type='gaussian'><stddev>0.0125</stddev></noise></x></angular_velocity></imu></sensor>";
    const auto read = import("i.sdf", sdfWith("<model name='rig'><link name='l'>" + imu + "</link></model>", ""));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY(std::ranges::any_of(read->diagnostics, [](const auto& note) { return note.code == "sensor-imu"; }));
    const auto& object = read->objects.front().object;
    const auto frame = std::ranges::find(object.entities(), "imu", [](const auto& e) { return e.name(); });
    QVERIFY(frame != object.entities().end() && frame->has_frame());
    QCOMPARE(frame->parent_t_this().position().z(), 0.3);
    google::protobuf::StringValue kept;
    const auto at = object.user_data().find("inertial_unit_of_imu");
    QVERIFY(at != object.user_data().end() && at->second.UnpackTo(&kept));
    QVERIFY(kept.value().find("0.0125") != std::string::npos && kept.value().find("200") != std::string::npos);
  }

  // What no picture is made of is told when it is read.
  void picturesHaveOneBound() {
    const auto told = [&](const std::string& width) {
      const std::string eye =
          "<sensor name='eye' type='camera'><camera><horizontal_fov>1</horizontal_fov><image><width>" + width +
          "</width><height>48</height></image><clip><near>0.1</near><far>10</far></clip>" + "</camera></sensor>";
      const auto read = import("w.sdf", sdfWith("<model name='rig'><link name='l'>" + eye + "</link></model>", ""));
      return read.ok() &&
             std::ranges::any_of(read->diagnostics, [](const auto& note) { return note.code == "sensor-figure"; });
    };
    QVERIFY(!told("8192"));
    QVERIFY(told("8193"));
  }

  // Distortion has no centre of its own.
  void lensesOfCameras() {
    const std::string bent = "<distortion><k1>0.1</k1><center>0.45 0.55</center></distortion>";
    const auto other = import("c.sdf", sdfWith(camera("camera", bent), ""));
    QVERIFY2(other.ok(), other.status().line().c_str());
    QVERIFY(lossNamed(lossesOf(other->diagnostics), "distortion/center") != nullptr);
    const auto middle =
        import("d.sdf", sdfWith(camera("camera", "<distortion><center>0.5 0.5</center></distortion>"), ""));
    QVERIFY(middle.ok() && lossNamed(lossesOf(middle->diagnostics), "distortion/center") == nullptr);
    const auto lens = [&](const std::string& more) {
      const auto read = import("l.sdf", sdfWith(camera("camera", "<lens>" + more + "</lens>"), ""));
      return read.ok() ? lossesOf(read->diagnostics) : std::vector<Loss>();
    };
    const std::string focal = "<intrinsics><fx>50</fx><fy>50</fy><cx>32</cx><cy>24</cy><s>";
    QVERIFY(lossNamed(lens(focal + "3</s></intrinsics>"), "intrinsics/s") != nullptr);
    QVERIFY(lossNamed(lens(focal + "0</s></intrinsics>"), "intrinsics/s") == nullptr);
    QVERIFY(lossNamed(lens("<projection><p_fx>50</p_fx></projection>"), "lens/projection") != nullptr);
    const auto framed = import("f.sdf", sdfWith(camera("camera", "<pose relative_to='l'>1 0 0 0 0 0</pose>"), ""));
    QVERIFY2(framed.ok(), framed.status().line().c_str());
    QVERIFY(lossNamed(lossesOf(framed->diagnostics), "pose/@relative_to") != nullptr);
  }

  // What is within a transmission is not counted once more, and a plain robot loses nothing.
  void nothingIsToldTwiceOrForNothing() {
    const auto plain = import("p.urdf", urdfWith({}));
    QVERIFY2(plain.ok(), plain.status().line().c_str());
    QCOMPARE(lossesOf(plain->diagnostics).size(), std::size_t{0});
    const auto nested = import("n.urdf", urdfWith("<gazebo><transmission name='t'/></gazebo>\n"));
    QVERIFY(nested.ok());
    QCOMPARE(lossesOf(nested->diagnostics).size(), std::size_t{1});
  }

  void meshesTellAnimationsAndCameras() {
    const std::string gltf =
        R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
        "bufferViews":[{"buffer":0,"byteLength":36}],
        "buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],
        "cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}]})";
    const auto result = import("t.gltf", gltf);
    QVERIFY2(result.ok(), result.status().line().c_str());
    const auto losses = lossesOf(result->diagnostics);
    const Loss* cameras = lossNamed(losses, "cameras");
    QVERIFY(cameras != nullptr);
    QCOMPARE(cameras->count, std::uint64_t{1});
    QVERIFY(lossNamed(losses, "animations") == nullptr);
  }

  void warningsOfOneKindAreOneLoss() {
    std::string links;
    for (const char* name : {"x", "y", "z"}) {
      links += "<link name='" + std::string(name) + "'><visual><geometry><mesh filename='no_" + name +
               ".stl'/></geometry></visual></link>\n<joint name='f_" + name +
               "' type='fixed'><parent link='a'/><child link='" + name + "'/></joint>\n";
    }
    const auto result = import("m.urdf", urdfWith(links));
    QVERIFY2(result.ok(), result.status().line().c_str());
    const auto losses = lossesOf(result->diagnostics);
    QCOMPARE(losses.size(), std::size_t{1});
    QCOMPARE(losses.front().count, std::uint64_t{3});
    QCOMPARE(losses.front().where.size(), std::size_t{3});
  }

  void whatWasFoundBeforeAFailureIsThere() {
    // The transmission is noted; with `strict` the missing mesh refuses the file.
    const std::string link =
        "<transmission name='t'/>\n<link name='x'><visual><geometry><mesh "
        "filename='no.stl'/></geometry></visual></link>"
        "<joint name='f' type='fixed'><parent link='a'/><child link='x'/></joint>\n";
    ImportOptions options;
    options.strict = true;
    Diagnostics before;
    const auto result = import("s.urdf", urdfWith(link), options, &before);
    QVERIFY(!result.ok());
    QVERIFY(lossNamed(lossesOf(before), "robot/transmission") != nullptr);
    QVERIFY(before.size() >= 2);
  }

 private:
  Result<ImportResult> import(const std::string& name, const std::string& text, const ImportOptions& options = {},
                              Diagnostics* before = nullptr) {
    const std::filesystem::path path = std::filesystem::path(folder_.path().toStdString()) / name;
    std::ofstream(path, std::ios::binary) << text;
    return importFile(path, options, store_, {}, {}, before);
  }

  QTemporaryDir folder_;
  geometry::GeometryStore store_;
};

QTEST_GUILESS_MAIN(TestLossReport)
#include "test_loss_report.moc"
