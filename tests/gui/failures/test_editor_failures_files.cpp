// SPDX-License-Identifier: Apache-2.0
// World files that cannot be opened or saved.
#include <QDir>
#include <QFileDialog>
#include <QMenu>

#include "core/project/project.h"
#include "tests/gui/failures/failure_desk.h"

using namespace ww;
using namespace ww::editor;

class TestEditorFailuresFiles : public FailureDesk {
  Q_OBJECT
 protected:
  std::vector<Way> ways() override;

 private:
  QString at(const char* name) { return folder_.filePath(QLatin1String(name)); }
  // A sound file with some objects, and the window empty again.
  QString world_(const char* name);
  // The same, with bytes of it changed.
  QString changed(const char* name, qint64 from, const QByteArray& bytes);
  QString opened(const QString& file);  // what is told
  QString isOpen(const QString& file);
  QString saveTo_(const QString& file);
  std::vector<Way> openWays();
  std::vector<Way> damagedWays();
  std::vector<Way> saveWays();
  std::vector<Way> changeWays();
};

QString TestEditorFailuresFiles::world_(const char* name) {
  for (const char* part : {"table", "crate", "post"}) add(part, static_cast<double>(world()->objectCount()));
  QFile::remove(at(name));
  QSignalSpy saved(&window_->document(), &Document::saved);
  window_->document().save(at(name));
  until([&] { return saved.count() == 1; });
  window_->document().reset();
  window_->notifications().closeAll();
  return at(name);
}

QString TestEditorFailuresFiles::changed(const char* name, qint64 from, const QByteArray& bytes) {
  const QString path = world_(name);
  QFile file(path);
  if (file.open(QIODevice::ReadWrite) && file.seek(from)) file.write(bytes);
  return path;
}

QString TestEditorFailuresFiles::opened(const QString& file) {
  drop({file});
  return notice();
}

QString TestEditorFailuresFiles::isOpen(const QString& file) {
  const bool there = until([&] { return window_->document().path() == file && !window_->document().isBusy(); });
  return there ? QString() : QStringLiteral("not open: ") + notice();
}

QString TestEditorFailuresFiles::saveTo_(const QString& file) {
  add("crate");
  window_->document().save(file);
  return notice();
}

std::vector<Way> TestEditorFailuresFiles::openWays() {
  return {
      {"open missing",
       [this] {
         QFile::remove(at("later.wright"));
         return opened(at("later.wright"));
       },
       [this] {
         const QString whole = world_("whole.wright");
         QFile::copy(whole, at("later.wright"));
         drop({at("later.wright")});
         return isOpen(at("later.wright"));
       }},
      {"open recent that is gone",
       [this] {
         world_("gone.wright");
         QFile::remove(at("gone.wright"));
         for (auto* menu : window_->findChildren<QMenu*>())
           for (auto* entry : menu->actions())
             if (entry->data().toString() == at("gone.wright")) {
               entry->trigger();
               return notice();
             }
         return QString();
       },
       [this] {
         const QString no = pressNotice("ww::editor::FileDesk", "Take it off the list");
         return !no.isEmpty()                                     ? no
                : RecentFiles::list().contains(at("gone.wright")) ? QStringLiteral("still listed")
                                                                  : QString();
       }},
      {"open another kind of file",
       [this] {
         return opened(write(QStringLiteral("letter.wright"), QByteArray("Dear reader, a text.\n").repeated(40)));
       }},
      {"open an empty file", [this] { return opened(write(QStringLiteral("empty.wright"), {})); }},
      {"open a file of zeros",
       [this] { return opened(write(QStringLiteral("zeros.wright"), QByteArray(8192, '\0'))); }},
      {"open a file of the future",
       [this] { return opened(changed("future.wright", 60, QByteArray("\0\x09\0\0", 4))); }},
      {"open a database of others",
       [this] { return opened(changed("contacts.wright", 68, QByteArray("\0\0\0\x07", 4))); }},
      {"open a folder",
       [this] {
         QDir().mkpath(at("plant.wright"));
         return opened(at("plant.wright"));
       }},
      {"open two worlds",
       [this] {
         const QString one = world_("one.wright"), two = world_("two.wright");
         drop({one, two});
         isOpen(one);
         return problems();
       }},
  };
}

