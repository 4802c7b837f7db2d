public import Foundation
internal import VoiceAudio
internal import VoiceJSON
internal import VoiceRun
internal import VoiceTime

/// Starting, stopping and the rules that end listening.
extension KIOSRecognizer {
    /// Begins to listen with the graph that was prepared.
    ///
    /// - Parameter responseId: Takes the id of the response to come; nil where it is not wanted.
    /// - Returns: False, and `responseId` is left alone, where no graph is prepared, recording is
    ///   not allowed, or the recognizer listens already.
    @discardableResult
    public func startListening(_ responseId: UnsafeMutablePointer<NSString?>?) -> Bool {
        Self.succeeds { () throws(KIOSRecognizerError) in
            let id = try beginListening()
            responseId?.pointee = NSString(string: id)
        }
    }

    /// Begins to listen, as ``startListening(_:)`` does.
    @discardableResult
    public func startListening() -> Bool { startListening(nil) }

    /// Begins to listen; the id of the response to come.
    ///
    /// - Throws: ``KIOSRecognizerError/refused(call:_:)``.
    @discardableResult
    public func beginListening() throws(KIOSRecognizerError) -> String {
        let id = try takeStart(of: .microphone)
        send(.startListening)
        return id
    }

    /// Origin of the sound that is listened to.
    enum Origin { case microphone, source }

    /// Takes a start of listening, which the caller sends; the id of the response to come.
    func takeStart(of origin: Origin) throws(KIOSRecognizerError) -> String {
        try check(.startListening)
        if origin == .microphone, (host as? SoundHost)?.hasNoMicrophone == true {
            let call = GuardedCall.startListening.rawValue
            report(.noMicrophone, of: call)
            throw .refused(call: call, .noMicrophone)
        }
        useProfile()
        let beginning = KeptResponses.Beginning()
        responses.begun.append(beginning)
        startCount += 1
        return beginning.id
    }

    /// Stops listening at once, without a final response; nothing where it does not listen.
    public func stopListening() {
        guard !isTornDown, situation.refusal(of: .stopListening) == nil else { return }
        hushSource()
        send(.stopListening)
    }

    /// Listens to a file or a stream instead of the microphone; the id of the response to
    /// come. Where the source ends first, listening ends with it, and the final response has no
    /// rule.
    ///
    /// - Throws: ``KIOSRecognizerError``; nothing has begun then.
    @discardableResult
    public func startListening(
        from source: KIOSAudioSource
    ) throws(KIOSRecognizerError) -> String {
        let opened = try open(source)
        send(.startListening, opened.arguments)
        opened.hear()
        return opened.id
    }

    /// A source of which the start of listening was taken.
    struct OpenSource {
        /// The id of the response to come.
        let id: String
        /// Arguments of the call that starts.
        let arguments: JSONObject
        /// Lets the host hear the source.
        let hear: @MainActor () -> Void
    }

    /// Takes a start of listening to `source`, which the caller sends, before the host hears it.
    func open(_ source: KIOSAudioSource) throws(KIOSRecognizerError) -> OpenSource {
        guard let host = host as? any SoundTakingHost else { throw .takesNoSound }
        let sound = try OpenSound(source, rate: host.conditions.sampleRate.hertz)
        let kind: KeenSource
        if case .stream = source {
            (kind, speaker.route) = (.stream, .stream)
        } else {
            (kind, speaker.route) = (.file, .file)
        }
        defer { speaker.route = speaker.microphone }
        let id = try takeStart(of: .source)
        return OpenSource(id: id, arguments: [KeenSource.argument: .string(kind.rawValue)]) {
            [weak self] in
            self?.responses.isSourced = true
            sound.hear(by: host) { self?.sourceEnded() }
        }
    }

    /// The source is over: so is listening, unless a rule ended it before.
    private func sourceEnded() {
        guard responses.isSourced else { return }
        responses.isSourced = false
        guard !isTornDown, situation.refusal(of: .finishListening) == nil else { return }
        send(.finishListening)
    }

    /// Listening ended before its source.
    func hushSource() {
        guard responses.isSourced else { return }
        responses.isSourced = false
        (host as? any SoundTakingHost)?.hush()
    }

    /// Sets a limit, in seconds; at once, also while the recognizer listens. Infinity is never; 0,
    /// less and anything but a number change nothing.
    public func setVADParameter(_ parameter: KIOSVadParameter, toValue value: Float) {
        guard !isTornDown else { return }
        guard let milliseconds = VadLimits.milliseconds(seconds: value) else {
            report(.value, of: "setVADParameter")
            return
        }
        send(
            "setVADParameter",
            [
                "parameter": .string(parameter.name),
                "milliseconds": milliseconds.map { .integer($0) } ?? .null,
            ])
    }

    /// Whether nothing is recognised until a voice is heard, from the next start of listening on.
    /// Everything in a response then counts from that moment.
    public func setVadGating(_ value: Bool) { send("setVadGating", value) }

    /// Whether a call is taken.
    func check(_ call: GuardedCall) throws(KIOSRecognizerError) {
        if let refusal = refusal(call) { throw .refused(call: call.rawValue, refusal) }
    }
}

/// Sound that an app brings instead of the microphone, at the rate of its host.
@MainActor
enum OpenSound {
    case whole(MonoSound)
    case stream(@MainActor () async -> [Int16]?)

    /// Opens a source.
    ///
    /// - Throws: ``KIOSRecognizerError/sound(_:)``.
    init(_ source: KIOSAudioSource, rate: Int) throws(KIOSRecognizerError) {
        do throws(AudioError) {
            switch source {
            case .file(let path):
                self = .whole(try SoundFile.readMono(path: path, sampleRate: rate))
            case .sound(let sound): self = .whole(try RateConverter.convert(sound, to: rate))
            case .stream(let blocks, let given):
                let reader = try StreamReader(blocks, from: given, to: rate)
                self = .stream { await reader.next() }
            }
        } catch { throw .sound(error) }
    }

    /// Lets `host` hear it.
    func hear(by host: any SoundTakingHost, whenOver: @escaping @MainActor () -> Void) {
        switch self {
        case .whole(let sound):
            // It has the host's rate, so that nothing is left to convert.
            do throws(AudioError) {
                try host.hear(sound, whenOver: whenOver)
            } catch { whenOver() }
        case .stream(let next): host.hear(next, whenOver: whenOver)
        }
    }

    @MainActor
    private final class StreamReader {
        private var blocks: AsyncStream<[Int16]>.Iterator
        /// Converter of the stream's rate; nil where the stream has the rate that is wanted, and
        /// when it is over.
        private var converter: RateConverter?

        init(
            _ blocks: AsyncStream<[Int16]>, from given: Int, to rate: Int
        ) throws(AudioError) {
            self.blocks = blocks.makeAsyncIterator()
            if given != rate { converter = try RateConverter(from: given, to: rate) }
        }

        func next() async -> [Int16]? {
            var current = blocks
            let block = await current.next(isolation: #isolation)
            blocks = current
            guard converter != nil else { return block }
            var converted: [Float] = []
            (block ?? []).map(PCM16.float).withUnsafeBufferPointer {
                converter?.append($0, isLast: block == nil, to: &converted)
            }
            if block == nil { converter = nil }
            // What the filter still held comes before the end.
            return block == nil && converted.isEmpty ? nil : converted.map(PCM16.sample)
        }
    }
}
