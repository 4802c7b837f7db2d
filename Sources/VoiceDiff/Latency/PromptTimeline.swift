package import VoiceTime
package import VoiceTrace

/// The whole prompts and the listening of a session, as the trace tells them.
package struct PromptTimeline {
    /// One prompt that was played.
    package struct Prompt {
        package let item: String
        package let start: Frame
        /// When it stopped sounding; nil where the trace does not say.
        package var end: Frame?
        /// Whether it was stopped before its own end.
        package var isStopped = false
        /// Whether the evidence says that speech stopped it.
        var isInterrupted = false
        /// Whether it is a clip, which tells the silence before it.
        package var isClip = false
    }

    package private(set) var prompts: [Prompt] = []
    /// When a job listened, in frames.
    private(set) var listening: [Range<Frame>] = []
    /// When a limit ended an utterance.
    private(set) var cuts: [Frame] = []
    /// When the app was told what a caller said; nil where the engine does not tell it.
    private(set) var told: [Frame]?
    /// Whether the engine plays prompts at all.
    let hasPrompts: Bool

    /// The whole prompts and listening in `events` of a session so many frames long.
    package init(_ events: [TraceEvent], frames: Frame, _ vocabulary: EventVocabulary) {
        hasPrompts = !vocabulary.kinds(of: .playBegin).isEmpty
        if !vocabulary.kinds(of: .answer).isEmpty { told = [] }
        var sounding: [String: Int] = [:]
        var opened: [String: Frame] = [:]
        for event in events {
            let role = vocabulary.role(of: event)
            guard Self.roles.contains(role) else { continue }
            let item = vocabulary.text(.item, of: event) ?? ""
            switch role {
            case .playBegin:
                sounding[item] = prompts.count
                var prompt = Prompt(item: item, start: event.frame)
                prompt.isClip = vocabulary.frames(.gap, of: event) != nil
                prompts.append(prompt)
            case .answer: told?.append(event.frame)
            case .playEnd, .playStop, .playFail:
                guard let index = sounding.removeValue(forKey: item) else { continue }
                prompts[index].end = event.frame
                prompts[index].isStopped = role == .playStop
                prompts[index].isInterrupted = event.why[CoreKey.spoken] != nil
            case .listenBegin: opened[item] = event.frame
            default:
                if let start = opened.removeValue(forKey: item), start <= event.frame {
                    listening.append(start..<event.frame)
                }
                if role == .listenCut { cuts.append(event.frame) }
            }
        }
        for start in opened.values where start < frames { listening.append(start..<frames) }
        listening.sort { $0.lowerBound < $1.lowerBound }
    }

    private static let roles: Set<EventRole> = [
        .playBegin, .playEnd, .playStop, .playFail, .listenBegin, .listenEnd, .listenCut,
        .listenFail, .answer,
    ]
}
