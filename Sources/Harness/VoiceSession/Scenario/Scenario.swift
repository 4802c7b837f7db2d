public import VoiceJSON
internal import VoiceTime
package import VoiceTrace

/// A scripted caller and a scripted app.
package struct Scenario: Sendable, Equatable {
    /// Time at which something happens.
    public enum Trigger: Sendable, Equatable {
        /// So many milliseconds after an event like this: the first of the session, or the one of
        /// this number among those that fit, from 1.
        case after(EventPattern, count: Int = 1, delayMilliseconds: Int64)
        /// At this time of the session, in milliseconds.
        case at(milliseconds: Int64)
    }

    /// One thing the caller says or plays, once.
    package struct Line: Sendable, Equatable {
        /// Sound that is heard.
        package enum Sound: Sendable, Equatable {
            /// Text, rendered by the synthesiser.
            case say(text: String, voice: String, wordsPerMinute: Int)
            /// A sound file, and the words in it.
            case play(file: String, words: String?)
            /// Keys of a telephone, which are pressed one after the other.
            case keys(String)
            /// Hangs up the telephone.
            case hangUp
            /// A tone, as machines give one before they record.
            case beep(milliseconds: Int64)
            /// Noise of a line on which no one speaks.
            case comfortNoise(milliseconds: Int64)
            /// Something that the carrier of a telephone call does.
            case line(LineFault, milliseconds: Int64)
            /// Sends a message of the caller's app, a call of the engine.
            case send(EngineCall)
        }

        /// Trigger that starts it.
        package var trigger: Trigger
        /// Sound that is heard.
        package var sound: Sound
        /// Change of level in thousandths of a decibel.
        package var gainMilliDB: Int
        /// Place of the line in the scenario.
        package var path: JSONPath
        /// Failure of a scripted recognizer in place of words; nil where it hears.
        package var failure: String?
        /// Length of the beep behind its sound, in milliseconds; nil for none.
        package var beepMilliseconds: Int64?
        /// Stretch in which its sound speaks, in milliseconds from the sound's beginning; nil where
        /// the scenario does not say so.
        package var speech: Range<Int64>?

        /// The words a scripted recognizer hears.
        var words: String? {
            switch sound {
            case .say(let text, _, _): text
            case .play(_, let words): words
            case .beep, .comfortNoise: ""
            case .keys, .hangUp, .send, .line: nil
            }
        }

        /// Input that it is at a rate, where it is not heard at all; nil for sound and keys.
        func deed(at rate: SampleRate) -> SessionInput? {
            switch sound {
            case .hangUp: .hangUp
            case .send(let call): .call(call)
            case .line(let fault, let time):
                .line(fault, frames: rate.frames(milliseconds: time))
            case .say, .play, .keys, .beep, .comfortNoise: nil
            }
        }

        /// The line in a message.
        package var text: String {
            switch sound {
            case .say(let text, _, _): "say \"\(text)\""
            case .play(let file, _): "play \(file)"
            case .keys(let keys): "keys \"\(keys)\""
            case .hangUp: "hang up"
            case .beep: "beep"
            case .comfortNoise: "comfort noise"
            case .line(let fault, _): fault.key
            case .send(let call): "send \(JSONWriter.text(.object(call.arguments)))"
            }
        }
    }

    /// Something the app does on a callback, on the answer of a call or at a time.
    public struct Rule: Sendable, Equatable {
        /// Time at which it acts.
        public enum Trigger: Sendable, Equatable {
            /// Whenever a callback like this is delivered.
            case callback(EventPattern)
            /// Whenever a call of the app's own is answered like this: the pattern is about the
            /// call's name, its arguments, and the `value`, `reason` and `failed` of the answer.
            case reply(EventPattern)
            /// At this time of the session, in milliseconds.
            case at(milliseconds: Int64)
        }

        /// Time at which it acts.
        public var trigger: Trigger
        /// Number of times it acts.
        public var times: Int
        /// Calls that it makes.
        public var calls: [EngineCall]
        /// Length of the callback, in milliseconds.
        package var returnMilliseconds: Int64
        /// News that the world brings: an interruption, an answer about a permission, a device.
        package var news: [SessionInput] = []
        /// Time after the callback or the answer at which it calls and brings that, in
        /// milliseconds.
        package var delayMilliseconds: Int64 = 0
    }

    /// A bed of noise under the caller.
    package struct Noise: Sendable, Equatable {
        /// The sound file, looped.
        package var file: String
        /// Each clip's active power over the bed's power, in thousandths of a decibel; nil where
        /// the clips hold this noise already: then it is heard as it is, and not under them.
        package var ratioMilliDB: Int?
        /// Seed that decides where in the bed the session starts.
        package var seed: UInt64
    }

    /// The app's own voice in the microphone.
    public struct Echo: Sendable, Equatable {
        /// Level of the echo over that of what plays, in thousandths of a decibel.
        package var levelMilliDB: Int
        /// Time by which it comes back later, in milliseconds.
        package var delayMilliseconds: Int64

        /// The longest way from the loudspeaker to the microphone, in milliseconds.
        static let longestDelay: Int64 = 2_000
    }

    /// Lines of the caller.
    package var lines: [Line] = []
    /// Rules of the app.
    package var rules: [Rule] = []
    /// The noise under everything.
    package var noise: Noise?
    /// Echo, in the microphone, of what plays; nil where there is none.
    package var echo: Echo?
    /// Whether silence is digital, all samples zero, where the caller is silent; else a quiet room.
    package var isSilenceDigital = false
    /// Time that the recognizer takes, in milliseconds after the end of speech.
    package var recognizerDelayMilliseconds: Int64 = 0
    /// Longest session, in seconds.
    package var limitSeconds: Int64 = 120
    /// Events that must happen.
    package var expectations: [EventPattern] = []
    /// The beginning of a program's session, in seconds since 1970; nil where nothing says so.
    package var startsAt: Int64?
    /// The zone of a program's local time; nil where nothing says so.
    package var timeZone: String?

    /// A scenario without a caller's words and without actions.
    package init() {}
}

