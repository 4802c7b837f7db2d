import ArgumentParser
import VoiceAudio
import VoiceFiles
import VoiceJSON
import VoiceRecognition
import VoiceSession
import VoiceTrace

/// Recognises what sessions hold again and again, with the recognizer of a replay and nothing
/// else, for `scripts/measures/measure-speed`.
struct RecognizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recognize",
        abstract: "Recognises the utterances of sessions many times, for measure-speed.",
        discussion: "Sessions of another recognizer than pocketsphinx are passed over.")

    /// How often speech is recognised while it runs, in milliseconds.
    static let partialMilliseconds = 100

    @Argument(help: "Sessions, or folders of sessions.")
    var paths: [String]

    @Option(help: "How often every utterance is recognised.")
    var `repeat` = 1

    @Flag(help: "Recognises every 100 ms of an utterance as it comes, and never the whole.")
    var partials = false

    @Option(help: "Listens for a graph of the phrases of this file instead.")
    var graph: String?

    func validate() throws {
        if !(1...1_000_000).contains(`repeat`) {
            throw ValidationError("--repeat takes 1 to 1000000.")
        }
    }

    func run() throws {
        let cache = RecognizerCache()
        let other = try graph.map { file in
            let phrases = RecognizerSetup.phrases(in: try DiskFile.read(file, limit: 1 << 24))
            return RecognitionTask.graph(RecognitionGraph(phrases: phrases))
        }
        var all: [(recognizer: AcousticRecognizer, utterance: Utterance)] = []
        for folder in try paths.flatMap({ path in try SessionFolder.find(at: path) }) {
            guard let task = try Self.task(of: folder) else { continue }
            let recognizer = try cache.recognizer(for: other ?? task)
            all += try Self.utterances(of: folder).map { (recognizer, $0) }
        }
        guard !all.isEmpty else {
            throw ValidationError("no utterance was recognised by pocketsphinx in these sessions.")
        }
        var answers = 0
        for _ in 0..<`repeat` {
            for (recognizer, utterance) in all {
                answers +=
                    try partials
                    ? Self.follow(utterance, recognizer) : Self.recognize(utterance, recognizer)
            }
        }
        let milliseconds = all.reduce(0) { sum, pair in
            let sound = pair.utterance.pieces
            return sum + sound.count * 1_000 / sound.sampleRate
        }
        let object: JSONObject = [
            "utterances": .integer(Int64(all.count)), "answers": .integer(Int64(answers)),
            "milliseconds": .integer(Int64(milliseconds)),
        ]
        print(JSONWriter.text(.object(object)))
    }

    /// Recognises an utterance; gives 1.
    private static func recognize(
        _ utterance: Utterance, _ recognizer: AcousticRecognizer
    ) throws -> Int {
        if case .failed(let error) = recognizer.recognize(utterance) { throw error }
        return 1
    }

    /// Recognises an utterance while it comes; gives how often.
    static func follow(_ utterance: Utterance, _ recognizer: AcousticRecognizer) -> Int {
        let step = utterance.pieces.sampleRate * partialMilliseconds / 1_000
        let ends = Array(stride(from: step, through: utterance.pieces.count, by: step))
        for end in ends {
            var soFar = utterance
            soFar.pieces = utterance.pieces.prefix(end)
            _ = recognizer.recognizeSoFar(soFar)
        }
        return ends.count
    }

    /// What the recognizer of a session listened for; nil where it was not pocketsphinx.
    private static func task(of folder: SessionFolder) throws -> RecognitionTask? {
        let manifest = try folder.manifest()
        guard manifest.recognizer.kind == RecognizerSetup.Kind.pocketsphinx.rawValue else {
            return nil
        }
        for name in [RecognizerSetup.FileName.grammar, RecognizerSetup.FileName.phrases] {
            let path = "\(folder.path)/\(SessionFolder.Part.flow)/\(name)"
            guard DiskFile.exists(path) else { continue }
            let bytes = try DiskFile.read(path, limit: 1 << 20)
            return RecognizerSetup.task(inFile: name, bytes: bytes)
        }
        return .general
    }

    /// What the recognizer heard, as the words crossings of a session say where it stood.
    static func utterances(of folder: SessionFolder) throws -> [Utterance] {
        let track = try SoundFile.readMono(
            path: "\(folder.path)/\(SessionFolder.Part.microphone)", sampleRate: nil)
        return try folder.golden().events.filter { $0.tap == .words }.compactMap { event in
            guard let start = event.why[evidence: .start], let end = event.why[evidence: .end],
                start >= 0, start < end, end <= track.samples.count
            else { return nil }
            let sound = MonoSound(
                sampleRate: track.sampleRate, samples: Array(track.samples[Int(start)..<Int(end)]))
            return Utterance(sound: sound, start: start, spoken: start..<end)
        }
    }
}
