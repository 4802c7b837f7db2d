import ArgumentParser
import VoiceAudio
import VoiceFiles
import VoiceRecognition
import VoiceReports

struct EvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Measures how well the speech in a folder is recognised.",
        discussion: """
            Each sound file in FOLDER and below it is recognised as `voicetest listen` does it, \
            and compared with its transcript: NAME.txt beside NAME.wav, or a list. A list is \
            transcripts.tsv or transcripts.json in FOLDER, or any such file with --transcripts. \
            Letter case, punctuation and hyphens make no difference.

            A line of transcripts.tsv is FILE, tab, words. An optional third column, yes or no, \
            says whether the task includes the words. Without the column the command decides from \
            the task. transcripts.json is {"files": [{"file", "transcript", "inGrammar"?, \
            "labels"?}]}. Other keys are ignored. A transcript of null leaves the sound out.

            The figures are: word error rate and correct sentences among sounds that the task \
            includes; false accepts among all others; correct results that are not rejected. With \
            NAME.labels.json, NAME.rttm, NAME.labels.txt (a label track of Audacity) or --labels, \
            which say when things are said, also: missed turns, and the distance of starts and \
            ends of speech and words from the labels. Each share has a 95 % interval from a \
            bootstrap over the sounds. Phrases and sentences of a grammar count as wholes; a \
            --graph allows all combinations of its words.

            Exit 1: a figure is worse than --baseline by more than --allow-points or \
            --allow-ms, or no speech was found. Exit 66: no sound file, or a sound file without a \
            transcript.

            Examples:
              voicetest evaluate clips --phrases phrases.txt --format json > before.json
              voicetest evaluate clips --phrases phrases.txt --baseline before.json --allow-points 1
              voicetest evaluate corpus/digits --transcripts corpus/MANIFEST.json \\
                --phrases digits.txt
            """)

    @Argument(help: "A folder of sound files with transcripts.", completion: .directory)
    var folder: String

    @OptionGroup var listening: ListeningOptions

    @OptionGroup var channels: ChannelOptions

    @Option(help: "A list of transcripts, .tsv or .json.", completion: .file())
    var transcripts: String?

    @Option(
        help: "A folder of label files that name their sounds; they win over others.",
        completion: .directory)
    var labels: String?

    @Option(help: "Compares with what --format json printed before.", completion: .file())
    var baseline: String?

    @Option(help: "How much worse a share may be than the baseline, in percentage points.")
    var allowPoints = 0.0

    @Option(help: "How much worse a time may be than the baseline, in milliseconds.")
    var allowMs = 10

    /// The former names of the two.
    @Option(help: .hidden) var tolerance: Double?
    @Option(help: .hidden) var toleranceMs: Int?

    private var allowed: EvaluationComparison.Tolerance {
        .init(
            points: tolerance ?? allowPoints, milliseconds: Int64(toleranceMs ?? allowMs))
    }

    @Option(help: "The seed of the bootstrap.")
    var seed: UInt64 = 1

    @Flag(help: "Lists every sound in the text.")
    var list = false

    @OptionGroup var pace: PaceOptions

    @Option(help: "How the figures are printed.")
    var format = OutputFormat.text

    func validate() throws {
        if !(0...100).contains(allowed.points) {
            throw ValidationError("--allow-points takes 0 to 100 points.")
        }
        if !(0...10_000).contains(allowed.milliseconds) {
            throw ValidationError("--allow-ms takes 0 to 10000.")
        }
        try channels.refuseEach(
            "a sound has one transcript. Pick the channel by its number, or write each to a file of"
                + " its own with `voicetest convert IN OUT --pick each`.")
    }

    func run() async throws {
        try await reporting {
            let task = try listening.recognitionTask()
            let held = try baseline.map { path in
                let bytes = try DiskFile.read(path, limit: FileLimit.baseline)
                return try EvaluationBaseline(bytes: bytes, path: path)
            }
            let found = try TranscribedFolder(folder, list: transcripts, labels: labels)
            var status = found.status
            for fault in found.faults { Console.report(fault) }
            let command = try listening.command.command()
            let work = EvaluationWork(
                sounds: found.sounds, task: task, choice: channels.choice
            ) { task in
                try SoundListener.recognizer(for: task, command: command)
            }
            let done = try await work.run(jobs: pace.jobs.count)
            if let note = done.guessed.note { Console.inform(note) }
            for note in done.notes { Console.report(note) }
            for fault in done.faults {
                Console.report(fault.text)
                status = status.graver(fault.status)
            }
            guard let recognizer = done.recognizer, !done.sounds.isEmpty else {
                throw ExitCode(status == .agrees ? ExitStatus.missing.rawValue : status.rawValue)
            }
            let evaluation = Evaluation(
                done.sounds, recognizer: recognizer, task: listening.kind, seed: seed,
                setAside: found.setAside)
            let comparison = try held.map {
                try EvaluationComparison(evaluation, with: $0, tolerance: allowed)
            }
            try show(evaluation, comparison)
            if evaluation.utterances == 0 {
                Console.report("\(folder): no speech found in any of \(done.sounds.count) sounds")
                status = status.graver(.differs)
            }
            if let comparison, !comparison.worse.isEmpty { status = status.graver(.differs) }
            if status != .agrees { throw ExitCode(status.rawValue) }
        }
    }

    private func show(_ evaluation: Evaluation, _ comparison: EvaluationComparison?) throws {
        switch format {
        case .text:
            let text = EvaluationText(listsAll: list, columns: Console.columns)
            for line in text.lines(evaluation, comparison: comparison) {
                try Console.print(line: line)
            }
        case .json:
            try Console.print(json: EvaluationJSON.value(evaluation, comparison: comparison))
        }
    }
}

