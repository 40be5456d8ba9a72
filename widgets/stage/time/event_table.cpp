// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/time/event_table.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "core/base/csv_cell.h"
#include "core/plan/kernel_source.h"
#include "widgets/playback/position_words.h"

namespace lanescope {
namespace {

struct TableRow {
    quint64 step = 0;
    std::uint32_t warp = 0;
    std::string instruction;
    QString lanes;
    std::uint32_t line = 0;
    QString phase;
};

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

TableRow rowOf(const flow::BlockFlow& flow, quint64 event) {
    const BlockTrace& trace = flow.trace();
    const Kernel& kernel = *trace.launch().kernel;
    const program::Instruction& instruction = trace.entry().instructions[trace.instruction(event)];
    return {event + 1,
            trace.warp(event),
            trimmed(kernel.module->line(instruction.line)),
            QStringLiteral("%1").arg(trace.active(event), 8, 16, QLatin1Char('0')),
            isFromSource(kernel, instruction.source) ? instruction.source.line : 0,
            phaseName(flow.phases().partAt(event))};
}

std::string csvOf(const TableRow& row) {
    return std::to_string(row.step) + ',' + std::to_string(row.warp) + ',' + csvQuoted(row.instruction) + ',' +
           row.lanes.toStdString() + ',' + std::to_string(row.line) + ',' + csvQuoted(row.phase.toStdString()) + '\n';
}

std::string jsonOf(const TableRow& row) {
    const QJsonObject object{{QStringLiteral("step"), static_cast<qint64>(row.step)},
                             {QStringLiteral("warp"), static_cast<qint64>(row.warp)},
                             {QStringLiteral("instruction"), QString::fromStdString(row.instruction)},
                             {QStringLiteral("lanes"), row.lanes},
                             {QStringLiteral("line"), static_cast<qint64>(row.line)},
                             {QStringLiteral("phase"), row.phase}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

}  // namespace

std::string eventTable(const flow::BlockFlow& flow, EventRange range, TableFormat format) {
    const bool csv = format == TableFormat::Csv;
    std::string text = csv ? "step,warp,instruction,lanes,line,phase\n" : "[";
    const quint64 end = std::min<quint64>(range.end, flow.trace().size());
    for (quint64 event = range.first; event < end; ++event) {
        const TableRow row = rowOf(flow, event);
        if (csv)
            text += csvOf(row);
        else
            text += (event == range.first ? "\n" : ",\n") + jsonOf(row);
    }
    return csv ? text : text + "\n]\n";
}

}  // namespace lanescope