/// Events or callbacks that a scenario waits for: every key it names must be equal.
public struct EventPattern: Sendable, Equatable {
    /// The kind of an event, or the name of a callback.
    public var name: String
    /// Fields or arguments that must have these values.
    public var fields: JSONObject
    /// A regular expression that must fit some part of the hypothesis.
    package var expression: TextPattern?

    /// The member of an object that names the event, and the one that is an expression.
    static let (kindKey, expressionKey) = ("kind", "matches")

    /// The object that asks for it.
    var object: JSONObject {
        var object: JSONObject = [Self.kindKey: .string(name)]
        for member in fields.members { object[member.key] = member.value }
        object[Self.expressionKey] = expression.map { .string($0.source) }
        return object
    }

    /// Functions that concern a whole prompt or recording, not its segments.
    private static let segmentFunction = "playAudioSegment"

    /// Whether an event or callback called `name` with these fields is meant.
    ///
    /// A media pattern without `function` means whole prompts and recordings, not their segments.
    func matches(_ name: String, _ found: JSONObject) -> Bool {
        guard name == self.name else { return false }
        if fields["function"] == nil, found["function"]?.string == Self.segmentFunction {
            return false
        }
        guard fields.members.allSatisfy({ found[$0.key] == $0.value }) else { return false }
        guard let expression else { return true }
        let text = (found["hypothesis"] ?? found["text"])?.string ?? ""
        return expression.isFound(in: text)
    }

    /// The pattern in a message.
    var text: String {
        fields.members.reduce(into: name) { text, member in
            text += " \(member.key)=\(member.value.string ?? JSONWriter.text(member.value))"
        }
    }
}
