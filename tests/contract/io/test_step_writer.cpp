// SPDX-License-Identifier: Apache-2.0
// What writes STEP files, called as its program does.
#include <sys/socket.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <thread>

#include "core/geometry/store.h"
#include "core/io/worker/context.h"
#include "core/io/worker/writers.h"
#include "worldwright/v1/worker.pb.h"

using namespace ww;

static worldwright::v1::StepAssembly boxes(const std::string& name, int count) {
  worldwright::v1::StepAssembly out;
  out.set_name(name);
  auto& part = *out.add_parts();
  part.set_name("box of " + name);
  geometry::Shape shape;
  shape.mesh = std::make_shared<const geometry::Mesh>(
      geometry::tessellate(geometry::Primitive(geometry::Box{Vec3(0.1, 0.2, 0.3)})));
  *part.mutable_geometry() = geometry::toBlob(shape);
  for (int i = 0; i < count; ++i) {
    auto& node = *out.add_nodes();
    node.set_name(name + std::to_string(i));
    node.set_parent(-1);
    for (const double v : {0.5 * i, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0}) node.add_parent_t_this(v);
  }
  return out;
}

class TestStepWriter : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The second file of a process has what is its own, and nothing of the first.
  void eachFileHasItsOwn() {
    const QTemporaryDir folder;
    const auto written = [&](const std::string& name, int count) {
      int ends[2];
      if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return QByteArray();
      const std::jthread broker([end = ends[1]] {
        for (char bytes[4096]; read(end, bytes, sizeof bytes) > 0;) continue;
      });
      io::worker::Reporter report(ends[0]);
      const std::string path = folder.filePath(QString::fromStdString(name)).toStdString() + ".step";
      const Status status = io::worker::writeStepFile(boxes(name, count), path, report);
      close(ends[0]);
      if (!status.ok()) qWarning("%s", status.line().c_str());
      QFile file(QString::fromStdString(path));
      return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray alone = written("second", 2);
    QVERIFY(alone.contains("box of second"));
    QVERIFY(written("first", 3).contains("box of first"));
    const QByteArray after = written("second", 2);
    QVERIFY(after.contains("box of second") && !after.contains("box of first"));
    QCOMPARE(after.count("NEXT_ASSEMBLY_USAGE_OCCURRENCE"), 2);
    QCOMPARE(after.count("MANIFOLD_SOLID_BREP"), alone.count("MANIFOLD_SOLID_BREP"));
  }
};

QTEST_GUILESS_MAIN(TestStepWriter)
#include "test_step_writer.moc"
