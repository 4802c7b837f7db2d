internal import VoiceDiff
package import VoiceJSON
package import VoiceTime
internal import VoiceTrace

/// The caller of a run as lines of a scenario: each utterance with the sound that it is cut from
/// and what the app did before it.
package struct CallerScript: Sendable, Equatable {
    /// One utterance.
    package struct Line: Sendable, Equatable {
        /// The frames of the caller's track that are its clip.
        package var clip: Range<Frame>
        /// Stretch in which it speaks, in frames of the track.
        package var speech: Range<Frame>
        /// Event that it follows.
        package var anchor: CallerAnchor
        /// Time after the anchor at which the clip starts, in milliseconds.
        package var delayMilliseconds: Int64
        /// The words; nil where they are not known, empty for a sound without words.
        package var words: String?
        /// Failure of a scripted recognizer.
        package var failure: String?
        /// The keys of a telephone that are pressed in place of speech; then the clip is their
        /// sound. Nil for speech.
        package var keys: String?
    }

    /// The utterances, in order.
    package internal(set) var lines: [Line] = []
    /// Lines without sound, in order.
    package internal(set) var silentLines: [SilentLine]
    /// Expectations of the app's actions, as a scenario has them.
    package internal(set) var expectations: [JSONValue]
    /// Sentences on what could not be taken over as it was.
    package private(set) var notes: [String] = []
    /// Stretch in which the caller's room is heard alone, in frames of the track; nil where it
    /// nowhere is for long.
    package let room: Range<Frame>?
    /// Frame at which the app began its first prompt; nil where it plays nothing.
    package let firstPrompt: Frame?
    /// The session's length, in seconds, rounded up.
    package let seconds: Int64
    let rate: SampleRate

    /// The most silence that a clip keeps on either side of its speech, in milliseconds.
    private static let marginMilliseconds: Int64 = 150
    /// The least, where the caller leaves as much.
    private static let leastMilliseconds: Int64 = 60

    /// The caller of `run`. `quietest` gives a frame inside a range of the caller's track at which
    /// a cut is heard least.
    ///
    /// - Throws: ``SessionError`` where nothing tells when the caller spoke, and what `quietest`
    ///   throws.
    package init(
        _ run: MeasuredRun, quietest: (Range<Frame>) throws(SessionError) -> Frame
    ) throws(SessionError) {
        rate = run.manifest.sampleRate
        seconds = (run.frames + Frame(rate.hertz) - 1) / Frame(rate.hertz)
        let subject = try run.subject()
        expectations = ProposedExpectations(run, SessionLatency(subject)).values
        firstPrompt = run.events.first { run.vocabulary.role(of: $0) == .playBegin }?.frame
        room = CallerRoom(run, subject.turns).stretch
        let words = CallerWords(run, subject.turns)
        let anchors = CallerAnchors(run.events, run.vocabulary)
        silentLines = Self.silentLines(of: run.inputs, anchors, rate)
        for index in subject.turns.indices {
            let turn = subject.turns[index].active
            let heard = turn.clamped(to: 0..<max(1, run.frames))
            guard !heard.isEmpty else {
                notes.append("turn \(index + 1) of the caller came after the session's end")
                continue
            }
            let before = index > 0 ? subject.turns[index - 1].active.upperBound : 0
            let after =
                index + 1 < subject.turns.count
                ? subject.turns[index + 1].active.lowerBound : run.frames
            var line = Line(
                clip: heard, speech: heard, anchor: anchors.anchor(ofSpeechAt: heard.lowerBound),
                delayMilliseconds: 0, words: words[index], failure: words.failure(of: index))
            line.keys = subject.turns[index].keys
            if before > heard.lowerBound { notes.append(Self.overlap(lines.count + 1)) }
            try cut(&line, after: before, before: min(after, run.frames), quietest)
            lines.append(line)
        }
        noteAnchors()
        noteWords()
        noteKeys(of: run)
        noteApp(of: run)
    }

    /// Gives `line` its clip: up to the silence on either side, and so that it starts a whole
    /// number of milliseconds after its anchor. Keys have no silence around them.
    private func cut(
        _ line: inout Line, after before: Frame, before after: Frame,
        _ quietest: (Range<Frame>) throws(SessionError) -> Frame
    ) throws(SessionError) {
        let (margin, least) = (
            rate.frames(milliseconds: Self.marginMilliseconds),
            rate.frames(milliseconds: Self.leastMilliseconds)
        )
        let (first, last) = (line.speech.lowerBound, line.speech.upperBound)
        let earliest = min(first, max(before, first - margin, line.anchor.frame))
        let latest = max(last, min(after, last + margin))
        let isKeys = line.keys != nil
        let start = isKeys ? first : try quietest(earliest..<max(earliest, first - least))
        let end = isKeys ? last : try quietest(min(latest, last + least)..<latest)
        line.delayMilliseconds = max(
            0, rate.microseconds(start - line.anchor.frame) / 1_000)
        let whole = line.anchor.frame + rate.frames(milliseconds: line.delayMilliseconds)
        line.clip = min(whole, first)..<max(end, last)
    }

    private static func overlap(_ number: Int) -> String {
        "line \(number): the caller began it before the line before it was over; the clips hold"
            + " what both say"
    }

    private mutating func noteAnchors() {
        for (index, line) in lines.enumerated() where line.anchor.reason == .clock {
            notes.append(
                "line \(index + 1): the app had neither played nor listened, so the line goes by"
                    + " the time of the session, \(line.delayMilliseconds) ms")
        }
    }

    private mutating func noteWords() {
        let silent = lines.indices.filter { lines[$0].words == nil }.map { "\($0 + 1)" }
        guard !silent.isEmpty else { return }
        let all = silent.joined(separator: ", ")
        notes.append(
            "\(silent.count == 1 ? "line" : "lines") \(all): the words are not known, so a scripted"
                + " recognizer does not understand them. Add \"words\", or run the scenario with a"
                + " recognizer that hears")
    }

    private mutating func noteKeys(of run: MeasuredRun) {
        let count = run.inputs.count { if case .key = $0.input { true } else { false } }
        guard count > 0 else { return }
        notes.append(
            "the caller pressed \(count) keys, which the scenario does not press. Add lines with"
                + " \"keys\"")
    }

    /// Notes actions of the app and the world that no scenario of the session tells.
    private mutating func noteApp(of run: MeasuredRun) {
        guard !run.hasScenario else { return }
        var (calls, news) = (0, 0)
        for input in run.inputs {
            switch input.input {
            case .call(let call): calls += Self.message(of: call) == nil ? 1 : 0
            case .permission, .audioSession: news += 1
            default: continue
            }
        }
        if calls > 0 {
            notes.append(
                "the app made \(calls) calls of its engine, which the scenario does not make. Add"
                    + " the rules that make them under \"app\", or test the app's own code")
        }
        if news > 0 {
            notes.append(
                "\(news) permissions or interruptions came from outside, which the scenario does"
                    + " not bring. Add rules under \"app\"")
        }
    }

    /// The same caller, of whom nothing is expected that `vocabulary` does not tell. Lines without
    /// sound followed what the app of the session did, and are left out.
    func following(_ vocabulary: EventVocabulary) -> CallerScript {
        var script = self
        script.silentLines = []
        script.expectations.removeAll { value in
            value.object?["kind"]?.string.map { vocabulary[$0] == nil } ?? false
        }
        return script
    }

    /// The same caller, who says no more than the first `count` lines.
    func first(_ count: Int) -> CallerScript {
        var script = self
        script.lines = Array(lines.prefix(count))
        return script
    }

    /// Lets the line at `index` start so many milliseconds after `anchor`.
    mutating func follow(
        _ anchor: CallerAnchor, after milliseconds: Int64, line index: Int
    ) {
        lines[index].anchor = anchor
        lines[index].delayMilliseconds = max(0, milliseconds)
    }
}
