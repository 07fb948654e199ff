// SPDX-License-Identifier: Apache-2.0
// Logs: what we write another program reads, and we what it writes; what is damaged is told and nothing else.
#include <sys/stat.h>
#include <zlib.h>

#include <QProcess>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "core/interop/isaac/cask.h"
#include "core/interop/isaac/header.h"
#include "core/interop/isaac/log_export.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/types.h"
#include "tests/support/folders.h"
#include "tests/unit/isaac/checks.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

namespace {

namespace fs = std::filesystem;

constexpr const char* kChannels[] = {"pose", "color", "bodies"};

Message numbered(int i) {
  Message out = messageOf(PoseEdge{"world", "cart", Pose::translation(i, 0, 0)});
  out.uuid = newUuid();
  out.channel = kChannels[i % 3];
  out.pubtime_ns = i * 1'000'000ll;
  out.acqtime_ns = i;
  // Some of them too large for a page.
  if (i % 3 == 1) out.buffers.push_back(bytes(std::string(static_cast<std::size_t>(i) * 100, static_cast<char>(i))));
  return out;
}

Status writeLog(const std::string& folder, int count) {
  WW_ASSIGN(const auto log, CaskWriter::create(folder));
  for (int i = 0; i < count; ++i) WW_TRY(log->write(numbered(i)));
  return log->close();
}

// A program of python3-lmdb and nothing of ours; false where Python or that package is missing.
bool hasPython() { return QProcess::execute("/usr/bin/python3", {"-c", "import lmdb"}) == 0; }

QByteArray python(const char* program, const QStringList& arguments) {
  QProcess process;
  process.start("/usr/bin/python3", QStringList{"-c", program} + arguments);
  if (!process.waitForFinished(30000) || process.exitCode() != 0) qWarning() << process.readAllStandardError();
  return process.readAllStandardOutput();
}

// Prints the mask, the first number behind the words' length and the sizes of each message of each channel.
constexpr const char* kReadProgram = R"(
import lmdb, sys, os, struct, uuid
folder = sys.argv[1]
env = lmdb.open(os.path.join(folder, 'kv'), subdir=False, readonly=True, lock=False)
with env.begin() as txn:
    index = txn.get(b'msg_chnl_idx\0\0\0\0')
    n, mask = struct.unpack_from('<QI', index)
    print('index', hex(mask))
    series = [f for f in os.listdir(folder) if len(f) == 36]
    total = 0
    for name in series:
        uuid.UUID(name)
        data = open(os.path.join(folder, name), 'rb').read()
        assert struct.unpack_from('<I', data)[0] == 24
        assert (len(data) - 4) % 24 == 0
        for at in range(4, len(data), 24):
            time, = struct.unpack_from('<q', data, at)
            value = txn.get(data[at + 8:at + 24])
            length, mask, pub, acq = struct.unpack_from('<QIqq', value)
            assert pub == time and acq * 1000000 == pub, (pub, acq)
            assert mask in (0x149, 0x1c9), hex(mask)
            type_id, = struct.unpack_from('<Q', value, 8 + length - 8)
            assert type_id == 0xd8ba4db63319813c
            total += 1
    print('messages', total, 'entries', txn.stat()['entries'], 'channels', len(series))
)";

// Writes a log as the format is described: two channels, a message that a name is the key of, and an older header.
constexpr const char* kWriteProgram = R"(
import lmdb, sys, os, struct, subprocess
folder, schema = sys.argv[1], sys.argv[2]
os.makedirs(folder)
def capnp(file, kind, json):
    out = subprocess.run(['capnp', 'convert', 'json:binary', os.path.join(schema, file), kind], input=json.encode(),
                         stdout=subprocess.PIPE, check=True).stdout
    return out[8:]
