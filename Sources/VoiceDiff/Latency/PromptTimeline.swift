internal import VoiceTime
internal import VoiceTrace

/// The whole prompts and the listening of a session, as the trace tells them.
struct PromptTimeline {
    /// One prompt that was played.
    struct Prompt {
        let item: String
        let start: Frame
        /// When it stopped sounding; nil where the trace does not say.
        var end: Frame?
        /// Whether it was stopped before its own end.
        var isStopped = false
        /// Whether the evidence says that speech stopped it.
        var isInterrupted = false
    }

    private(set) var prompts: [Prompt] = []
    /// When a job listened, in frames.
    private(set) var listening: [Range<Frame>] = []
    /// When a limit ended an utterance.
    private(set) var cuts: [Frame] = []

    /// The whole prompts and listening in `events` of a session so many frames long.
    init(_ events: [TraceEvent], frames: Frame) {
        var sounding: [String: Int] = [:]
        var opened: [String: Frame] = [:]
        for event in events where event.kind == "media" {
            let name = event.fields["event"]?.string
            let isOver = name == "ended" || name == "stopped" || name == "error"
            let item = event.fields["item"]?.string ?? ""
            if Self.isStart(event) {
                sounding[item] = prompts.count
                prompts.append(Prompt(item: item, start: event.frame))
            } else if Self.isWholePrompt(event), isOver {
                guard let index = sounding.removeValue(forKey: item) else { continue }
                prompts[index].end = event.frame
                prompts[index].isStopped = name == "stopped"
                prompts[index].isInterrupted = event.why["spoken"] != nil
            } else if Self.listeningFunctions.contains(event.fields["function"]?.string ?? "") {
                if name == "started" { opened[item] = event.frame }
                guard isOver else { continue }
                if let start = opened.removeValue(forKey: item), start <= event.frame {
                    listening.append(start..<event.frame)
                }
                if Self.isLimit(event.fields["stopReason"]?.string) { cuts.append(event.frame) }
            }
        }
        for start in opened.values where start < frames { listening.append(start..<frames) }
        listening.sort { $0.lowerBound < $1.lowerBound }
    }

    private static let listeningFunctions: Set = ["recognizeAudio", "recordAudio"]

    private static func isLimit(_ reason: String?) -> Bool {
        reason == "maxSpeechLengthExceeded" || reason == "maxAudioLengthExceeded"
            || reason == "maxAudioExceeded"
    }

    /// Whether `event` is the first frame of a whole prompt.
    static func isStart(_ event: TraceEvent) -> Bool {
        isWholePrompt(event) && event.fields["event"] == "started"
    }

    private static func isWholePrompt(_ event: TraceEvent) -> Bool {
        event.kind == "media" && event.fields["function"] == "playAudio"
    }
}
