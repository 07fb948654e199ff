// SPDX-License-Identifier: Apache-2.0
#include "app/editor/editor.h"

#include <QCommandLineParser>
#include <QLibraryInfo>
#include <QLocale>
#include <QScreen>
#include <QSettings>
#include <QStyleFactory>
#include <QSurfaceFormat>
#include <QTimer>
#include <QTranslator>
#include <cstdio>

#include "app/editor/main_window.h"
#include "app/editor/probe.h"
#include "core/base/log.h"
#include "ui/bridge/watchdog.h"
#include "ui/scene/viewport.h"
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

Options parse(const QApplication& app) {
  QCommandLineParser parser;
  parser.setApplicationDescription(QCoreApplication::translate("Editor", "Editor for robot worlds"));
  parser.addHelpOption();
  parser.addVersionOption();
  const QCommandLineOption screenshot(QStringLiteral("screenshot"), QCoreApplication::translate("Editor", "Write a picture of the window and quit."), QStringLiteral("file"));
  const QCommandLineOption size(QStringLiteral("size"), QCoreApplication::translate("Editor", "Size of the window, such as 1280x800."), QStringLiteral("WxH"));
  const QCommandLineOption theme(QStringLiteral("theme"), QCoreApplication::translate("Editor", "light, dark or system."), QStringLiteral("theme"));
  const QCommandLineOption language(QStringLiteral("language"), QCoreApplication::translate("Editor", "Language, such as de."), QStringLiteral("language"));
  const QCommandLineOption sample(QStringLiteral("sample"), QCoreApplication::translate("Editor", "Open the sample cell."));
  parser.addOptions({screenshot, size, theme, language, sample});
  parser.addPositionalArgument(QStringLiteral("files"), QCoreApplication::translate("Editor", "World files to open, other files to import."), QStringLiteral("[FILE...]"));
  parser.process(app);
  Options options{parser.positionalArguments(), parser.value(screenshot), parser.value(theme), parser.value(language), parser.isSet(sample), {}};
  const QStringList parts = parser.value(size).split(QLatin1Char('x'));
  if (parts.size() == 2) options.size = QSize(parts[0].toInt(), parts[1].toInt());
  return options;
}

void translate(const QString& language) {
  loadTranslations();
  const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
  if (!language.isEmpty()) QLocale::setDefault(locale);
  auto* own = new QTranslator(qApp);
  if (own->load(locale, QStringLiteral("worldwright"), QStringLiteral("_"), QStringLiteral(":/translations")) ||
      own->load(QStringLiteral(":/translations/worldwright_en.qm")))  // the source language, with its plurals
    QCoreApplication::installTranslator(own);
  auto* qt = new QTranslator(qApp);
  if (qt->load(locale, QStringLiteral("qtbase"), QStringLiteral("_"), QLibraryInfo::path(QLibraryInfo::TranslationsPath))) QCoreApplication::installTranslator(qt);
}

void applyTheme(const QString& wanted) {
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  int choice = QSettings().value(QStringLiteral("window/theme"), 0).toInt();
  if (wanted == QLatin1String("light")) choice = 1;
  if (wanted == QLatin1String("dark")) choice = 2;
  ui::Theme::instance().setChoice(static_cast<ui::Theme::Choice>(std::clamp(choice, 0, 2)));
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
    const QPixmap picture = window.screen()->grabWindow(0, window.frameGeometry().x(), window.frameGeometry().y(), window.frameGeometry().width(), window.frameGeometry().height());
    const bool written = picture.save(file);
    if (!written) std::fprintf(stderr, "error: %s could not be written\n", qPrintable(file));
    QApplication::exit(written ? 0 : 1);
  });
  timer->start(250);
}

}  // namespace

int runEditor(int argc, char** argv) {
  prepareGraphics();
  const bool watch = qEnvironmentVariableIntValue("WORLDWRIGHT_WATCHDOG") > 0;
  ui::Watchdog dog;
  ui::WatchedApplication app(argc, argv, watch ? &dog : nullptr);
  QCoreApplication::setOrganizationName(QStringLiteral("Worldwright"));
  QCoreApplication::setApplicationName(QStringLiteral("Worldwright"));
  QCoreApplication::setApplicationVersion(QStringLiteral(WW_VERSION));
  QGuiApplication::setApplicationDisplayName(QStringLiteral("Worldwright"));
  const Options options = parse(app);
  translate(options.language);
  applyTheme(options.theme);
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/app.svg")));

  auto store = std::make_shared<geometry::GeometryStore>();
  auto session = std::make_shared<session::WorldSession>(world::World(), store);
  int code = 0;
  {
    auto making = std::make_unique<ui::Watchdog::Pause>(watch ? &dog : nullptr);
    MainWindow window(session);
    if (watch) dog.setFrameCpuSource([view = window.viewHost().view()] { return view->totalFrameCpuMs(); });
    if (options.size.isValid()) window.resize(options.size);
    // The window is made when its first picture stands, of the file that it was asked to show: with it
    // the shaders are compiled.
    QObject::connect(window.viewHost().view(), &ui::Viewport::framePresented, &window, [&making, &window](quint64 revision) {
      if (!window.document().isBusy() && revision == window.bridge().snapshot().revision) making.reset();
    });
    QObject::connect(&window.document(), &Document::failed, &window, [&making] { making.reset(); });
    QObject::connect(&window.document(), &Document::openFailed, &window, [&making] { making.reset(); });
    Probe::startIfAsked(window, watch ? &dog : nullptr);
    window.show();
    if (options.sample) window.openSample();
    if (!options.files.isEmpty()) window.openFiles(options.files);
    if (!options.screenshot.isEmpty()) takeScreenshot(window, options.screenshot, watch ? &dog : nullptr);
    code = QApplication::exec();
    dog.setFrameCpuSource({});
  }
  if (watch) std::fprintf(stderr, "watchdog: %s\n", qPrintable(dog.summary()));
  return code == 0 && watch && dog.failed() ? 1 : code;
}

}  // namespace ww::editor
