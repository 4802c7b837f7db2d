package import VoiceAudio
import VoiceJSON
package import VoiceRecognition
internal import VoiceRun
internal import VoiceTime
import VoiceTrace

extension TwoWorlds {
    /// A recording of a caller, heard after a lead of so many milliseconds, and with 3 s of room
    /// after it.
    package struct Clip {
        /// The recording, at 16 kHz.
        var sound: MonoSound
        /// How long the room is quiet before it, in milliseconds.
        var lead: Int64
        private let task: RecognitionTask
        private let recognizers: RecognizerCache

        /// A recording and who recognises it, as `task` where the engine listens for no graph.
        package init(
            _ sound: MonoSound, after lead: Int64, task: RecognitionTask,
            _ recognizers: RecognizerCache
        ) {
            (self.sound, self.lead, self.task) = (sound, lead, task)
            self.recognizers = recognizers
        }

        /// How long all of it is, in milliseconds.
        var milliseconds: Int64 { lead + Int64(sound.frames / 16) + 3_000 }

        func recognize(_ utterance: Utterance, isOver: Bool) -> RecognitionOutcome {
            var task = task
            if let own = utterance.task, case .graph = own { task = own }
            do throws(RecognitionError) {
                let recognizer = try recognizers.recognizer(for: task)
                if isOver { return recognizer.recognize(utterance) }
                return recognizer.recognizeSoFar(utterance).map { .final($0) } ?? .rejected(nil)
            } catch { return .failed(error) }
        }
    }

    /// Tells the simulated caller what was heard of a recording: where speech was, where the
    /// detector decided that, until when it was loud, and what was understood of it when.
    func notify(_ heard: Outcome, to host: SimulatedHost, shift: Frame) {
        let over = heard.offset + milliseconds * 16
        for (place, speech) in heard.speech.enumerated() {
            let end = max(speech.spoken, speech.end ?? over)
            let next = place + 1 < heard.speech.count ? heard.speech[place + 1].spoken : .max
            // Levels look back to whole hops: the last loud one holds this hop, and no later one.
            let loud = heard.loudBefore.map { last in
                let limit = last < next ? last / 160 * 160 - 160 : end
                return speech.spoken + shift..<max(speech.spoken, limit) + shift
            }
            host.say(
                nil, frames: speech.spoken + shift..<end + shift, decided: speech.decided + shift,
                loud: loud)
        }
        host.listener = { heard.answers.answer(to: $0, isOver: $1, later: shift) }
    }

    /// What differs first between how it went with sound and simulated, by more than a hop; nil
    /// where nothing does. Levels are not compared, nor what was understood on the way, unless
    /// `all` says so.
    package static func difference(
        _ heard: Outcome, _ simulated: Outcome, inAll all: Bool = false
    ) -> String? {
        let shift = shift(from: heard, to: simulated)
        let over = min(heard.over, simulated.over - shift) - 320
        let one = heard.told(inAll: all, later: 0, until: over)
        let other = simulated.told(inAll: all, later: -shift, until: over)
        for place in 0..<max(one.count, other.count) {
            let left = place < one.count ? one[place] : nil
            let right = place < other.count ? other[place] : nil
            if let left, let right, left.what == right.what, abs(left.at - right.at) <= 160 {
                continue
            }
            func text(_ event: (what: String, at: Frame)?) -> String {
                event.map { "\($0.what) at \($0.at)" } ?? "nothing"
            }
            return "heard: \(text(left)); simulated: \(text(right))"
        }
        return nil
    }
}

extension TwoWorlds.Outcome {
    /// The end of the last loud level, as an engine says that ends listening by it; 0 where it
    /// heard none, and nil where it does not say.
    fileprivate var loudBefore: Frame? {
        guard let end = events.first(where: { $0.frame == ended && $0.why["loud"] != nil }),
            let silence = end.why["duration"]?.integer
        else { return nil }
        return end.why["loud"] == true ? end.frame - silence : 0
    }

    fileprivate func told(
        inAll all: Bool, later shift: Frame, until over: Frame
    ) -> [(what: String, at: Frame)] {
        zip(events, roles).filter { event, role in
            event.core != .level && event.frame + shift <= over
                && (all || event.core != .partial && role != .progress)
        }.map { event, _ in
            let texts = event.fields.members.compactMap { member in
                member.value.string.map { "\(member.key)=\($0)" }
            }
            return (([event.kind] + texts.sorted()).joined(separator: " "), event.frame + shift)
        }
    }
}

/// What a recognizer answered of which speech.
struct HeardAnswers {
    private struct Answer {
        let spoken: Range<Frame>
        let isOver: Bool
        let isPaused: Bool
        let outcome: RecognitionOutcome
    }

    private var answers: [Answer] = []

    mutating func note(_ outcome: RecognitionOutcome, of utterance: Utterance, isOver: Bool) {
        answers.append(
            Answer(
                spoken: utterance.spoken, isOver: isOver, isPaused: utterance.isPaused,
                outcome: outcome))
    }

    /// The same answer to the same speech in a run in which all is so much later.
    func answer(
        to utterance: Utterance, isOver: Bool, later shift: Frame
    ) -> RecognitionOutcome {
        let spoken = utterance.spoken.lowerBound - shift..<utterance.spoken.upperBound - shift
        let same = answers.filter {
            $0.isOver == isOver && $0.isPaused == utterance.isPaused && $0.spoken.overlaps(spoken)
        }
        let found = same.last { isOver || $0.spoken.upperBound <= spoken.upperBound + 160 }
        switch found?.outcome {
        case .final(let words): return .final(words.moved(by: shift))
        case .rejected(let words): return .rejected(words?.moved(by: shift))
        case .failed(let error): return .failed(error)
        case nil: return .rejected(nil)
        }
    }
}

extension Hypothesis {
    fileprivate func moved(by frames: Frame) -> Hypothesis {
        func moved(_ range: Range<Frame>) -> Range<Frame> {
            range.lowerBound + frames..<range.upperBound + frames
        }
        var hypothesis = self
        hypothesis.words = words.map { word in
            var word = word
            word.range = moved(word.range)
            for place in word.phones.indices {
                word.phones[place].range = moved(word.phones[place].range)
            }
            return word
        }
        return hypothesis
    }
}
