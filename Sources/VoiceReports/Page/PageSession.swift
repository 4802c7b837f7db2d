internal import VoiceDiff
internal import VoiceTrace

/// One session of a page, by the template's names: what is readable without any script.
struct PageSession {
    let record: SessionRecord
    var detail: JSONObject?
    var isSoundLeftOut = false
    /// What its caller notices; nil where that is not known.
    var effect: CallerEffect?
    /// Whether the heading above tells the cause.
    var isCauseAbove = false
    /// The command that runs it alone; nil where that is not known.
    var command: String?

    private static let columns = [
        "time", "module", "what", "event", "field", "expected", "found", "remark",
    ]

    var context: [String: Any] {
        let isDamaged = record.outcome == "damaged"
        let line = TerminalReport.printable(isDamaged ? record.reason ?? "" : record.cause ?? "")
        let rows = detail?["rows"]?.array ?? []
        let more = detail?["rowsLeftOut"]?.integer ?? 0
        let caller = TerminalReport.printable(effect?.sentence ?? "")
        // What a sentence above says needs no line of its own.
        let flags = (detail?["flags"]?.array ?? []).compactMap(\.string).filter {
            let text = TerminalReport.printable($0)
            let flag = text.hasSuffix(".") ? String(text.dropLast()) : text
            return !line.contains(flag) && !caller.contains(flag)
        }
        let short = caller.isEmpty ? (isCauseAbove ? "" : line) : caller
        let command = TerminalReport.printable(command ?? "")
        let name = TerminalReport.printable(record.name)
        let path = TerminalReport.printable(record.path)
        return [
            "number": "\(record.place + 1)", "name": name, "path": path,
            "outcome": record.outcome, "outcomeText": Self.texts[record.outcome] ?? "",
            "badge": record.outcome == "agrees" ? "✓" : isDamaged ? "!" : "≠",
            "find": "\(name) \(path) \(caller) \(line)".lowercased(), "line": line,
            "short": short, "hasShort": !short.isEmpty, "caller": caller,
            "hasCaller": !caller.isEmpty, "command": command, "hasCommand": !command.isEmpty,
            "chips": chips, "hasCause": !isDamaged && !line.isEmpty, "isDamaged": isDamaged,
            "hasFlags": !flags.isEmpty, "flags": flags.map(TerminalReport.printable),
            "hasDetail": detail?["lanes"] != nil, "hasNote": !notes.isEmpty,
            "note": notes.joined(separator: " "),
            "hasRows": !rows.isEmpty, "columns": Self.columns, "rows": rows.map(Self.row),
            "hasMoreRows": more > 0, "moreRows": "\(more)",
        ]
    }

    private static let texts = [
        "agrees": "agrees", "differs": "differs", "damaged": "cannot be used",
    ]

    private var chips: [[String: String]] {
        var chips: [[String: String]] = []
        for kind in ["missing", "extra", "moved", "retimed", "changed"] {
            let count = record.counts[kind]?.integer ?? 0
            if count > 0 { chips.append(["kind": "red", "text": "\(count) \(kind)"]) }
        }
        if let events = record.counts["golden"]?.integer, chips.isEmpty {
            chips.append(["kind": "", "text": "\(events) events"])
        }
        if let start = record.start {
            chips.append(["kind": "", "text": "from \(start.rawValue)"])
        }
        if record.frames != nil {
            chips.append(["kind": "", "text": PageSummary.clock(record.milliseconds)])
        }
        return chips
    }

    private var notes: [String] {
        guard let detail else {
            return record.detail == nil
                ? []
                : [
                    "Its time axis is left out here to keep the page small; the file "
                        + "\(record.detail?.file ?? "") in the report's folder has it."
                ]
        }
        var notes: [String] = []
        if isSoundLeftOut {
            notes.append(
                "Some of its sound is left out here to keep the page small; the axis shows what"
                    + " can be heard, and the report's folder has the rest.")
        }
        if let count = detail["differencesLeftOut"]?.integer, count > 0 {
            notes.append(
                "\(count) more differences are not drawn one by one; the axis shows where.")
        }
        let lanes = detail["lanes"]?.object
        let spans = ["golden", "actual"].reduce(Int64(0)) {
            $0 &+ (lanes?[$1]?.object?["leftOut"]?.integer ?? 0)
        }
        if spans > 0 { notes.append("\(spans) more events are not drawn.") }
        return notes
    }

    private static func row(_ value: JSONValue) -> [String: Any] {
        let cells = (value.object?["cells"]?.array ?? []).map { $0.string ?? "" }
        let pick = value.object?["difference"]?.integer
        let kind = cells.count > 2 ? cells[2] : ""
        let described = zip(columns, cells).map { column, text -> [String: Any] in
            let parts = parts(text)
            return [
                "column": column, "text": text, "isPick": column == "time" && pick != nil,
                "pick": pick.map(String.init) ?? "", "isNone": text.isEmpty,
                "parts": Array(parts.dropLast()), "last": parts.last ?? "",
            ]
        }
        return ["kind": kind, "cells": described]
    }

    /// `text` cut where a line may end besides at a space: after a dot or a slash inside a word.
    static func parts(_ text: String) -> [String] {
        var parts = [""]
        for character in text {
            if let last = parts.last?.last, last == "." || last == "/",
                !character.isWhitespace, !character.isNumber
            {
                parts.append("")
            }
            parts[parts.count - 1].append(character)
        }
        return parts
    }
}
