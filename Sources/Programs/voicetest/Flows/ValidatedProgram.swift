import ArgumentParser
import ProgramEngine
import VoiceEngine
import VoiceJSON
import VoiceReports

/// A program of the user's that `validate` plays the protocol against.
struct ValidatedProgram {
    private let report: ProgramConformance.Report
    private let program: String

    /// Runs every check on the program of `command`.
    ///
    /// - Throws: `ProgramCommandError` where it does not start.
    init(_ command: ProgramCommand) throws(ProgramCommandError) {
        program = command.program
        let progress = ProgressLine(count: ProgramCheck.allCases.count, unit: "checks")
        defer { progress.clear() }
        var count = 0
        report = try ProgramConformance.report(on: command) { _ in
            if count > 0 { progress.update(1, of: count - 1) }
            count += 1
        }
    }

    /// Prints what was found.
    ///
    /// - Throws: `ExitCode` 1 where a rule was broken.
    func show(_ format: OutputFormat) throws {
        for line in report.said { Console.inform("program: \(line)") }
        let found = report.breaches.map { (true, $0) } + report.notes.map { (false, $0) }
        switch format {
        case .text:
            for (isError, breach) in found {
                let word = isError ? "error" : "warning"
                let message = PrintableText.line("the program \(breach.sentence)")
                try Console.print(line: "\(PrintableText.line(program)): \(word): \(message)")
            }
            let unseen = report.unseen.isEmpty ? "" : ", not checked: "
            try Console.print(
                line: "\(Self.counted(report.breaches.count, "error")),"
                    + " \(Self.counted(report.notes.count, "warning")) in"
                    + " \(Self.counted(report.runs, "run"))\(unseen)"
                    + report.unseen.joined(separator: ", "))
        case .json:
            let listed = found.map { isError, breach -> JSONValue in
                [
                    "severity": isError ? "error" : "warning", "file": .string(program),
                    "rule": breach.rule.map { .string($0.rawValue) } ?? .null,
                    "message": .string("The program \(breach.sentence)"),
                ]
            }
            try Console.print(
                json: [
                    "findings": .array(listed),
                    "notChecked": .array(report.unseen.map { .string($0) }),
                ])
        }
        if !report.breaches.isEmpty { throw ExitCode(ExitStatus.differs.rawValue) }
    }

    private static func counted(_ count: Int, _ what: String) -> String {
        "\(count) \(what)\(count == 1 ? "" : "s")"
    }
}
