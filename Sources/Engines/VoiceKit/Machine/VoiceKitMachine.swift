internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// The engine behind ``VoiceIO`` as a pure machine: speech, clips and pauses of several channels,
/// and one listener.
///
/// Speech of a channel is a queue; channels sound beside each other. Speaking and listening are
/// independent, but for ``MachineConfig/suppressFrames``.
struct VoiceKitMachine: EngineUnderTest {
    /// Purpose of a timer.
    enum Timer: Hashable {
        /// The overall time of the open listening is over.
        case timeout
        /// The time without anything loud is over.
        case inactivity
        /// Speech without a word that counts paused for as long as inactivity takes.
        case recognition
        /// Speech of the app's own is over for so long that listening continues.
        case resumption
        /// Speech of this channel, which was handed over, is heard.
        case speech(channel: Int)
        /// The pause of this call is over.
        case pause(call: Int)
        /// The clip of this job should have ended.
        case clip(job: Int)
    }

    /// Owner of what a job plays.
    enum JobOwner {
        case speech(channel: Int)
        case clip(channel: Int)
        case listening
    }

    let rate: SampleRate
    let settings: VoiceKitSettings
    let language: String
    var config: MachineConfig
    var voices = MachineVoices()
    var chance: ChanceStream
    var channels: [Int: MachineChannel] = [:]
    /// Open pauses: the channel of each, by its call.
    var pauses: [Int: Int] = [:]
    var owners: [Int: JobOwner] = [:]
    var listening: AnswerListening?
    /// Context of listening where a call gives none.
    var context = ListeningContext.freeform
    /// Frame until which listening waits after speech of the app's own.
    var suppressedUntil: Frame = 0
    /// Frames from the handing over of speech to its sound, as the device says.
    var playbackLatency: Frame = 0
    var permissions = MachinePermissions()
    var jobCount = 0
    var clipCount = 0
    var listenCount = 0
    var now: Frame = 0
    var output: [EngineAction] = []
    private(set) var hasEnded = false
    private var toldStatus: String?
    private var toldTranscript = ""
    private(set) var toldLevel: Int64 = 0
    private var timers: [Int: Timer] = [:]
    private var timerIDs: [Timer: Int] = [:]
    private var timerCount = 0
    private var hasRun = false
    /// Calls that came before the run.
    private var early: [EngineCall] = []

    /// A machine of `setup`, with the defaults of every configuration.
    init(setup: EngineSetup) {
        rate = setup.sampleRate
        settings = VoiceKitSettings(setup.settings, rate: setup.sampleRate)
        language = setup.language
        config = MachineConfig(rate: setup.sampleRate)
        chance = SeededChance(seed: setup.seed).stream("voicekit")
    }

    mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        now = frame
        output.removeAll(keepingCapacity: true)
        guard !hasEnded else { return [] }
        switch event {
        case .run: run()
        case .call(let call):
            if hasRun { handle(call) } else { early.append(call) }
        case .callbackReturned: break
        case .media(let signal): handle(signal)
        case .timer(let id): timeIsUp(id)
        case .world(let news): handle(news)
        case .speech, .sound: break
        }
        return output
    }

    private mutating func run() {
        hasRun = true
        emit("started", ["language": .string(language)])
        let calls = early
        early = []
        for call in calls { handle(call) }
    }

    /// Ends the run: nothing follows.
    mutating func end(because reason: String) {
        emit("ended", ["reason": .string(reason)])
        output.append(.ended(reason: reason))
        hasEnded = true
    }

    /// Ends the run from outside a step; what that does.
    mutating func ended(because reason: String) -> [EngineAction] {
        output.removeAll(keepingCapacity: true)
        end(because: reason)
        return output
    }

    // MARK: Timers

    private mutating func timeIsUp(_ id: Int) {
        guard let timer = timers.removeValue(forKey: id) else { return }
        timerIDs[timer] = nil
        switch timer {
        case .timeout: listeningTimedOut()
        case .inactivity: checkInactivity()
        case .recognition: recognizePaused()
        case .resumption: resumeListening()
        case .speech(let channel): speechIsHeard(channel)
        case .pause(let call): pauseIsOver(call)
        case .clip(let job): clipIsLate(job)
        }
    }

    /// Lets `timer` come at `frame`, one frame from now at least; it starts again where it runs.
    mutating func set(_ timer: Timer, at frame: Frame) {
        let id: Int
        if let known = timerIDs[timer] {
            id = known
        } else {
            timerCount += 1
            id = timerCount
            timerIDs[timer] = id
            timers[id] = timer
        }
        output.append(.setTimer(id: id, frames: max(1, frame - now)))
    }

    mutating func cancel(_ timer: Timer) {
        guard let id = timerIDs.removeValue(forKey: timer) else { return }
        timers[id] = nil
        output.append(.cancelTimer(id: id))
    }

    // MARK: What it says

    mutating func emit(_ kind: String, _ fields: JSONObject = [:], why: JSONObject = [:]) {
        output.append(.emit(kind: kind, fields: fields, why: why))
    }

    mutating func callBack(_ callback: VoiceKitCallback, _ arguments: JSONObject) {
        output.append(
            .callback(EngineCallback(name: callback.rawValue, arguments: arguments)))
    }

    mutating func reply(_ call: Int?, _ value: JSONValue) {
        guard let call else { return }
        output.append(.reply(call: call, .value(value)))
    }

    mutating func fail(_ call: Int?, _ failure: VoiceKitFailure) {
        guard let call else { return }
        output.append(.reply(call: call, .failure(reason: failure.rawValue)))
    }

    mutating func fail(_ call: Int?, underlying sentence: String) {
        guard let call else { return }
        let reason = VoiceKitFailure.underlying + sentence
        output.append(.reply(call: call, .failure(reason: reason)))
    }

    /// Refuses a call that cannot be taken; a waiting caller gets the sentence as a failure.
    mutating func refuse(_ call: EngineCall, _ why: String) {
        emit("refused", ["call": .string(call.name), "reason": .string(why)])
        fail(call.id, underlying: why)
    }

    /// Tells the words of a listen so far; none where one begins or everything is reset.
    mutating func tellTranscript(_ text: String) {
        toldTranscript = text
        callBack(.transcriptChanged, ["transcript": .string(text)])
    }

    /// Whether the words that were told last are not empty.
    var hasToldWords: Bool { !toldTranscript.isEmpty }

    /// Tells the level of the microphone, in thousandths of full scale.
    mutating func tellLevel(_ permille: Int64) {
        toldLevel = permille
        callBack(.levelChanged, ["levelPermille": .integer(permille)])
    }

    /// Tells a changed status; null while nothing is going on.
    mutating func tellStatus() {
        let status: String? =
            if listening != nil {
                "Listening"
            } else if channels.values.contains(where: { $0.speaking != nil }) {
                "Speaking"
            } else if channels.values.contains(where: { $0.clip.isPlaying }) {
                "Playing"
            } else {
                nil
            }
        guard status != toldStatus else { return }
        toldStatus = status
        let message = status.map { JSONValue.string($0) } ?? .null
        emit("status", ["message": message])
        callBack(.statusMessageChanged, ["message": message])
    }

    /// A number for a job that plays or listens.
    mutating func newJob(of owner: JobOwner) -> Int {
        jobCount += 1
        owners[jobCount] = owner
        return jobCount
    }
}
