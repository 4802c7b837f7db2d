import ArgumentParser
import VoiceAudio
import VoiceFiles
import VoiceJSON
import VoiceRecognition
import VoiceSession

/// Recognises speech under way with and without the mean of its speaker, for
/// `scripts/measures/measure-adaptation`.
struct SpeakersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "speakers",
        abstract: "Follows utterances of speakers in order, for measure-adaptation.",
        discussion: """
            Each line of the list has a speaker, the path of a sound and its transcript, \
            separated by tabs. What the recognizer learns from a speaker's utterance applies to \
            the speaker's next ones.
            """)

    @Argument(help: "The list.")
    var list: String

    @Option(help: "A file of the phrases of the graph, one a line.")
    var phrases: String

    @Option(help: "The most frames that what was learnt counts for.")
    var memory: Int64 = 100_000

    /// Quiet room before and after a sound, in milliseconds.
    private static let edgeMilliseconds = 300

    /// What is counted of one way.
    private struct Counts {
        var words = 0
        var errors = 0
        var partials = 0
        var wrongPartials = 0
        /// Milliseconds from the beginning of an utterance until its first word is understood for
        /// good.
        var firstWords: [Int] = []

        var object: JSONObject {
            let sorted = firstWords.sorted()
            return [
                "words": .integer(Int64(words)), "errors": .integer(Int64(errors)),
                "partials": .integer(Int64(partials)),
                "wrongPartials": .integer(Int64(wrongPartials)),
                "firstWords": .integer(Int64(sorted.count)),
                "firstWordMilliseconds": .integer(
                    Int64(sorted.isEmpty ? 0 : sorted.reduce(0, +) / sorted.count)),
            ]
        }
    }

    func run() throws {
        let texts = RecognizerSetup.phrases(in: try DiskFile.read(phrases, limit: 1 << 20))
        let recognizer = try AcousticRecognizer(task: .graph(RecognitionGraph(phrases: texts)))
        let lines = String(decoding: try DiskFile.read(list, limit: 1 << 20), as: UTF8.self)
        var learnt: [String: (mean: [Float], frames: Int64)] = [:]
        var (without, with) = (Counts(), Counts())
        var depths: [Float] = []
        for line in lines.split(whereSeparator: \.isNewline) {
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 3 else {
                throw ValidationError(
                    "'\(line)' is not a speaker, a sound and a text, separated by tabs.")
            }
            let sound = try SoundFile.readMono(path: fields[1], sampleRate: nil)
            let text = fields[2].split(separator: " ").map(String.init)
            var utterance = Self.utterance(sound)
            try Self.follow(utterance, recognizer, text, &without)
            // Speakers of whom nothing is known yet are the same both ways.
            if let known = learnt[fields[0]] { utterance.speaker = SpeakerMean(known.mean) }
            try Self.follow(utterance, recognizer, text, &with)
            guard let found = try SpeakerMean.measured(in: utterance.sound) else { continue }
            depths.append(found.mean.cepstra[0])
            let earlier = learnt[fields[0]] ?? (found.mean.cepstra, 0)
            let weight =
                Float(found.frames) / Float(min(memory, earlier.frames) + Int64(found.frames))
            learnt[fields[0]] = (
                zip(earlier.mean, found.mean.cepstra).map { $0 + ($1 - $0) * weight },
                earlier.frames + Int64(found.frames)
            )
        }
        depths.sort()
        let object: JSONObject = [
            "without": .object(without.object), "with": .object(with.object),
            "energyBelowLoudestMilli": .array(
                [1, 5, 9].map { .integer(Int64(-1_000 * depths[depths.count * $0 / 10])) }),
        ]
        print(JSONWriter.text(.object(object)))
    }

    /// A sound in a quiet room, as the recognizer of a session gets it.
    private static func utterance(_ sound: MonoSound) -> Utterance {
        let edge = sound.sampleRate * edgeMilliseconds / 1_000
        let count = sound.samples.count + 2 * edge
        var samples = RoomTone(seed: 1).sound(frames: count, sampleRate: sound.sampleRate).samples
        for (index, sample) in sound.samples.enumerated() {
            samples[edge + index] = Int16(clamping: Int32(samples[edge + index]) + Int32(sample))
        }
        return Utterance(
            sound: MonoSound(sampleRate: sound.sampleRate, samples: samples), start: 0,
            spoken: Int64(edge)..<Int64(count - edge))
    }

    /// Recognises an utterance every 100 ms and counts what is wrong.
    private static func follow(
        _ utterance: Utterance, _ recognizer: AcousticRecognizer, _ text: [String],
        _ counts: inout Counts
    ) throws {
        let step = utterance.pieces.sampleRate / 10
        var last: [String] = []
        var firstWord: Int?
        for end in stride(from: step, through: utterance.pieces.count, by: step) {
            var soFar = utterance
            soFar.pieces = utterance.pieces.prefix(end)
            let heard = recognizer.recognizeSoFar(soFar)
            last = heard?.text.split(separator: " ").map(String.init) ?? []
            guard let first = last.first else { continue }
            counts.partials += 1
            if !text.starts(with: last) { counts.wrongPartials += 1 }
            if first != text.first {
                firstWord = nil
            } else if firstWord == nil {
                firstWord = end * 1_000 / utterance.pieces.sampleRate
            }
        }
        let alignment = try WordAlignment(reference: text, hypothesis: last)
        counts.words += text.count
        counts.errors += alignment.errors
        if let firstWord { counts.firstWords.append(firstWord) }
    }
}
