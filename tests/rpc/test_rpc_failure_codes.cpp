// SPDX-License-Identifier: Apache-2.0
// Failures that only a client of the services meets, one for each code (failures.txt): what reaches it tells the code
// for programs, and for people the cause and what to do, in no words of another way in.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>

#include <QRegularExpression>
#include <QSet>
#include <QtTest>

#include "tests/rpc/reflection_client.h"
#include "tests/rpc/served.h"
#include "tests/support/folders.h"

using namespace ww::test;

class TestRpcFailureCodes : public QObject {
  Q_OBJECT

  Served served_;
  Served guarded_{asking()};  // for a token
  QList<QByteArrayList> ways_;
  QSet<QByteArray> seen_;

  static std::string requestBytes(const QByteArray& method, const QByteArray& text) {
    using namespace google::protobuf;
    const qsizetype slash = method.indexOf('/');
    const auto* service = DescriptorPool::generated_pool()->FindServiceByName(method.left(slash).toStdString());
    const auto* call = service ? service->FindMethodByName(method.mid(slash + 1).toStdString()) : nullptr;
    if (!call && text == "unknown") return {};
    if (call && text == "garbage") return "\xff\xff\xff\x07";
    if (!call) qFatal("no %s", method.constData());
    const std::unique_ptr<Message> request(
        MessageFactory::generated_factory()->GetPrototype(call->input_type())->New());
    if (!TextFormat::ParseFromString(text.toStdString(), request.get())) qFatal("no request: %s", text.constData());
    return request->SerializeAsString();
  }

  void collect(const intrinsic_proto::status::ExtendedStatus& status, QSet<QByteArray>& codes) {
    const QByteArray report = status.debug_report().message().c_str();
    if (report.startsWith("failure: ")) codes.insert(report.mid(9, report.indexOf('\n') - 9));
    for (const auto& cause : status.context()) collect(cause, codes);
  }

  static ww::rpc::ServerOptions asking() {
    ww::rpc::ServerOptions options;
    options.token = "secret";
    return options;
  }

  // "Service/Method", and behind it the metadata that the call has: " with authorization: Bearer no", for the server
  // that asks for a token where it is that.
  grpc::Status call(const QByteArray& method, const QByteArray& request) {
    const QByteArray words = " with ";
    const qsizetype with = method.indexOf(words);
    const QByteArray name = with < 0 ? method : method.left(with),
                     sent = with < 0 ? QByteArray() : method.mid(with + words.size());
    const qsizetype colon = sent.indexOf(':');
    std::multimap<std::string, std::string> metadata;
    if (colon > 0) metadata.emplace(sent.left(colon).toStdString(), sent.mid(colon + 1).trimmed().toStdString());
    const bool guarded = sent.startsWith("authorization") || sent.startsWith("nothing");
    std::string response;
    return callBytes((guarded ? guarded_ : served_).channel(), "/" + name.toStdString(), requestBytes(name, request),
                     response, metadata);
  }

 private Q_SLOTS:
  void initTestCase() {
    for (const QByteArray& line : readFile(sourceFolder() + "/tests/rpc/failures.txt").split('\n')) {
      if (line.isEmpty() || line.startsWith('#')) continue;
      const QByteArray code = line.left(line.indexOf(" | ")), rest = line.mid(code.size() + 3);
      const QByteArray method = rest.left(rest.indexOf(" | "));
      ways_.append(QByteArrayList{code, method, rest.mid(method.size() + 3)});
    }
    QVERIFY(ways_.size() > 20);
  }

  void ways_data() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < ways_.size(); ++i)
      QTest::newRow(ways_[i][0] == "-" ? "before it" : ways_[i][0].constData()) << i;
  }
  void ways() {
    QFETCH(int, index);
    const QByteArrayList& way = ways_[index];
    const grpc::Status status = call(way[1], way[2]);
    if (way[0] == "-") {
      QVERIFY2(status.ok(), status.error_message().c_str());
      return;
    }
    const auto details = Outcome{status, {}}.details();
    QSet<QByteArray> codes;
    collect(details, codes);
    seen_ += codes;
    const QByteArray said = QByteArray(status.error_message().c_str()) + "\n" + details.DebugString().c_str();
    QVERIFY2(codes.contains(way[0]), said);
    const QString instructions = QString::fromStdString(details.user_report().instructions());
    QVERIFY2(instructions.size() > 12, said);
    static const QRegularExpression kOther(QStringLiteral(" --[a-z]|`|\\bbutton\\b|send it again|try again later"));
    QVERIFY2(!kOther.match(QString::fromStdString(status.error_message()) + ' ' + instructions).hasMatch(), said);
  }

  // As test_cli_failures for its lists.
  void codesThatTheListProvokes() {
    if (seen_.isEmpty()) QSKIP("the list was not run");
    QByteArrayList lost;
    for (const QByteArray& line : readFile(sourceFolder() + "/tests/unit/failures/provoked.txt").split('\n'))
      if (line.endsWith(" services") && !seen_.contains(line.left(line.indexOf(' ')))) lost << line;
    QVERIFY2(lost.isEmpty(), "no longer provoked: " + lost.join(", "));
  }
};

QTEST_GUILESS_MAIN(TestRpcFailureCodes)
#include "test_rpc_failure_codes.moc"
