package import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Latencies to compare with: every turn, every silence and all counted work of each session, and
/// by how much a figure may become worse.
package struct LatencyBaseline: Sendable, Equatable {
    /// The version of the file that this program writes, and the newest it reads.
    package static let formatVersion: Int64 = 2
    /// Kind of document that a baseline file calls itself.
    package static let kind = "latencyBaseline"

    /// The sessions by name, each as its latencies were; in the order of the run.
    package var sessions: [(name: String, figures: JSONObject)]
    /// Amount by which a figure may become worse.
    package var tolerance: LatencyTolerance
    /// Whether sessions are named by the last two parts of their paths, as version 1 did.
    private var hasOldNames = false

    /// Takes the findings of `report`, to be compared with later.
    package init(_ report: LatencyReport, tolerance: LatencyTolerance = .standard) {
        self.tolerance = tolerance
        sessions = report.sessions.map { ($0.name, Self.figures(of: $0)) }
    }

    /// Reads a baseline file's bytes; `path` names it in errors.
    ///
    /// - Throws: ``DiffError``: not JSON, no baseline, or one of a newer version.
    package init(bytes: [UInt8], path: String) throws(DiffError) {
        let root: JSONValue
        do {
            root = try JSONReader.value(of: bytes)
        } catch { throw .baselineNotJSON(path: path, error) }
        guard root.object?["kind"]?.string == Self.kind,
            let version = root.object?["formatVersion"]?.integer,
            let listed = root.object?["sessions"]?.array
        else { throw .baseline(path: path, what: "it is not a baseline of latencies") }
        guard version <= Self.formatVersion else {
            throw .baseline(
                path: path,
                what: "its version is \(version), the newest known \(Self.formatVersion)")
        }
        guard let tolerance = root.object?["tolerance"].map(LatencyTolerance.init) ?? .standard
        else { throw .baseline(path: path, what: "its tolerance is none") }
        self.tolerance = tolerance
        hasOldNames = version < 2
        sessions = []
        for entry in listed {
            guard let name = entry.object?["name"]?.string,
                let figures = entry.object?["figures"]?.object
            else { throw .baseline(path: path, what: "a session in it has no name or no figures") }
            guard Self.isPossible(figures) else {
                throw .baseline(
                    path: path, what: "the figures of \(name) are outside what a session can have")
            }
            guard !sessions.contains(where: { $0.name == name }) else {
                throw .baseline(path: path, what: "it lists the session \(name) twice")
            }
            sessions.append((name, figures))
        }
        guard !sessions.isEmpty else {
            throw .baseline(path: path, what: "it lists no session, so nothing can be compared")
        }
    }

    /// The session of a run that a session of the baseline is compared with: the one of its name.
    func match(_ name: String, in names: [String]) -> String? {
        if names.contains(name) { return name }
        guard hasOldNames else { return nil }
        // One name is the end of the other, whatever folder the run was told.
        let near = names.filter { "/\($0)".hasSuffix("/\(name)") || "/\(name)".hasSuffix("/\($0)") }
        return near.count == 1 ? near[0] : nil
    }

    /// Whether rate, length and every time are such as a session can have.
    private static func isPossible(_ figures: JSONObject) -> Bool {
        guard let hertz = figures["sampleRate"]?.integer,
            let rate = SampleRate(hertz: Int(clamping: hertz))
        else { return false }
        let limit = SessionManifest.secondsLimit * Frame(rate.hertz)
        func isPosition(_ value: JSONValue?) -> Bool {
            value?.integer.map { (0...limit).contains($0) } ?? false
        }
        func isTime(_ value: JSONValue?) -> Bool {
            guard let value else { return true }
            return value.integer.map { (-limit...limit).contains($0) } ?? false
        }
        func isPart(_ value: JSONValue) -> Bool {
            guard let part = value.object else { return false }
            return LatencyMetric.allCases.allSatisfy { metric in
                part[metric.rawValue].map { $0.object.map { isTime($0["frames"]) } ?? false }
                    ?? true
            }
        }
        guard let turns = figures["turns"]?.array, let gaps = figures["gaps"]?.array,
            isPosition(figures["frames"]),
            (turns + gaps + (figures["sounds"]?.array ?? [])).allSatisfy(isPart)
        else { return false }
        return turns.compactMap(\.object).allSatisfy {
            isPosition($0["start"]) && isPosition($0["end"])
        }
    }

    /// The file's bytes.
    package func fileBytes() -> [UInt8] {
        JSONWriter.prettyBytes([
            "kind": .string(Self.kind), "formatVersion": .integer(Self.formatVersion),
            "tolerance": tolerance.value,
            "sessions": .array(
                sessions.map { ["name": .string($0.name), "figures": .object($0.figures)] }),
        ])
    }

    /// Equal when they would be written alike.
    package static func == (left: Self, right: Self) -> Bool {
        left.fileBytes() == right.fileBytes()
    }

    private static func figures(of session: SessionLatency) -> JSONObject {
        var object: JSONObject = [
            "sampleRate": .integer(Int64(session.sampleRate.hertz)),
            "frames": .integer(session.frames),
            "turns": .array(session.turns.map(turn)),
            "gaps": .array(
                session.gaps.map { ["item": .string($0.item), "promptGap": outcome($0.outcome)] }),
            "sounds": .array(session.sounds.map(sound)),
        ]
        object["work"] = session.work.map { .object($0.counts) }
        return object
    }

    private static func sound(_ sound: SoundBeginning) -> JSONValue {
        var object: JSONObject = ["item": .string(sound.item)]
        object[LatencyMetric.clipGap.rawValue] = sound.clipGap.map(outcome)
        object[LatencyMetric.soundStart.rawValue] = sound.start.map(outcome)
        return .object(object)
    }

    private static func turn(_ turn: TurnLatency) -> JSONValue {
        var object: JSONObject = [
            "start": .integer(turn.turn.active.lowerBound),
            "end": .integer(turn.turn.active.upperBound),
        ]
        object["words"] = turn.turn.words.map { .string($0) }
        object["truth"] = .string(turn.turn.source.rawValue)
        for metric in LatencyMetric.allCases {
            object[metric.rawValue] = turn[metric].map(outcome)
        }
        return .object(object)
    }

    private static func outcome(_ outcome: LatencyOutcome) -> JSONValue {
        var object: JSONObject = ["outcome": .string(outcome.name)]
        object["frames"] = outcome.frames.map { .integer($0) }
        object["reason"] = outcome.reason.map { .string($0.name) }
        return .object(object)
    }
}