def message(mask, pub, acq, words, type_id):
    head = struct.pack('<I', mask)
    if mask & 1: head += struct.pack('<q', pub)
    if mask & 8: head += struct.pack('<q', acq)
    head += struct.pack('<BI', 1, len(words))
    if mask & 0x100: head += struct.pack('<Q', type_id)
    return struct.pack('<Q', len(head)) + head + words
env = lmdb.open(os.path.join(folder, 'kv'), subdir=False, map_size=1 << 30)
index = []
with env.begin(write=True) as txn:
    for c, tag in enumerate(['alpha', 'beta']):
        series = struct.pack('<QQ', 77 + c, 88)
        index.append('{"tag": "%s", "componentUuid": {"lower": 1, "upper": 2}, '
                     '"seriesUuid": {"lower": %d, "upper": 88}}' % (tag, 77 + c))
        name = series.hex()
        name = '-'.join([name[:8], name[8:12], name[12:16], name[16:20], name[20:]])
        with open(os.path.join(folder, name), 'wb') as f:
            f.write(struct.pack('<I', 24))
            for i in range(300):
                key = struct.pack('<QQ', 1000 * c + i, 5)
                if i in (0, 299):
                    words = capnp('alice.capnp', 'PoseTreeEdgeProto', '{"lhs": "w", "rhs": "%s %d"}' % (tag, i))
                txn.put(key, message(0x149, i * 10, i, words, 0xd8ba4db63319813c))
                f.write(struct.pack('<q', i * 10) + key)
    words = capnp('alice.capnp', 'MessageChannelIndexProto', '{"channels": [%s]}' % ','.join(index))
    txn.put(b'msg_chnl_idx\0\0\0\0', message(0x40, 0, 0, words, 0))
)";

}  // namespace