std::vector<Way> TestEditorFailuresFiles::damagedWays() {
  return {
      {"open cut",
       [this] {
         const QString path = world_("cut.wright");
         QFile::resize(path, QFileInfo(path).size() * 6 / 10);
         QFile::remove(path + QLatin1Char('~'));
         return opened(path);
       }},
      {"open damaged",
       [this] {
         // What an object is called, and so a part of the world that its checksum is for.
         const QString path = world_("hurt.wright");
         QFile file(path);
         if (!file.open(QIODevice::ReadWrite) || !file.seek(file.readAll().indexOf("crate"))) return QString();
         file.write(QByteArray(5, 'x'));
         file.close();
         return opened(path);
       },
       [this] {
         QFile::remove(at("hurt-saved.wright"));
         window_->files().recoverTo(at("hurt.wright"), at("hurt-saved.wright"));
         if (!until([this] { return button(&window_->notifications(), tr_("ww::editor::FileDesk", "Open it")); }))
           return QStringLiteral("not rescued: ") + notice();
         const QString no = pressNotice("ww::editor::FileDesk", "Open it");
         return no.isEmpty() ? isOpen(at("hurt-saved.wright")) : no;
       }},
      {"open damaged with backup",
       [this] {
         const QString path = world_("twice.wright");
         QFile::remove(path + QLatin1Char('~'));
         QFile::copy(path, path + QLatin1Char('~'));
         QFile::resize(path, 9000);
         return opened(path);
       },
       [this] {
         const QString no = pressNotice("ww::editor::FileDesk", "Open the backup");
         return !no.isEmpty()                                                 ? no
                : until([this] { return world()->find("crate").value != 0; }) ? QString()
                                                                              : QStringLiteral("not open");
       }},
      {"rescue where nothing is sound",
       [this] {
         const QString path = world_("lost.wright");
         QFile file(path);
         if (file.open(QIODevice::ReadWrite)) {
           file.seek(120);
           file.write(QByteArray(static_cast<int>(file.size()) - 200, 'x'));
         }
         file.close();
         window_->files().recoverTo(path, at("none.wright"));
         return notice();
       }},
  };
}

std::vector<Way> TestEditorFailuresFiles::saveWays() {
  return {
      {"save to a missing folder",
       [this] {
         QDir(at("no")).removeRecursively();
         return saveTo_(at("no/a.wright"));
       },
       [this] {
         QDir().mkpath(at("no"));
         const QString no = pressNotice("ww::editor::Messages", "Try again");
         return no.isEmpty() ? isOpen(at("no/a.wright")) : no;
       }},
      {"save as a folder",
       [this] {
         QDir().mkpath(at("plant.wright"));
         return saveTo_(at("plant.wright"));
       },
       [this] {
         bool asked = false;
         QTimer look;
         connect(&look, &QTimer::timeout, &look, [&] {
           if (auto* dialog = window_->findChild<QFileDialog*>(); dialog && dialog->isVisible()) {
             asked = true;
             dialog->reject();
           }
         });
         look.start(30);
         const QString no = pressNotice("FileActions", "Save &as...");
         until([&] { return asked; }, 3000);
         return !no.isEmpty() ? no : asked ? QString() : QStringLiteral("no dialog");
       }},
      {"save where nobody may write", [this] { return saveTo_(QStringLiteral("/proc/self/a.wright")); }},
      {"save below a file",
       [this] { return saveTo_(write(QStringLiteral("note.txt"), "a note") + QStringLiteral("/a.wright")); }},
      {"save under a long name",
       [this] { return saveTo_(folder_.filePath(QString(300, QLatin1Char('n')) + QStringLiteral(".wright"))); }},
  };
}

std::vector<Way> TestEditorFailuresFiles::changeWays() {
  const auto change = [this](const char* name) {
    const QString path = world_(name);
    drop({path});
    isOpen(path);
    window_->notifications().closeAll();
    // Another program puts another world there.
    const QString other = folder_.filePath(QStringLiteral("other-of-all.wright"));
    QFile::remove(other);
    geometry::GeometryStore store;
    project::SaveOptions options;
    options.name = "of others";
    (void)project::save(project::systemVfs(), other.toStdString(), world::World(), store, options);
    QFile::remove(path);
    QFile::rename(other, path);
    return path;
  };
  return {
      {"changed by another program",
       [this, change] {
         change("shared.wright");
         return notice();
       },
       [this] {
         const QString no = pressNotice("ww::editor::OtherPrograms", "Open it anew");
         return no.isEmpty() ? isOpen(at("shared.wright")) : no;
       }},
      {"save over what another program changed",
       [this, change] {
         const QString path = change("raced.wright");
         add("sphere", 9);
         run("file.save");
         return dialog("changedOnDisk");
       },
       [this] {
         auto* box = window_->findChild<QDialog*>(QStringLiteral("changedOnDisk"));
         QSignalSpy saved(&window_->document(), &Document::saved);
         if (!press(button(box, tr_("ww::editor::FileDesk", "Save anyway")))) return QStringLiteral("no button");
         return until([&] { return saved.count() == 1; }) ? QString() : QStringLiteral("not saved");
       }},
      {"save over a world of others",
       [this] {
         const QString path = world_("theirs.wright");
         add("crate");
         window_->document().save(path);
         return dialog("changedOnDisk");
       }},
  };
}

std::vector<Way> TestEditorFailuresFiles::ways() {
  std::vector<Way> all;
  for (auto part : {openWays(), damagedWays(), saveWays(), changeWays()})
    for (Way& way : part) all.push_back(std::move(way));
  return all;
}

int main(int argc, char** argv) { return runWindowTest<TestEditorFailuresFiles>(argc, argv); }
#include "test_editor_failures_files.moc"
