// SPDX-License-Identifier: Apache-2.0
// Who has a file open: told to others, kept from them, and known to be gone when the program is.
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "core/project/failures.h"
#include "core/project/file_hold.h"
#include "core/project/file_turn.h"
#include "core/project/vfs.h"

namespace ww::project {
namespace {

std::string readText(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

void writeText(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

// The same text with another value.
std::string withValue(std::string text, const std::string& key, const std::string& value) {
  const std::size_t at = text.find("\n" + key + ": ") + 1;
  const std::size_t end = text.find('\n', at);
  return text.replace(at, end - at, key + ": " + value);
}

// A program that holds the file until it is ended.
class Holder {
 public:
  explicit Holder(const std::string& file) {
    int ends[2] = {-1, -1};
    if (::pipe(ends) != 0) return;
    child_ = ::fork();
    if (child_ == 0) {
      const auto hold = FileHold::take(file, "Worldwright");
      const char said = hold.ok() && *hold ? 'y' : 'n';
      if (::write(ends[1], &said, 1) != 1) ::_exit(1);
      for (;;) ::pause();
    }
    char said = 0;
    has_it = ::read(ends[0], &said, 1) == 1 && said == 'y';
    ::close(ends[0]);
    ::close(ends[1]);
  }
  void kill() {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
    child_ = -1;
  }
  // As a program stays that nobody has asked how it ended.
  void killUnasked() {
    siginfo_t how{};
    ::kill(child_, SIGKILL);
    ::waitid(P_PID, static_cast<id_t>(child_), &how, WEXITED | WNOWAIT);
  }
  ~Holder() { kill(); }
  pid_t process() const { return child_; }
  bool has_it = false;

 private:
  pid_t child_ = -1;
};

}  // namespace

class TestFileHold : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    file_ = folder_->filePath("cell.wright").toStdString();
    mark_ = folder_->filePath(".cell.wright.open").toStdString();
    writeText(file_, "a world");
  }

  void oneHasItAndTheOthersAreTold() {
    auto hold = FileHold::take(file_, "Worldwright");
    QVERIFY(hold.ok() && *hold && (*hold)->isTold());
    const auto second = FileHold::take(file_, "Worldwright");
    QCOMPARE(second.status().code, Code::kUnavailable);
    QVERIFY(saysHeld(second.status()));
    const auto holder = holderOf(file_);
    QVERIFY(holder.has_value());
    QCOMPARE(holder->program, std::string("Worldwright"));
    QCOMPARE(holder->process, static_cast<std::int64_t>(::getpid()));
    QVERIFY(!holder->owner.empty() && !holder->machine.empty() && !holder->since.empty());
    for (const std::string& word : {holder->owner, holder->machine, holder->since, std::string("cell.wright")})
      QVERIFY2(second.status().title.find(word) != std::string::npos, second.status().title.c_str());
    QVERIFY(!second.status().hint.empty());
    // People can read it.
    QVERIFY(readText(mark_).find("owner: " + holder->owner) != std::string::npos);
    *hold = nullptr;
    QVERIFY(!holderOf(file_).has_value());
    QVERIFY(readText(mark_).empty() && ::access(mark_.c_str(), F_OK) != 0);
    const auto third = FileHold::take(file_, "Worldwright");
    QVERIFY(third.ok() && *third);
  }

  void linksLeadToTheSame() {
    const std::string link = folder_->filePath("link.wright").toStdString();
    QCOMPARE(::symlink(file_.c_str(), link.c_str()), 0);
    const auto hold = FileHold::take(link, "Worldwright");
    QVERIFY(hold.ok() && *hold);
    QVERIFY(holderOf(file_).has_value());
    QVERIFY(!FileHold::take(file_, "Worldwright").ok());
  }

