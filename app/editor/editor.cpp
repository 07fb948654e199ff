// SPDX-License-Identifier: Apache-2.0
#include "app/editor/editor.h"

#include <malloc.h>
#include <unistd.h>

#include <QCommandLineParser>
#include <QLibraryInfo>
#include <QLocale>
#include <QScreen>
#include <QStyleFactory>
#include <QSurfaceFormat>
#include <QTimer>
#include <QTranslator>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/editor/commit_ledger.h"
#include "app/editor/main_window.h"
#include "app/editor/probe.h"
#include "core/base/failure.h"
#include "core/base/log.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "core/journal/state_folder.h"
#include "ui/bridge/status_text.h"
#include "ui/bridge/watchdog.h"
#include "ui/scene/viewport.h"
#include "ui/settings/preferences.h"
#include "ui/settings/user_settings.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

// Outside of any namespace, as its macro wants it.
static void loadTranslations() { Q_INIT_RESOURCE(translations); }

namespace ww::editor {
namespace {

// Which settings of Qt3D work was measured: the OpenGL renderer, a core profile, set before the
// application is made.
void prepareGraphics() {
  qputenv("QT3D_RENDERER", "opengl");
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  format.setStencilBufferSize(8);
  QSurfaceFormat::setDefaultFormat(format);
  QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
}

struct Options {
  QStringList files;
  QString screenshot, theme, language;
  bool sample = false;
  QSize size;
};

// One line on standard error, in the form of the command line.
[[noreturn]] void refuse(const char* code, const QString& what, const char* hint, int exit) {
  std::fprintf(stderr, "error: %s: %s: %s\n", code, printableLine(what.simplified().toStdString()).c_str(), hint);
  std::fflush(nullptr);
  ::_exit(exit);
}

QString spelt(const QString& option) { return QLatin1String(option.size() > 1 ? "--" : "-") + option; }

// Qt's own sentence of it names neither what was perhaps meant nor what there is.
[[noreturn]] void refuseArguments(const QCommandLineParser& parser, const QList<QCommandLineOption>& known) {
  QStringList names{QStringLiteral("help"), QStringLiteral("version")};
  for (const QCommandLineOption& option : known) names += option.names();
  QStringList all;
  std::vector<std::string> candidates;
  for (const QString& name : std::as_const(names)) {
    all << spelt(name);
    candidates.push_back(spelt(name).toStdString());
  }
  const QString there =
      QStringLiteral("the editor takes %1; `worldwright --help` lists the verbs").arg(all.join(QStringLiteral(", ")));
  if (parser.unknownOptionNames().isEmpty())
    refuse("INVALID_ARGUMENT",
           QStringLiteral("an option has no value, or one where none is taken: ") +
               parser.errorText().remove(QLatin1Char('.')),
           qPrintable(there), 2);
  const QString option = spelt(parser.unknownOptionNames().constFirst());
  const auto near = nearestNames(option.toStdString(), candidates, 1);
  const QString question =
      near.empty() ? QString() : QStringLiteral("did you mean '%1'? ").arg(QString::fromStdString(near.front()));
  refuse("INVALID_ARGUMENT", QStringLiteral("there is no option '%1'").arg(option), qPrintable(question + there), 2);
}

void introduce() {
  QCoreApplication::setOrganizationName(QStringLiteral("Worldwright"));
  QCoreApplication::setApplicationName(QStringLiteral("Worldwright"));
  QCoreApplication::setApplicationVersion(QStringLiteral(WW_VERSION));
}

class CommandLine {
 public:
  CommandLine() {
    parser_.setApplicationDescription(QCoreApplication::translate("Editor", "Editor for robot worlds"));
    parser_.addHelpOption();
    parser_.addVersionOption();
    parser_.addOptions(own_);
    parser_.addPositionalArgument(QStringLiteral("files"),
                                  QCoreApplication::translate("Editor", "World files to open, other files to import."),
                                  QStringLiteral("[FILE...]"));
  }

  // Wrong options are told also where there is no display, and so is the help. Those of Qt only Qt can take out.
  void check(int& argc, char** argv) {
    static const QStringList kOfQt{
        "platform",    "platformpluginpath", "platformtheme", "plugin",     "qwindowgeometry",
        "qwindowicon", "qwindowtitle",       "icon",          "display",    "name",
        "title",       "geometry",           "style",         "stylesheet", "session",
        "reverse",     "widgetcount"};
    QStringList words;
    for (int i = 0; i < argc; ++i) words << QString::fromLocal8Bit(argv[i]);
    for (QString word : words) {
      if (!word.startsWith(QLatin1Char('-'))) continue;
      while (word.startsWith(QLatin1Char('-'))) word.remove(0, 1);
      if (kOfQt.contains(word.section(QLatin1Char('='), 0, 0))) return;
    }
    if (!parser_.parse(words)) refuseArguments(parser_, own_);
    if (!parser_.isSet(QStringLiteral("help")) && !parser_.isSet(QStringLiteral("help-all")) &&
        !parser_.isSet(QStringLiteral("version")))
      return;
    const QCoreApplication without_display(argc, argv);
    introduce();
    parser_.process(words);  // and ends the program
  }

