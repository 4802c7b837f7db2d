package import VoiceTime
package import VoiceTrace

/// Lets a scripted caller follow another app than the one whose caller it was: line after line, by
/// what that app does when the lines before were said.
///
/// A line starts as long after the end of the line before as the caller did, and the first as long
/// after the app's first prompt. It follows what the app has done by then, where that is what the
/// caller went by; else the nearest thing of that sort. A line before which the app did nothing
/// since the line before it began goes by that line alone, whatever this app does meanwhile.
package struct CallerAim {
    /// A run of the app with the first lines of the caller.
    package struct Run: Sendable {
        /// Events of the run.
        package var events: [TraceEvent]
        /// Inputs of the run: the lines, where they were placed.
        package var inputs: [InputEvent]

        /// A run of these parts.
        package init(events: [TraceEvent], inputs: [InputEvent]) {
            self.events = events
            self.inputs = inputs
        }
    }

    /// The caller, whose lines follow the app as far as ``aim(at:)`` was called.
    package private(set) var script: CallerScript
    /// Remarks, in sentences.
    package private(set) var notes: [String] = []
    /// The next line, from 0; the number of lines where all follow the app.
    package private(set) var next = 0
    private let vocabulary: EventVocabulary
    private let rate: SampleRate
    private let source: CallerScript

    /// Distance from its place in the session within which something counts as the same, in
    /// microseconds.
    private static let slack: Int64 = 500_000

    /// Aims `script` at an app whose events mean what `vocabulary` says, at `rate`.
    package init(_ script: CallerScript, _ vocabulary: EventVocabulary, rate: SampleRate) {
        source = script
        self.vocabulary = vocabulary
        self.rate = rate
        self.script = script.following(vocabulary)
        for key in ["send", "hangUp"] where script.silentLines.contains(where: { $0.key == key }) {
            notes.append(
                "the scenario leaves out lines with \"\(key)\", which followed the app of the"
                    + " session. Add them")
        }
    }

    /// The caller with the lines that follow the app already.
    package var known: CallerScript { script.first(next) }

    /// Lets the next line follow what the app did in `run`, which was made with ``known``.
    package mutating func aim(at run: Run) {
        guard next < source.lines.count else { return }
        defer { next += 1 }
        let line = source.lines[next]
        guard let reference = reference(in: run) else {
            notes.append(
                "line \(next + 1): the line before it was not said in the app, so it goes by the"
                    + " time of the session")
            script.follow(.clock, after: source.milliseconds(line.clip.lowerBound), line: next)
            return
        }
        let anchors = CallerAnchors(run.events, vocabulary)
        let start = reference.app + source.microseconds(line.clip.lowerBound) - reference.session
        let lead = source.microseconds(line.speech.lowerBound - line.clip.lowerBound)
        let found = anchors.anchor(ofSpeechAt: frame(start + lead))
        let place =
            reference.app + source.microseconds(line.anchor.frame) - reference.session
        let isSame =
            found.reason == line.anchor.reason
            && abs(rate.microseconds(found.frame) - place) <= Self.slack
        let near = anchors.nearest(
            line.anchor.reason, to: frame(place), from: frame(reference.app))
        guard !isSame, !goesByLineBefore, let near else {
            if !isSame, !goesByLineBefore, line.anchor.reason != .clock {
                notes.append(
                    "line \(next + 1): the app does not do what the line followed in the session,"
                        + " so it follows what the app does at that time")
            }
            let delay = (max(0, start - rate.microseconds(found.frame)) + 500) / 1_000
            script.follow(found, after: delay, line: next)
            return
        }
        let apart = (rate.microseconds(near.frame) - place) / 1_000
        if abs(apart) > Self.slack / 1_000 {
            notes.append(
                "line \(next + 1): what it follows comes \(abs(apart)) ms"
                    + " \(apart < 0 ? "earlier" : "later") in the app than in the session")
        }
        script.follow(near, after: line.delayMilliseconds, line: next)
    }

    /// Whether the next line follows what the app did before the line before it began.
    private var goesByLineBefore: Bool {
        next > 0 && source.lines[next].anchor.frame <= source.lines[next - 1].speech.lowerBound
    }

    /// A moment that the session and the run of the app have both, in microseconds; nil where the
    /// line before was not said.
    private func reference(in run: Run) -> (session: Int64, app: Int64)? {
        guard next > 0 else {
            let first = run.events.first { vocabulary.role(of: $0) == .playBegin }?.frame
            guard let first, let own = source.firstPrompt else { return (0, 0) }
            return (source.microseconds(own), rate.microseconds(first))
        }
        let before = source.lines[next - 1]
        guard let placed = placed(next - 1, in: run) else { return nil }
        let spoken = source.microseconds(before.speech.upperBound - before.clip.lowerBound)
        return (source.microseconds(before.speech.upperBound), rate.microseconds(placed) + spoken)
    }

    /// Returns the frame at which the line at `index` began in `run`; nil where it did not. Keys
    /// are inputs of their own.
    private func placed(_ index: Int, in run: Run) -> Frame? {
        guard source.lines[index].keys != nil else {
            return run.inputs.compactMap { input -> Frame? in
                guard case .caller(let line) = input.input, line.line == index else { return nil }
                return line.start
            }.first
        }
        let before = source.lines[..<index].reduce(0) { $0 + ($1.keys?.count ?? 0) }
        let pressed = run.inputs.compactMap { input -> Frame? in
            if case .key = input.input { input.frame } else { nil }
        }
        return pressed.dropFirst(before).first
    }

    private func frame(_ microseconds: Int64) -> Frame {
        max(0, microseconds) / 1_000 * Int64(rate.hertz) / 1_000
    }
}

extension CallerScript {
    /// A frame of the track in microseconds.
    fileprivate func microseconds(_ frame: Frame) -> Int64 { rate.microseconds(frame) }

    /// The same in milliseconds.
    fileprivate func milliseconds(_ frame: Frame) -> Int64 { rate.microseconds(frame) / 1_000 }
}
