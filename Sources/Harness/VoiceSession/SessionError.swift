public import VoiceActivity
public import VoiceAudio
public import VoiceFiles
public import VoiceJSON
public import VoiceSynthesis
public import VoiceTrace

/// Reason why a session cannot be recorded or replayed.
public enum SessionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A file or folder cannot be read or written.
    case disk(DiskError)
    /// A trace or a part of a session cannot be used.
    case trace(TraceError)
    /// A sound file cannot be read or written.
    case audio(AudioError)
    /// A text cannot be spoken.
    case synthesis(SynthesisError)
    /// The file at `path` does not have the form of its option; `what` says why, `form` is one.
    case malformed(path: String, what: String, form: String)
    /// The scenario plays a `file` that none of the `folders` has; `place` names the key.
    case missingClip(file: String, place: JSONPath, folders: [String])
    /// The labels of a clip cannot be used.
    case labels(ActivityError)
    /// The `labels` of a `clip` go on up to `end`, and the clip is shorter; in milliseconds.
    case labelsOutside(labels: String, clip: String, end: Int64, length: Int64)
    /// No setting is called `name`; `known` lists the names.
    case unknownSetting(name: String, known: [String])
    /// A setting has a value that it cannot have; `reason` is a whole sentence.
    case setting(reason: String)
    /// The session at `path` needs an engine of a `kind` that is not built in.
    case unknownEngine(kind: String, path: String)
    /// The session needs a recognizer of a `kind` that is not built in.
    case unknownRecognizer(kind: String)
    /// The recognizer is a program, and its command was not given; `nextStep` says what to do.
    case commandMissing(recognizer: String, nextStep: String)
    /// The engine broke down: nothing of the run can be used.
    case brokenDown(reason: String)
    /// The engine says why a run proves nothing: it can become no golden session.
    case provesNothing(reasons: [String])
    /// The session at `path` has no recorded sound.
    case missingMicrophone(path: String)
    /// The session at `path` has neither a scripted caller nor a track of its caller.
    case noCaller(path: String)
    /// The log of a call at `path` cannot be used; `what` says why and what to do.
    case callLog(path: String, what: String)
    /// The session at `path` has no track of its caller from which clips could be cut.
    case noCallerSound(path: String)
    /// The caller's track of the session at `path` has another rate than its clock, in hertz.
    case trackRate(path: String, clock: Int, track: Int)
    /// The app's channel of the call at `path` is not clear: one speaks first, the other longer;
    /// from 0.
    case unclearSides(path: String, first: Int, longer: Int)
    /// A channel of a call speaks first and longest, and what is heard besides is not like an app.
    case opposedSides(path: String, first: Int)
    /// The recording at `path` has not one channel for each of two sides.
    case callChannels(path: String, channels: Int)
    /// The app's speaker of the call at `path` is not clear, of those that its labels name.
    case unclearSpeakers(path: String, speakers: [String])
    /// The labels of a call name no such speaker; `path` is that of the labels.
    case noSpeaker(path: String, speaker: String, speakers: [String])
    /// The two files of a call have different rates, in hertz.
    case callRates(path: String, other: String, rates: [Int])
    /// The call at `path` cannot be measured; `what` is a sentence or two.
    case unfitCall(path: String, what: String)
    /// The answers on sides at `path` cannot be used; `what` is a sentence.
    case sideAnswers(path: String, what: String)
    /// A written session does not read back as it was; `what` is a whole sentence.
    case unreadable(what: String)
    /// Something at `path` is not a session, so it is not replaced.
    case notReplaceable(path: String)
    /// An interrupted recording at `path` would be lost.
    case interrupted(path: String)
    /// Another program records or seals at `path`.
    case stillRecording(path: String)
    /// The recording was stopped before any part of it was kept.
    case stopped
    /// The interrupted recording at `path` cannot be sealed; `what` says why.
    case nothingUsable(path: String, what: String)
    /// The interrupted recording at `path` is empty.
    case nothingRecorded(path: String)
    /// The import or redaction of a call at `path` was cut off.
    case cutCall(path: String)
    /// The folder at `path` is no interrupted recording.
    case notInterrupted(path: String)
    /// A line of `bytes` bytes is longer than a file of a session may have.
    case lineTooLong(file: String, line: Int, bytes: Int)

    /// The fault, its place, its reason and the next step.
    public var description: String {
        switch self {
        case .disk(let error): return error.description
        case .trace(let error): return error.description
        case .audio(let error): return error.description
        case .synthesis(let error): return error.description
        case .malformed(let path, let what, let form):
            return "\(path): \(what). Write it as in \(form)."
        case .missingClip(let file, let place, let folders):
            let names = folders.map { "\"\($0)\"" }.joined(separator: ", ")
            return
                "\(file) (scenario \(place)): not found in \(names). Put it there,"
                + " or name its folder with --media."
        case .labels(let error): return error.description
        case .labelsOutside(let labels, let clip, let end, let length):
            return "\(labels): says that \(clip) speaks up to \(end) ms, and it is"
                + " \(length) ms long. Correct the labels."
        case .unknownSetting(let name, let known):
            return NearMiss.unknown("setting", name, among: known)
        case .setting(let reason): return reason
        case .unknownEngine(let kind, let path):
            return "\(path): the session tests an engine of kind \"\(kind)\", which this voicetest"
                + " does not have. Use the version that recorded it."
        case .unknownRecognizer(let kind):
            return "the session was recorded with a recognizer of kind \"\(kind)\", which this"
                + " voicetest does not have. Replay it with --from words."
        case .commandMissing(let recognizer, let nextStep):
            let name = recognizer.isEmpty ? "" : " \"\(recognizer)\""
            return
                "the recognizer\(name) is a program of the user, and sessions do not name programs."
                + " \(nextStep)"
        case .brokenDown(let reason): return reason
        case .provesNothing(let reasons): return reasons.joined(separator: "\n")
        case .unreadable(let what):
            return
                "nothing was written, because the written session could not be read back: \(what)"
                + " Make the value that the flow or the app sets simpler."
        case .notReplaceable(let path):
            return "\(path): exists and is not a session. Not even --force replaces it."
                + " Move it away, or choose another name."
        case .interrupted(let path):
            return "\(path): an interrupted recording exists there, and not even --force replaces"
                + " it. Seal it with `voicetest recover \(path)`, or move it away."
        case .stillRecording(let path):
            return "\(path): another program is recording or sealing there. Wait until it ends, or"
                + " choose another name."
        case .stopped:
            return "the recording was stopped, and no part of it was kept. Record it again."
        case .nothingUsable(let path, let what):
            return "\(path): cannot be sealed: \(what) The folder was not changed. Restore the "
                + "file from a copy, then recover again."
        case .nothingRecorded(let path):
            return "\(path): its program ended before anything was written. Remove the folder, then"
                + " record or import again."
        case .cutCall(let path):
            return "\(path): the import or redaction of a call was cut off, and no session can be"
                + " made of what it left. Run it again, which takes the place of this folder."
        case .notInterrupted(let path):
            return "\(path): is not an interrupted recording. Name the folder that a recording"
                + " left, NAME\(SessionFolder.partialSuffix)."
        case .lineTooLong(let file, let line, let bytes):
            return "\(file) would hold a line of \(bytes) bytes (line \(line)), the limit is"
                + " \(TraceText.lineLimit). Make the value that the flow or the app sets shorter."
        case .noCaller(let path):
            return "\(path): has neither a scripted caller nor a microphone track, so nothing tells"
                + " when the caller spoke. Record it with its sound."
        case .callLog(let path, let what): return "\(path): \(what)."
        case .noCallerSound(let path):
            return
                "\(path): holds no sound of its caller (audio/mic.flac) from which clips could be"
                + " cut. Name a session that was recorded with its sound."
        case .trackRate(let path, let clock, let track):
            return
                "\(path): the clock runs at \(clock) Hz, but the microphone track has \(track) Hz."
                + " Restore the session, or record it again."
        case .unclearSides(let path, let first, let longer):
            return "\(path): channel \(first + 1) speaks first and channel \(longer + 1) longer, so"
                + " it is not clear which one is the app's. Say it with --app-channel"
                + " \(first + 1) or \(longer + 1)."
        case .opposedSides(let path, let first):
            return "\(path): channel \(first + 1) speaks first, and what is heard besides does not"
                + " bear out that it is the app's. Say it with --app-channel \(first + 1) or"
                + " \(2 - first)."
        case .callChannels(let path, let channels):
            return
                "\(path): has \(channels) channel\(channels == 1 ? "" : "s"), and a call has two,"
                + " one for each side. Export the call with caller and app on two channels, import"
                + " two files, or put labels beside it that say who speaks when (NAME.rttm,"
                + " NAME.TextGrid, NAME.labels.txt, or a transcript NAME.labels.json)."
        case .unclearSpeakers(let path, let speakers):
            return "\(path): the labels name \(Self.listed(speakers)), and it is not clear which"
                + " one is the app. Say it with --app-speaker NAME."
        case .noSpeaker(let path, let speaker, let speakers):
            return "\(path): labels nothing of a speaker \(JSONWriter.text(.string(speaker)))."
                + " The speakers are \(Self.listed(speakers))."
        case .callRates(let path, let other, let rates):
            return "\(path): has \(rates[0]) Hz and \(other) \(rates[1]) Hz. Bring one to the rate"
                + " of the other with `voicetest resample`."
        case .unfitCall(let path, let what), .sideAnswers(let path, let what):
            return "\(path): \(what)"
        case .missingMicrophone(let path):
            return "\(path): the session lists no audio/mic.flac. Replay it with --from words."
        }
    }

    /// Whether the app's side of a call has to be said.
    package var asksForSide: Bool {
        switch self {
        case .unclearSides, .opposedSides: true
        default: false
        }
    }

    /// Runs `body`, whose file errors become this target's.
    package static func disk<Value: ~Copyable>(
        _ body: () throws(DiskError) -> Value
    ) throws(SessionError) -> Value {
        do { return try body() } catch { throw .disk(error) }
    }
}

extension SessionError: PlacedError {
    /// The file that is to be mended, and the line of its first fault.
    package var faultPlace: (file: String, line: Int?)? {
        if case .malformed(let path, _, _) = self { (path, nil) } else { nil }
    }

    /// Speakers as a list of quoted names.
    private static func listed(_ names: [String]) -> String {
        names.map { JSONWriter.text(.string($0)) }.joined(separator: ", ")
    }
}
