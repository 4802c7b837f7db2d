import ArgumentParser
import VoiceActivity
import VoiceAudio
import VoiceRecognition
import VoiceSession
import VoiceTime
import VoiceTrace

struct ListenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Finds the utterances in a sound file and recognises each.",
        discussion: """
            Without --grammar or --phrases the general model listens, which is slow and seldom \
            right: name what can be said.

            Example:
              voicetest listen caller.wav --phrases digits.txt
            """)

    @Argument(help: "The sound file.", completion: .file())
    var file: String

    @OptionGroup var task: TaskOptions

    @Option(help: "How what was heard is printed.")
    var format = OutputFormat.text

    /// The rate recognition works at, in hertz.
    private static let rate = SampleRate.standard

    func run() async throws {
        try await reporting {
            let sound = try SoundFile.readMono(path: file, sampleRate: Self.rate.hertz)
            let recognizer = try PocketSphinxRecognizer(task: try task.task())
            let settings = SpeechSettings()
            let segments = try SpeechActivity.segments(in: sound, settings: settings)
            let heard = segments.map { segment in
                (segment, recognizer.recognize(Self.utterance(segment, of: sound)))
            }
            switch format {
            case .text:
                for (segment, outcome) in heard {
                    try Console.print(line: Self.line(segment, outcome))
                }
                if heard.isEmpty { Console.note("\(file): no speech found") }
            case .json:
                try Console.print(
                    bytes: JSONWriter.prettyBytes([
                        "file": .string(file), "sampleRate": .integer(Int64(Self.rate.hertz)),
                        "frames": .integer(Int64(sound.samples.count)),
                        "utterances": .array(heard.map(Self.value)),
                    ]))
            }
        }
    }

    /// The segment with the edges a session's recognizer gets; where the file has none, a quiet
    /// room stands in.
    private static func utterance(_ segment: Range<Int64>, of sound: MonoSound) -> Utterance {
        let edge = rate.frames(milliseconds: 300)
        let extent = (segment.lowerBound - edge)..<(segment.upperBound + edge)
        let inside = extent.clamped(to: 0..<Int64(sound.samples.count))
        let room = RoomTone(seed: 1).sound(frames: extent.count, sampleRate: sound.sampleRate)
        var samples = room.samples
        let offset = Int(inside.lowerBound - extent.lowerBound)
        samples.replaceSubrange(
            offset..<(offset + inside.count),
            with: sound.samples[Int(inside.lowerBound)..<Int(inside.upperBound)])
        return Utterance(
            sound: MonoSound(sampleRate: sound.sampleRate, samples: samples),
            start: extent.lowerBound, spoken: segment)
    }

    private static func line(_ segment: Range<Int64>, _ outcome: RecognitionOutcome) -> String {
        let place = "\(rate.text(segment.lowerBound)) to \(rate.text(segment.upperBound))"
        switch outcome {
        case .final(let heard): return "\(place)  \(heard.text)  (\(heard.confidence) of 1000)"
        case .rejected(let nearest?):
            return "\(place)  rejected: \(nearest.text) fits badly"
                + "  (\(nearest.confidence) of 1000)"
        case .rejected(nil): return "\(place)  rejected: nothing listened for fits"
        case .failed(let error): return "\(place)  failed: \(error)"
        }
    }

    private static func value(
        _ segment: Range<Int64>, _ outcome: RecognitionOutcome
    ) -> JSONValue {
        var object: JSONObject = [
            "start": .integer(segment.lowerBound), "end": .integer(segment.upperBound),
        ]
        switch outcome {
        case .final(let heard):
            object["outcome"] = "final"
            object["text"] = .string(heard.text)
            object["confidence"] = .integer(Int64(heard.confidence))
            object["words"] = .array(
                heard.words.map { word in
                    [
                        "text": .string(word.text), "start": .integer(word.range.lowerBound),
                        "end": .integer(word.range.upperBound),
                        "confidence": .integer(Int64(word.confidence)),
                    ]
                })
        case .rejected(let nearest):
            object["outcome"] = "rejected"
            if let nearest {
                object["text"] = .string(nearest.text)
                object["confidence"] = .integer(Int64(nearest.confidence))
            }
        case .failed(let error):
            object["outcome"] = "failed"
            object["reason"] = .string(error.description)
        }
        return .object(object)
    }
}
