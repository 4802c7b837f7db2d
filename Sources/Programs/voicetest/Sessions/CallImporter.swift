import VoiceActivity
import VoiceCalls
import VoiceDiff
import VoiceFiles
import VoiceRecognition
import VoiceReports
import VoiceSession
import VoiceTime
import VoiceTrace

/// Makes sessions of calls, and reports the result of each.
struct CallImporter: Sendable {
    /// One call and where its session goes.
    struct Work: Sendable {
        /// The recording, or its two files, and what is known of its sides.
        var call: SoundSearch.Found
        /// Labels that were named; nil takes those beside the recording.
        let labels: String?
        let output: String
        /// A log of the call, and a file that says what its lines mean.
        var log: String?
        var logMapping: String?
    }

    /// Result of one call.
    struct Outcome: Sendable {
        var status = ExitStatus.agrees
        /// Lines that are printed.
        var lines: [String] = []
        /// Notes, and faults.
        var notes: [String] = []
        var faults: [String] = []
        /// Prints of what is said; nil of a call that cannot be used.
        var prints: CallPrints?
    }

    /// Way in which a recording is read.
    let reading: HeardCall.Reading
    /// Options of what is listened for; nil where no words are asked for.
    let listening: ListeningOptions?
    /// Whether what the caller says is hidden, and what the app says is not kept.
    let hides: Bool
    let silencesApp: Bool
    /// Whether a session that exists is replaced.
    let replaces: Bool

    /// Makes the session that `work` asks for, and returns the result.
    func outcome(of work: Work) -> Outcome {
        var outcome = Outcome()
        do {
            try work.call.opened(labels: work.labels, reading) { recording, reading, named in
                try make(work, recording, reading, named, &outcome)
            }
        } catch {
            outcome.status = ExitStatus(error)
            outcome.faults.append("\(error)")
        }
        return outcome
    }

    /// Reads the call, and keeps its prints in `outcome`.
    private func heard(
        _ recording: CallRecording, _ reading: HeardCall.Reading, _ log: CallLogFile?,
        _ outcome: inout Outcome
    ) throws -> HeardCall {
        switch try HeardCall.read(recording, reading: reading, log: log) {
        case .heard(let call):
            outcome.prints = .app(call.appPrints)
            return call
        case .open(let error, let prints):
            outcome.prints = .open(prints)
            throw error
        }
    }

    private func make(
        _ work: Work, _ recording: CallRecording, _ reading: HeardCall.Reading,
        _ named: (String) -> String, _ outcome: inout Outcome
    ) throws {
        let place = try SessionWriter(path: work.output, isReplacing: replaces)
        let log = try work.log.map { try CallLogFile(path: $0, mapping: work.logMapping) }
        let heard = try heard(recording, reading, log, &outcome)
        outcome.notes += work.call.pairing
        outcome.notes += CallRunner.notes(on: heard).map(named)
        outcome.notes += CallRunner.ignoredLabels(beside: work.call.path, heard)
        var call = CallImport(heard, createdBy: Voicetest.program)
        var words = try listening.map { try CallWords($0) }
        if let answers = try words?.answers(heard) {
            call.details.merge(answers)
            call.recognizer = words?.part ?? call.recognizer
            outcome.notes += words?.notes(on: work.call.path) ?? []
        }
        if let log {
            let logged = try log.laid(on: heard.speech)
            call.details.logged = logged.events
            call.logVocabulary = logged.vocabulary
            call.logFacts = logged.facts
            outcome.notes += logged.notes.map { "\(log.path): \($0)." }
        }
        try DiskFile.makeFolder(DiskFile.parent(of: place.path))
        guard hides else {
            let manifest = try call.write(to: place)
            outcome.lines.append(Self.line(work.output, heard, manifest, call.details))
            return
        }
        var proof = Result<String?, any Error>.success(nil)
        let redacted = try call.writeRedacted(to: place, silencesApp: silencesApp) { made, folder in
            proof = Result { try said(call, made, in: folder.path, &words) }
            if case .success(nil) = proof { return true }
            return false
        }
        let what = try proof.get()
        guard let redacted, what == nil else {
            outcome.status = .differs
            outcome.faults.append("\(work.call.path): \(what ?? "")")
            return
        }
        outcome.lines += RedactedText.lines(
            redacted, at: work.output, rate: heard.speech.sampleRate,
            isRecognized: words != nil)
    }

    /// Returns where the recognizer hears in the redacted session at `path` what was said, and what
    /// to do about it; nil where it hears nothing of it.
    private func said(
        _ call: CallImport, _ redacted: RedactedCall, in path: String, _ words: inout CallWords?
    ) throws -> String? {
        let (answers, rate) = (call.details.answers, call.heard.speech.sampleRate)
        if let turn = try words?.stillHeard(answers, in: path, call.heard) {
            return "in the noise of the turn at \(rate.text(turn)) the recognizer hears the words"
                + " that were said. Nothing was written. Listen for other phrases, or for none."
        }
        if let prompt = try words?.repeated(answers, in: redacted.sounding, of: call.heard) {
            return "in the prompt at \(rate.text(prompt)) the recognizer hears words of the caller."
                + " Nothing was written. Give --redact-app, which keeps no sound of the app."
        }
        return nil
    }

    private static func line(
        _ output: String, _ heard: HeardCall, _ manifest: SessionManifest, _ details: CallDetails
    ) -> String {
        let turns = heard.trace().turns.count
        let prompts = heard.speech.prompts.count
        var parts = [
            manifest.sampleRate.text(manifest.frames),
            turns == 1 ? "1 turn of the caller" : "\(turns) turns of the caller",
            prompts == 1 ? "1 prompt of the app" : "\(prompts) prompts of the app",
        ]
        let understood = details.answers.values.count { $0.kind == .final }
        if !details.answers.isEmpty { parts.append("words of \(understood) turns") }
        if !details.texts.isEmpty { parts.append("words of \(details.texts.count) prompts") }
        return "\(output): \(parts.joined(separator: ", "))"
    }
}

/// Text about a session of a call without its caller's words.
enum RedactedText {
    /// Returns lines on what is hidden, what the proof is, and what is kept.
    static func lines(
        _ redacted: RedactedCall, at output: String, rate: SampleRate, isRecognized: Bool
    ) -> [String] {
        let hidden = redacted.spans.reduce(Frame(0)) { $0 + $1.upperBound - $1.lowerBound }
        var facts = ["\(redacted.spans.count) spans hidden, \(rate.text(hidden)) in all"]
        if redacted.words > 0 { facts.append("\(redacted.words) texts left out") }
        if redacted.logged > 0 { facts.append("\(redacted.logged) events of the log left out") }
        facts.append(
            "the detector finds \(redacted.heardTurns) of \(redacted.turns) turns in the noise")
        if redacted.heardOthers > 0 {
            facts.append("and \(rate.text(redacted.heardOthers)) of other speech")
        }
        if isRecognized { facts.append("the recognizer hears none of the words") }
        let sounds = redacted.prompts - redacted.silenced
        let kept =
            sounds == 0
            ? "no sound of the app" : "the sound of \(sounds) of \(redacted.prompts) prompts"
        return [
            "\(output): \(facts.joined(separator: "; "))",
            "kept: when both sides speak; \(kept)",
        ]
    }
}