/// Hears and compares sounds side by side.
struct EvaluationWork: Sendable {
    /// Reason why a sound could not be compared.
    struct Fault: Sendable, Equatable {
        let text: String
        let status: ExitStatus
    }

    /// Results of all sounds.
    struct Outcome: Sendable {
        /// The recognizer; nil where there was no sound.
        var recognizer: RecognizerIdentity?
        /// Pronunciations that were guessed for words that the dictionary lacks.
        var guessed: [WordPronunciation] = []
        /// The sounds that were compared, in the order given.
        var sounds: [EvaluatedSound] = []
        /// Faults of other sounds, then of single utterances, in that order.
        var faults: [Fault] = []
        /// Notes for the user on the channels of sounds, in the same order.
        var notes: [String] = []
    }

    private struct Share: Sendable {
        let recognizer: RecognizerIdentity
        var guessed: [WordPronunciation] = []
        var results: [(index: Int, result: Result<EvaluatedSound, Failure>)] = []
        var notes: [(index: Int, text: String)] = []
    }

    private struct Failure: Error {
        let fault: Fault
    }

    let sounds: [TranscribedSound]
    let task: RecognitionTask
    /// Way in which the channels of each sound become one.
    var choice = ChannelChoice.best
    /// Makes a recognizer; each job has one of its own.
    var recognizer: @Sendable (RecognitionTask) throws -> any Recognizer = {
        try SoundListener.recognizer(for: $0)
    }

    /// Compares all sounds with so many recognizers; the outcome does not depend on how many.
    ///
    /// - Throws: ``RecognitionError`` where a recognizer cannot be made.
    func run(jobs: Int) async throws -> Outcome {
        let coverage = try TaskCoverage(of: task)
        let indices = SharedIndex(count: sounds.count)
        let progress = ProgressLine(count: sounds.count, unit: "sounds")
        defer { progress.clear() }
        let shares = try await withThrowingTaskGroup(of: Share.self) { group in
            for _ in 0..<min(jobs, sounds.count) {
                group.addTask { try share(of: indices, coverage, progress) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        var outcome = Outcome(recognizer: shares.first?.recognizer)
        outcome.guessed = shares.first?.guessed ?? []
        outcome.notes = shares.flatMap(\.notes).sorted { $0.index < $1.index }.map(\.text)
        for (_, result) in shares.flatMap(\.results).sorted(by: { $0.index < $1.index }) {
            switch result {
            case .success(let sound):
                outcome.sounds.append(sound)
                outcome.faults += sound.failures.map {
                    Fault(text: "\(sound.name): \($0)", status: .badData)
                }
            case .failure(let failure): outcome.faults.append(failure.fault)
            }
        }
        return outcome
    }

    private func share(
        of indices: SharedIndex, _ coverage: TaskCoverage, _ progress: ProgressLine
    ) throws -> Share {
        var recognizer = try recognizer(task)
        var share = Share(recognizer: recognizer.identity)
        share.guessed = (recognizer as? AcousticRecognizer)?.guessed ?? []
        let listener = SoundListener()
        while let index = indices.next() {
            try Task.checkCancellation()
            let sound = sounds[index]
            do {
                let heard = try SoundInput.reading(sound.path) { input in
                    if let shortfall = input.shortfall { Console.report(shortfall) }
                    let fold = try choice.fold(of: input.path)
                    if let note = fold.notice(on: sound.name) { share.notes.append((index, note)) }
                    return try listener.hear(
                        input.path, choice: fold.choice, with: &recognizer)
                }
                let evaluated = try EvaluatedSound(sound, heard: heard, coverage: coverage)
                share.results.append((index, .success(evaluated)))
            } catch {
                let fault = Fault(text: "\(error)", status: ExitStatus(error))
                share.results.append((index, .failure(Failure(fault: fault))))
            }
            progress.update(1, of: index)
        }
        return share
    }
}
