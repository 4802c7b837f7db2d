internal import VoiceEngine
internal import VoiceTime
internal import VoiceTrace

/// Settings of the machine, in frames but for counts and rates.
struct SaySettings: EngineSettings, Equatable {
    /// Time to wait for the answer of the recognizer after it stopped listening.
    var responseTimeoutFrames: Frame = 0
    /// Time to wait for speech.
    var noSpeechFrames: Frame = 0
    /// Silence after speech that ends it.
    var endSilenceFrames: Frame = 0
    /// The longest listening.
    var maxListenFrames: Frame = 0
    /// Interval between partial transcripts; 0 never.
    var partialFrames: Frame = 0
    /// Interval at which the level of the microphone is told; 0 never.
    var levelFrames: Frame = 0
    /// Speaking rate, in words a minute.
    var wordsPerMinute = 0
    /// Confidence below which words are no answer, in thousandths.
    var leastConfidence = 0
    /// Lead that words must have over a sole reading with another meaning that shares no word with
    /// them, in the units of the recognizer's alternatives; 0 lets other readings be.
    var leastLead = 0

    /// Every setting, in milliseconds but for the words a minute and the thousandths.
    static let table: [EngineSetting<Self>] = [
        EngineSetting(
            \.responseTimeoutFrames, "saykit.responseTimeoutMs", standard: 10_000,
            range: 0...120_000),
        EngineSetting(
            \.noSpeechFrames, "saykit.noSpeechMs", standard: 8_000, range: 100...120_000),
        EngineSetting(
            \.endSilenceFrames, "saykit.endSilenceMs", standard: 800, range: 100...10_000),
        EngineSetting(
            \.maxListenFrames, "saykit.maxListenMs", standard: 60_000, range: 1_000...600_000),
        EngineSetting(\.partialFrames, "saykit.partialMs", standard: 200, range: 0...10_000),
        EngineSetting(\.levelFrames, "saykit.levelMs", standard: 0, range: 0...10_000),
        EngineSetting(\.wordsPerMinute, "saykit.wordsPerMinute", standard: 175, range: 80...450),
        EngineSetting(\.leastConfidence, "saykit.leastConfidence", standard: 0, range: 0...1_000),
        // In tenths of a neper, the units of the built-in recognizer. Of 98 digits of real callers
        // 73 are understood, 23 asked again, 2 wrong; where it is chosen without the caller that is
        // measured, for at most 3 %, it is 130 to 150: 75 understood, 20 asked again, 3 wrong.
        EngineSetting(\.leastLead, "saykit.leastLead", standard: 150, range: 0...100_000),
    ]
}

/// Constants of the machine that no session chooses, in milliseconds but for counts.
enum SayConstants {
    /// Voiced time before sound counts as speech.
    static let minSpeechMilliseconds = 80
    /// Windows of which the loudest is told.
    static let levelWindowMilliseconds = 25

    /// Other readings of an answer that are looked at.
    static let alternatives = 5

    static let named = [
        "saykit.minSpeechMs": minSpeechMilliseconds,
        "saykit.levelWindowMs": levelWindowMilliseconds,
        "saykit.alternatives": alternatives,
    ]
}

/// Callbacks by which the machine calls an app.
enum SayCallback: String, CaseIterable {
    /// A request was presented: `request`.
    case requestActivated
    /// A request is about to be dismissed: `request`.
    case requestWillDeactivate
    /// The state of a request changed: `request`, `state`.
    case requestStateChanged
    /// The state of the recognition session changed: `state`.
    case sessionStateChanged
    /// The text to show: `text`.
    case displayPrompt
    /// The words understood so far: `text`.
    case displayPartialTranscript
    /// An error: `code`, `message`.
    case displayError
    /// The level of the microphone: `milliDecibels`.
    case levelChanged
    /// The app's interpreter is to read `transcript`, heard with `confidence` in thousandths, for
    /// `request`; `alternatives` are objects with `text` and `confidence`. It answers with the call
    /// `interpretation`.
    case interpret
    /// The app's responder is to answer `value`, `errors` or `failure` of `request`; it answers
    /// with the call `respond`.
    case respond
    /// The app's recognition service is to `start`, `stop` or `cancel`, by `event`; it tells with
    /// the call `serviceTold`.
    case service
    /// The action of a request that is followed by another one: `request`, `result`.
    case act
    /// A dialogue of the app entered `node`; took the way `by` `from` a node `to` another; kept
    /// `value` as `name`.
    case dialogueStepped
    /// An event of a track is over: `item`, `track`, `outcome`, `reason` of a skipped one.
    case audioEventOver
    /// The track `track` has focus, or none.
    case focusChanged

    /// Receiver of the callback. One event may have several callbacks, and what the app calls
    /// because of each is recorded with the event and the receiver: so all that only tells has its
    /// own.
    var receiver: DuringCallback.Receiver {
        switch self {
        case .interpret, .respond, .service, .act, .audioEventOver, .focusChanged: .callback
        case .dialogueStepped, .requestActivated, .requestWillDeactivate, .requestStateChanged,
            .sessionStateChanged, .displayPrompt, .displayPartialTranscript, .displayError,
            .levelChanged:
            DuringCallback.Receiver(rawValue: rawValue)
        }
    }

    /// Every receiver, the one of decisions first.
    static var receivers: [DuringCallback.Receiver] {
        [.callback] + allCases.map(\.receiver).filter { $0 != .callback }
    }
}
