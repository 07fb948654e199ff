// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/text_format.h>
#include <QtTest>

#include <set>

#include "core/scene/failures.h"
#include "core/scene/followers.h"
#include "core/scene/hanging.h"
#include "core/scene/names.h"
#include "core/scene/validate.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

using namespace ww;
namespace so = intrinsic_proto::scene_object::v1;

namespace {

so::SceneObject parsed(const std::string& text) {
  so::SceneObject object;
  if (!google::protobuf::TextFormat::ParseFromString(text, &object))
    qFatal("the test's own text is wrong: %s", text.c_str());
  return object;
}

scene::Report judge(const so::SceneObject& object) { return scene::validate(scene::ObjectIndex(object)); }

// A link with something on it, and with something about it.
std::string onLink(const std::string& rest) { return "entities { name: 'a' link {} } " + rest; }
std::string about(const std::string& link) { return "entities { name: 'a' link { " + link + " } }"; }
// A revolute joint between two links, unless the component says another kind.
std::string joint(const std::string& component, const std::string& rest = {}) {
  const std::string kind =
      component.find("motion_type") == std::string::npos ? "motion_type: MOTION_TYPE_REVOLUTE " : "";
  return onLink("entities { name: 'j' parent_name: 'a' joint { kinematics_component { " + kind + component +
                " } } } "
                "entities { name: 'b' parent_name: 'j' link {} } " +
                rest);
}
std::string limits(const std::string& which, const std::string& range) {
  return which + " { fixed_limits { " + range + " } } ";
}
std::string posed(const std::string& pose) {
  return onLink("entities { name: 'b' parent_name: 'a' link {} parent_t_this { " + pose + " } }");
}
std::string sensor(const std::string& component) {
  return onLink("entities { name: 's' parent_name: 'a' sensor { sensor_component { " + component + " } } }");
}
std::string visual(const std::string& geometry) {
  return about(
      "geometry_component { named_geometries { key: 'Intrinsic_Visual' value { named_geometries { key: 'g' value { " +
      geometry + " } } } } }");
}
std::string configuration(const std::string& positions) {
  return joint("", "properties { kinematics { named_configurations { name: 'home' " + positions + " } } }");
}
std::string at(const std::string& name, const std::string& value) {
  return "joint_positions { key: '" + name + "' value: " + value + " } ";
}
// Two joints beside each other, one of them fixed, and who follows whom.
std::string following(const std::string& follows, const std::string& rest = {}, const std::string& j = {},
                      const std::string& k = {}) {
  const auto side = [](const std::string& name, const std::string& link, const std::string& component) {
    return "entities { name: '" + name +
           "' parent_name: 'a' joint { kinematics_component { motion_type: MOTION_TYPE_REVOLUTE " + component +
           " } } } entities { name: '" + link + "' parent_name: '" + name + "' link {} } ";
  };
  return onLink(side("j", "b", j) + side("k", "c", k) +
                "entities { name: 'l' parent_name: 'a' joint { kinematics_component { motion_type: MOTION_TYPE_FIXED } "
                "} } entities { name: 'd' parent_name: 'l' link {} } user_data { key: 'WORLDWRIGHT_JOINT_FOLLOWERS' "
                "value { [type.googleapis.com/worldwright.v1.JointFollowers] { " +
                follows + " } } } " + rest);
}
std::string follow(const std::string& joint, const std::string& leader, const std::string& by = "multiplier: 1") {
  return "followers { joint: '" + joint + "' leader: '" + leader + "' " + by + " } ";
}
std::string excluded(const std::string& pair) {
  return about("") + " collision_rules { exclusion_rules { entity_pair { " + pair + " } } }";
}
std::string margin(const std::string& rest) { return about("") + " collision_rules { margin_rules { " + rest + " } }"; }

const char* kKinds[] = {"link {}", "joint { kinematics_component { motion_type: MOTION_TYPE_FIXED } }", "frame {}",
                        "sensor { sensor_component {} }"};

so::Entity entityOf(const char* kind, const std::string& parent) {
  so::Entity e;
  if (!google::protobuf::TextFormat::ParseFromString(kind, &e)) qFatal("the test's own text is wrong: %s", kind);
  e.set_parent_name(parent);
  return e;
}

}  // namespace