  // Hard links are names of one file, wherever they are; once it was replaced, they are names of another.
  void itIsKnownByLinksInOtherFolders() {
    const QTemporaryDir elsewhere;
    const std::string link = elsewhere.filePath("other.wright").toStdString();
    QCOMPARE(::link(file_.c_str(), link.c_str()), 0);
    QVERIFY(!holderOf(link));
    {
      const Holder holder(file_);
      QVERIFY(holder.has_it);
      const auto known = holderOf(link);
      QVERIFY(known && known->program == "Worldwright" && known->process == holder.process());
      const auto second = FileHold::take(link, "Worldwright");
      QVERIFY(!second.ok() && saysHeld(second.status()));
      // Programs can read and write it all the same.
      const auto file = systemVfs().open(file_, Vfs::Mode::kReadWrite);
      QVERIFY(file.ok() && (*file)->lock(true).ok());
    }
    QVERIFY(!holderOf(link));
    const auto own = FileHold::take(file_, "Worldwright");
    QVERIFY(own.ok() && *own && (*own)->isTold());
    writeText(file_ + ".saving", "a world that was saved");
    QCOMPARE(::rename((file_ + ".saving").c_str(), file_.c_str()), 0);
    QVERIFY((*own)->isTold());
    QVERIFY(!holderOf(link));
    ::unlink(link.c_str());
    QCOMPARE(::link(file_.c_str(), link.c_str()), 0);
    QVERIFY(holderOf(link));
  }

  void aFileThatIsNotThereYetCanBeTaken() {
    const std::string fresh = folder_->filePath("new.wright").toStdString();
    const auto hold = FileHold::take(fresh, "Worldwright");
    QVERIFY(hold.ok() && *hold);
    QVERIFY(!FileHold::take(fresh, "Worldwright").ok());
  }

  void aLivingProgramKeepsItAndADeadOneDoesNot() {
    Holder other(file_);
    QVERIFY(other.has_it);
    const auto refused = FileHold::take(file_, "Worldwright");
    QVERIFY(saysHeld(refused.status()));
    QCOMPARE(holderOf(file_)->process, static_cast<std::int64_t>(other.process()));
    other.kill();
    QVERIFY2(::access(mark_.c_str(), F_OK) == 0, "it was killed and could not remove it");
    QVERIFY(!holderOf(file_).has_value());
    const auto hold = FileHold::take(file_, "Worldwright");
    QVERIFY(hold.ok() && *hold);
    QCOMPARE(holderOf(file_)->process, static_cast<std::int64_t>(::getpid()));
  }

  void aProgramThatNobodyAskedHowItEndedIsDeadAsWell() {
    Holder other(file_);
    QVERIFY(other.has_it);
    other.killUnasked();
    QVERIFY2(::kill(other.process(), 0) == 0, "its process is still listed");
    QVERIFY(!holderOf(file_).has_value());
    const auto hold = FileHold::take(file_, "Worldwright");
    QVERIFY2(hold.ok() && *hold, hold.status().title.c_str());
  }

  // Its number may be that of another program by now.
  void aNumberThatAnotherProgramHasNowIsNotTheSame() {
    std::string text;
    {
      Holder other(file_);
      QVERIFY(other.has_it);
      text = readText(mark_);
    }
    writeText(mark_, withValue(withValue(text, "process", std::to_string(::getppid())), "started", "1"));
    QVERIFY(!holderOf(file_).has_value());
    QVERIFY(FileHold::take(file_, "Worldwright").ok());
  }

  // Whoever reads it then says what it is. A directory has no turns, either.
  void aTurnDoesNotWaitForTheOtherEndOfAPipe() {
    const QTemporaryDir folder;
    const std::string pipe = folder.filePath("pipe.wright").toStdString();
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QVERIFY(FileTurn::take(pipe, {}).ok());
    QVERIFY(FileTurn::take(folder.path().toStdString(), {}).ok());
  }

  void anotherMachineIsNotJudged() {
    std::string text;
    {
      const auto hold = FileHold::take(file_, "Worldwright");
      QVERIFY(hold.ok());
      text = readText(mark_);
    }
    // Of a machine that this one knows nothing of, whatever its processes are.
    std::string other = withValue(withValue(text, "boot", "b"), "computer", "c");
    other = withValue(withValue(other, "process", "999999"), "machine", "far-away");
    writeText(mark_, other);
    const auto refused = FileHold::take(file_, "Worldwright");
    QVERIFY(saysHeld(refused.status()));
    QVERIFY2(refused.status().title.find("far-away") != std::string::npos, refused.status().title.c_str());
    QVERIFY(readText(mark_) == other);
    // This one, started anew since.
    writeText(mark_, withValue(withValue(text, "boot", "b"), "process", "999999"));
    const bool has_key = text.find("computer: \n") == std::string::npos;
    QCOMPARE(FileHold::take(file_, "Worldwright").ok(), has_key);
  }

