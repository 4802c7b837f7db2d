import ArgumentParser
import VoiceAudio
import VoiceFiles
import VoiceJSON
import VoiceRecognition
import VoiceSession

/// Prepares decoding graphs and switches between them, for `scripts/measures/measure-graphs`.
struct GraphsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graphs",
        abstract: "Prepares graphs, switches contexts, weighs decoders, for measure-graphs."
    )

    /// Phrases of a small graph.
    private static let smallPhrases = 10
    /// Contexts that are switched between, and switches.
    private static let contexts = 16
    private static let switches = 16_000

    @Argument(help: "A file of phrases, one a line.")
    var file: String

    @Flag(help: "The phrases are a closed list, and no examples of what is said.")
    var list = false

    @Option(help: "How often the graph is prepared again.")
    var runs = 5

    func validate() throws {
        if !(1...1_000).contains(runs) { throw ValidationError("--runs takes 1 to 1000.") }
    }

    func run() throws {
        let phrases = RecognizerSetup.phrases(in: try DiskFile.read(file, limit: 1 << 24))
        guard phrases.count >= Self.contexts * Self.smallPhrases else {
            throw ValidationError(
                "\(file) has \(phrases.count) phrases. Give \(Self.contexts * Self.smallPhrases)"
                    + " or more.")
        }
        let first = try Self.time { _ = try AcousticRecognizer(task: task(phrases)) }
        var further: [Int64] = []
        for _ in 0..<runs {
            further.append(try Self.time { _ = try AcousticRecognizer(task: task(phrases)) })
        }
        var object: JSONObject = [
            "phrases": .integer(Int64(phrases.count)),
            "firstMicroseconds": .integer(first / 1_000),
            "furtherMicroseconds": .integer(further.sorted()[further.count / 2] / 1_000),
        ]
        try measureContexts(phrases, into: &object)
        print(JSONWriter.text(.object(object)))
    }

    /// Prepares a small graph for each context, recognises with it, and switches between them.
    private func measureContexts(_ phrases: [String], into object: inout JSONObject) throws {
        let tasks = (0..<Self.contexts).map { context in
            task(Array(phrases[context * Self.smallPhrases..<(context + 1) * Self.smallPhrases]))
        }
        let rate = 16_000
        let sound = RoomTone(seed: 1).sound(frames: 2 * rate, sampleRate: rate)
        let utterance = Utterance(sound: sound, start: 0, spoken: 0..<Int64(2 * rate))
        let cache = RecognizerCache()
        var times: [Int64] = []
        var before: Int64 = 0
        for (context, task) in tasks.enumerated() {
            times.append(try Self.time { _ = try cache.recognizer(for: task) })
            let recognizer = try cache.recognizer(for: task)
            _ = recognizer.recognizeSoFar(utterance)
            _ = recognizer.recognize(utterance)
            // The first has what all share beside its own.
            if context == 0 { before = ProcessFigures.residentKilobytes }
        }
        let grown = ProcessFigures.residentKilobytes - before
        var switching: [Int64] = []
        for index in 0..<Self.switches {
            let task = tasks[index * 7 % tasks.count]
            switching.append(try Self.time { _ = try cache.recognizer(for: task) })
        }
        switching.sort()
        object["contextMicroseconds"] = .integer(times.sorted()[times.count / 2] / 1_000)
        object["switchNanoseconds"] = .integer(switching[switching.count / 2])
        object["slowestSwitchNanoseconds"] = .integer(switching[switching.count - 1])
        object["decoderKilobytes"] = .integer(grown / Int64(Self.contexts - 1))
    }

    private func task(_ phrases: [String]) -> RecognitionTask {
        list ? .phrases(phrases) : .graph(RecognitionGraph(phrases: phrases))
    }

    /// Processor time of `work` in nanoseconds.
    private static func time(_ work: () throws -> Void) rethrows -> Int64 {
        let start = ProcessFigures.processorNanoseconds
        try work()
        return ProcessFigures.processorNanoseconds - start
    }
}
