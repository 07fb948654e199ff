// SPDX-License-Identifier: Apache-2.0
#include "app/editor/welcome_page.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <algorithm>

#include "app/editor/sample_texts.h"
#include "ui/scene/navigation_preset.h"
#include "ui/settings/preferences.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

// A static library's resources; outside of any namespace, as the macro wants it.
static void loadSamplePictures() { Q_INIT_RESOURCE(first_contact); }

namespace ww::editor {
namespace {

constexpr int kCardGap = 12;

QLabel* headingOf(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setObjectName(QStringLiteral("strong"));
  return label;
}

QWidget* cardRow(QWidget* parent) {
  auto* row = new QWidget(parent);
  new ui::FlowLayout(row, kCardGap, kCardGap);
  return row;
}

void nameField(QWidget* field, const QString& name, const QString& tip) {
  field->setAccessibleName(name);
  field->setToolTip(tip);
}

}  // namespace

WelcomePage::WelcomePage(QWidget* parent)
    : QWidget(parent),
      choices_(new QFrame(this)),
      left_(new QWidget(this)),
      recent_(cardRow(this)),
      no_recent_(new QLabel(tr("Worlds that you open or save show up here, with their pictures."), this)) {
  setObjectName(QStringLiteral("welcomePage"));
  setAccessibleName(tr("Welcome"));
  auto* body = new QWidget(this);
  body->setObjectName(QStringLiteral("scrollBody"));
  auto* box = new QVBoxLayout(body);
  box->setContentsMargins(24, 16, 24, 16);
  box->setSpacing(kCardGap);
  buildHead(box);
  auto* left = new QVBoxLayout(left_);
  left->setContentsMargins(0, 0, 0, 0);
  left->addWidget(headingOf(tr("Not saved last time"), left_));
  left_->hide();
  box->addWidget(left_);
  buildStart(box);
  buildChoices(box);
  box->addWidget(headingOf(tr("Recent worlds"), body));
  no_recent_->setObjectName(QStringLiteral("dim"));
  box->addWidget(no_recent_);
  box->addWidget(recent_);
  buildSamples(box);
  box->addStretch(1);
  auto* again = new QCheckBox(tr("Show this page at the start"), body);
  again->setObjectName(QStringLiteral("welcomeAtStart"));
  again->setToolTip(tr("Without it the program starts with an empty world; the menu Help has this page"));
  again->setChecked(ui::Preferences::instance().values().welcome);
  connect(again, &QCheckBox::toggled, this, [](bool on) {
    auto values = ui::Preferences::instance().values();
    values.welcome = on;
    ui::Preferences::instance().set(values);
  });
  box->addWidget(again);
  auto* area = new QScrollArea(this);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setFocusPolicy(Qt::NoFocus);
  area->setWidget(body);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(area);
  setRecent({});
}

void WelcomePage::buildHead(QVBoxLayout* box) {
  auto* title = new QLabel(tr("Welcome to Worldwright"), this);
  title->setObjectName(QStringLiteral("heading"));
  auto* close = new QToolButton(this);
  close->setObjectName(QStringLiteral("welcomeClose"));
  close->setIcon(ui::icon(QStringLiteral("close")));
  nameField(close, tr("Close the welcome page"), tr("Closes this page and shows the empty world (Esc)"));
  connect(close, &QToolButton::clicked, this, &WelcomePage::closeAsked);
  auto* row = new QHBoxLayout;
  row->addWidget(title, 1);
  row->addWidget(close);
  box->addLayout(row);
}

void WelcomePage::buildStart(QVBoxLayout* box) {
  auto* row = new QWidget(this);
  auto* flow = new ui::FlowLayout(row, 8, 8);
  const auto add = [&](const char* action, const QString& text, const char* icon, const QString& tip) {
    auto* button = new QPushButton(ui::icon(QLatin1String(icon)), text, row);
    button->setObjectName(QLatin1String(action));
    button->setToolTip(tip);
    connect(button, &QPushButton::clicked, this, [this, action] { Q_EMIT actionAsked(QLatin1String(action)); });
    flow->addWidget(button);
  };
  add("file.new", tr("New world"), "new", tr("Starts an empty world"));
  add("file.open", tr("Open..."), "open", tr("Opens a world file"));
  add("file.import", tr("Import..."), "import", tr("Brings a robot or a part into an empty world"));
  add("edit.preferences", tr("Preferences..."), "settings", tr("Units, mouse, theme, language, shortcuts"));
  add("help.page", tr("Help"), "help", tr("A page for each panel"));
  box->addWidget(row);
}

// ---- how one likes to work

QComboBox* WelcomePage::unitBox() {
  auto* units = new QComboBox(choices_);
  units->setObjectName(QStringLiteral("welcomeUnits"));
  nameField(units, tr("Units"), tr("What lengths and angles are shown in; fields take any unit"));
  const QString degree = QStringLiteral("\u00b0");
  units->addItem(tr("Millimetres, degrees"), QStringList{QStringLiteral("mm"), degree});
  units->addItem(tr("Metres, degrees"), QStringList{QStringLiteral("m"), degree});
  units->addItem(tr("Metres, radians"), QStringList{QStringLiteral("m"), QStringLiteral("rad")});
  units->addItem(tr("Inches, degrees"), QStringList{QStringLiteral("in"), degree});
  const auto& now = ui::Preferences::instance().values();
  units->setCurrentIndex(std::max(0, units->findData(QStringList{now.length_unit, now.angle_unit})));
  connect(units, &QComboBox::activated, this, [units] {
    auto values = ui::Preferences::instance().values();
    const QStringList chosen = units->currentData().toStringList();
    values.length_unit = chosen[0];
    values.angle_unit = chosen[1];
    ui::Preferences::instance().set(values);
  });
  return units;
}

QComboBox* WelcomePage::mouseBox() {
  auto* mouse = new QComboBox(choices_);
  mouse->setObjectName(QStringLiteral("welcomeMouse"));
  nameField(mouse, tr("Mouse"), tr("How the view is turned and moved: as in the program you know"));
  for (const auto& preset : ui::navigationPresets()) {
    mouse->addItem(tr("As in %1").arg(preset.title), preset.id);
    mouse->setItemData(mouse->count() - 1, preset.hint, Qt::ToolTipRole);
  }
  mouse->setCurrentIndex(std::max(0, mouse->findData(ui::Preferences::instance().values().navigation)));
  connect(mouse, &QComboBox::activated, this, [mouse] {
    auto values = ui::Preferences::instance().values();
    values.navigation = mouse->currentData().toString();
    ui::Preferences::instance().set(values);
  });
  return mouse;
}

QComboBox* WelcomePage::themeBox() {
  auto* theme = new QComboBox(choices_);
  theme->setObjectName(QStringLiteral("welcomeTheme"));
  nameField(theme, tr("Theme"), tr("Light or dark"));
  theme->addItem(tr("As the desktop"), QStringLiteral("view.theme-system"));
  theme->addItem(tr("Light"), QStringLiteral("view.theme-light"));
  theme->addItem(tr("Dark"), QStringLiteral("view.theme-dark"));
  theme->setCurrentIndex(static_cast<int>(ui::Theme::instance().choice()));
  connect(theme, &QComboBox::activated, this, [this, theme] { Q_EMIT actionAsked(theme->currentData().toString()); });
  return theme;
}

void WelcomePage::buildChoices(QVBoxLayout* box) {
  choices_->setObjectName(QStringLiteral("card"));
  auto* form = new QFormLayout(choices_);
  form->setContentsMargins(kCardGap, kCardGap, kCardGap, kCardGap);
  form->addRow(headingOf(tr("How do you like to work?"), choices_));
  form->addRow(tr("Units"), unitBox());
  auto* mouse = mouseBox();
  auto* hint = new QLabel(ui::navigationPreset().hint, choices_);
  hint->setObjectName(QStringLiteral("dim"));
  hint->setWordWrap(true);
  connect(mouse, &QComboBox::activated, hint, [hint] { hint->setText(ui::navigationPreset().hint); });
  form->addRow(tr("Mouse"), mouse);
  form->addRow(QString(), hint);
  form->addRow(tr("Theme"), themeBox());
  auto* go = new QPushButton(tr("That suits me"), choices_);
  go->setObjectName(QStringLiteral("primary"));
  go->setToolTip(tr("Goes on; all of this can be changed at any time under Preferences"));
  connect(go, &QPushButton::clicked, this, &WelcomePage::chosen);
  auto* row = new QHBoxLayout;
  row->addWidget(go);
  row->addStretch(1);
  form->addRow(row);
  box->addWidget(choices_);
}

void WelcomePage::setFirst(bool first) { choices_->setVisible(first); }

// ---- cards

void WelcomePage::buildSamples(QVBoxLayout* box) {
  loadSamplePictures();
  box->addWidget(headingOf(tr("Sample cells"), this));
  auto* row = cardRow(this);
  for (const SampleText& sample : sampleTexts()) {
    auto* card = new WelcomeCard(sample.title, sample.text, row);
    card->setPicture(QPixmap(QStringLiteral(":/welcome/%1.png").arg(sample.name)));
    card->setProperty("sample", sample.name);
    connect(card, &WelcomeCard::clicked, this, [this, name = sample.name] { Q_EMIT sampleAsked(name); });
    row->layout()->addWidget(card);
  }
  box->addWidget(row);
}

void WelcomePage::setRecent(const QStringList& files) {
  qDeleteAll(cards_);
  cards_.clear();
  for (const QString& file : files) {
    const QFileInfo info(file);
    auto* card =
        new WelcomeCard(info.completeBaseName(), info.exists() ? info.path() : tr("It is not there now."), recent_);
    card->setToolTip(file);
    card->setProperty("file", file);
    connect(card, &WelcomeCard::clicked, this, [this, file] { Q_EMIT fileAsked(file); });
    recent_->layout()->addWidget(card);
    card->show();
    cards_.insert(file, card);
  }
  recent_->setVisible(!files.isEmpty());
  no_recent_->setVisible(files.isEmpty());
}

void WelcomePage::setLeft(QWidget* list) {
  // The heading stays.
  while (auto* item = left_->layout()->count() > 1 ? left_->layout()->takeAt(1) : nullptr) {
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  left_->setVisible(list != nullptr);
  if (!list) return;
  left_->layout()->addWidget(list);
  list->show();
}

void WelcomePage::setPicture(const QString& file, const QImage& picture) {
  if (auto* card = cards_.value(file)) card->setPicture(QPixmap::fromImage(picture));
}

void WelcomePage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) Q_EMIT closeAsked();
  else event->accept();  // single keys are the view's, which cannot be seen
}

// It lies over the view, and has nothing of it shine through.
void WelcomePage::paintEvent(QPaintEvent* /*event*/) {
  QPainter(this).fillRect(rect(), ui::Theme::instance().color(ui::Role::kPanel));
}

}  // namespace ww::editor
