// SPDX-License-Identifier: Apache-2.0
// What a user is told of files that cannot be opened or saved: which one, why, and what to do.
#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>

#include "core/project/failures.h"
#include "core/project/system_error.h"
#include "project_files.h"
#include "project_worlds.h"

namespace ww::project {

class TestProjectFailures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    path_ = folder_->filePath("cell.wright").toStdString();
  }

  // What takes the place of none is called by the name that was asked for.
  void aNewFileIsNoOldOne() {
    for (const Doing doing : {Doing::kCreate, Doing::kWrite, Doing::kResize, Doing::kSync}) {
      const std::string told = text(systemError(ENOSPC, doing, path_ + ".saving"));
      QVERIFY2(told.find("old one") == std::string::npos && told.find(".saving") == std::string::npos, told.c_str());
      QVERIFY2(told.find(path_) != std::string::npos, told.c_str());
    }
    std::ofstream(path_) << "an old one";
    const std::string told = text(systemError(ENOSPC, Doing::kWrite, path_ + ".saving"));
    QVERIFY2(told.find("take the place of the old one") != std::string::npos, told.c_str());
  }

  void whatAFileHoldsInsteadIsTold_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* title, const char* name, const QByteArray& bytes, const char* code) {
      QTest::newRow(title) << QString::fromLatin1(name) << bytes << QString::fromLatin1(code);
    };
    row("nothing", "a.wright", {}, "project.is-empty");
    row("zeros", "a.wright", QByteArray(4096, 0), "project.is-zeros");
    row("a copy that was cut", "a.wright", QByteArray("SQLite format 3\0more", 20), "project.is-cut");
    row("a picture", "a.wright", "\x89PNG\r\n\x1a\n...", "project.is-picture");
    row("an archive", "a.wright", QByteArray("PK\x03\x04....", 8), "project.is-archive");
    row("a robot", "ur5.urdf", "<?xml version='1.0'?><robot name='ur5'/>", "project.is-model");
    row("a part", "part.STEP", "ISO-10303-21;\nHEADER;", "project.is-model");
    row("a text", "a.wright", "hello", "project.is-text");
    row("something", "a.wright", QByteArray("\x01\x02\x03", 3), "project.is-other");
  }
  void whatAFileHoldsInsteadIsTold() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    const std::string file = folder_->filePath(name).toStdString();
    std::ofstream(file, std::ios::binary).write(bytes.data(), bytes.size());
    const Status status = opened(file);
    QCOMPARE(status.code, Code::kDataLoss);
    QVERIFY(status.failure->row == &failures::kNotWorld);
    QCOMPARE(QString::fromStdString(std::string(status.failure->causes.front().failure->row->code)), code);
    QVERIFY2(status.title.starts_with(file + " is not a Worldwright world: it "), status.title.c_str());
    QVERIFY2(!status.hint.empty() && status.subject == file, status.line().c_str());
    if (code == QLatin1String("project.is-model"))
      QVERIFY2(status.hint.find("`worldwright import " + file + " --into ") != std::string::npos, status.hint.c_str());
  }

  void aDatabaseOfAnotherProgramIsTold() {
    runSql(path_, "CREATE TABLE albums(title)");
    QVERIFY(opened(path_).failure->causes.front().failure->row == &failures::kIsOtherDatabase);
  }

  void aNewerVersionIsNamed() {
    saveSample();
    runSql(path_, "PRAGMA user_version=131073");
    const Status status = opened(path_);
    QVERIFY(status.failure->row == &failures::kNewerFormat);
    QCOMPARE(std::get<arg::Words>(*status.failure->find("format")).text, std::string("2.1"));
  }

  void theLogBesideTheFileIsNamed() {
    saveSample();
    runSql(path_, "PRAGMA journal_mode=WAL");
    const Status status = opened(path_);
    QVERIFY(status.failure->row == &failures::kWriteAheadLog);
    QVERIFY2(status.title.find(path_ + "-wal beside it") != std::string::npos, status.title.c_str());
    QVERIFY2(status.hint.find("`sqlite3 " + path_ + " 'PRAGMA") != std::string::npos, status.hint.c_str());
  }

  // SQLite's words are the last part of a sentence, or not there.
  void damageIsToldInOurWords() {
    saveSample();
    std::string bytes = contents(path_);
    for (std::size_t at = 4096; at < 3 * 4096; ++at) bytes[at] = 0;
    std::ofstream(path_, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    const Status status = opened(path_);
    QCOMPARE(status.code, Code::kDataLoss);
    QVERIFY2(status.title.starts_with(path_ + " is damaged: "), status.title.c_str());
    for (const char* word : {"malformed", "database", "Tree ", "btree", "SQLite"})
      QVERIFY2(status.title.find(word) == std::string::npos, status.title.c_str());
    QVERIFY2(status.hint.find("`worldwright verify " + path_ + " --repair " + folder_->path().toStdString() +
                              "/cell-repaired.wright`") != std::string::npos,
             status.hint.c_str());
    const auto checked = verify(systemVfs(), path_);
    VERIFY_OK(checked);
    for (const std::string& line : checked->problems)
      QVERIFY2(!line.starts_with("database") && !line.starts_with("Tree") && line.find("btree") == line.npos,
               line.c_str());
    // Each line of the details is that of a cause, which the window writes in its language.
    const std::string& lines = status.message;
    for (std::size_t at = 0; at < lines.size(); at = std::min(lines.find('\n', at), lines.size() - 1) + 1) {
      const std::string line = lines.substr(at, lines.find('\n', at) - at);
      if (line.starts_with("and ")) continue;  // more of them
      QVERIFY2(std::ranges::any_of(status.failure->causes, [&](const Status& c) { return c.title == line; }),
               line.c_str());
    }
    const std::string window = status.failure->row->in_window;
    QVERIFY(!window.empty() && window.find("worldwright") == std::string::npos);
  }

  void aFileThatBreaksOffIsToldByTheNameThatWasGiven() {
    saveSample();
    const auto whole = std::filesystem::file_size(path_);
    std::filesystem::resize_file(path_, whole / 2);
    const std::string link = folder_->filePath("link one.wright").toStdString();
    std::filesystem::create_symlink(path_, link);
    const Status status = opened(link);
    QVERIFY(status.failure->row == &failures::kDamaged);
    QVERIFY(status.failure->causes.front().failure->row == &failures::kBreaksOff);
    QVERIFY2(status.title.starts_with(link + " is damaged: it breaks off after "), status.title.c_str());
    QVERIFY2(status.hint.find("`worldwright verify '" + link + "' --repair '") != std::string::npos,
             status.hint.c_str());
    const auto checked = verify(systemVfs(), link);
    VERIFY_OK(checked);
    QVERIFY2(checked->problems.front().find("breaks off") != std::string::npos, checked->problems.front().c_str());
  }

  // Of too little no repair is offered.
  void ofAFileThatIsMostlyGoneNoRepairIsOffered() {
    saveSample();
    std::filesystem::resize_file(path_, std::filesystem::file_size(path_) / 20 * 3);
    const Status cut = opened(path_);
    QVERIFY(cut.failure->row == &failures::kCutOff);
    QVERIFY2(cut.hint.find("copy it again") != std::string::npos && cut.hint.find("--repair") == std::string::npos,
             cut.hint.c_str());
    std::filesystem::copy_file(path_, path_ + "~");
    const Status with_backup = opened(path_);
    QVERIFY(with_backup.failure->row == &failures::kCutOffButBackup);
    QVERIFY2(with_backup.hint.find(path_ + "~") != std::string::npos, with_backup.hint.c_str());
  }

  void aBackupIsNamedWhereThereIsOne() {
    saveSample();
    std::filesystem::copy_file(path_, path_ + "~");
    runSql(path_, "UPDATE part SET sha256='' WHERE kind=2");
    const Status status = opened(path_);
    QVERIFY(status.failure->row == &failures::kDamagedButBackup);
    QVERIFY2(status.hint.starts_with("open the backup " + path_ + "~, "), status.hint.c_str());
  }

  void namesThatAreNotThereAreAskedBack() {
    saveSample();
    const Status status = opened(folder_->filePath("cel.wright").toStdString());
    QCOMPARE(status.code, Code::kNotFound);
    QCOMPARE(status.failure->near, std::vector<std::string>{"cell.wright"});
    const std::string missing = folder_->filePath("none").toStdString();
    const Status folder = save(systemVfs(), missing + "/cell.wright", world::World{}, store_).status();
    QVERIFY(folder.failure->row == &failures::kNoSuchFolder);
    QVERIFY2(folder.title.find("the folder " + missing + " does not exist") != std::string::npos, folder.title.c_str());
  }

  // `mkdir -p` would fail there.
  void aPathThroughAFileNamesThatFile() {
    saveSample();
    const Status status = save(systemVfs(), path_ + "/below/cell.wright", world::World{}, store_).status();
    QVERIFY2(status.failure && status.failure->row == &failures::kNotAFolder, status.line().c_str());
    QVERIFY2(status.title.find("runs through " + path_ + ", which is a file") != std::string::npos,
             status.title.c_str());
    QVERIFY2(status.hint.find("mkdir") == std::string::npos, status.hint.c_str());
  }

  void aFolderIsNoFile() {
    const Status status = opened(folder_->path().toStdString());
    QCOMPARE(status.code, Code::kInvalidArgument);
    QVERIFY(status.failure->row == &failures::kIsFolder);
  }

  // Which of the files that a save writes, and where.
  void whatMayNotBeWrittenIsNamed() {
    if (::geteuid() == 0) QSKIP("the superuser may write everywhere");
    saveSample();
    const std::string folder = folder_->path().toStdString();
    QCOMPARE(::chmod(folder.c_str(), 0500), 0);
    const Status status = save(systemVfs(), folder + "/other.wright", world::World{}, store_).status();
    QCOMPARE(::chmod(folder.c_str(), 0700), 0);
    QCOMPARE(status.code, Code::kPermissionDenied);
    QVERIFY(status.failure->row == &failures::kFolderDenied);
    QVERIFY2(status.title.starts_with("cannot create " + folder + "/other.wright: ") &&
                 status.title.ends_with("in the folder " + folder),
             status.title.c_str());
  }

  void aLockedFileIsTold() {
    saveSample();
    auto db = Database::open(systemVfs(), path_, Database::Access::kReadWrite);
    VERIFY_OK(db);
    QVERIFY((*db)->exec("BEGIN EXCLUSIVE").ok());
    const Status locked = save(systemVfs(), path_, sampleWorld(store_, 4), store_).status();
    QCOMPARE(locked.code, Code::kUnavailable);
    QVERIFY(locked.failure->row == &failures::kInUse);
    QCOMPARE(locked.title, path_ + " is in use by another program");
  }

  void aRepairGoesElsewhere() {
    saveSample();
    const Status status = repair(systemVfs(), path_, path_).status();
    QVERIFY(status.failure->row == &failures::kRepairOntoItself);
    QVERIFY2(status.hint.find("cell-repaired.wright") != std::string::npos, status.hint.c_str());
  }

  void codesAreOfThisFolderAndDiffer() {
    std::set<std::string_view> codes;
    for (const FailureRow* row : failures::all()) {
      QVERIFY2(row->code.starts_with("project.") && codes.insert(row->code).second, row->code.data());
      for (const char* text : {row->hint, row->in_window})
        QVERIFY2(!QLatin1String(text).contains(QLatin1String("worldwright ")), row->code.data());
    }
  }

 private:
  void saveSample() { QVERIFY(save(systemVfs(), path_, sampleWorld(store_, 3), store_).ok()); }
  Status opened(const std::string& file) {
    geometry::GeometryStore store;
    return load(systemVfs(), file, store).status();
  }

  std::unique_ptr<QTemporaryDir> folder_;
  std::string path_;
  geometry::GeometryStore store_;
};

}  // namespace ww::project

QTEST_GUILESS_MAIN(ww::project::TestProjectFailures)
#include "test_project_failures.moc"
