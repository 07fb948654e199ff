// SPDX-License-Identifier: Apache-2.0
// Random poses and joint positions, written in each dialect and read back: within 0.01 mm and 0.001 degrees. A third of
// them stand near gimbal lock, a third near half a turn. WW_STEPS sets their number (the full run: 100000).
#include <QtTest>
#include <cctype>
#include <cmath>
#include <random>

#include "tests/support/poses.h"
#include "tests/unit/program/dialect_readers.h"
#include "tests/unit/program/sample_program.h"

using namespace ww;
using namespace ww::test;
using namespace ww::program::dialects;

namespace {

constexpr double kMetres = 1e-5, kRadians = 0.001 * kDegree;

class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  // So many moves in one program, the first a joint move.
  RobotProgram program(int moves) {
    RobotProgram out = emptyProgram();
    out.flange_t_tool = pose();
    out.robot_t_base = pose();
    for (int i = 0; i < moves; ++i) {
      const MoveKind kind = i == 0 || i % 7 == 0 ? MoveKind::kJoint
                            : i % 3 == 0         ? MoveKind::kJointToPose
                                                 : MoveKind::kLinear;
      Move move = moveOf(kind, pose());
      for (double& joint : move.joints) joint = number(-6.2, 6.2);
      move.posture = {sign(), sign()};
      out.steps.push_back({"", move});
    }
    return out;
  }

 private:
  double number(double least, double most) { return std::uniform_real_distribution<double>(least, most)(random_); }
  std::int8_t sign() { return static_cast<std::int8_t>(number(0, 1) < 0.5 ? -1 : 1); }
  // From far off to nearer than any figure shows.
  double small() { return number(-1.0, 1.0) * std::pow(10.0, -number(0.0, 14.0)); }
  Vec3 axis() {
    std::normal_distribution<double> part;
    return Vec3(part(random_), part(random_), part(random_)).normalized();
  }

  Quat rotation() {
    switch (static_cast<int>(number(0, 3))) {
      case 0: {
        const double pitch = M_PI_2 * sign() + small();
        return Pose::fromRpy(Vec3::Zero(), number(-M_PI, M_PI), pitch, number(-M_PI, M_PI)).q;
      }
      case 1: return Quat(Eigen::AngleAxisd(M_PI + small(), number(0, 1) < 0.5 ? axis() : unitAxis()));
      default: return Quat(Eigen::AngleAxisd(number(-M_PI, M_PI), axis()));
    }
  }
  Vec3 unitAxis() { return Vec3::Unit(static_cast<Eigen::Index>(number(0, 2.999))) * static_cast<double>(sign()); }
  Pose pose() {
    Pose out{Vec3(number(-3, 3), number(-3, 3), number(-3, 3)), rotation()};
    if (number(0, 1) < 0.5) out.q.coeffs() = -out.q.coeffs();
    return out;
  }

  std::mt19937 random_;
};

// "-0.000" and its like.
bool hasMinusZero(const std::string& text) {
  for (std::size_t at = text.find("-0"); at != text.npos; at = text.find("-0", at + 1)) {
    const std::size_t end = text.find_first_not_of("0.", at + 1);
    if (end == text.npos || !std::isdigit(static_cast<unsigned char>(text[end]))) return true;
  }
  return false;
}

double jointError(const std::vector<double>& got, const std::vector<double>& want) {
  if (got.size() != want.size()) return INFINITY;
  double worst = 0.0;
  for (std::size_t i = 0; i < got.size(); ++i) worst = std::max(worst, std::abs(got[i] - want[i]));
  return worst;
}

}  // namespace

class TestDialectPoses : public QObject {
  Q_OBJECT

  static void checkRead(std::string_view dialect, const RobotProgram& program) {
    const auto files = exportProgram(dialect, program);
    QVERIFY2(files.ok(), files.status().line().c_str());
    for (const ExportedFile& file : *files) QVERIFY2(!hasMinusZero(file.text), file.text.c_str());
    const ReadProgram read = readProgram(dialect, *files);
    WW_COMPARE_POSES(read.flange_t_tool, program.flange_t_tool, kMetres, kRadians);
    WW_COMPARE_POSES(read.robot_t_base, program.robot_t_base, kMetres, kRadians);
    QCOMPARE(read.moves.size(), program.steps.size());
    for (std::size_t i = 0; i < read.moves.size(); ++i) {
      const Move& move = std::get<Move>(program.steps[i].what);
      const ReadMove& got = read.moves[i];
      QVERIFY(got.linear == (move.kind == MoveKind::kLinear));
      QVERIFY(got.base_t_tool || !got.joints.empty());
      QVERIFY(got.base_t_tool || move.kind == MoveKind::kJoint);
      if (got.base_t_tool) WW_COMPARE_POSES(*got.base_t_tool, move.base_t_tool, kMetres, kRadians);
      if (!got.joints.empty()) QVERIFY(jointError(got.joints, move.joints) <= kRadians);
    }
  }

 private Q_SLOTS:
  void randomPosesAreReadBack_data() {
    QTest::addColumn<QByteArray>("dialect");
    for (const Dialect& dialect : dialects()) {
      const QByteArray id(dialect.id.data(), static_cast<qsizetype>(dialect.id.size()));
      QTest::newRow(id.constData()) << id;
    }
  }
  void randomPosesAreReadBack() {
    QFETCH(QByteArray, dialect);
    const int steps = qEnvironmentVariableIsSet("WW_STEPS") ? qEnvironmentVariableIntValue("WW_STEPS") : 2000;
    constexpr int kBatch = 50;
    Maker maker(17);
    const std::string id = dialect.toStdString();
    for (int done = 0; done < steps; done += kBatch) {
      checkRead(id, maker.program(kBatch));
      if (QTest::currentTestFailed()) return;
    }
  }

  // Degrees and millimetres of what the controller counts another way: turned round, shifted, and for axis 3 less
  // that of axis 2; a rail in millimetres.
  void jointsAreWrittenAsTheControllerCountsThem() {
    RobotProgram program = emptyProgram();
    program.joints[0].sign = -1.0;
    program.joints[1].offset = 0.25;
    program.joints[2].of_previous = -1.0;
    Move move = moveOf(MoveKind::kJoint, Pose::identity());
    move.joints = {0.1, 0.2, 0.7, 0.4, 0.5, 0.6};
    program.steps = {{"", move}};
    for (const char* dialect : {"urscript", "rapid", "krl", "fanuc-ls"}) {
      const auto files = exportProgram(dialect, program);
      QVERIFY2(files.ok(), dialect);
      const ReadProgram read = readProgram(dialect, *files);
      QVERIFY2(jointError(read.moves.at(0).joints, {-0.1, 0.45, 0.25, 0.4, 0.5, 0.6}) <= kRadians, dialect);
    }
    program.joints.push_back({.name = "rail", .slides = true, .external = true});
    std::get<Move>(program.steps[0].what).joints.push_back(1.25);
    QVERIFY(textIn("rapid", program).find(",[1250.000,9E9,9E9,9E9,9E9,9E9]]") != std::string::npos);
    QVERIFY(textIn("krl", program).find(",E1 1250.000}") != std::string::npos);
    QVERIFY(textIn("fanuc-ls", program).find("E1=  1250.000  mm") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(TestDialectPoses)
#include "test_dialect_poses.moc"
