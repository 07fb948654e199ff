// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/preferences_dialog.h"

#include <QFormLayout>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <numbers>

#include "ui/panels/shortcut_page.h"
#include "ui/scene/navigation_preset.h"
#include "ui/settings/preferences.h"
#include "ui/widgets/rotation_notation.h"
#include "ui/widgets/shown_decimals.h"
#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

constexpr double kExampleLength = 1.2345678, kExampleAngle = 0.5235987755982988;  // metres, radians

QFormLayout* formOn(QWidget* page) {
  auto* form = new QFormLayout(page);
  form->setContentsMargins(16, 16, 16, 16);
  form->setVerticalSpacing(8);
  form->setHorizontalSpacing(12);
  return form;
}

QLabel* dimLabel(QWidget* parent, const QString& text = {}) {
  auto* label = new QLabel(text, parent);
  label->setObjectName(QStringLiteral("dim"));
  label->setWordWrap(true);
  return label;
}

void chooseData(QComboBox* box, const QVariant& data) { box->setCurrentIndex(std::max(0, box->findData(data))); }

QuantityField* stepField(Quantity quantity, const char* id, const QString& name, double most) {
  QuantityField::Setup setup;
  setup.name = name;
  setup.quantity = quantity;
  setup.most = most;
  auto* field = new QuantityField(setup);
  field->edit()->setObjectName(QLatin1String(id));
  field->setCheck([](double si) {
    return si > 0.0 ? QString() : PreferencesDialog::tr("A step is more than 0. The tool Snap switches steps off.");
  });
  return field;
}

}  // namespace

PreferencesDialog::PreferencesDialog(ActionTable& actions, QWidget* parent)
    : QDialog(parent), actions_(actions), pages_(new QTabWidget(this)) {
  setObjectName(QStringLiteral("preferences"));
  setWindowTitle(tr("Preferences"));
  pages_->setAccessibleName(tr("Preferences"));
  pages_->addTab(generalPage(), tr("General"));
  pages_->addTab(unitsPage(), tr("Units"));
  pages_->addTab(viewPage(), tr("View and mouse"));
  pages_->addTab(new ShortcutPage(actions, pages_), tr("Shortcuts"));
  auto* close = new QPushButton(tr("Close"), this);
  close->setToolTip(tr("Everything is kept already"));
  auto* usual = new QPushButton(tr("As at first"), this);
  usual->setObjectName(QStringLiteral("preferencesUsual"));
  usual->setToolTip(tr("All of this but theme and shortcuts as it was before anything was chosen"));
  for (auto* button : {close, usual}) button->setAutoDefault(false);
  auto* row = new QHBoxLayout;
  row->addWidget(usual);
  row->addStretch(1);
  row->addWidget(close);
  auto* box = new QVBoxLayout(this);
  box->addWidget(pages_, 1);
  box->addLayout(row);
  resize(560, 460);
  showValues();
  connect(close, &QPushButton::clicked, this, &QDialog::close);
  connect(usual, &QPushButton::clicked, this, [] { Preferences::instance().set({}); });
  connect(&Preferences::instance(), &Preferences::changed, this, &PreferencesDialog::showValues);
  connect(&Theme::instance(), &Theme::changed, this, &PreferencesDialog::showValues);
}

QComboBox* PreferencesDialog::combo(const char* id, const QString& name, const QString& tip) {
  auto* box = new QComboBox(this);
  box->setObjectName(QLatin1String(id));
  box->setAccessibleName(name);
  box->setToolTip(tip);
  connect(box, &QComboBox::activated, this, &PreferencesDialog::take);
  return box;
}

