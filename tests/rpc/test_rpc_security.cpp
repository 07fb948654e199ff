// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <QProcess>
#include <QtTest>

#include "core/base/failure.h"
#include "tests/rpc/served.h"
#include "tests/support/folders.h"

using namespace ww;
using namespace ww::test;
using Stub = pb::ObjectWorldService::Stub;

// Who may call, and from where.
class TestRpcSecurity : public QObject {
  Q_OBJECT

  ScratchFolder folder_;
  std::string certificate_, key_;

  static rpc::ServerOptions listening(const std::string& where) {
    rpc::ServerOptions options;
    options.listen = where;
    return options;
  }

  static Outcome list(pb::ObjectWorldService::Stub& stub, const std::string& authorization = {}) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(10));
    if (!authorization.empty()) context.AddMetadata("authorization", authorization);
    pb::ListWorldsResponse response;
    return {stub.ListWorlds(&context, {}, &response), {}};
  }

  static Status refusal(const rpc::ServerOptions& options) {
    auto store = std::make_shared<geometry::GeometryStore>();
    return rpc::Server::start(options, std::make_shared<session::WorldRegistry>(store)).status();
  }

 private Q_SLOTS:
  void initTestCase() {
    const QString key = folder_.path(QStringLiteral("key.pem")), certificate = folder_.path(QStringLiteral("cert.pem"));
    QProcess openssl;
    openssl.start(
        QStringLiteral("openssl"),
        {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"), QStringLiteral("rsa:2048"),
         QStringLiteral("-nodes"), QStringLiteral("-keyout"), key, QStringLiteral("-out"), certificate,
         QStringLiteral("-days"), QStringLiteral("2"), QStringLiteral("-subj"), QStringLiteral("/CN=localhost"),
         QStringLiteral("-addext"), QStringLiteral("subjectAltName=DNS:localhost,IP:127.0.0.1")});
    if (!openssl.waitForFinished() || openssl.exitCode() != 0) QSKIP("openssl cannot make a certificate here");
    certificate_ = readFile(certificate).toStdString();
    key_ = readFile(key).toStdString();
  }

  void offLoopbackNeedsTlsAndToken() {
    rpc::ServerOptions options = listening("0.0.0.0:0");
    QCOMPARE(refusal(options).code, Code::kFailedPrecondition);
    options.token = "secret";
    QCOMPARE(refusal(options).code, Code::kFailedPrecondition);
    options.tls_certificate = certificate_;
    QCOMPARE(refusal(options).code, Code::kInvalidArgument);  // its key is missing
    options.tls_key = key_;
    options.token.clear();
    QCOMPARE(refusal(options).code, Code::kFailedPrecondition);
    options.token = "secret";
    QVERIFY2(refusal(options).ok(), refusal(options).line().c_str());
    options.tls_key = "no key";
    const Status bad = refusal(options);
    QCOMPARE(bad.code, Code::kInvalidArgument);
    QVERIFY2(bad.line().find("PEM") != std::string::npos, bad.line().c_str());
    options.tls_key = certificate_;
    QCOMPARE(std::string(refusal(options).failure->row->code), std::string("rpc.certificate-as-key"));
  }

  void aTokenThatNoClientCanSendIsRefused() {
    for (const char* token : {"first\nsecond", "caf\xC3\xA9", "tab\tinside", "del\x7F"}) {
      rpc::ServerOptions options = listening("127.0.0.1:0");
      options.token = token;
      QCOMPARE(refusal(options).code, Code::kInvalidArgument);
    }
    rpc::ServerOptions options = listening("127.0.0.1:0");
    options.token = "two words, and ~signs!";
    QVERIFY2(refusal(options).ok(), refusal(options).line().c_str());
  }

  void aTokenIsAskedFor() {
    rpc::ServerOptions options;
    options.token = "secret";
    const Served served(options);
    WW_FAILS(list(*served.stub), Code::kUnauthenticated);
    WW_FAILS(list(*served.stub, "Bearer secre"), Code::kUnauthenticated);
    WW_FAILS(list(*served.stub, "Bearer secret2"), Code::kUnauthenticated);
    WW_FAILS(list(*served.stub, "secret"), Code::kUnauthenticated);
    WW_OK(list(*served.stub, "Bearer secret"));
    QCOMPARE(served.server->calls().front().code, Code::kUnauthenticated);
  }

  void withoutATokenNoneIsAskedFor() {
    const Served served;
    WW_OK(list(*served.stub));
    WW_OK(list(*served.stub, "Bearer anything"));
  }

  void tlsServesThoseWhoTrustIt() {
    rpc::ServerOptions options = listening("localhost:0");
    options.tls_certificate = certificate_;
    options.tls_key = key_;
    options.token = "secret";
    const Served served(options);
    grpc::SslCredentialsOptions ssl;
    ssl.pem_root_certs = certificate_;
    const auto trusting =
        pb::ObjectWorldService::NewStub(grpc::CreateChannel(served.server->address(), grpc::SslCredentials(ssl)));
    WW_OK(list(*trusting, "Bearer secret"));
    WW_FAILS(list(*trusting), Code::kUnauthenticated);
    const auto strict =
        pb::ObjectWorldService::NewStub(grpc::CreateChannel(served.server->address(), grpc::SslCredentials({})));
    QVERIFY(!list(*strict, "Bearer secret").status.ok());
    QVERIFY(!list(*served.stub, "Bearer secret").status.ok());  // no TLS
  }

  void aUnixSocketIsForItsOwner() {
    const std::string path = folder_.file("cell.sock");
    {
      const Served served(listening("unix:" + path));
      QCOMPARE(served.server->address(), "unix:" + path);
      struct stat info {};
      QCOMPARE(::stat(path.c_str(), &info), 0);
      QCOMPARE(info.st_mode & 0777U, 0600U);
      WW_OK(list(*served.stub));
      QCOMPARE(served.server->calls().back().peer, std::string("unix"));
      QCOMPARE(served.server->calls().back().client, std::string("grpc-c++ client unix"));
      QCOMPARE(refusal(listening("unix:" + path)).code, Code::kAlreadyExists);
      WW_OK(list(*served.stub));
    }
    QVERIFY(!QFile::exists(QString::fromStdString(path)));
    QCOMPARE(QDir(QFileInfo(QString::fromStdString(path)).path())
                 .entryList({QStringLiteral(".ww*")}, QDir::AllEntries | QDir::Hidden)
                 .size(),
             0);
  }

  void aPortIsTakenOnce() {
    const Served served;
    const Status status = refusal(listening(served.server->address()));
    QCOMPARE(status.code, Code::kUnavailable);
    QVERIFY(!status.hint.empty());
  }
};

QTEST_GUILESS_MAIN(TestRpcSecurity)
#include "test_rpc_security.moc"