  void anyTextDoesNoHarm() {
    for (const std::string& text : {std::string(), std::string("\n\n\n"), std::string(100'000, 'x'),
                                    std::string("process: 99999999999999999999\n"),
                                    std::string("process: -1\nowner: \x1b[31mred\n"), std::string("\0\0\0", 3)}) {
      writeText(mark_, text);
      const auto hold = FileHold::take(file_, "Worldwright");
      QVERIFY2(hold.ok() && *hold, text.substr(0, 40).c_str());
    }
    writeText(mark_,
              "process: 12\ncomputer: c\nboot: b\nowner: \x1b[31mred\x7f\nprogram: " + std::string(5000, 'p') + "\n");
    const auto refused = FileHold::take(file_, "Worldwright");
    QVERIFY(saysHeld(refused.status()));
    QVERIFY(refused.status().title.find('\x1b') == std::string::npos);
    QVERIFY(refused.status().title.size() < 1000);
  }

  void whereItCannotBeToldNobodyIsKept() {
    const std::string nowhere = folder_->filePath("none/cell.wright").toStdString();
    const auto hold = FileHold::take(nowhere, "Worldwright");
    QVERIFY(hold.ok() && !*hold);
  }

  void aRemovedMarkIsNoticed() {
    auto hold = FileHold::take(file_, "Worldwright");
    QVERIFY(hold.ok() && (*hold)->isTold());
    QCOMPARE(::unlink(mark_.c_str()), 0);
    QVERIFY(!(*hold)->isTold());
    const auto other = FileHold::take(file_, "Worldwright");
    QVERIFY(other.ok() && *other);
    *hold = nullptr;
    QVERIFY2((*other)->isTold(), "what another has made must stay");
  }

  // By git clean, say.
  void aRemovedMarkIsMadeAgain() {
    auto hold = FileHold::take(file_, "Worldwright");
    QVERIFY(hold.ok() && *hold);
    (*hold)->setService("127.0.0.1:17080");
    QCOMPARE(::unlink(mark_.c_str()), 0);
    QVERIFY((*hold)->tellAgain() && (*hold)->isTold());
    const auto known = project::holderOf(file_);
    QVERIFY(known.has_value());
    QCOMPARE(known->process, static_cast<std::int64_t>(::getpid()));
    QCOMPARE(known->service, std::string("127.0.0.1:17080"));
    *hold = nullptr;
    QVERIFY(!QFile::exists(QString::fromStdString(mark_)));
  }

  // As on a disk that was full for a while.
  void whatCouldNotBeWrittenIsWrittenLater() {
    auto hold = FileHold::take(file_, "Worldwright");
    QVERIFY(hold.ok() && *hold);
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit none{0, before.rlim_max};
    const auto action = ::signal(SIGXFSZ, SIG_IGN);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &none), 0);
    QCOMPARE(::unlink(mark_.c_str()), 0);
    (*hold)->tellAgain();
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    ::signal(SIGXFSZ, action);
    QCOMPARE(QFileInfo(QString::fromStdString(mark_)).size(), qint64{0});
    QVERIFY((*hold)->tellAgain());
    const auto known = project::holderOf(file_);
    QVERIFY(known && known->process == ::getpid() && known->program == "Worldwright");
  }

  // A disk that is full when the file is opened: no question marks, and the whole text as soon as there is room.
  void whatCouldNotBeWrittenIsToldPlainly() {
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto action = ::signal(SIGXFSZ, SIG_IGN);
    for (const rlim_t room : {rlim_t{0}, rlim_t{100}}) {  // nothing of it, or a piece
      const rlimit little{room, before.rlim_max};
      QCOMPARE(::setrlimit(RLIMIT_FSIZE, &little), 0);
      const auto hold = FileHold::take(file_, "Worldwright");
      const auto second = FileHold::take(file_, "Worldwright");
      QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
      QVERIFY(hold.ok() && *hold);
      QCOMPARE(readText(mark_).size(), std::size_t{0});
      QVERIFY(saysHeld(second.status()) && second.status().failure->row == &failures::kOpenByOther);
      const std::string title = second.status().title;
      QVERIFY2(title.find('?') == std::string::npos && title.find(userName()) != std::string::npos, title.c_str());
      QVERIFY((*hold)->tellAgain());
      QVERIFY(FileHold::take(file_, "Worldwright").status().failure->row == &failures::kOpenElsewhere);
    }
    ::signal(SIGXFSZ, action);
  }