QSpinBox* PreferencesDialog::decimals(const char* id, const QString& name) {
  auto* box = new QSpinBox(this);
  box->setObjectName(QLatin1String(id));
  box->setAccessibleName(name);
  box->setToolTip(tr("How many places are shown behind the point; values are exact whatever is shown"));
  box->setButtonSymbols(QAbstractSpinBox::NoButtons);  // the wheel and the keys do
  box->setRange(-1, 9);
  box->setSpecialValueText(tr("as the unit"));
  connect(box, &QSpinBox::valueChanged, this, &PreferencesDialog::take);
  return box;
}

QWidget* PreferencesDialog::generalPage() {
  auto* page = new QWidget(pages_);
  auto* form = formOn(page);
  language_ = combo("preferLanguage", tr("Language"), tr("The language of the program"));
  language_->addItem(tr("As the desktop"), QString());
  language_->addItem(QStringLiteral("English"), QStringLiteral("en"));
  language_->addItem(QStringLiteral("Deutsch"), QStringLiteral("de"));
  language_note_ = dimLabel(page, tr("The program speaks it when it is started again."));
  language_note_->hide();
  connect(language_, &QComboBox::activated, language_note_, &QWidget::show);
  theme_ = combo("preferTheme", tr("Theme"), tr("Light or dark"));
  theme_->addItem(tr("As the desktop"), QStringLiteral("view.theme-system"));
  theme_->addItem(tr("Light"), QStringLiteral("view.theme-light"));
  theme_->addItem(tr("Dark"), QStringLiteral("view.theme-dark"));
  connect(theme_, &QComboBox::activated, this, [this] { actions_.start(theme_->currentData().toString()); });
  welcome_ = new QCheckBox(tr("Show the welcome page at the start"), page);
  welcome_->setObjectName(QStringLiteral("preferWelcome"));
  welcome_->setToolTip(tr("Recent worlds and sample cells; the menu Help has it at any time"));
  connect(welcome_, &QCheckBox::toggled, this, &PreferencesDialog::take);
  history_ = combo("preferHistory", tr("History in the file"),
                   tr("A world file keeps what was done, so that it can be undone after opening the file again"));
  history_->addItem(tr("None is kept"), 0);
  for (const int megabytes : {2, 8, 32, 128}) history_->addItem(tr("Up to %1 MB").arg(megabytes), megabytes);
  form->addRow(tr("Language"), language_);
  form->addRow(QString(), language_note_);
  form->addRow(tr("Theme"), theme_);
  form->addRow(QString(), welcome_);
  form->addRow(tr("History in the file"), history_);
  form->addRow(QString(), dimLabel(page, tr("The newest 1000 states at most. Who gets the file can see what was done; "
                                            "the menu File saves a copy without it.")));
  return page;
}

QWidget* PreferencesDialog::unitsPage() {
  auto* page = new QWidget(pages_);
  auto* form = formOn(page);
  const QString tip = tr("What is shown; fields take any unit, such as 2in or 0.5rad");
  length_ = combo("preferLength", tr("Unit of lengths"), tip);
  for (const char* symbol : {"mm", "cm", "m", "in", "ft"})
    length_->addItem(QLatin1String(symbol), QLatin1String(symbol));
  length_decimals_ = decimals("preferLengthDecimals", tr("Decimals of lengths"));
  angle_ = combo("preferAngle", tr("Unit of angles"), tip);
  for (const char* symbol : {"\u00b0", "rad", "mrad", "rev"})
    angle_->addItem(QString::fromUtf8(symbol), QString::fromUtf8(symbol));
  angle_decimals_ = decimals("preferAngleDecimals", tr("Decimals of angles"));
  notation_ = combo("preferNotation", tr("Orientations"), tr("The numbers in which orientations are shown and typed"));
  for (const NotationInfo& n : notations()) notation_->addItem(title(n.notation), QLatin1String(n.id));
  example_ = dimLabel(page);
  example_->setObjectName(QStringLiteral("preferExample"));
  form->addRow(tr("Lengths"), length_);
  form->addRow(tr("Decimals"), length_decimals_);
  form->addRow(tr("Angles"), angle_);
  form->addRow(tr("Decimals"), angle_decimals_);
  form->addRow(tr("Orientations"), notation_);
  form->addRow(QString(), example_);
  return page;
}