class TestSceneRules : public QObject {
  Q_OBJECT

  std::set<std::string> tried_;

 private Q_SLOTS:
  // The smallest object that breaks the rule: it breaks no other, unless both are named.
  void eachRuleIsKept_data() {
    QTest::addColumn<QString>("rules");
    QTest::addColumn<QString>("entity");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* rules, const char* entity, const std::string& text) {
      QTest::newRow(name) << rules << entity << QString::fromStdString(text);
    };
    row("key of importers", "user-data", "", about("") + " user_data { key: 'sdf_lights' value {} }");
    row("two solvers", "ik-solvers", "", about("") + " properties { kinematics { ik_solvers {} ik_solvers {} } }");
    row("tip that is not there", "ik-solvers", "",
        about("") + " properties { kinematics { ik_solvers { tip_link_name: 'x' } } }");
    row("name of a digit", "entity-names", "1", "entities { name: '1' link {} }");
    row("no name", "entity-names", "", "entities { link {} }");
    row("same name", "unique-names", "a", onLink("entities { name: 'a' parent_name: 'a' link {} }"));
    row("nothing", "one-root a-link", "", "");
    row("two roots", "one-root", "b", onLink("entities { name: 'b' link {} }"));
    row("lost parent", "parents", "b", onLink("entities { name: 'b' parent_name: 'z' link {} }"));
    row("circle", "cycles", "b",
        onLink("entities { name: 'b' parent_name: 'c' link {} } entities { name: 'c' parent_name: 'b' link {} }"));
    row("circle of one", "one-root cycles", "", "entities { name: 'a' parent_name: 'a' link {} }");
    row("no kind", "entity-kinds", "b", onLink("entities { name: 'b' parent_name: 'a' }"));
    row("joint on a joint", "hanging", "k",
        joint(
            "",
            "entities { name: 'k' parent_name: 'j' joint { kinematics_component { motion_type: MOTION_TYPE_FIXED } } } "
            "entities { name: 'c' parent_name: 'k' link {} }"));
    row("frame on a joint", "hanging", "f", joint("", "entities { name: 'f' parent_name: 'j' frame {} }"));
    row("link on a frame", "hanging", "c",
        onLink("entities { name: 'f' parent_name: 'a' frame {} } entities { name: 'c' parent_name: 'f' link {} }"));
    row("sensor on a frame", "hanging", "s",
        onLink("entities { name: 'f' parent_name: 'a' frame {} } entities { name: 's' parent_name: 'f' sensor {} }"));
    row("root joint", "hanging", "j",
        "entities { name: 'j' joint { kinematics_component { motion_type: MOTION_TYPE_FIXED } } } entities { name: 'a' "
        "parent_name: 'j' link {} }");
    row("frame alone", "a-link", "", "entities { name: 'f' frame {} }");
    row("rule of a stranger", "collision-rules", "", excluded("right_entity { entity_name: 'z' }"));
    row("margin of a stranger", "collision-rules", "", margin("entity_pair { left_entity { entity_name: 'z' } }"));
    row("margin below 0", "collision-rules", "", margin("hard_margin: -0.1"));
    row("margin without end", "collision-rules", "", margin("hard_margin: inf"));
    row("pose of no number", "poses", "b", posed("position { x: nan } orientation { w: 1 }"));
    row("pose far away", "poses", "b", posed("position { x: 1e10 } orientation { w: 1 }"));
    row("no unit quaternion", "poses", "b", posed("orientation { w: 0.9 }"));
    row("no orientation", "poses", "j", joint("parent_t_inboard { position { x: 1 } }"));
    row("outboard", "poses", "j", joint("outboard_t_child { orientation { w: 2 } }"));
    row("no known motion", "motion-types", "j", joint("motion_type: MOTION_TYPE_UNDEFINED"));
    row("no child", "joint-children", "j",
        onLink("entities { name: 'j' parent_name: 'a' joint { kinematics_component { motion_type: MOTION_TYPE_FIXED } "
               "} }"));
    row("only a sensor", "joint-children", "j",
        onLink(
            "entities { name: 'j' parent_name: 'a' joint { kinematics_component { motion_type: MOTION_TYPE_FIXED } } } "
            "entities { name: 's' parent_name: 'j' sensor {} }"));
    row("axis of no length", "joint-axes", "j", joint("axis {}"));
    row("axis without end", "joint-axes", "j", joint("axis { z: inf }"));
    row("limits crossed", "joint-limits", "j", joint(limits("system_limits", "lower: 1 upper: -1")));
    row("limits of fixed joints", "joint-limits", "j",
        joint("motion_type: MOTION_TYPE_FIXED " + limits("system_limits", "lower: 1 upper: -1")));
    row("limit of no number", "joint-limits", "j", joint(limits("system_limits", "lower: nan upper: 1")));
    row("rate of no number", "joint-limits", "j", joint("application_limits { jerk: nan }"));
    row("rate below 0", "joint-limits", "j", joint("system_limits { velocity: -1 }"));
    row("no position left", "joint-limits", "j", joint(limits("system_limits", "lower: inf upper: inf")));
    row("range beyond", "application-limits", "j",
        joint(limits("system_limits", "lower: -1 upper: 1") + limits("application_limits", "lower: -1 upper: 2")));
    row("speed beyond", "application-limits", "j",
        joint("system_limits { velocity: 1 } application_limits { velocity: 2 }"));
    row("speed without end", "application-limits", "j",
        joint("system_limits { velocity: 1 } application_limits { velocity: inf }"));
    row("acceleration beyond", "application-limits", "j",
        joint("system_limits { acceleration: 1 } application_limits { acceleration: 2 }"));
    row("jerk beyond", "application-limits", "j", joint("system_limits { jerk: 1 } application_limits { jerk: 2 }"));
    row("effort beyond", "application-limits", "j",
        joint("system_limits { effort: 1 } application_limits { effort: 2 }"));
    row("position outside", "joint-positions", "j",
        joint("raw_value: 2 " + limits("system_limits", "lower: -1 upper: 1")));
    row("outside the application's", "joint-positions", "j",
        joint("raw_value: 0.8 " + limits("system_limits", "lower: -1 upper: 1") +
              limits("application_limits", "lower: -0.5 upper: 0.5")));
    row("position without end", "joint-positions", "j", joint("raw_value: inf"));
    row("fixed joint elsewhere", "joint-positions", "j", joint("motion_type: MOTION_TYPE_FIXED raw_value: 1"));
    row("pose against position", "joint-poses", "j",
        onLink("entities { name: 'j' parent_name: 'a' parent_t_this { position { x: 1 } orientation { w: 1 } } joint { "
               "kinematics_component { motion_type: MOTION_TYPE_PRISMATIC raw_value: 0.5 } } } entities { name: 'b' "
               "parent_name: 'j' link {} }"));
    row("damping below 0", "joint-dynamics", "j", joint("damping: -1"));
    row("friction of no number", "joint-dynamics", "j", joint("friction: nan"));
    row("follows nobody that is there", "followers", "j", following(follow("j", "z")));
    row("follows a link", "followers", "j", following(follow("j", "b")));
    row("follows a fixed joint", "followers", "j", following(follow("j", "l")));
    row("a fixed joint follows", "followers", "l", following(follow("l", "j")));
    row("a link follows", "followers", "b", following(follow("b", "j")));
    row("a stranger follows", "followers", "", following(follow("z", "j")));
    row("follows itself", "followers", "j", following(follow("j", "j")));
    row("follow each other", "followers followers", "j", following(follow("j", "k") + follow("k", "j")));
    row("follows two", "followers", "k", following(follow("k", "j") + follow("k", "j", "multiplier: 2")));
    row("no multiplier", "followers", "k", following(follow("k", "j", "multiplier: nan")));
    row("offset without end", "followers", "k", following(follow("k", "j", "multiplier: 1 offset: inf")));
    row("stands elsewhere", "followers", "k",
        following(follow("k", "j", "multiplier: 2 offset: 1"), "", "raw_value: 0.5", "raw_value: 1"));
    row("leads too far", "followers", "j",
        following(follow("k", "j", "multiplier: -1"), "", limits("system_limits", "lower: 0 upper: 1"),
                  limits("system_limits", "lower: -0.9 upper: 1")));
    row("leads too fast", "followers", "j",
        following(follow("k", "j", "multiplier: 2"), "", "system_limits { velocity: 1 }",
                  "system_limits { velocity: 1 }"));
    row("another kind of data", "followers", "",
        about("") + " user_data { key: 'WORLDWRIGHT_JOINT_FOLLOWERS' value { type_url: 't/x' value: 'y' } }");
    row("configured elsewhere", "configurations", "k",
        following(follow("k", "j"), "properties { kinematics { named_configurations { name: 'home' " + at("j", "1") +
                                        at("k", "1.1") + " } } }"));
    row("mass below 0", "physics", "a", about("physics_component { mass_kg: -1 }"));
    row("inertia of four", "physics", "a",
        about("physics_component { inertia { rows: 2 cols: 2 values: [1, 0, 0, 1] } }"));
    row("centre of mass", "physics", "a", about("physics_component { this_t_center_of_mass { position { x: 1 } } }"));
    row("planes crossed", "sensors", "s", sensor("camera { properties { clip { near: 2 far: 1 } } }"));
    row("noise of no number", "sensors", "s", sensor("force_torque { force_noise { x { mean: nan } } }"));
    row("flat geometry", "geometries", "a",
        visual("geometry { geo_ref { exact_geometry_ref: 'r' } } ref_t_shape { trs { scale { x: 1 y: 1 } } }"));
    row("geometry of nothing", "geometries", "a", visual("geometry {}"));
    row("colour beyond 1", "geometries", "a",
        visual("geometry { geo_ref { exact_geometry_ref: 'r' } material_overrides { base_color { red: 2 } } }"));
    row("position missing", "configurations", "j", configuration(""));
    row("unknown joint", "configurations", "", configuration(at("j", "1") + at("z", "1")));
    row("a link is no joint", "configurations", "", configuration(at("j", "1") + at("b", "1")));
    row("no number", "configurations", "j", configuration(at("j", "nan")));
    const auto cartesian = [](const std::string& more) {
      return about("") + " properties { kinematics { limits { " + more + " } } }";
    };
    row("two of three axes", "cartesian-limits", "", cartesian("max_translational_velocity: [1, 2]"));
    row("axis of no number", "cartesian-limits", "", cartesian("min_translational_position: [nan, 0, 0]"));
    row("axes crossed", "cartesian-limits", "",
        cartesian("min_translational_position: [1, 0, 0] max_translational_position: [0, 1, 1]"));
    row("speed below 0", "cartesian-limits", "", cartesian("max_translational_velocity: [1, 2, -1]"));
    row("never at rest", "cartesian-limits", "", cartesian("min_translational_jerk: [0, 0, 1]"));
    row("turning below 0", "cartesian-limits", "", cartesian("max_rotational_jerk: -1"));
    row("beyond the limits", "configurations", "j",
        joint(limits("system_limits", "lower: -1 upper: 1"),
              "properties { kinematics { named_configurations { name: 'home' " + at("j", "1.5") + " } } }"));
    row("a fixed one moved", "configurations", "j",
        onLink("entities { name: 'j' parent_name: 'a' joint { kinematics_component { motion_type: MOTION_TYPE_FIXED } "
               "} } entities { name: 'b' parent_name: 'j' link {} } "
               "properties { kinematics { named_configurations { name: 'home' joint_positions { key: 'j' value: 1 } } "
               "} }"));
  }
  void eachRuleIsKept() {
    QFETCH(QString, rules);
    QFETCH(QString, entity);
    QFETCH(QString, text);
    const scene::Report report = judge(parsed(text.toStdString()));
    QStringList broken;
    for (const scene::Finding& f : report.findings) {
      broken << QString::fromLatin1(f.rule.data(), static_cast<qsizetype>(f.rule.size()));
      QVERIFY2(f.fault.code == Code::kInvalidArgument || f.rule == "motion-types", f.fault.line().c_str());
      QVERIFY2(!f.fault.title.empty() && !f.fault.hint.empty(), f.fault.line().c_str());
    }
    QCOMPARE(broken, rules.split(QLatin1Char(' ')));
    QCOMPARE(report.count, report.findings.size());
    QCOMPARE(QString::fromStdString(report.findings.front().entity), entity);
    if (!entity.isEmpty())
      QVERIFY(QString::fromStdString(report.findings.front().fault.title)
                  .contains(QLatin1Char('\'') + entity + QLatin1Char('\'')));
    for (const QString& rule : broken) tried_.insert(rule.toStdString());
  }

  void everyRuleHasItsRow() {
    if (tried_.empty()) QSKIP("needs the rows above");
    for (const scene::Rule& rule : scene::ruleTable()) QVERIFY2(tried_.contains(std::string(rule.id)), rule.id.data());
    QCOMPARE(tried_.size(), scene::ruleTable().size());
  }

  void soundObjectsAreSound_data() {
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const std::string& text) {
      QTest::newRow(name) << QString::fromStdString(text);
    };
    row("a link", "entities { name: 'a' link {} }");
    row("children before parents", "entities { name: 'b' parent_name: 'a' link {} } entities { name: 'a' link {} }");
    row("link on the root frame", "entities { name: 'f' frame {} } entities { name: 'a' parent_name: 'f' link {} }");
    row("the root's pose is ignored", "entities { name: 'a' link {} parent_t_this { position { x: nan } } }");
    row("frames on frames",
        onLink("entities { name: 'f' parent_name: 'a' frame {} } entities { name: 'g' parent_name: 'f' frame {} }"));
    row("sensor on a joint", joint("", "entities { name: 's' parent_name: 'j' sensor {} }"));
    row("rates not given by the application",
        joint("system_limits { velocity: 1 } " + limits("application_limits", "lower: -1 upper: 1")));
    row("a range of one position", joint(limits("system_limits", "lower: 1 upper: 1")));
    row("rules for any",
        about("") + " collision_rules { exclusion_rules { is_excluded: true } margin_rules { hard_margin: 0.01 } }");
    row("a configuration", configuration(at("j", "1")));
    const std::string home = "properties { kinematics { named_configurations { name: 'home' " + at("j", "1");
    row("a follower's position follows", following(follow("k", "j", "multiplier: -2"), home + " } } }"));
    row("a follower's position agrees", following(follow("k", "j", "multiplier: -2"), home + at("k", "-2") + " } } }"));
    row("within both limits", following(follow("k", "j", "multiplier: -1 offset: 0.1"), "",
                                        "raw_value: 0.3 " + limits("system_limits", "lower: 0 upper: 1"),
                                        "raw_value: -0.2 " + limits("system_limits", "lower: -0.9 upper: 0.1")));
    row("a fixed joint named",
        joint("",
              "entities { name: 'k' parent_name: 'b' joint { kinematics_component { motion_type: MOTION_TYPE_FIXED } } "
              "} entities { name: 'c' parent_name: 'k' link {} } "
              "properties { kinematics { named_configurations { name: 'home' " +
                  at("j", "1") + at("k", "0") + " } } }"));
    row("geometry of one's own purpose", about("geometry_component { named_geometries { key: 'mine' value { "
                                               "named_geometries { key: 'g' value {} } } } }"));
  }
  void soundObjectsAreSound() {
    QFETCH(QString, text);
    const scene::Report report = judge(parsed(text.toStdString()));
    QVERIFY2(report.ok() && report.findings.empty() && report.status().ok(), report.status().line().c_str());
  }

  void allIsFoundAtOnce() {
    const scene::Report report =
        judge(parsed(joint("damping: -1 raw_value: 2 " + limits("system_limits", "lower: -1 upper: 1"),
                           "entities { name: 'b' parent_name: 'a' link { physics_component { mass_kg: -1 } } } "
                           "entities { name: 'c' parent_name: 'z' sensor { sensor_component { update_rate: -1 } } }")));
    QStringList found;
    for (const scene::Finding& f : report.findings)
      found << QString::fromStdString(std::string(f.rule) + " " + f.entity);
    const QStringList wanted{QStringLiteral("unique-names b"),    QStringLiteral("parents c"),
                             QStringLiteral("joint-positions j"), QStringLiteral("joint-dynamics j"),
                             QStringLiteral("physics b"),         QStringLiteral("sensors c")};
    QCOMPARE(found, wanted);
    const Status status = report.status();
    QVERIFY2(status.title.starts_with("the scene object has 6 faults: two entities are named 'b'; the parent 'z' of "
                                      "entity 'c' does not exist; position 114.6 deg of joint 'j' is "),
             status.title.c_str());
    QVERIFY2(status.title.find("joint 'j': a joint's damping or friction is negative; ") != std::string::npos,
             status.title.c_str());
    QCOMPARE(status.hint, std::string("give each entity a name of its own"));
    QCOMPARE(status.subject, std::string("b"));
    QVERIFY(status.failure->row == &scene::failures::kFaults);
    QCOMPARE(status.failure->causes.size(), std::size_t{6});
    const QStringList lines = QString::fromStdString(status.message).split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 7);
    QCOMPARE(lines.front(), QStringLiteral("the scene object has 6 faults:"));
    QCOMPARE(lines[1], QStringLiteral("two entities are named 'b': give each entity a name of its own"));
    QVERIFY(lines[6].contains(QStringLiteral("sensor 'c'")));
  }

  // Names that are not there are asked back, and figures are told with their units.
  void findingsAreData() {
    const Status parent = judge(parsed("entities { name: 'base' link {} } entities { name: 'arm' parent_name: 'bsae' "
                                       "link {} }"))
                              .status();
    QVERIFY(parent.failure->row == &scene::failures::kParentMissing);
    QCOMPARE(parent.failure->near, std::vector<std::string>{"base"});
    QCOMPARE(parent.hint, std::string("did you mean 'base'? name an entity of the scene object"));
    const Status beyond =
        judge(parsed(joint("raw_value: 2 " + limits("system_limits", "lower: -1 upper: 1")))).status();
    QVERIFY(beyond.failure->row == &scene::failures::kBeyondLimits);
    QCOMPARE(std::get<arg::Angle>(*beyond.failure->find("excess")).rad, 1.0);
    const Status slides = judge(parsed(joint("motion_type: MOTION_TYPE_PRISMATIC raw_value: 2 " +
                                             limits("system_limits", "lower: -1 upper: 1"))))
                              .status();
    QCOMPARE(slides.title, std::string("position 2 m of joint 'j' is 1 m beyond its limits [-1 m, 1 m]"));
    for (const FailureRow* row : scene::failures::all()) {
      const bool of_several = row == &scene::failures::kFaults || row == &scene::failures::kFaultsOfKinds;
      QVERIFY2(*row->title && (of_several || *row->hint), row->code.data());
    }
  }

  void chainsAreMultipliedOut() {
    const std::vector<scene::Follow> chain{{"d", "c", 2.0, 1.0}, {"c", "b", -1.0, 0.5}, {"b", "a", 3.0, 0.0}};
    const auto all = [](const std::string&) { return scene::JointState::kMoves; };
    const scene::Resolved resolved = scene::resolveFollows(chain, all);
    QVERIFY(resolved.faults.empty());
    QCOMPARE(resolved.follows,
             (std::vector<scene::Follow>{{"d", "a", -6.0, 2.0}, {"c", "a", -3.0, 0.5}, {"b", "a", 3.0, 0.0}}));
    // A long one costs little, and one that ends in a circle is told of once for each joint of the circle.
    std::vector<scene::Follow> lasso;
    for (int i = 0; i < 100'000; ++i)
      lasso.push_back({std::to_string(i), std::to_string(i == 99'999 ? 99'990 : i + 1), 1.0, 0.0});
    QCOMPARE(scene::resolveFollows(lasso, all).faults.size(), std::size_t{10});
  }

  void oneFindingNeedsNoList() {
    QVERIFY(judge(parsed(onLink("entities { name: 'b' link {} }"))).status().message.empty());
  }

  void longListsAreCut() {
    so::SceneObject object = parsed("entities { name: 'a' link {} }");
    for (int i = 0; i < 2000; ++i) *object.add_entities() = object.entities(0);
    const scene::Report report = judge(object);
    QCOMPARE(report.count, std::size_t{4000});  // each is named as another, and has no parent
    QCOMPARE(report.findings.size(), 2 * scene::Report::kMostOfRule);
    const QStringList lines = QString::fromStdString(report.status().message).split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 10);
    QCOMPARE(lines.back(), QStringLiteral("and 3992 more"));
  }

  void longNamesAreCut() {
    so::SceneObject object = parsed("entities { name: 'a' link {} }");
    object.mutable_entities(0)->set_name(std::string(1 << 20, 'x'));
    object.add_entities()->set_parent_name(std::string(1 << 20, 'y'));
    const Status status = judge(object).status();
    QVERIFY(status.title.size() < 1000 && status.subject.size() < 1000 && status.message.size() < 4000);
    QVERIFY(scene::isName(std::string(256, 'x')) && !scene::isName(std::string(257, 'x')));
    // Whole characters: no half of an umlaut.
    const std::string umlauts = scene::shown("x" + QString(300, QChar(0xE4)).toStdString());
    QVERIFY(umlauts.size() <= 256 && !QString::fromStdString(umlauts).contains(QChar(QChar::ReplacementCharacter)));
  }

  void whoMayHangOnWhom() {
    // Rows: link, joint, frame, sensor as child; columns: the same as parent.
    const bool wanted[4][4] = {{true, true, false, false},
                               {true, false, false, false},
                               {true, false, true, false},
                               {true, true, false, false}};
    for (int child = 0; child < 4; ++child) {
      for (int parent = 0; parent < 4; ++parent) {
        QCOMPARE(scene::mayHang(entityOf(kKinds[child], "p"),
                                std::make_unique<so::Entity>(entityOf(kKinds[parent], "q")).get()),
                 wanted[child][parent]);
      }
      QCOMPARE(scene::mayHang(entityOf(kKinds[child], ""), nullptr), child == 0 || child == 2);
      const so::Entity root_frame = entityOf(kKinds[2], "");
      QCOMPARE(scene::mayHang(entityOf(kKinds[child], "p"), &root_frame), child == 0 || child == 2);
    }
    QVERIFY(!scene::mayHang(so::Entity(), nullptr));
  }

  void parentsComeFirstAndChildrenInTheirOrder() {
    const so::SceneObject object = parsed(
        "entities { name: 'c' parent_name: 'b' link {} } entities { name: 'b' parent_name: 'a' link {} } "
        "entities { name: 'a' link {} } entities { name: 'd' parent_name: 'a' link {} } entities { name: 'x' "
        "parent_name: 'x' link {} }");
    const scene::ObjectIndex index(object);
    QCOMPARE(index.parentsFirst(), (std::vector<int>{2, 1, 3, 0}));
    QCOMPARE(index.root(), 2);
    QCOMPARE(index.find("d"), 3);
    QCOMPARE(index.find("e"), scene::ObjectIndex::kNone);
    QCOMPARE(index.parent(4), 4);
  }
};

QTEST_GUILESS_MAIN(TestSceneRules)
#include "test_scene_rules.moc"
