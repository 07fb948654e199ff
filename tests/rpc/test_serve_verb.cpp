// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/stat.h>

#include <QProcess>
#include <QtTest>

#include "intrinsic/world/proto/object_world_service.grpc.pb.h"
#include "tests/rpc/served.h"
#include "tests/support/cli_run.h"
#include "tests/support/folders.h"

using namespace ww;
using namespace ww::test;

namespace {

// `worldwright serve` as a user starts it.
class Serving {
 public:
  explicit Serving(const QStringList& arguments) {
    process_.start(programFolder() + QStringLiteral("/worldwright"), QStringList{QStringLiteral("serve")} + arguments);
    while (process_.waitForReadyRead(20000) && !process_.canReadLine()) {
    }
    address_ = process_.readLine().trimmed().toStdString();
  }
  ~Serving() {
    if (process_.state() != QProcess::NotRunning) process_.kill();
    process_.waitForFinished();
  }
  const std::string& address() const { return address_; }
  QProcess& process() { return process_; }

  std::vector<std::string> worlds() const {
    const auto stub = pb::ObjectWorldService::NewStub(grpc::CreateChannel(address_, grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(10));
    pb::ListWorldsResponse response;
    if (!stub->ListWorlds(&context, {}, &response).ok()) return {};
    std::vector<std::string> ids;
    for (const auto& world : response.world_metadatas()) ids.push_back(world.id());
    return ids;
  }

  // The exit code after the signal, and how long it took in ms.
  int end(int signal, qint64& took) {
    QElapsedTimer time;
    time.start();
    ::kill(static_cast<pid_t>(process_.processId()), signal);
    process_.waitForFinished(5000);
    took = time.elapsed();
    return process_.exitStatus() == QProcess::NormalExit ? process_.exitCode() : -1;
  }

 private:
  QProcess process_;
  std::string address_;
};

}  // namespace

class TestServeVerb : public QObject {
  Q_OBJECT

  ScratchFolder folder_;

 private Q_SLOTS:
  void initTestCase() {
    for (const char* name : {"cell.wright", "other cell.wright"}) {
      WW_COMPARE_EXIT(runCli({QStringLiteral("new"), folder_.path(QString::fromLatin1(name))}), 0);
    }
  }

  void anEmptyWorldOnAFreePort() {
    Serving serving({});
    QVERIFY2(serving.address().starts_with("127.0.0.1:"), serving.process().readAllStandardError().constData());
    QCOMPARE(serving.worlds(), (std::vector<std::string>{"init_world", "world"}));
    qint64 took = 0;
    QCOMPARE(serving.end(SIGINT, took), 130);
    QVERIFY2(took < 1000, "the end took too long");
    QVERIFY(serving.process().readAllStandardOutput().isEmpty());
  }

  void filesAreWorldsAndStayAsTheyAre() {
    const QString file = folder_.path(QStringLiteral("cell.wright"));
    const QByteArray before = readFile(file);
    Serving serving({file, folder_.path(QStringLiteral("other cell.wright")), file});
    QCOMPARE(serving.worlds(), (std::vector<std::string>{"cell", "init_world", "other_cell", "world"}));
    const auto stub = pb::ObjectWorldService::NewStub(grpc::CreateChannel(serving.address(), grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    pb::CreateFrameRequest request;
    request.set_world_id("init_world");
    request.set_new_frame_name("here");
    *request.mutable_parent_object_with_filter() = base("root");
    pb::Frame frame;
    QVERIFY(stub->CreateFrame(&context, request, &frame).ok());
    qint64 took = 0;
    QCOMPARE(serving.end(SIGTERM, took), 130);
    QVERIFY(serving.process().readAllStandardError().contains("'other_cell'"));
    QCOMPARE(readFile(file), before);
  }

  void aUnixSocketGoesWithTheServer() {
    const QString path = folder_.path(QStringLiteral("s"));
    Serving serving({QStringLiteral("--listen"), QStringLiteral("unix:") + path});
    QCOMPARE(serving.address(), "unix:" + path.toStdString());
    struct stat info {};
    QCOMPARE(::stat(path.toStdString().c_str(), &info), 0);
    QCOMPARE(info.st_mode & 0777U, 0600U);
    QCOMPARE(serving.worlds().size(), std::size_t{2});
    qint64 took = 0;
    QCOMPARE(serving.end(SIGTERM, took), 130);
    QVERIFY(!QFile::exists(path));
  }

  // Not in one process: there the library's own clean-up of a half-sent message waits for itself.
  void tooLargeMessagesAreRefused() {
    Serving serving({});
    grpc::ChannelArguments arguments;
    arguments.SetMaxSendMessageSize(-1);
    const auto stub = pb::ObjectWorldService::NewStub(grpc::CreateCustomChannel(serving.address(), grpc::InsecureChannelCredentials(), arguments));
    pb::GetWorldRequest request;
    request.set_world_id(std::string(std::size_t{257} << 20, 'x'));
    grpc::ClientContext context;
    pb::WorldMetadata metadata;
    const grpc::Status status = stub->GetWorld(&context, request, &metadata);
    QCOMPARE(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
    QVERIFY(!status.error_message().empty());
    QCOMPARE(serving.worlds().size(), std::size_t{2});
  }

  void theTimeLimitEndsIt() {
    const CliRun run = runCli({QStringLiteral("serve"), QStringLiteral("--timeout"), QStringLiteral("0.3")});
    WW_COMPARE_EXIT(run, 4);
    QVERIFY(run.out.startsWith("127.0.0.1:"));
  }

  void wrongUseIsToldBeforeAnythingListens() {
    const auto refused = [](const QStringList& arguments, int exit) {
      const CliRun run = runCli(QStringList{QStringLiteral("serve")} + arguments);
      return run.exit == exit && run.out.isEmpty() && run.err.contains("error: ") ? QByteArray() : run.describe();
    };
    QCOMPARE(refused({QStringLiteral("--listen"), QStringLiteral("0.0.0.0:0")}, 2), QByteArray());
    QCOMPARE(refused({QStringLiteral("--listen"), QStringLiteral("nonsense")}, 2), QByteArray());
    QCOMPARE(refused({QStringLiteral("--token-file"), folder_.path(QStringLiteral("none"))}, 3), QByteArray());
    QCOMPARE(refused({folder_.path(QStringLiteral("none.wright"))}, 3), QByteArray());
    QCOMPARE(refused({QStringLiteral("--tls-cert"), folder_.write(QStringLiteral("c"), "x")}, 2), QByteArray());
  }
};

QTEST_GUILESS_MAIN(TestServeVerb)
#include "test_serve_verb.moc"
