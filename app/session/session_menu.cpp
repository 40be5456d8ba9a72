// SPDX-License-Identifier: GPL-3.0-or-later
// What the menu File has of sessions.
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include "app/main_window.h"
#include "app/presenter/presenter.h"
#include "app/session/session_desk.h"
#include "widgets/style/words.h"

namespace lanescope {

void SessionDesk::fillMenu(QMenu& menu) {
    menu.addAction(tr("&Open …"), QKeySequence::Open, this, &SessionDesk::askOpen);
    auto* const recent = menu.addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
    auto* const earlier = menu.addMenu(tr("Earl&ier sessions"));
    connect(earlier, &QMenu::aboutToShow, this, [this, earlier] { fillEarlier(*earlier); });
    menu.addAction(tr("&Save the session"), QKeySequence::Save, this, [this] {
        if (m_file.isEmpty())
            askSave();
        else
            save(m_file);
    });
    menu.addAction(tr("Save the session &as …"), this, &SessionDesk::askSave);
}

void SessionDesk::fillRecent(QMenu& menu) {
    menu.clear();
    for (const QString& file : m_recent)
        menu.addAction(withoutMnemonic(shownName(file)), this, [this, file] { open(file); });
    if (menu.isEmpty()) menu.addAction(tr("There are none yet"))->setEnabled(false);
}

/// What was open in windows that are closed, saved or not.
void SessionDesk::fillEarlier(QMenu& menu) {
    menu.clear();
    for (const SessionFolder::Kept& kept : m_folder.kept())
        menu.addAction(withoutMnemonic(SessionFolder::textOf(kept.written)), this,
                       [this, file = kept.file] { read(file, false); });
    if (menu.isEmpty()) menu.addAction(tr("There are none yet"))->setEnabled(false);
}

void SessionDesk::askOpen() {
    // Not modal to the program: open() returns at once.
    auto* dialog = new QFileDialog(&m_window, tr("Open"), QString(),
                                   tr("Sessions, stories and figures (*.lanescope *.json *.png *.svg *.pdf)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        // Whatever it is, it is what would have been dropped.
        m_window.presenter().take(file);
    });
    dialog->open();
}

void SessionDesk::askSave() {
    auto* dialog = new QFileDialog(&m_window, tr("Save the session"), QString(), tr("Sessions (*.lanescope)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("lanescope"));
    if (const Algorithm* const algorithm = m_window.workbench().algorithm())
        dialog->selectFile(m_file.isEmpty()
                               ? QString::fromStdString(std::string(algorithm->id())) + QStringLiteral(".lanescope")
                               : m_file);
    connect(dialog, &QFileDialog::fileSelected, this, &SessionDesk::save);
    dialog->open();
}

}  // namespace lanescope
