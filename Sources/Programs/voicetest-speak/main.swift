import VoiceSystem

/// This program's own version.
let version = "0.1.0"

let usage = """
    Speaks the text on standard input once, as a WAV file on standard output.

    voicetest-speak [--voice en-us] [--rate 175] [--pitch 0...100] [--ssml] [--phonemes] [--ipa]
                    [--marks]
                    --ipa writes how the text is pronounced instead of speaking it
                    --marks writes three numbers for each word: its time in milliseconds, and
                    its first character and its length in characters of the text
    voicetest-speak --version | --voices | --help

    """

func run() throws(SpeakError) {
    switch try SpeakCommand(arguments: Array(CommandLine.arguments.dropFirst())) {
    case .help:
        try SpeakStreams.write(Array(usage.utf8))
    case .version:
        let line = "voicetest-speak \(version) espeak-ng \(SpeechEngine.version)\n"
        try SpeakStreams.write(Array(line.utf8))
    case .voices:
        let lines = try SpeechEngine().voiceLines()
        try SpeakStreams.write(Array(lines.map { $0 + "\n" }.joined().utf8))
    case .speak(let options):
        let text = try SpeakStreams.readText()
        let engine = try SpeechEngine()
        if options.showsPronunciation {
            let text = try engine.pronunciation(of: text, options: options)
            return try SpeakStreams.write(Array(text.utf8))
        }
        let speech = try engine.render(text, options: options)
        if options.showsMarks {
            return try SpeakStreams.write(Array(speech.marks.joined().utf8))
        }
        try SpeakStreams.write(
            SpeakStreams.wave(speech.samples, sampleRate: engine.sampleRate))
    }
}

// A reader that has gone away is an error to report, not a signal to die of.
signal(SIGPIPE, SIG_IGN)
do {
    try run()
} catch {
    let line = "voicetest-speak: \(error)\n"
    _ = SpeakSystem.write(2, line, line.utf8.count)
    exit(error.exitCode)
}
