import ArgumentParser
import VoiceAudio
import VoiceJSON
import VoiceRecognition
import VoiceReports

struct ListenCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Finds the utterances in a sound file and recognises each.",
        discussion: """
            Without --grammar, --phrases or --graph the general model listens. It is slow and \
            often wrong: name what can be said. A --graph is a JSON file of phrases, contexts and \
            pronunciations; FORMATS.md has its keys.

            --reference aligns the recognised words with a text that was read aloud, and names the \
            words that were misread, skipped, repeated or begun falsely. Without another task the \
            command listens for the sentences of that text. Letter case, punctuation and hyphens \
            make no difference.

            When the dictionary lacks a word of --grammar, --phrases or --graph, espeak-ng guesses \
            its pronunciation, and a note on standard error says so. A --graph may give \
            pronunciations itself.

            When the recognizer fails on an utterance, the command prints what it heard of the \
            others, names the failure on standard error and exits 65.

            Phones and their goodness of pronunciation are printed where the recognizer has them.

            --pick each listens to every channel of a file by itself, such as the two sides of a \
            call, and prints what was heard in the order in which it was said, each with its \
            channel.

            --keys lists the keys of a telephone that are pressed (DTMF, with the limits of ITU-T \
            Q.24) among the utterances; in JSON they are "keys": [{"key", "start", "end"}].

            Examples:
              voicetest listen caller.wav --phrases digits.txt --words --alternatives 3
              voicetest listen reader.wav --reference "The child almost hurt the small dog."
              voicetest listen call.wav --phrases digits.txt --pick each
              voicetest listen caller.wav --recognizer-command "python3 recognizer.py"
            """)

    @Argument(help: "The sound file.", completion: .file())
    var file: String

    @OptionGroup var listening: ListeningOptions

    @OptionGroup var channels: ChannelOptions

    @Option(help: "How many other readings are given, 0 to 20.")
    var alternatives = 0

    @Flag(help: "Lists every word with its times and its confidence.")
    var words = false

    @Flag(help: "Lists the phones of every word with their times.")
    var phones = false

    @Flag(help: "Lists the phones with their goodness of pronunciation.")
    var gop = false

    @Flag(help: "Prints the partial result during speech: every 100 ms, when it has changed.")
    var partials = false

    @Flag(help: "Lists the keys of a telephone that are pressed as well.")
    var keys = false

    @Option(help: "A text that is read aloud; what is heard is aligned with it.")
    var reference: String?

    @Option(help: "How what was heard is printed.")
    var format = OutputFormat.text

    @OptionGroup var notes: NoteOptions

    func validate() throws {
        let most = AcousticRecognizer.mostAlternatives
        if !(0...most).contains(alternatives) {
            throw ValidationError("--alternatives takes 0 to \(most).")
        }
        if let reference, ScoringText.words(of: reference).isEmpty {
            throw ValidationError("--reference has no word. Give the text that is read.")
        }
        if reference != nil {
            try channels.refuseEach("--reference is read in one channel. Pick it by its number.")
        }
    }

    func run() async throws {
        try await reporting {
            let aligner = try reference.map { text throws(RecognitionError) in
                try ReadingAligner(reference: text)
            }
            var recognizer = try listening.namingFile {
                try SoundListener.recognizer(
                    for: try task(), command: try listening.command.command())
            }
            let listener = SoundListener(
                alternatives: alternatives, wantsPhones: phones || gop,
                wantsPartials: partials)
            let guessed = (recognizer as? AcousticRecognizer)?.guessed ?? []
            if let note = guessed.note { Console.inform(note) }
            let progress = ProgressLine(doing: "listening to \(PrintableText.part(file))")
            let (heard, own) = try SoundInput.reading(file) { input in
                if let shortfall = input.shortfall { Console.report(shortfall) }
                defer { progress.clear() }
                let heard = try hear(input.path, with: listener, &recognizer)
                return (heard, try SoundListener.inFramesOfFile(heard, input.path))
            }
            try show(heard, own, try aligner.map { try $0.aligned(heard.text) }, guessed)
            for failure in heard.failures { Console.report("\(file): \(failure)") }
            if !heard.failures.isEmpty { throw ExitCode(ExitStatus.badData.rawValue) }
        }
    }

    /// Recognises the speech in the channels that count of the file at `path`.
    private func hear(
        _ path: String, with listener: SoundListener, _ recognizer: inout any Recognizer
    ) throws -> HeardSound {
        var heard: [(number: Int?, heard: HeardSound)] = []
        for channel in try channels.channels(of: path) {
            let fold = try channel.choice.fold(of: path)
            if let note = fold.notice(on: file) { Console.report(note) }
            var found = try listener.hear(path, choice: fold.choice, with: &recognizer)
            if keys { try found.findKeys(in: path, choice: fold.choice) }
            heard.append((channel.number, found))
        }
        return HeardSound(channels: heard)
    }

    /// Says so where phones were asked for, and the recognizer gives none.
    private func noteMissingPhones(_ heard: HeardSound) {
        let words = heard.recognized.flatMap(\.words)
        guard phones || gop, !words.isEmpty, words.allSatisfy(\.phones.isEmpty) else { return }
        Console.report("\(file): the recognizer gives no phones for what it listens for")
    }

    private func task() throws -> RecognitionTask {
        guard let reference, listening.isEmpty else { return try listening.recognitionTask() }
        return try listening.checked(.graph(.reading(reference)))
    }

    private func show(
        _ heard: HeardSound, _ own: (heard: HeardSound, rate: Int), _ reading: ReadingAlignment?,
        _ guessed: [WordPronunciation]
    ) throws {
        let text = ListeningText(
            showsWords: words, showsPhones: phones || gop, showsGoodness: gop,
            showsAlternatives: alternatives > 0, showsPartials: partials)
        switch format {
        case .text:
            for line in text.lines(heard) { try Console.print(line: line) }
            if heard.utterances.isEmpty { Console.report("\(file): no speech found") }
            noteMissingPhones(heard)
            for line in reading.map(ReadingText.lines) ?? [] { try Console.print(line: line) }
        case .json:
            var object: JSONObject = [
                "file": .string(file), "sampleRate": .integer(Int64(own.rate)),
                "frames": .integer(own.heard.frames),
                "utterances": .array(own.heard.utterances.map(text.value)),
            ]
            if keys { object["keys"] = .array(own.heard.keys.map(\.value)) }
            object["reference"] = reading.map(ReadingText.value)
            if !guessed.isEmpty {
                object["guessed"] = .array(
                    guessed.map { way in
                        [
                            "word": .string(way.word),
                            "phones": .string(way.phones.joined(separator: " ")),
                        ]
                    })
            }
            try Console.print(json: .object(object))
        }
    }
}