class TestIsaacLogs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Publishers that give several messages one id, or that of the index.
  void messagesOfOneIdAreAllKept() {
    const ScratchFolder folder;
    const std::string place = folder.path("same").toStdString();
    Uuid index;
    std::memcpy(&index, "msg_chnl_idx\0\0\0\0", 16);
    const Uuid same = newUuid();
    ISAAC_GOT(const auto writer, CaskWriter::create(place));
    for (int i = 0; i < 30; ++i) {
      Message message = numbered(i);
      message.uuid = i % 10 == 9 ? index : same;
      ISAAC_DONE(writer->write(std::move(message)));
    }
    ISAAC_DONE(writer->close());
    ISAAC_GOT(const CaskReader log, CaskReader::open(place));
    QVERIFY(log.notes().empty());
    std::set<double> places;
    for (const LogChannel& channel : log.channels()) {
      for (const LogEntry& entry : channel.entries) {
        ISAAC_GOT(const Message message, log.message(channel, entry));
        QCOMPARE(message.channel, channel.name);
        QCOMPARE(message.pubtime_ns, entry.pubtime_ns);
        places.insert(poseEdgeOf(message)->lhs_t_rhs.p.x());
      }
    }
    QCOMPARE(places.size(), std::size_t{30});
  }

  void whatIsWrittenIsRead() {
    const ScratchFolder folder;
    const std::string log = folder.file("run.cask");
    ISAAC_DONE(writeLog(log, 1000));
    ISAAC_GOT(const CaskReader reader, CaskReader::open(log));
    QCOMPARE(reader.channels().size(), std::size_t{3});
    QVERIFY(reader.notes().empty());
    ISAAC_GOT(const auto steps, stepsOf(reader, {}));
    QCOMPARE(steps.size(), std::size_t{1000});
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const LogChannel& channel = reader.channels()[steps[i].channel];
      ISAAC_GOT(const Message message, reader.message(channel, channel.entries[steps[i].entry]));
      const Message wanted = numbered(static_cast<int>(i));
      QCOMPARE(message.channel, wanted.channel);
      QCOMPARE(message.acqtime_ns, wanted.acqtime_ns);
      QVERIFY(message.segments == wanted.segments);
      QCOMPARE(message.buffers.size(), wanted.buffers.size());
      if (!wanted.buffers.empty()) QVERIFY(*message.buffers[0] == *wanted.buffers[0]);
    }
    LogChoice some;
    some.channels = {"pose"};
    some.from_s = 0.1;
    some.to_s = 0.2;
    QCOMPARE(stepsOf(reader, some)->size(), std::size_t{33});
    QCOMPARE(codeOf(stepsOf(reader, {{"poze"}, 0, 1}).status()), std::string("isaac.no-channel"));
  }

  void pythonReadsOurs() {
    if (!hasPython()) QSKIP("python3-lmdb is not there");
    const ScratchFolder folder;
    const std::string log = folder.file("run.cask");
    ISAAC_DONE(writeLog(log, 200));
    const QByteArray told = python(kReadProgram, {QString::fromStdString(log)});
    QCOMPARE(told, QByteArray("index 0x40\nmessages 200 entries 201 channels 3\n"));
  }

  void weReadPythons() {
    if (!hasPython()) QSKIP("python3-lmdb is not there");
    const ScratchFolder folder;
    const std::string log = folder.file("theirs");
    python(kWriteProgram, {QString::fromStdString(log), sourceFolder() + "/core/interop/isaac/schema"});
    ISAAC_GOT(const CaskReader reader, CaskReader::open(log));
    QVERIFY2(reader.notes().empty(), reader.notes().empty() ? "" : reader.notes()[0].line().c_str());
    QCOMPARE(reader.channels().size(), std::size_t{2});
    QCOMPARE(reader.channels()[1].name, std::string("beta"));
    QCOMPARE(reader.channels()[1].entries.size(), std::size_t{300});
    for (const LogEntry& entry : reader.channels()[1].entries) {
      ISAAC_GOT(const Message message, reader.message(reader.channels()[1], entry));
      ISAAC_GOT(const PoseEdge edge, poseEdgeOf(message));
      QCOMPARE(edge.rhs, std::string(entry.pubtime_ns == 2990 ? "beta 299" : "beta 0"));
    }
  }

  void nothingIsOverwritten() {
    const ScratchFolder folder;
    const std::string log = folder.file("run.cask");
    ISAAC_DONE(writeLog(log, 3));
    QCOMPARE(codeOf(CaskWriter::create(log).status()), std::string("isaac.log-there"));
    QCOMPARE(codeOf(CaskReader::open(folder.file("none")).status()), std::string("isaac.no-log-folder"));
    ISAAC_GOT(const auto other, CaskWriter::create(folder.file("other")));
    ISAAC_DONE(other->close());
    QCOMPARE(codeOf(other->write(numbered(1))), std::string("isaac.log-ended"));
    ISAAC_GOT(const CaskReader empty, CaskReader::open(folder.file("other")));
    QVERIFY(empty.channels().empty() && empty.notes().empty());
  }

  // No memory is taken for what a file of holes seems to list.
  void aListOfFarTooManyIsTold() {
    const ScratchFolder folder;
    const std::string log = folder.file("run.cask");
    ISAAC_DONE(writeLog(log, 3));
    ISAAC_GOT(const CaskReader whole, CaskReader::open(log));
    const LogChannel& first = whole.channels().at(0);
    fs::resize_file(fs::path(log) / uuidText(first.series), 4 + 24ull * 80'000'000);
    ISAAC_GOT(const CaskReader reader, CaskReader::open(log));
    QCOMPARE(reader.notes().size(), std::size_t{1});
    QVERIFY(reader.notes()[0].line().find(first.name) != std::string::npos);
    QVERIFY(reader.channels().at(0).entries.empty());
  }

  void channelsAreCounted() {
    const ScratchFolder folder;
    ISAAC_GOT(const auto log, CaskWriter::create(folder.file("run.cask")));
    Message message = numbered(0);
    for (int i = 0; i < 256; ++i) {
      message.channel = "channel " + std::to_string(i);
      message.uuid = newUuid();
      ISAAC_DONE(log->write(message));
    }
    message.channel = "one more";
    QCOMPARE(codeOf(log->write(message)), std::string("isaac.too-many-channels"));
    ISAAC_DONE(log->close());
    ISAAC_GOT(const CaskReader reader, CaskReader::open(folder.file("run.cask")));
    QCOMPARE(reader.channels().size(), std::size_t{256});
  }

  void exports() {
    const ScratchFolder folder;
    ISAAC_DONE(writeLog(folder.file("run.cask"), 30));
    ISAAC_GOT(const CaskReader reader, CaskReader::open(folder.file("run.cask")));
    std::ostringstream lines, mcap;
    ISAAC_GOT(const ExportCount told, exportJsonLines(reader, {}, lines));
    QCOMPARE(told.messages, std::uint64_t{30});
    const QList<QByteArray> all = QByteArray::fromStdString(lines.str()).split('\n');
    const QJsonObject fourth = QJsonDocument::fromJson(all[4]).object();
    QCOMPARE(fourth["type"].toString(), "PoseTreeEdgeProto");
    QCOMPARE(fourth["message"].toObject()["rhs"].toString(), "cart");
    QCOMPARE(QByteArray::fromBase64(fourth["buffers"].toArray()[0].toString().toLatin1()), QByteArray(400, '\4'));
    ISAAC_GOT(const ExportCount packed, exportMcap(reader, {}, mcap));
    QCOMPARE(packed.messages, std::uint64_t{30});
    checkMcap(mcap.str());
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(codeOf(exportMcap(reader, {{}, stop.get_token(), {}}, mcap).status()), std::string("isaac.log-stopped"));
  }

  // 2,000 of them: diagnostics only. WW_ISAAC_LOGS sets another number.
  // A pipe in the place of a list was waited for without end.
  void aListThatIsNoFileIsTold() {
    const ScratchFolder folder;
    const fs::path log = folder.file("run.cask");
    ISAAC_DONE(writeLog(log.string(), 60));
    fs::path list;
    for (const auto& file : fs::directory_iterator(log))
      if (file.path().filename().string().size() == 36) list = file.path();
    QVERIFY(!list.empty() && fs::remove(list));
    QCOMPARE(::mkfifo(list.c_str(), 0600), 0);
    ISAAC_GOT(const CaskReader reader, CaskReader::open(log.string()));
    QCOMPARE(reader.channels().size(), std::size_t{3});
    QCOMPARE(reader.notes().size(), std::size_t{1});
    QCOMPARE(codeOf(reader.notes()[0]), std::string("isaac.log-damaged"));
  }

  void damagedLogs() {
    const int count = qEnvironmentVariableIsSet("WW_ISAAC_LOGS") ? qEnvironmentVariableIntValue("WW_ISAAC_LOGS") : 2000;
    const ScratchFolder folder;
    const fs::path log = folder.file("run.cask");
    ISAAC_DONE(writeLog(log.string(), 60));
    std::ifstream in(log / "kv", std::ios::binary);
    const std::string good((std::istreambuf_iterator<char>(in)), {});
    std::mt19937 random(3);
    int told = 0;
    for (int i = 0; i < count; ++i) {
      std::string bad = good;
      // Half of them in the pages' own figures, which stand at their beginning.
      for (int k = 0; k < 1 + i % 12; ++k) {
        const std::size_t page = random() % (bad.size() / 4096);
        bad[i % 2 ? page * 4096 + random() % 200 : random() % bad.size()] = static_cast<char>(random());
      }
      if (i % 5 == 0) bad.resize(random() % bad.size());
      std::ofstream(log / "kv", std::ios::binary | std::ios::trunc) << bad;
      told += readAll(log.string()) ? 0 : 1;
    }
    QVERIFY(told > count / 10);
  }

 private:
  static std::uint64_t numberAt(const std::string& file, std::size_t at, std::size_t size) {
    std::uint64_t out = 0;
    std::memcpy(&out, file.data() + at, size);
    return out;
  }
  static std::uint64_t sumOf(const std::string& file, std::size_t from, std::size_t to) {
    return crc32_z(0, reinterpret_cast<const Bytef*>(file.data() + from), to - from);
  }

  // Chunks, data and summary have their sums, and messages the time of their publication in both places.
  static void checkMcapSums(const std::string& file) {
    int sums = 0;
    for (std::size_t at = 8; at + 9 <= file.size() - 8;) {
      const int op = file[at];
      const std::size_t body = at + 9, length = numberAt(file, at + 1, 8);
      if (op == 6) {
        const std::size_t records = body + 8 + 8 + 8 + 4 + 4 + 8;
        QCOMPARE(numberAt(file, body + 24, 4), sumOf(file, records, body + length));
        for (std::size_t in = records; in < body + length; in += 9 + numberAt(file, in + 1, 8))
          if (file[in] == 5) QCOMPARE(numberAt(file, in + 9 + 6, 8), numberAt(file, in + 9 + 14, 8));
        ++sums;
      }
      if (op == 0x0f) QCOMPARE(numberAt(file, body, 4), sumOf(file, 0, at));
      if (op == 2) QCOMPARE(numberAt(file, body + 16, 4), sumOf(file, numberAt(file, body, 8), body + 16));
      sums += op == 0x0f || op == 2 ? 1 : 0;
      at = body + length;
    }
    QVERIFY(sums >= 3);
  }

  // Reads an MCAP file by its own rules: every record to its end, the messages of the chunks counted.
  static void checkMcap(const std::string& file) {
    checkMcapSums(file);
    const std::string magic("\x89MCAP0\r\n", 8);
    QVERIFY(file.starts_with(magic) && file.ends_with(magic));
    int messages = 0, channels = 0;
    const auto number = [&](std::size_t at) {
      std::uint64_t out = 0;
      std::memcpy(&out, file.data() + at, 8);
      return out;
    };
    std::size_t at = 8;
    bool in_data = true;
    while (at + 9 <= file.size() - 8) {
      const int op = file[at];
      const std::uint64_t length = number(at + 1);
      QVERIFY(length <= file.size() - at);
      if (op == 6) {
        at += 9 + 8 + 8 + 8 + 4 + 4 + 8;  // into the chunk's records
        continue;
      }
      if (op == 5) {
        ++messages;
        const std::size_t data = at + 9 + 22;
        QVERIFY(
            QJsonDocument::fromJson(QByteArray(file.data() + data, static_cast<qsizetype>(length - 22))).isObject());
      }
      if (op == 0x0f) in_data = false;
      if (op == 4 && in_data) ++channels;
      if (op == 0x0b) QCOMPARE(number(at + 9), std::uint64_t{30});
      if (op == 2) QCOMPARE(static_cast<int>(file[number(at + 9)]), 3);  // the summary begins with a schema
      at += 9 + length;
    }
    QCOMPARE(at, file.size() - 8);
    QCOMPARE(messages, 30);
    QCOMPARE(channels, 3);
  }

  // Whether all of it could be read.
  static bool readAll(const std::string& folder) {
    const auto reader = CaskReader::open(folder);
    if (!reader.ok()) return false;
    const auto steps = stepsOf(*reader, {});
    bool whole = steps.ok() && reader->notes().empty();
    for (const LogStep& step : *steps) {
      const LogChannel& channel = reader->channels()[step.channel];
      const auto message = reader->message(channel, channel.entries[step.entry]);
      whole = whole && message.ok() && poseEdgeOf(*message).ok();
    }
    return whole;
  }
};

QTEST_GUILESS_MAIN(TestIsaacLogs)
#include "test_isaac_logs.moc"
