import Foundation
import VoiceAudio
import VoiceJSON
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTestSupport
import VoiceTrace

@testable import SayKit

/// A conversation in a test's hands, and a caller who answers each time it listens.
@MainActor
final class ConversationWorld {
    /// What was shown and done, in order.
    final class Screen {
        var lines: [String] = []
    }

    let host = SimulatedHost()
    let conversation: SAYConversationManager
    let screen = Screen()
    /// What the caller says, listening by listening; nil is speech that is not understood, and an
    /// empty text silence.
    var answers: [String?]

    init(
        _ answers: [String?] = [], language: SAYConversationLanguage = .english,
        _ prepare: (SimulatedHost) -> Void = { _ in }
    ) {
        self.answers = answers
        prepare(host)
        conversation = SAYConversationManager(host: host, language: language)
        host.onEvent = { [weak self] event in
            self?.note(event)
            guard event.kind == "listening", let self, !self.answers.isEmpty else { return }
            let answer = self.answers.removeFirst()
            if answer != "" { self.host.say(answer, inMilliseconds: 300) }
        }
    }

    /// What was spoken up to the moment before this one, also inside a callback.
    private(set) var heardTexts: [String] = []

    private func note(_ event: TraceEvent) {
        guard event.kind == "sound", let sound = event.fields["sound"]?.string,
            !sound.hasSuffix(".wav")
        else { return }
        heardTexts.append(sound)
    }

    var presenter: SAYVoiceRequestPresenter { conversation.presenter }

    var events: [TraceEvent] { host.run?.events ?? [] }

    /// A field of the events of a kind, in order.
    func texts(_ kind: String, _ field: String) -> [String] {
        events.filter { $0.kind == kind }.compactMap { $0.fields[field]?.string }
    }

    /// What was spoken, without tones.
    var spoken: [String] { texts("sound", "sound").filter { !$0.hasSuffix(".wav") } }

    /// Tones that were played.
    var tones: [String] { texts("sound", "sound").filter { $0.hasSuffix(".wav") } }

    /// Presents `request` and moves on to its end.
    @discardableResult
    func ask(_ request: SAYVoiceRequest) -> Bool {
        let isPresented = conversation.presentVoiceRequest(request)
        host.go()
        return isPresented
    }

    func show(_ line: String) { screen.lines.append(line) }
}

/// A display that notes what it is told.
@MainActor
final class NotedDisplay: SAYVoiceRequestDisplay {
    var levelMilliseconds = 0
    var lines: [String] = []
    var request: SAYVoiceRequest?

    func requestDidAppear(_ request: SAYVoiceRequest) {
        self.request = request
        lines.append("appear")
    }
    func displayPromptText(_ text: String) { lines.append("prompt \(text)") }
    func displayChoices(_ choices: [String]) {
        if !choices.isEmpty { lines.append("choices \(choices.joined(separator: "|"))") }
    }
    func displayMicrophone(_ state: SAYMicrophoneState) {
        lines.append("microphone \(state.rawValue)")
    }
    func displayMicrophoneLevel(_ decibels: Double) { lines.append("level") }
    func displayPartialTranscript(_ text: String) { lines.append("words \(text)") }
    func displayErrorMessage(_ text: String) { lines.append("error \(text)") }
    func requestDidDisappear(_ request: SAYVoiceRequest) { lines.append("disappear") }
}
