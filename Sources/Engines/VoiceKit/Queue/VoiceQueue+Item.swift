public import Foundation

extension VoiceQueue {
    /// Item that a queue says, plays or waits for.
    public enum Item: Sendable, Equatable {
        /// Speech, with the default voice for nil.
        case speak(text: String, voiceID: String? = nil)
        /// A clip.
        case sfx(url: URL, gainDB: Float = 0)
        /// Silence.
        case pause(seconds: TimeInterval)

        /// Speech, with the default voice for nil.
        public static func speak(_ text: String, voiceID: String? = nil) -> Item {
            .speak(text: text, voiceID: voiceID)
        }

        /// A clip.
        public static func sfx(_ url: URL, gainDB: Float = 0) -> Item {
            .sfx(url: url, gainDB: gainDB)
        }

        /// Silence.
        public static func pause(_ seconds: TimeInterval) -> Item { .pause(seconds: seconds) }
    }

    /// Problem that came up while a queue went on.
    public enum Problem: Sendable, Equatable {
        /// The resolver knows no file of this name.
        case unresolvedSound(name: String)
        /// A mark in a text has no name or no number of seconds.
        case unreadableMark(String)
        /// A clip did not play; `reason` is the engine's.
        case clipFailed(url: URL, reason: String)
        /// The channel has ``VoiceQueue/itemLimit`` items that wait; one more is left out.
        case channelFull(channel: ChannelID)
    }

    /// Adds speech.
    @discardableResult
    public func enqueueSpeak(
        _ text: String, voiceID: String? = nil, on channel: ChannelID = 0
    ) -> Self {
        enqueue(.speak(text: text, voiceID: voiceID), on: channel)
        return self
    }

    /// Adds a clip.
    @discardableResult
    public func enqueueSFX(_ url: URL, gainDB: Float = 0, on channel: ChannelID = 0) -> Self {
        enqueue(.sfx(url: url, gainDB: gainDB), on: channel)
        return self
    }

    /// Adds silence.
    @discardableResult
    public func enqueuePause(_ seconds: TimeInterval, on channel: ChannelID = 0) -> Self {
        enqueue(.pause(seconds: seconds), on: channel)
        return self
    }

    /// Adds a text with marks: `[sfx:NAME]` and `<sfx:NAME>` play what the resolver gives for the
    /// name, `<silence:SECONDS>` waits.
    ///
    /// Text around marks keeps its blanks; text of blanks only is left out. Names without a file
    /// and marks that cannot be read are left out and reported to ``onProblem``.
    @discardableResult
    public func enqueueParsingSFX(
        text: String, resolver: SFXResolver, defaultVoiceID: String? = nil,
        on channel: ChannelID = 0
    ) -> Self {
        for part in InlineSounds.parts(of: text) {
            switch part {
            case .text(let text):
                if !text.allSatisfy(\.isWhitespace) {
                    enqueueSpeak(text, voiceID: defaultVoiceID, on: channel)
                }
            case .sound(let name):
                if let url = resolver(name) {
                    enqueueSFX(url, on: channel)
                } else {
                    onProblem?(.unresolvedSound(name: name))
                }
            case .silence(let seconds): enqueuePause(seconds, on: channel)
            case .unreadable(let mark): onProblem?(.unreadableMark(mark))
            }
        }
        return self
    }
}
