import Foundation
import Testing

extension Program {
    /// A session whose golden says something else than a replay does, and the pending trace.
    func pending(
        shift: Int = 0, dropping kind: String? = nil
    ) throws -> (session: String, pending: String) {
        let session = try copySession("shutdown/field-set")
        try edit("\(session)/trace.jsonl") { lines in
            if let kind { lines.removeAll { $0.contains("\"kind\":\"\(kind)\"") } }
            guard shift != 0 else { return }
            lines = lines.map { line in
                line.replacing(/"t":([1-9]\d*)/) { match in
                    "\"t\":\((Int(match.1) ?? 0) + shift)"
                }
            }
        }
        #expect(try run(["replay", session]).status == 1)
        return (session, "\(session)/trace.new.jsonl")
    }

    func edit(_ path: String, _ change: (inout [String]) -> Void) throws {
        var lines = try String(contentsOfFile: path, encoding: .utf8)
            .split(separator: "\n").map(String.init)
        change(&lines)
        try (lines.joined(separator: "\n") + "\n")
            .write(toFile: path, atomically: true, encoding: .utf8)
    }

    func ledger(_ session: String) throws -> [[String: Any]] {
        try String(contentsOfFile: "\(session)/accepted.jsonl", encoding: .utf8)
            .split(separator: "\n").map { line in
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            }
    }
}
