internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// State of its flow that a runner knows without asking the engine: enough to answer its app at
/// once.
struct RunnerState {
    enum Phase { case uninitialized, idle, running, paused, stopping }

    var phase = Phase.uninitialized
    var fields = FieldRepository()
    var lastError = ST_RESULT.ST_SUCCESS
    /// Memory of `select` and `serial` of the runs before.
    var selector = PromptSelector(seed: 1)
    private(set) var module = ""
    private(set) var moduleType = ""
    /// Number of modules that have begun.
    private var executions = 0
    private(set) var isRecording = false
    /// Job that listens or records; after that, the job whose words are on their way.
    private(set) var observedJob: ObservedJob?
    /// Segment that plays, for events about it.
    private(set) var segment: (prompt: String, audioFile: String?, text: String?) = ("", nil, nil)
    /// Whether the prompt that was asked for last failed although it had a text.
    private var hasFailedSpeech = false

    var isInitialized: Bool { phase != .uninitialized }

    /// Whether a flow has been started and has not ended.
    var isUnderWay: Bool { phase == .running || phase == .paused || phase == .stopping }

    /// Whether the flow can be stopped or sent elsewhere.
    var takesControl: Bool { phase == .running || phase == .paused }

    var isInListener: Bool { isUnderWay && moduleType == "audioListener" }

    /// The execution of a module that is under way, as an observer is told it whose `number`th
    /// runner this is; empty before the first of a run.
    func jobID(ofRunner number: Int) -> String {
        guard !module.isEmpty else { return "" }
        return number == 1 ? "\(module)#\(executions)" : "\(module)#\(number).\(executions)"
    }

    mutating func begin() {
        phase = .running
        module = ""
        moduleType = ""
        isRecording = false
        observedJob = nil
    }

    mutating func end() { phase = .idle }

    /// Follows what the engine does; `isReplayed` where a session repeats the app's calls.
    mutating func observe(_ event: TraceEvent, isReplayed: Bool = false) {
        switch event.kind {
        case "moduleStart":
            module = event.fields["module"]?.string ?? ""
            moduleType = event.fields["type"]?.string ?? ""
            executions += 1
        case "moduleEnd":
            moduleType = ""
            isRecording = false
            observedJob = nil
            if phase == .paused { phase = .running }
        case "media": observeMedia(event.fields)
        case "speechStart": observedJob?.hasHeardSpeech = true
        case "segment":
            segment = (
                event.fields["prompt"]?.string ?? "", event.fields["audioFile"]?.string,
                event.fields["text"]?.string
            )
        case "recognitionError": lastError = .ST_SR_FAILURE
        case "error":
            if let name = event.fields["error"]?.string { lastError = ST_RESULT(name: name) }
        case "field", "intent":
            // What the app sets stands here already.
            guard isReplayed || event.fields["by"]?.string != "app" else { return }
            let isIntent = event.kind == "intent"
            let name = event.fields["name"]?.string ?? FieldRepository.intentName
            let value = event.fields[isIntent ? "intent" : "value"] ?? .null
            follow(name, value)
        default: break
        }
    }

    /// Takes the value of a field as the trace has it.
    private mutating func follow(_ name: String, _ value: JSONValue) {
        // A value that is known is left as it is: the trace spells some like others.
        guard JSONValue.traceable(fields[name] ?? .null) != value else { return }
        if value == .null {
            _ = fields.reset(name)
        } else {
            _ = fields.set(name, to: Self.untraced(value))
        }
    }

    private mutating func observeMedia(_ fields: JSONObject) {
        let function = fields["function"]?.string ?? ""
        let event = fields["event"]?.string
        if event == "error", function == "playAudio" {
            lastError = hasFailedSpeech ? .ST_SS_FAILURE : .ST_PROMPT_NOT_FOUND
            hasFailedSpeech = false
        }
        guard function == "recordAudio" || function == "recognizeAudio" else { return }
        let records = moduleType == "recordAudio" || moduleType == "recognizeAudio"
        switch event {
        case "started":
            isRecording = records
            observedJob = ObservedJob(
                item: fields["item"]?.string ?? "", function: EventNames.function(function))
        case "ended", "stopped":
            isRecording = false
            observedJob?.isOpen = false
            let reason = fields["stopReason"]?.string.flatMap(StopReason.init)
            if let reason, StopReason.failures.contains(reason) {
                lastError = .ST_AUDIO_DEVICE_FAILURE
            }
        default: break
        }
    }

    /// Follows what became of a prompt: one that had a text could not be spoken.
    mutating func observe(_ request: PromptRequest, _ outcome: PromptOutcome) {
        guard case .failed = outcome else {
            hasFailedSpeech = false
            return
        }
        hasFailedSpeech = (request.text ?? request.substituteText) != nil
    }

    /// A pause begins once the callback about its module's start has come back.
    mutating func returned(from callback: String) {
        if callback == "PreModuleStart", moduleType == "pauseResume", phase == .running {
            phase = .paused
        }
    }

    /// The value that a trace holds, with its decimals as numbers again.
    private static func untraced(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map(untraced))
        case .object(let object):
            if object.members.count == 1, let digits = object["decimal"]?.string {
                return .decimal(digits)
            }
            var plain = JSONObject()
            for member in object.members { plain[member.key] = untraced(member.value) }
            return .object(plain)
        case .null, .bool, .integer, .decimal, .string: return value
        }
    }
}
