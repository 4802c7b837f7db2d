package import VoiceAudio
package import VoiceDiff
internal import VoiceFiles
package import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// Contents of a page for one session beyond its line in the list: explanation, lanes, outlines of
/// its sound, and the sound around its differences.
///
/// Shape of ``object``:
///
///     { "rate", "frames", "cause"?: CAUSE as in ``JSONReport``, "flags": [text], "proof"?: text,
///       "caller"?: { "effect", "sentence" },                what the caller notices of it
///       "rows": [ { "cells": [8 texts], "difference"?: place } ], "rowsLeftOut",
///       "lanes": { "golden": LANES, "actual"?: LANES },       actual: where it is not the same
///       "differences": [ { "kind", "label", "lane", "module"?, "golden"?: frame,
///                          "actual"?: frame, "fields": [ROW], "why": [ROW],
///                          "to"?: frame, "text"? } ],           of a fault: where it ends, and why
///       "differencesLeftOut", "undrawn": [ [from, to, how many begin there] ],
///       "waves": { "binFrames", "microphone"?, "golden"?, "actual"?: Base64 },
///       "sound": [ { "track": "microphone" | "golden" | "actual", "from", "frames", "file",
///                    "more"?: true } ],          more: around others than the first of a group
///       "turns": [ { "from", "to": frames, "sound": [ as above ] } ] }     the worst turns
///     LANES  { LANE: [ [from, to, label, decided or null] ], "leftOut": how many spans more }
///     ROW    [name, golden, actual, distance]
package struct SessionDetail: Sendable, Equatable {
    /// The shape above.
    package internal(set) var object: JSONObject
    /// The sound files that ``object`` names, as FLAC, by name.
    package internal(set) var files: [(name: String, bytes: [UInt8])]

    /// Cause that made the session differ; nil where nothing did.
    private(set) var cause: Cause?
    /// Effect that its caller notices; nil where that is not known.
    private(set) var effect: CallerEffect?

    /// Rows of the table of groups at most.
    static let rowLimit = 60
    /// Spans of one lane at most.
    static let spanLimit = 2_000

    init(object: JSONObject) {
        self.object = object
        files = []
        cause = object["cause"].flatMap(Cause.codec.read)
        effect = object["caller"].flatMap(CallerEffect.codec.read)
    }

    /// ``object`` as a page's script reads it: the table stands in the page itself.
    var shown: JSONObject {
        var shown = object
        shown["rows"] = nil
        return shown
    }

    /// The detail of a session whose traces could be compared.
    ///
    /// - Parameters:
    ///   - verdict: what the comparison found.
    ///   - golden: the events of the golden.
    ///   - actual: those of this run.
    ///   - frames: the session's length; traces may go on after it.
    ///   - sounds: what is at hand; without it there are lanes and no outlines.
    ///   - keepsSound: whether stretches of it can be heard.
    ///   - turns: what of its turns can be heard by itself.
    package init(
        _ verdict: Verdict, golden: [TraceEvent], actual: [TraceEvent], frames: Frame,
        sounds: SessionSounds = SessionSounds(), keepsSound: Bool = true,
        turns: [Range<Frame>] = []
    ) {
        object = [:]
        files = []
        guard let diff = verdict.diff else { return }
        // Longer than any session: from a damaged trace, and nothing to allocate.
        let limit = SessionManifest.secondsLimit * Frame(diff.sampleRate.hertz)
        let last = (golden + actual).map(\.frame).max() ?? 0
        let length = min(limit, max(frames, last))
        let chosen = DrawnDifferences(diff, frames: length)
        let values = DetailValues(diff: diff, chosen: chosen)
        object["rate"] = .integer(Int64(diff.sampleRate.hertz))
        object["frames"] = .integer(length)
        cause = verdict.cause
        object["cause"] = cause.map(Cause.codec.write)
        effect = (verdict.effect ?? CallerEffect(diff, golden: golden, actual: actual)).map {
            CallerEffect(
                kind: $0.kind,
                sentence: DetailValues.cut($0.sentence, limit: 2 * DetailValues.textLimit))
        }
        object["caller"] = effect.map(CallerEffect.codec.write)
        object["proof"] = verdict.proof.map { .string($0.text) }
        object["flags"] = .array((verdict.firstCause?.flags ?? []).map { .string($0) })
        let differs = golden != actual
        addDifferences(verdict, values, side: differs ? "actual" : "golden")
        object["undrawn"] = values.undrawn
        var lanes: JSONObject = ["golden": values.lanes(golden)]
        if differs { lanes["actual"] = values.lanes(actual) }
        object["lanes"] = .object(lanes)
        let windows =
            verdict.outcome == .agrees
            ? SoundWindows(beginningOf: keepsSound ? length : 0, rate: diff.sampleRate)
            : SoundWindows(
                chosen, faults: verdict.faults, cause: verdict.firstCause, rate: diff.sampleRate,
                frames: length)
        addSound(
            diff, windows, turns.map { $0.clamped(to: 0..<max(1, length)) }, golden: golden,
            actual: differs ? actual : nil, frames: length, sounds: sounds)
    }

    /// Adds groups, differences and faults, which are marked on the rows of `side`.
    private mutating func addDifferences(_ verdict: Verdict, _ values: DetailValues, side: String) {
        let drawn = values.chosen.drawn
        let groups = values.diff.groups.filter { !$0.isEcho }
        let faults = verdict.faults.prefix(Self.rowLimit)
        object["rows"] = .array(
            groups.prefix(Self.rowLimit).map { values.row($0) }
                + faults.enumerated().map { values.row($1, place: drawn.count + $0) })
        let more = max(0, groups.count - Self.rowLimit) + verdict.faults.count - faults.count
        object["rowsLeftOut"] = .integer(Int64(more))
        object["differences"] = .array(
            drawn.map { values.difference($0) }
                + faults.map { values.difference($0, side: side) })
        object["differencesLeftOut"] = .integer(
            Int64(values.diff.differences.count - drawn.count))
    }

    private mutating func addSound(
        _ diff: TraceDiff, _ windows: SoundWindows, _ turns: [Range<Frame>],
        golden: [TraceEvent], actual: [TraceEvent]?, frames: Frame, sounds: SessionSounds
    ) {
        let (rate, vocabulary) = (diff.sampleRate, diff.vocabulary)
        let bin = Waveform.binFrames(frames: Int(frames), sampleRate: rate.hertz)
        let firsts = windows.firsts
        let ranges = firsts + windows.others + turns
        let blank = TrackSketch(ranges: ranges, binFrames: bin, sampleRate: rate.hertz)
        func played(_ events: [TraceEvent]?) -> TrackSketch? {
            guard let events else { return nil }
            var track = PromptTrack(
                events, vocabulary, prompt: sounds.prompt, rate: rate, frames: frames)
            var sketch = blank
            track.show { sketch.process($0) }
            return track.hasSound ? sketch : nil
        }
        var microphone: TrackSketch?
        if let track = sounds.microphone {
            var sketch = blank
            // A report is written of what is there.
            let found = try? track.show { sketch.process($0) }
            microphone = found == rate.hertz ? sketch : nil
        }
        let all = [
            ("microphone", microphone), ("golden", played(golden)), ("actual", played(actual)),
        ]
        var waves: JSONObject = ["binFrames": .integer(Int64(bin))]
        var tracks: [(name: String, cuts: [Int: MonoSound])] = []
        for case (let name, var sketch?) in all where !sketch.isEmpty {
            sketch.finish()
            waves[name] = .string(sketch.outlineText)
            tracks.append((name, sketch.cuts))
        }
        object["waves"] = .object(waves)
        addCuts(tracks, ranges, firsts: firsts.count, turns: turns.count)
    }

    /// Adds the sound of `ranges` of every track: so many around first differences, others, and so
    /// many of turns.
    private mutating func addCuts(
        _ tracks: [(name: String, cuts: [Int: MonoSound])], _ ranges: [Range<Frame>], firsts: Int,
        turns: Int
    ) {
        let count = ranges.count - turns
        object["sound"] = .array(
            ranges[..<count].indices.flatMap { place in
                pieces(tracks, ranges[place], place).map { piece in
                    guard place >= firsts else { return piece }
                    var piece = piece
                    piece["more"] = true
                    return piece
                }
            }.map(JSONValue.object))
        // The sound of this time is heard, not that of the golden trace.
        let other = tracks.contains { $0.name == "actual" } ? "golden" : "actual"
        object["turns"] = .array(
            ranges[count...].enumerated().map { number, range in
                let heard = tracks.filter { $0.name != other }
                return [
                    "from": .integer(range.lowerBound), "to": .integer(range.upperBound),
                    "sound": .array(
                        pieces(heard, range, count + number).map(JSONValue.object)),
                ]
            })
    }

    /// The sound of `range`, which is the one at `place`, of every track; its files are added.
    private mutating func pieces(
        _ tracks: [(name: String, cuts: [Int: MonoSound])], _ range: Range<Frame>, _ place: Int
    ) -> [JSONObject] {
        tracks.compactMap { track in
            guard let cut = track.cuts[place], let bytes = try? SoundFile.encodeFLAC(cut)
            else { return nil }
            let name = "audio/\(Digest.hex(of: bytes).prefix(24)).flac"
            if !files.contains(where: { $0.name == name }) { files.append((name, bytes)) }
            return [
                "track": .string(track.name), "from": .integer(range.lowerBound),
                "frames": .integer(Int64(cut.frames)), "file": .string(name),
            ]
        }
    }

    /// Equal when they would be written alike.
    package static func == (left: Self, right: Self) -> Bool {
        left.object == right.object
            && left.files.elementsEqual(right.files) { $0.name == $1.name && $0.bytes == $1.bytes }
    }
}
