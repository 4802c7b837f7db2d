internal import Foundation
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceRun
internal import VoiceTrace

/// One run of the engine as its host sees it: from the first call of an app to the end of the run.
final class SayFacade: CallingFacade {
    let host: any RunHost
    private(set) var resources = RunResources()
    let calls = AppCalls()
    let permissions: [Permission] = [.microphone, .speechRecognition]
    private(set) var run: EngineRun?
    private(set) var lastRefusal: String?
    weak var conversation: SAYConversationManager?
    /// Names of tones by the paths of their files.
    private var toneNames: [String: String] = [:]

    init(host: any RunHost, conversation: SAYConversationManager) {
        self.host = host
        self.conversation = conversation
        for (name, path) in StandardTones.paths {
            resources.folders.set(file: name, at: path)
            toneNames[path] = name
        }
        do {
            try resources.folders.use(language: conversation.language.rawValue)
        } catch { preconditionFailure("a language is a folder name: \(error)") }
        calls.facade = self
        host.serve(self)
    }

    /// Asks the host for a run that begins with these calls.
    func begin(with first: [(name: String, arguments: JSONObject)]) {
        begin(SayKitFactory()) {
            for call in first { send(call.name, call.arguments) }
        }
    }

    /// Returns the name of a sound file in sessions, which hold no path of one machine: the last
    /// component of its path, with a number where another file has that name.
    func toneName(of path: String) -> String {
        if let known = toneNames[path] { return known }
        let last = URL(fileURLWithPath: path).lastPathComponent
        let taken = Set(toneNames.values)
        var name = last
        var number = 1
        while taken.contains(name) {
            number += 1
            name = "\(number)-\(last)"
        }
        toneNames[path] = name
        resources.folders.set(file: name, at: path)
        return name
    }

    // MARK: Calls of the app

    private func call(_ name: String, _ arguments: JSONObject) -> EngineCall {
        EngineCall(facade: SayKitFactory.kind, name: name, arguments: arguments)
    }

    /// Makes a call that is not answered.
    func send(_ name: String, _ arguments: JSONObject = [:]) {
        calls.send(call(name, arguments))
    }

    /// Makes a call and waits for its answer.
    func ask(_ name: String, _ arguments: JSONObject) async throws(RunError) -> JSONValue {
        try await calls.call(call(name, arguments))
    }

    /// Makes a call and hands its answer on; the façade stays alive until then.
    func ask(
        _ name: String, _ arguments: JSONObject,
        then answered: @escaping @MainActor (Result<JSONValue, RunError>) -> Void
    ) {
        calls.call(call(name, arguments)) { [self] result in
            withExtendedLifetime(self) { answered(result) }
        }
    }

    // MARK: The run

    func began(_ run: EngineRun) {
        self.run = run
        host.configure(audioSession: offeredSession)
    }

    func refused(_ failure: RunFailure, _ why: String) {
        lastRefusal = why
        SAYConversationManager.tell(why)
        // A run that has begun is ended by its host.
        guard run == nil else { return }
        conversation?.ended(self)
        calls.ended(reason: why)
    }

    func deliver(_ callback: EngineCallback) -> [EngineCall] {
        guard let name = SayCallback(rawValue: callback.name) else { return [] }
        return calls.collect {
            if name == .focusChanged {
                conversation?.trackCoordinator.focusChanged(
                    to: callback.arguments["track"]?.string)
            } else {
                conversation?.presenter.notify(name, callback.arguments)
            }
        }
    }

    func observe(_ event: TraceEvent, isReplayed: Bool) {}

    /// Tells why a text is not spoken: the conversation goes on without it.
    func observe(_ request: PromptRequest, _ outcome: PromptOutcome) {
        guard request.text != nil, case .failed(let reason) = outcome else { return }
        SAYConversationManager.tell("cannot speak: \(reason)")
    }

    func stop() { send("shutDown") }

    func ended(_ run: EngineRun?, _ engine: (any EngineUnderTest)?, reason: String) {
        conversation?.ended(self)
        calls.ended(reason: reason)
    }
}
