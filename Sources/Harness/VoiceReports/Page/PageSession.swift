internal import VoiceDiff
internal import VoiceJSON

/// One session of a page, by the template's names: its line in the list, and its unfolded body.
struct PageSession {
    let record: SessionRecord
    /// Detail for its time axis and its table; nil where there is none.
    var detail: SessionDetail?
    var isSoundLeftOut = false
    /// The command that runs it alone; nil where that is not known.
    var command: String?

    private static let columns = [
        "time", "module", "what", "event", "field", "expected", "found", "remark",
    ]

    private var isDamaged: Bool { record.outcome == .damaged }
    private var name: String { TerminalReport.printable(record.name) }
    /// Reason why it does not agree.
    private var line: String {
        TerminalReport.printable(isDamaged ? record.reason ?? "" : record.sentence ?? "")
    }
    /// Effect that its caller notices; empty where that is not known.
    private var caller: String {
        TerminalReport.printable(detail?.effect?.sentence ?? "")
    }

    /// Its line in the list; `isCauseAbove` says whether the heading above tells the cause.
    func card(isCauseAbove: Bool) -> [String: Any] {
        let short = caller.isEmpty ? (isCauseAbove ? "" : line) : caller
        // The script searches the heading above as well.
        let find = isCauseAbove || line == short ? "" : line
        return [
            "number": "\(record.place + 1)", "name": name,
            "path": TerminalReport.printable(record.path),
            "outcome": record.outcome.rawValue, "outcomeText": outcomeText,
            "hasFind": !find.isEmpty, "find": find, "short": short, "hasShort": !short.isEmpty,
            "chips": chips,
        ]
    }

    /// Part that unfolds below its line, as HTML.
    var body: String {
        let detail = detail?.object
        let rows = detail?["rows"]?.array ?? []
        let more = detail?["rowsLeftOut"]?.integer ?? 0
        // A flag needs no line of its own where a sentence above says it.
        let flags = (detail?["flags"]?.array ?? []).compactMap(\.string).filter {
            let text = TerminalReport.printable($0)
            let flag = text.hasSuffix(".") ? String(text.dropLast()) : text
            return !line.contains(flag) && !caller.contains(flag)
        }
        let command = TerminalReport.printable(command ?? "")
        let proof = TerminalReport.printable(detail?["proof"]?.string ?? "")
        let html = PageTemplate.session([
            "number": "\(record.place + 1)", "name": name, "line": line, "caller": caller,
            "hasCaller": !caller.isEmpty, "command": command, "hasCommand": !command.isEmpty,
            "hasCause": !isDamaged && !line.isEmpty, "isDamaged": isDamaged,
            "hasProof": !proof.isEmpty, "proof": proof,
            "hasFlags": !flags.isEmpty, "flags": flags.map(TerminalReport.printable),
            "hasDetail": detail?["lanes"] != nil, "hasNote": !notes.isEmpty,
            "note": notes.joined(separator: " "),
            "hasRows": !rows.isEmpty, "columns": Self.columns, "rows": rows.map(Self.row),
            "hasMoreRows": more > 0, "moreRows": "\(more)",
        ])
        return PrintableText.page(html)
    }

    private var outcomeText: String { isDamaged ? "cannot be used" : record.outcome.rawValue }

    private var chips: [[String: Any]] {
        var chips: [[String: Any]] = []
        for kind in ["missing", "extra", "moved", "retimed", "changed"] {
            let count = record.counts[kind]?.integer ?? 0
            if count > 0 { chips.append(["isRed": true, "text": "\(count) \(kind)"]) }
        }
        if let events = record.counts["golden"]?.integer, chips.isEmpty {
            chips.append(["isRed": false, "text": "\(events) events"])
        }
        if let start = record.start {
            chips.append(["isRed": false, "text": "from \(start.rawValue)"])
        }
        if record.frames != nil {
            chips.append(["isRed": false, "text": PageSummary.clock(record.milliseconds)])
        }
        return chips
    }

    private var notes: [String] {
        guard let detail = detail?.object else { return [] }
        var notes: [String] = []
        if isSoundLeftOut {
            notes.append(
                "Some of its sound is left out here to keep the page small; the axis shows what"
                    + " can be heard.")
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