QWidget* PreferencesDialog::viewPage() {
  auto* page = new QWidget(pages_);
  auto* form = formOn(page);
  navigation_ = combo("preferNavigation", tr("Mouse"), tr("Which buttons turn, move and zoom the view"));
  for (const NavigationPreset& preset : navigationPresets())
    navigation_->addItem(tr("As in %1").arg(preset.title), preset.id);
  navigation_hint_ = dimLabel(page);
  constexpr double kMostLength = 10.0;
  snap_length_ = stepField(Quantity::kLength, "preferSnapLength", tr("Step of moving"), kMostLength);
  snap_angle_ = stepField(Quantity::kAngle, "preferSnapAngle", tr("Step of turning"), std::numbers::pi);
  for (auto* field : {snap_length_, snap_angle_})
    connect(field, &QuantityField::edited, this, &PreferencesDialog::take);
  picture_ = combo("preferPicture", tr("Picture"), tr("How much the 3D view spends on a picture at rest"));
  picture_->addItem(tr("Full: soft shadows, contact shade, smooth edges"), false);
  picture_->addItem(tr("Plain: for computers without a graphics card"), true);
  form->addRow(tr("Picture"), picture_);
  form->addRow(tr("Mouse"), navigation_);
  form->addRow(QString(), navigation_hint_);
  form->addRow(tr("Step of moving"), snap_length_);
  form->addRow(tr("Step of turning"), snap_angle_);
  form->addRow(QString(), dimLabel(page, tr("The handles go in these steps while the tool Snap is on.")));
  return page;
}

void PreferencesDialog::take() {
  if (showing_) return;
  PreferenceValues values = Preferences::instance().values();
  const QString before_length = values.length_unit, before_angle = values.angle_unit;
  values.language = language_->currentData().toString();
  values.welcome = welcome_->isChecked();
  values.history_megabytes = history_->currentData().toInt();
  values.length_unit = length_->currentData().toString();
  values.angle_unit = angle_->currentData().toString();
  // Another unit has other places.
  values.length_decimals = values.length_unit == before_length ? length_decimals_->value() : -1;
  values.angle_decimals = values.angle_unit == before_angle ? angle_decimals_->value() : -1;
  values.notation = notation_->currentData().toString();
  values.plain_picture = picture_->currentData().toBool();
  values.navigation = navigation_->currentData().toString();
  values.snap_length = snap_length_->value();
  values.snap_angle = snap_angle_->value();
  Preferences::instance().set(values);
}

void PreferencesDialog::showValues() {
  showing_ = true;
  const PreferenceValues& values = Preferences::instance().values();
  chooseData(language_, values.language);
  theme_->setCurrentIndex(static_cast<int>(Theme::instance().choice()));
  welcome_->setChecked(values.welcome);
  if (history_->findData(values.history_megabytes) < 0)
    history_->addItem(tr("Up to %1 MB").arg(values.history_megabytes), values.history_megabytes);
  chooseData(history_, values.history_megabytes);
  chooseData(length_, values.length_unit);
  chooseData(angle_, values.angle_unit);
  length_decimals_->setValue(values.length_decimals);
  angle_decimals_->setValue(values.angle_decimals);
  chooseData(notation_, values.notation);
  chooseData(picture_, values.plain_picture);
  chooseData(navigation_, values.navigation);
  navigation_hint_->setText(navigationPreset().hint);
  snap_length_->setValue(values.snap_length);
  snap_angle_->setValue(values.snap_angle);
  example_->setText(
      tr("So 1234.5678 mm and 30\u00b0 are shown: %1, %2")
          .arg(shownQuantity(kExampleLength, Quantity::kLength), shownQuantity(kExampleAngle, Quantity::kAngle)));
  showing_ = false;
}

}  // namespace ww::ui
