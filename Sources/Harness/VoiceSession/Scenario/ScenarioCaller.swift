internal import VoiceAudio
internal import VoiceTime
internal import VoiceTrace

/// The microphone of a scenario: the caller's clips over a bed of noise, or a room, or nothing.
struct ScenarioCaller {
    /// A clip that was started: where it stands in the microphone track.
    private struct Placed {
        let clip: Int
        let start: Frame
    }

    private struct Line {
        let trigger: Scenario.Trigger
        let samples: [Int16]
        /// Stretch from the first to the last 10 ms that are loud: what a scripted recognizer goes
        /// by.
        let active: Range<Int>
        let labels: ClipLabels?
        let words: String?
        let failure: String?
        let deeds: [(offset: Frame, input: SessionInput)]
        /// Frame at which it was placed; nil while it waits.
        var start: Frame?
        /// Number of events that fit its trigger and have come.
        var fitting = 0
    }

    private let rate: SampleRate
    private let bed: Bed
    private var lines: [Line]
    private var placed: [Placed] = []
    private var rendered: Frame = 0

    init(lines: [PreparedLine], bed: Bed, rate: SampleRate) {
        self.rate = rate
        self.bed = bed
        self.lines = lines.map {
            Line(
                trigger: $0.trigger, samples: $0.sound.samples, active: $0.active,
                labels: $0.labels, words: $0.words, failure: $0.failure, deeds: $0.deeds)
        }
    }

    /// Warnings of the labels of its clips, each once.
    var warnings: [String] {
        lines.compactMap(\.labels?.warning).reduce(into: []) { told, warning in
            if !told.contains(warning) { told.append(warning) }
        }
    }

    /// Positions of the lines of which not a frame was heard; one without sound, as to hang up,
    /// is over where it begins.
    var unreached: [Int] {
        lines.indices.filter { index in
            let line = lines[index]
            return line.start.map { $0 + (line.samples.isEmpty ? 0 : 1) > rendered } ?? true
        }
    }

    /// Frame at which the last line ends, once all of them are over.
    var end: Frame? {
        let ends = lines.map { line in line.start.map { $0 + Frame(line.samples.count) } }
        guard let last = ends.map({ $0 ?? .max }).max() else { return 0 }
        return last <= rendered ? last : nil
    }

    /// Returns the number of events that fit the trigger of the line at `index` and have come.
    func fitting(line index: Int) -> Int { lines[index].fitting }

    /// Starts the lines that go by the clock.
    mutating func start() -> [(frame: Frame, input: SessionInput)] {
        lines.indices.flatMap { index -> [(frame: Frame, input: SessionInput)] in
            guard case .at(let time) = lines[index].trigger else { return [] }
            return place(index, at: rate.frames(milliseconds: time))
        }
    }

    /// Starts the lines that wait for `event`.
    mutating func observe(_ event: TraceEvent) -> [(frame: Frame, input: SessionInput)] {
        var started: [(frame: Frame, input: SessionInput)] = []
        for index in lines.indices where lines[index].start == nil {
            guard case .after(let pattern, let count, let delay) = lines[index].trigger,
                pattern.matches(event.kind, event.fields)
            else { continue }
            lines[index].fitting += 1
            guard lines[index].fitting == count else { continue }
            started += place(index, at: event.frame + rate.frames(milliseconds: delay))
        }
        return started
    }

    /// Starts a line: returns what the session keeps of it, and when.
    private mutating func place(
        _ index: Int, at frame: Frame
    ) -> [(frame: Frame, input: SessionInput)] {
        // A key at the very frame of what it answers would be replayed ahead of that.
        let isReaction = !lines[index].deeds.isEmpty && rendered > 0
        let start = max(frame, isReaction ? rendered + 1 : rendered)
        lines[index].start = start
        placed.append(Placed(clip: index, start: start))
        let line = lines[index]
        guard line.deeds.isEmpty else {
            return line.deeds.map { (start + $0.offset, $0.input) }
        }
        let (first, last) = (Frame(line.active.lowerBound), Frame(line.active.upperBound))
        var caller = CallerLine(
            line: index, start: start, end: start + Frame(line.samples.count),
            active: (start + first)..<(start + last), words: line.words, failure: line.failure)
        if let labels = line.labels {
            caller.labels = labels.source
            caller.speech = (start + Frame(labels.first))..<(start + Frame(labels.last))
        }
        return [(start, .caller(caller))]
    }

    /// The next frames of the microphone.
    mutating func render(_ count: Int) -> [Int16] {
        var samples = bed.samples(from: rendered, count: count)
        let end = rendered + Frame(count)
        if bed.isReplacedByClips {
            for placement in placed where lines[placement.clip].deeds.isEmpty {
                let clip = Frame(lines[placement.clip].samples.count)
                let heard = (placement.start..<(placement.start + clip)).clamped(to: rendered..<end)
                for frame in heard { samples[Int(frame - rendered)] = 0 }
            }
        }
        for placement in placed {
            let clip = lines[placement.clip].samples
            let from = max(placement.start, rendered)
            let upTo = min(placement.start + Frame(clip.count), end)
            guard from < upTo else { continue }
            for frame in from..<upTo {
                let place = Int(frame - rendered)
                let sum = Int32(samples[place]) + Int32(clip[Int(frame - placement.start)])
                samples[place] = Int16(clamping: sum)
            }
        }
        placed.removeAll { $0.start + Frame(lines[$0.clip].samples.count) <= end }
        rendered = end
        return samples
    }
}

/// A caller line whose sound is ready.
struct PreparedLine {
    var trigger: Scenario.Trigger
    var sound: MonoSound
    var active: Range<Int>
    var labels: ClipLabels?
    var words: String?
    var failure: String?
    /// Keys that it presses, or the hang-up, and how many frames after its start; empty for a line
    /// of sound.
    var deeds: [(offset: Frame, input: SessionInput)] = []
}

/// The background sound between the caller's words.
enum Bed {
    /// Nothing at all.
    case digitalSilence
    /// A quiet room.
    case room(RoomTone)
    /// A sound, looped from `offset` on.
    case noise([Int16], offset: Int)
    /// The same of the room that the clips were recorded in: it is not heard under them.
    case roomOfClips([Int16], offset: Int)
    /// A recording that is the whole microphone, and the room after its end.
    case recording([Int16], then: RoomTone)

    /// Whether clips are heard in its place, and not over it.
    var isReplacedByClips: Bool { if case .roomOfClips = self { true } else { false } }

    func samples(from start: Frame, count: Int) -> [Int16] {
        switch self {
        case .digitalSilence: return [Int16](repeating: 0, count: count)
        case .room(let tone): return Self.tone(tone, from: start, count: count)
        case .noise(let loop, let offset), .roomOfClips(let loop, let offset):
            return (0..<count).map { loop[(offset + Int(start) + $0) % loop.count] }
        case .recording(let track, let tone):
            let known = max(0, min(count, track.count - Int(min(start, Frame(track.count)))))
            let head = known > 0 ? Array(track[Int(start)..<(Int(start) + known)]) : []
            return head + Self.tone(tone, from: start + Frame(known), count: count - known)
        }
    }

    private static func tone(_ tone: RoomTone, from start: Frame, count: Int) -> [Int16] {
        var samples = [Int16](repeating: 0, count: count)
        samples.withUnsafeMutableBufferPointer { tone.fill($0, from: start) }
        return samples
    }
}
