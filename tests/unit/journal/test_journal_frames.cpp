// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <random>

#include "core/journal/frame.h"
#include "core/journal/record.h"
#include "core/journal/tally.h"
#include "core/project/memory_vfs.h"

using namespace ww;
using namespace ww::journal;

namespace {

struct Read {
  std::vector<Frame> frames;
  NotWhole left;
};

Read readBytes(const std::string& bytes) {
  project::MemoryVfs disk;
  disk.put("/f", bytes);
  Read out;
  const auto file = disk.open("/f", project::Vfs::Mode::kRead);
  const auto left = readFrames(**file, [&](Frame&& frame) {
    out.frames.push_back(std::move(frame));
    return okStatus();
  });
  if (left.ok()) out.left = *left;
  return out;
}

std::string threeFrames() {
  return std::string(kFileMark) + framed(16, 1, "one") + framed(17, 2, "") + framed(18, 3, std::string(3000, 'x'));
}

Note noteOf(std::uint64_t entry, std::string hash) {
  Note note;
  note.label = phrase(WW_TEXT("Core", "Move {node}"), {{"node", arg::Words{"gripper"}}});
  note.entry = entry;
  note.hash = std::move(hash);
  return note;
}

}  // namespace

class TestJournalFrames : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void framesComeBackAsTheyWere() {
    const Read read = readBytes(threeFrames());
    QCOMPARE(read.frames.size(), std::size_t{3});
    QCOMPARE(read.frames[0].kind, 16U);
    QCOMPARE(read.frames[0].payload, std::string("one"));
    QCOMPARE(read.frames[1].payload, std::string());
    QCOMPARE(read.frames[2].sequence, std::uint64_t{3});
    QCOMPARE(read.frames[2].payload.size(), std::size_t{3000});
    QCOMPARE(read.left.between + read.left.at_end, std::uint64_t{0});
  }

  void whatWasCutOffIsTold() {
    const std::string whole = threeFrames();
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const Read read = readBytes(whole.substr(0, size));
      QVERIFY(read.frames.size() < 3);
      std::size_t known = size == 0 ? 0 : kFileMark.size();
      for (const Frame& frame : read.frames) known += kFrameHead + frame.payload.size() + kFrameSum;
      if (size >= kFileMark.size()) QCOMPARE(read.left.at_end, std::uint64_t{size - known});
    }
  }

  void noFlippedBitPassesForARecord() {
    const std::string whole = threeFrames();
    for (std::size_t bit = 0; bit < whole.size() * 8; bit += 3) {
      std::string bytes = whole;
      bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
      const Read read = readBytes(bytes);
      // The mark of the file alone stands for no record.
      const bool told = read.left.newer || read.left.between + read.left.at_end > 0;
      QVERIFY2(told, qPrintable(QString::number(bit)));
      QVERIFY(read.left.newer || bit < kFileMark.size() * 8 || read.frames.size() == 2);
      for (const Frame& frame : read.frames) QVERIFY(frame.sequence >= 1 && frame.sequence <= 3);
    }
  }

  void recordsBehindDamageAreFound() {
    const Read read =
        readBytes(std::string(kFileMark) + framed(16, 1, "a") + "rubbish WWfr rubbish" + framed(16, 2, "b"));
    QCOMPARE(read.frames.size(), std::size_t{2});
    QVERIFY(read.left.between > 0);
    QCOMPARE(read.left.at_end, std::uint64_t{0});
  }

  // A length that is not there must not be reserved.
  void hostileBytesDoNoHarm() {
    std::mt19937 random(3);
    for (int round = 0; round < 3000; ++round) {
      std::string bytes = threeFrames();
      for (int i = 0; i < 12; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
      bytes.resize(random() % bytes.size() + 1);
      const Read read = readBytes(bytes);
      QVERIFY(read.frames.size() <= 3);
      static_cast<void>(headOf(bytes));
      static_cast<void>(editOf(Kind::kEdit, 1, bytes));
      static_cast<void>(savedOf(bytes));
      static_cast<void>(partOf(bytes));
      static_cast<void>(geometryOf(bytes));
    }
  }

  void recordsKeepTheirLabelsAsData() {
    EditRecord record;
    record.note = noteOf(7, "hash");
    record.note.author = "cell_py";
    record.edits = std::string("\0edits", 6);
    const auto read = editOf(Kind::kUndo, 12, payloadOf(record));
    QVERIFY(read.ok());
    QCOMPARE(plain(read->note.label), std::string("Move gripper"));
    QVERIFY(read->note.label.is_ours);
    QCOMPARE(read->note.sequence, std::uint64_t{12});
    QVERIFY(read->note.kind == Kind::kUndo);
    QCOMPARE(read->note.author, std::string("cell_py"));
    QCOMPARE(read->edits, record.edits);
  }

  void aStreamCountsOnceAndASaveEndsTheCount() {
    Tally tally;
    for (const char* hash : {"a", "b", "c"}) tally.add(noteOf(1, hash));
    tally.add(noteOf(2, "d"));
    QCOMPARE(tally.edits(), std::uint64_t{2});
    QCOMPARE(tally.latest().front().hash, std::string("c"));
    About about;
    about.path = "/cell.wright";
    about.saved_hash = "c";
    tally.saved(about, {});
    QCOMPARE(tally.edits(), std::uint64_t{1});
    QCOMPARE(tally.latest().front().hash, std::string("d"));
    about.saved_hash = "d";
    tally.saved(about, {});
    QCOMPARE(tally.edits(), std::uint64_t{0});
    for (int i = 0; i < 300; ++i) tally.add(noteOf(static_cast<std::uint64_t>(10 + i), "x"));
    QCOMPARE(tally.edits(), std::uint64_t{300});
    QCOMPARE(tally.latest().size(), kMostNotes);
    const auto read = headOf(payloadOf(tally.head()));
    QVERIFY(read.ok());
    QCOMPARE(Tally(*read).edits(), std::uint64_t{300});
    QCOMPARE(Tally(*read).about().path, std::string("/cell.wright"));
  }
};

QTEST_GUILESS_MAIN(TestJournalFrames)
#include "test_journal_frames.moc"