  void itsOwnerAloneReadsIt() {
    writeText(mark_, "");
    QCOMPARE(::chmod(mark_.c_str(), 0644), 0);  // of a program of before
    for (const bool is_old : {true, false}) {
      const auto hold = FileHold::take(file_, "Worldwright");
      QVERIFY(hold.ok() && *hold);
      struct stat made {};
      QCOMPARE(::stat(mark_.c_str(), &made), 0);
      QVERIFY2((made.st_mode & 0777) == 0600, is_old ? "one that was there" : "a new one");
    }
  }

  // Others who share the folder see that somebody has it, and who, as long as that is so.
  void othersSeeWhoseItIs() {
    if (::geteuid() != 0) QSKIP("another user can only be tried by root");
    QCOMPARE(::chmod(folder_->path().toLocal8Bit(), 0777), 0);
    QCOMPARE(::chmod(file_.c_str(), 0666), 0);
    auto hold = FileHold::take(file_, "Worldwright");
    QVERIFY(hold.ok() && *hold);
    constexpr uid_t kNobody = 65534;
    QCOMPARE(::seteuid(kNobody), 0);
    const auto holder = holderOf(file_);
    const auto second = FileHold::take(file_, "Worldwright");
    QCOMPARE(::seteuid(0), 0);
    QVERIFY(holder && holder->owner == "root" && holder->program.empty());
    QVERIFY(saysHeld(second.status()));
    QVERIFY2(second.status().title.find("root") != std::string::npos, second.status().title.c_str());
    // A save has just put another file there.
    QCOMPARE(::rename(file_.c_str(), (file_ + "~").c_str()), 0);
    std::filesystem::copy_file(file_ + "~", file_);
    QCOMPARE(::chmod(file_.c_str(), 0666), 0);
    QCOMPARE(::seteuid(kNobody), 0);
    const auto saved = FileHold::take(file_, "Worldwright");
    QCOMPARE(::seteuid(0), 0);
    QVERIFY(saysHeld(saved.status()));
    // Left behind by a program that was ended, it is in nobody's way.
    *hold = nullptr;
    writeText(mark_, "process: 1\n");
    QCOMPARE(::chmod(mark_.c_str(), 0600), 0);
    const auto before = std::filesystem::file_time_type::clock::now() - std::chrono::minutes(1);
    for (const std::string& file : {mark_, file_}) std::filesystem::last_write_time(file, before);
    QCOMPARE(::seteuid(kNobody), 0);
    const auto nobody = holderOf(file_);
    const auto taken = FileHold::take(file_, "Worldwright");
    QCOMPARE(::seteuid(0), 0);
    QVERIFY(!nobody && taken.ok() && *taken);
  }

  void whereItIsSharedIsTold() {
    const auto hold = FileHold::take(file_, "Worldwright");
    QVERIFY(hold.ok() && *hold);
    (*hold)->setService("127.0.0.1:17080");
    QCOMPARE(holderOf(file_)->service, std::string("127.0.0.1:17080"));
    const auto refused = FileHold::take(file_, "Worldwright");
    QVERIFY(refused.status().failure->row == &failures::kOpenAndShared);
    QVERIFY(refused.status().hint.find("127.0.0.1:17080") != std::string::npos);
    (*hold)->setService("");
    QVERIFY(holderOf(file_)->service.empty());
    QVERIFY(FileHold::take(file_, "Worldwright").status().failure->row == &failures::kOpenElsewhere);
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  std::string file_, mark_;
};

}  // namespace ww::project

QTEST_GUILESS_MAIN(ww::project::TestFileHold)
#include "test_file_hold.moc"
