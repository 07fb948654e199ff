// SPDX-License-Identifier: Apache-2.0
// Recordings of large pictures: who ends one does not wait for the disk. WW_PICTURE_SIDE: pixels along a side.
#include "core/interop/isaac/sensor_messages.h"
#include "tests/support/folders.h"
#include "tests/unit/isaac/linked_cell.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

class TestIsaacRecording : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aRecordingEndsBesideAllElse() {
    const ScratchFolder folder;
    const std::string place = folder.path("log").toStdString();
    LinkedCell cell;
    cell.begin();
    ISAAC_DONE(cell.start({}, false));
    QVERIFY(!cell.link->endLogLater());
    ISAAC_DONE(cell.link->startLog(place));
    constexpr int kPictures = 4;
    const int given = qEnvironmentVariableIntValue("WW_PICTURE_SIDE"), side = given > 0 ? given : 3000;  // of 36 MB
    const auto count = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    const std::string pixels(4 * count, '\0');
    for (int i = 0; i < kPictures; ++i) {
      ISAAC_GOT(Message picture,
                depthMessage({{side, side, 1, PixelType::kFloat32, bytes(pixels)}, {1, 1, 1, 1}, 0, 1}));
      picture.channel = "depth";
      ISAAC_DONE(cell.link->send(std::move(picture)));
    }
    QElapsedTimer timer;
    timer.start();
    auto ending = cell.link->endLogLater();
    const qint64 waited = timer.elapsed();
    QVERIFY(ending && ending->folder == place);
    QVERIFY2(waited < 100, qPrintable(QString::number(waited)));
    QVERIFY(cell.link->report().log.empty());
    QVERIFY(ending->log->taken() >= kPictures);
    // The link goes on meanwhile, and may go before it.
    ISAAC_DONE(cell.link->startLog(place + "2"));
    cell.link.reset();
    ISAAC_DONE(ending->done.get());
    qInfo("%lld ms until all was on the disk", static_cast<long long>(timer.elapsed()));
    QCOMPARE(ending->log->written(), ending->log->taken());
    ISAAC_GOT(const CaskReader log, CaskReader::open(place));
    const auto depth = std::ranges::find(log.channels(), std::string("depth"), &LogChannel::name);
    QVERIFY(depth != log.channels().end() && depth->entries.size() == kPictures);
    ISAAC_GOT(const Message last, log.message(*depth, depth->entries.back()));
    QCOMPARE(last.buffers.at(0)->size(), pixels.size());
  }
};

QTEST_GUILESS_MAIN(TestIsaacRecording)
#include "test_isaac_recording.moc"
