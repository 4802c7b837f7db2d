internal import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// The whole prompts and the listening of a session, as the trace tells them.
package struct PromptTimeline {
    /// One prompt that was played.
    package struct Prompt {
        package let item: String
        package let start: Frame
        /// Frame at which its first sound begins: the engine asked for it ``delay`` frames before.
        var delay: Frame = 0
        /// Frame at which the sound that is heard of it begins to play.
        var soundStart: Frame
        /// Frame at which it begins to be heard; nil where nothing of it is.
        package var heard: Frame?
        /// Frame at which it stopped sounding; nil where the trace does not say.
        package var end: Frame?
        /// Whether it was stopped before its own end.
        package var isStopped = false
        /// Whether the evidence says that speech stopped it.
        var isInterrupted = false
        /// Whether it is a clip, which tells the silence before it.
        package var isClip = false
        /// Whether ``heard`` goes by a sound that was named.
        fileprivate var hasSound = false
    }

    /// An end of listening, and what ended it where the trace tells that.
    struct ListenEnd {
        let frame: Frame
        let by: String?
        /// The silence that it waited for, in frames.
        let limit: Frame?
    }

    package private(set) var prompts: [Prompt] = []
    /// Stretches in which a job listened, in frames.
    private(set) var listening: [Range<Frame>] = []
    /// Stretches in which each job listened, and its activity, where the trace tells that:
    /// recognise or record.
    private var jobs: [(frames: ClosedRange<Frame>, activity: String)] = []
    /// Frames at which listening ended, in order.
    private(set) var listenEnds: [ListenEnd] = []
    /// Frames at which a limit ended an utterance.
    private(set) var cuts: [Frame] = []
    /// Frames at which the app was told what a caller said; nil where the engine does not tell it.
    private(set) var told: [Frame]?
    /// Whether the engine plays prompts at all.
    let hasPrompts: Bool

    private let silences: [String: Frame]
    private var sounding: [String: Int] = [:]
    private var opened: [String: Frame] = [:]

    /// The whole prompts and listening in the events of `subject`.
    init(_ subject: LatencySubject) {
        self.init(
            subject.events, frames: subject.frames, subject.vocabulary,
            silences: subject.leadingSilence)
    }

    /// The whole prompts and listening in `events` of a session so many frames long; `silences` are
    /// at the beginning of sounds, by digest.
    package init(
        _ events: [TraceEvent], frames: Frame, _ vocabulary: EventVocabulary,
        silences: [String: Frame] = [:]
    ) {
        hasPrompts = !vocabulary.kinds(of: .playBegin).isEmpty
        self.silences = silences
        if !vocabulary.kinds(of: .answer).isEmpty { told = [] }
        for event in events { add(event, vocabulary) }
        for start in opened.values where start < frames { listening.append(start..<frames) }
        listening.sort { $0.lowerBound < $1.lowerBound }
    }

    /// The prompts of which something is heard, of a session so many frames long.
    func sounds(upTo frames: Frame) -> [HeardStretch.Sound] {
        prompts.enumerated().compactMap { place, prompt in
            guard let heard = prompt.heard else { return nil }
            return HeardStretch.Sound(
                place: place, asked: prompt.start, heard: heard..<max(heard, prompt.end ?? frames))
        }
    }

    /// Returns the activity of the job that listened last up to `frame`; nil where the trace does
    /// not tell.
    func activity(at frame: Frame) -> String? {
        jobs.last { $0.frames.contains(frame) }?.activity
    }

    private mutating func add(_ event: TraceEvent, _ vocabulary: EventVocabulary) {
        let item = vocabulary.text(.item, of: event) ?? ""
        let role = vocabulary.role(of: event)
        switch role {
        case .playBegin: begin(item, event, vocabulary)
        case .sound:
            if let index = prompts.indices.last, prompts[index].end == nil {
                hear(index, from: event, vocabulary)
            }
        case .soundEnd: stillSilent(at: event.frame)
        case .answer: told?.append(event.frame)
        case .playEnd, .playStop, .playFail:
            guard let index = sounding.removeValue(forKey: item) else { return }
            prompts[index].end = event.frame
            prompts[index].isStopped = role == .playStop
            prompts[index].isInterrupted = event.why[CoreKey.spoken] != nil
            if let heard = prompts[index].heard, heard >= event.frame { prompts[index].heard = nil }
        case .listenBegin: opened[item] = event.frame
        case .listenEnd, .listenCut, .listenFail:
            if let start = opened.removeValue(forKey: item), start <= event.frame {
                listening.append(start..<event.frame)
                if let activity = vocabulary.text(.activity, of: event) {
                    jobs.append((start...event.frame, activity))
                }
            }
            listenEnds.append(
                ListenEnd(
                    frame: event.frame, by: vocabulary.text(.by, of: event),
                    limit: event.why["limit"]?.integer))
            if role == .listenCut { cuts.append(event.frame) }
        default: return
        }
    }

    private mutating func begin(
        _ item: String, _ event: TraceEvent, _ vocabulary: EventVocabulary
    ) {
        sounding[item] = prompts.count
        var prompt = Prompt(item: item, start: event.frame, soundStart: event.frame)
        prompt.isClip = vocabulary.frames(.gap, of: event) != nil
        prompt.delay = vocabulary.frames(.delay, of: event) ?? 0
        prompt.heard = event.frame + prompt.delay
        prompts.append(prompt)
        hear(prompts.count - 1, from: event, vocabulary)
    }

    /// Notes the frame from which a prompt is heard, as the sound that `event` names tells it.
    private mutating func hear(
        _ index: Int, from event: TraceEvent, _ vocabulary: EventVocabulary
    ) {
        guard !prompts[index].hasSound,
            let digest = vocabulary.text(.digest, of: event)
        else { return }
        prompts[index].hasSound = true
        prompts[index].soundStart = event.frame
        prompts[index].heard =
            event.frame + prompts[index].delay + (vocabulary.frames(.silence, of: event) ?? 0)
            + (silences[digest] ?? 0)
    }

    /// The sound that plays is over: where nothing of it was heard, the next one is waited for.
    private mutating func stillSilent(at frame: Frame) {
        guard let index = prompts.indices.last, prompts[index].end == nil,
            prompts[index].hasSound, let heard = prompts[index].heard, heard >= frame
        else { return }
        prompts[index].hasSound = false
        prompts[index].heard = frame
    }
}