  Options read() {
    if (!parser_.parse(QCoreApplication::arguments())) refuseArguments(parser_, own_);
    Options options{parser_.positionalArguments(), parser_.value(screenshot_), parser_.value(theme_),
                    parser_.value(language_),      parser_.isSet(sample_),     {}};
    const QStringList parts = parser_.value(size_).split(QLatin1Char('x'));
    if (parts.size() == 2) options.size = QSize(parts[0].toInt(), parts[1].toInt());
    return options;
  }

 private:
  QCommandLineParser parser_;
  const QCommandLineOption screenshot_{QStringLiteral("screenshot"),
                                       QCoreApplication::translate("Editor", "Write a picture of the window and quit."),
                                       QStringLiteral("file")};
  const QCommandLineOption size_{QStringLiteral("size"),
                                 QCoreApplication::translate("Editor", "Size of the window, such as 1280x800."),
                                 QStringLiteral("WxH")};
  const QCommandLineOption theme_{QStringLiteral("theme"),
                                  QCoreApplication::translate("Editor", "light, dark or system."),
                                  QStringLiteral("theme")};
  const QCommandLineOption language_{QStringLiteral("language"),
                                     QCoreApplication::translate("Editor", "Language, such as de."),
                                     QStringLiteral("language")};
  const QCommandLineOption sample_{QStringLiteral("sample"),
                                   QCoreApplication::translate("Editor", "Open the sample cell.")};
  const QList<QCommandLineOption> own_{screenshot_, size_, theme_, language_, sample_};
};

// Where the window was to be shown.
QString displayTold() {
  QStringList told;
  for (const char* name : {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY"}) {
    if (!qEnvironmentVariableIsEmpty(name)) told << QLatin1String(name) + QLatin1Char('=') + qEnvironmentVariable(name);
  }
  return told.isEmpty() ? QStringLiteral("none is set")
                        : QStringLiteral("this one cannot be used: ") + told.join(QStringLiteral(", "));
}

// Qt ends the program by abort() when no display can be opened; while it tries, its words are kept here.
std::mutex said_mutex;
std::vector<std::pair<QtMsgType, QString>> said;

void whileStarting(QtMsgType type, const QMessageLogContext&, const QString& text) {
  if (type == QtFatalMsg) {
    refuse("UNAVAILABLE", QStringLiteral("the editor needs a display, and ") + displayTold(),
           "start it in a desktop session, or use the verbs: `worldwright render FILE --out p.png` makes a picture", 1);
  }
  const std::lock_guard lock(said_mutex);
  said.emplace_back(type, text);
}

// Made in place, with failures told in one line.
class Application {
 public:
  Application(int& argc, char** argv, ui::Watchdog* dog) {
    const QtMessageHandler usual = qInstallMessageHandler(whileStarting);
    app_.emplace(argc, argv, dog);
    qInstallMessageHandler(usual);
    for (const auto& [type, text] : std::exchange(said, {})) qt_message_output(type, {}, text);
  }

 private:
  std::optional<ui::WatchedApplication> app_;
};

void translate(const QString& language) {
  loadTranslations();
  const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
  if (!language.isEmpty()) QLocale::setDefault(locale);
  auto* own = new QTranslator(qApp);
  if (own->load(locale, QStringLiteral("worldwright"), QStringLiteral("_"), QStringLiteral(":/translations")) ||
      own->load(QStringLiteral(":/translations/worldwright_en.qm")))  // the source language, with its plurals
    QCoreApplication::installTranslator(own);
  auto* qt = new QTranslator(qApp);
  if (qt->load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
               QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    QCoreApplication::installTranslator(qt);
}

void applyTheme(const QString& wanted) {
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  int choice = ui::settings::value(QStringLiteral("window/theme"), 0).toInt();
  if (wanted == QLatin1String("light")) choice = 1;
  if (wanted == QLatin1String("dark")) choice = 2;
  ui::Theme::instance().setChoice(static_cast<ui::Theme::Choice>(std::clamp(choice, 0, 2)));
}

// Without a home there is nowhere to keep them, and the window says so.
void keepJournals(MainWindow& window) {
  const auto root = journal::stateFolder();
  if (root.ok()) window.journals().keepIn(*root);
  else window.say(ui::toLine(root.status()));
}

// After the jobs are done and the view has been still for a moment.
void takeScreenshot(MainWindow& window, const QString& file, ui::Watchdog* dog) {
  auto* timer = new QTimer(&window);
  auto* still = new int(0);
  QObject::connect(timer, &QTimer::timeout, &window, [&window, file, timer, still, dog] {
    *still = window.jobs().running() > 0 ? 0 : *still + 1;
    if (*still < 12) return;
    const ui::Watchdog::Pause encoding(dog);
    timer->stop();
    delete still;
    // The 3D view is a window of its own: only the screen has both.
    const QPixmap picture =
        window.screen()->grabWindow(0, window.frameGeometry().x(), window.frameGeometry().y(),
                                    window.frameGeometry().width(), window.frameGeometry().height());
    const bool written = picture.save(file);
    if (!written)
      std::fprintf(stderr, "error: UNAVAILABLE: cannot write '%s': check the folder and the ending\n",
                   qPrintable(file));
    QApplication::exit(written ? 0 : 1);
  });
  timer->start(250);
}

}  // namespace

// A world is made in a worker and kept for long. The C library gives each thread a pool of its own, which grows
// page by page: with 50,000 objects that took longer than reading them. One pool for all grows by large steps.
void prepareMemory() {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
  keepFreedMemory();
}

int runEditor(int argc, char** argv) {
  prepareMemory();
  std::signal(SIGXFSZ, SIG_IGN);  // a limit of the size of files is an error of the write
  prepareGraphics();
  // 1, or how many ms of CPU a turn may take.
  const int watched = qEnvironmentVariableIntValue("WORLDWRIGHT_WATCHDOG");
  const bool watch = watched > 0;
  ui::Watchdog dog(watched > 1 ? ui::Watchdog::Limits{.cpu_outside_frame_ms = static_cast<double>(watched)}
                               : ui::Watchdog::Limits{});
  CommandLine command_line;
  command_line.check(argc, argv);
  const Application app(argc, argv, watch ? &dog : nullptr);
  introduce();
  QGuiApplication::setApplicationDisplayName(QStringLiteral("Worldwright"));
  const Options options = command_line.read();
  translate(options.language.isEmpty() ? ui::Preferences::instance().values().language : options.language);
  applyTheme(options.theme);
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/app.svg")));

  auto store = std::make_shared<geometry::GeometryStore>();
  auto session = std::make_shared<session::WorldSession>(world::World(), store);
  const auto ledger = ledgerIfAsked(*session);
  int code = 0;
  {
    auto making = std::make_unique<ui::Watchdog::Pause>(watch ? &dog : nullptr);
    MainWindow window(session);
    if (watch) dog.setFrameSource([view = window.viewHost().view()] { return ui::ViewProbe(*view).frameTotals(); });
    if (options.size.isValid()) window.resize(options.size);
    // The window is made when its first picture stands, of the file that it was asked to show: with it
    // the shaders are compiled.
    QObject::connect(window.viewHost().view(), &ui::Viewport::framePresented, &window,
                     [&making, &window](quint64 revision) {
                       if (!window.document().isBusy() && revision == window.bridge().snapshot().revision)
                         making.reset();
                     });
    QObject::connect(&window.document(), &Document::failed, &window, [&making] { making.reset(); });
    QObject::connect(&window.document(), &Document::openFailed, &window, [&making] { making.reset(); });
    // A picture is of the window alone; a probe keeps things where it is told to.
    const bool probed = !qEnvironmentVariableIsEmpty("WORLDWRIGHT_PROBE");
    if (options.screenshot.isEmpty() && (!probed || !qEnvironmentVariableIsEmpty("XDG_STATE_HOME")))
      keepJournals(window);
    Probe::startIfAsked(window, watch ? &dog : nullptr);
    window.show();
    if (options.sample) window.files().openSample();
    else if (options.files.isEmpty() && qEnvironmentVariableIsEmpty("WORLDWRIGHT_PROBE"))
      window.firstContact().showAtStart();
    if (!options.files.isEmpty()) window.openFiles(options.files);
    if (!options.screenshot.isEmpty()) takeScreenshot(window, options.screenshot, watch ? &dog : nullptr);
    code = QApplication::exec();
    dog.setFrameSource({});
  }
  if (watch) std::fprintf(stderr, "watchdog: %s\n", qPrintable(dog.summary()));
  return code == 0 && watch && dog.failed() ? 1 : code;
}

}  // namespace ww::editor
