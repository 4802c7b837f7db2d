import ArgumentParser
import VoiceFiles
import VoiceRecognition
import VoiceReports
import VoiceSession

/// Options on what is listened for: a grammar, phrases or a decoding graph.
struct ListeningOptions: ParsableArguments {
    @OptionGroup var task: TaskOptions

    @OptionGroup var command: RecognizerCommandOption

    @Option(
        help: "A decoding graph in JSON: phrases, pronunciations, how they are said.",
        completion: .file(extensions: ["json"]))
    var graph: String?

    @Option(help: "Which context of the --graph counts, from 0, where it has several.")
    var context: Int?

    @Option(help: "What has to be said before anything counts; takes --phrases or --graph.")
    var trigger: String?

    func validate() throws {
        let isNamed = task.grammar != nil || task.phrases != nil
        if graph != nil, isNamed {
            throw ValidationError("Give one of --grammar, --phrases and --graph.")
        }
        if context != nil, graph == nil {
            throw ValidationError("--context chooses from a --graph: give both.")
        }
        if trigger != nil, graph == nil, task.phrases == nil {
            throw ValidationError("--trigger takes --phrases or --graph: give one of them.")
        }
    }

    /// Whether anything is named.
    var isEmpty: Bool { graph == nil && task.grammar == nil && task.phrases == nil }

    /// Kind of the task, as a word of reports.
    var kind: String {
        if graph != nil || trigger != nil { return "graph" }
        return task.grammar != nil ? "grammar" : task.phrases != nil ? "phrases" : "general"
    }

    /// The task of the options, checked without a model; the general model without any.
    ///
    /// - Throws: what the files are refused for.
    func recognitionTask() throws -> RecognitionTask {
        try namingFile { try checked(try namedTask()) }
    }

    /// Runs `body`; a fault of the grammar or the phrases names the file, and the line where one of
    /// its phrases has it.
    func namingFile<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as RecognitionError {
            guard error.isOfTask, let path = graph ?? task.phrases ?? task.grammar else {
                throw error
            }
            let line = task.phrases.flatMap { Self.line(of: error, in: $0) }
            let place = line.map { ":\($0)" } ?? ""
            throw CommandError(ExitStatus(error), "\(path)\(place): \(error)")
        }
    }

    /// The line of a file of phrases that `error` is about, from 1.
    private static func line(of error: RecognitionError, in path: String) -> Int? {
        guard let phrase = error.phrase, let bytes = try? DiskFile.read(path, limit: FileLimit.text)
        else { return nil }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.firstIndex { line in
            RecognizerSetup.phrases(in: Array(line)).contains {
                $0.lowercased() == phrase.lowercased()
            }
        }.map { $0 + 1 }
    }

    /// The task, which pocketsphinx can listen for; a program of the user's may know more words.
    func checked(_ task: RecognitionTask) throws -> RecognitionTask {
        if command.text == nil { try task.check() }
        return task
    }

    private func namedTask() throws -> RecognitionTask {
        if let graph {
            let bytes = try DiskFile.read(graph, limit: FileLimit.text)
            let file = try GraphFile(bytes: bytes, file: graph)
            return .graph(try triggered(file.graph(context: context)))
        }
        let named = try task.task()
        guard trigger != nil, case .phrases(let phrases) = named else { return named }
        return .graph(try triggered(RecognitionGraph(phrases: phrases.map { $0.lowercased() })))
    }

    /// The graph, with the trigger that the options name.
    private func triggered(_ graph: RecognitionGraph) throws -> RecognitionGraph {
        guard let trigger else { return graph }
        var graph = graph
        graph.trigger = trigger.lowercased()
        // What is no phrase is no trigger either.
        _ = try checked(.phrases([trigger]))
        return graph
    }
}

extension RecognitionGraph {
    /// A graph for reading `text` aloud: each sentence is a phrase.
    static func reading(_ text: String) -> RecognitionGraph {
        let sentences = text.split { ".!?\n\r".contains($0) }.map { sentence in
            ScoringText.words(of: String(sentence)).map(\.text).joined(separator: " ")
        }
        return RecognitionGraph(
            phrases: sentences.filter { !$0.isEmpty }, speaking: .oralReading)
    }
}
