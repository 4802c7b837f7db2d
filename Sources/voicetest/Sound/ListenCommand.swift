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
            let recognizer = try PocketSphinxRecognizer(task: try task.task())
            let (heard, frames) = try hear(with: recognizer)
            switch format {
            case .text:
                for (segment, outcome) in heard {
                    try Console.print(line: Self.line(segment, outcome))
                }
                if heard.isEmpty { Console.note("\(file): no speech found") }
            case .json:
                try Console.print(
                    json: [
                        "file": .string(file), "sampleRate": .integer(Int64(Self.rate.hertz)),
                        "frames": .integer(frames),
                        "utterances": .array(heard.map(Self.value)),
                    ])
            }
        }
    }

    /// What is heard in every stretch of speech, and how long the sound is, in frames.
    ///
    /// The file is read twice, and no more than one utterance is held.
    private func hear(
        with recognizer: PocketSphinxRecognizer
    ) throws -> (heard: [(Range<Int64>, RecognitionOutcome)], frames: Int64) {
        let hertz = Self.rate.hertz
        var finder = try SegmentFinder(sampleRate: hertz, settings: SpeechSettings())
        // A clip may begin with its first word: the detector hears a quiet room before it, as a
        // session's does.
        let lead = RoomTone(seed: 1).sound(frames: hertz, sampleRate: hertz)
        lead.samples.withUnsafeBufferPointer { finder.take($0) }
        _ = try SoundFile.decode(path: file, sampleRate: hertz) { finder.take($0) }
        finder.finish()
        let segments = finder.segments.compactMap { segment in
            let start = max(0, segment.lowerBound - Int64(hertz))
            let end = segment.upperBound - Int64(hertz)
            return start < end ? start..<end : nil
        }
        // One frame more than is recognised tells that an utterance is too long.
        let most = Int64(PocketSphinxRecognizer.longestUtteranceSeconds * hertz) + 1
        let edge = Self.rate.frames(milliseconds: 300)
        let extents = segments.map { segment in
            let start = segment.lowerBound - edge
            return start..<min(segment.upperBound + edge, start + most)
        }
        var heard: [(Range<Int64>, RecognitionOutcome)] = []
        func recognize(_ index: Int, _ samples: [Int16]) {
            let utterance = Self.utterance(extents[index], samples, spoken: segments[index])
            heard.append((segments[index], recognizer.recognize(utterance)))
        }
        var cutter = SoundCutter(extents)
        _ = try SoundFile.decode(path: file, sampleRate: hertz) {
            cutter.take($0, cut: recognize)
        }
        cutter.finish(cut: recognize)
        return (heard, cutter.frames)
    }

    /// The stretch with the edges a session's recognizer gets; where the file has none, a quiet
    /// room stands in.
    private static func utterance(
        _ extent: Range<Int64>, _ inside: [Int16], spoken: Range<Int64>
    ) -> Utterance {
        let room = RoomTone(seed: 1).sound(frames: extent.count, sampleRate: rate.hertz)
        var samples = room.samples
        let offset = Int(max(0, -extent.lowerBound))
        samples.replaceSubrange(offset..<(offset + inside.count), with: inside)
        return Utterance(
            sound: MonoSound(sampleRate: rate.hertz, samples: samples),
            start: extent.lowerBound, spoken: spoken)
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
