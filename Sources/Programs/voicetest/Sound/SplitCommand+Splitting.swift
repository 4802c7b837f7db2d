import VoiceActivity
import VoiceAudio
import VoiceFiles
import VoiceJSON
import VoiceReports

extension SplitCommand {
    /// Result of the split.
    struct Result: Sendable {
        let input: String
        let sampleRate: Int
        let frames: Int64
        var pieces: [(output: String, range: Range<Int64>)] = []
        var notes: [String] = []
    }

    /// Splits the input into files that are named after the output; `progress` is told what share
    /// is done.
    func split(
        _ step: SoundPlan.Step, _ scan: ActivityScan,
        progress: @escaping @Sendable (Double) -> Void
    ) async throws -> Result {
        try await SoundInput.reading(step.input) { sound in
            var result = try await split(sound, step, scan, progress: progress)
            result.notes = [sound.shortfall].compactMap(\.self) + result.notes.map(sound.named)
            return result
        }
    }

    private func split(
        _ sound: SoundInput, _ step: SoundPlan.Step, _ scan: ActivityScan,
        progress: @escaping @Sendable (Double) -> Void
    ) async throws -> Result {
        var scan = scan
        let passes = PassProgress(first: 0.5, note: progress)
        scan.onProgress = { passes.update($0) }
        let activity = try await scan.run(path: sound.path)
        let ranges = try splitter.pieces(of: activity) { (range) throws(AudioError) in
            try QuietPoint.find(path: sound.path, in: range)
        }
        var result = Result(
            input: step.input, sampleRate: activity.sampleRate, frames: activity.frames)
        result.pieces = ranges.enumerated().map { index, range in
            let digits = String(index + 1)
            let zeros = String(repeating: "0", count: max(0, 3 - digits.count))
            return (SoundPlan.numbered(step.output, zeros + digits), range)
        }
        guard !result.pieces.isEmpty else {
            result.notes.append("\(step.input): no speech found, no piece written")
            return result
        }
        try refuse(result.pieces.map(\.output) + (labels ? [Self.labels(step)] : []))
        try DiskFile.makeFolder(DiskFile.parent(of: step.output))
        for (index, piece) in result.pieces.enumerated() {
            result.notes += try write(piece, of: sound)
            progress(0.5 + Double(index + 1) / Double(2 * ranges.count))
        }
        if labels {
            try DiskFile.write(
                Array(Self.labels(result).utf8), to: Self.labels(step), replacing: batch.force)
        }
        return result
    }

    private func write(
        _ piece: (output: String, range: Range<Int64>), of sound: SoundInput
    ) throws -> [String] {
        var options = RewriteOptions()
        options.range = piece.range
        options.edges = edges.edges
        options.coder = batch.coder
        options.overwrite = batch.force
        options.encoding = try sound.encoding(for: SoundContainer.of(piece.output))
        return try SoundRewrite(from: sound.path, to: piece.output, options: options).run().notes
    }

    /// All names are looked at before the first file is written.
    private func refuse(_ names: [String]) throws {
        guard !batch.force else { return }
        for name in names where DiskFile.exists(name) { throw AudioError.exists(path: name) }
    }

    private var splitter: SpeechSplitter {
        var splitter = SpeechSplitter()
        (splitter.pause, splitter.least, splitter.longest) = (pause, least, longest)
        (splitter.prePad, splitter.postPad) = (prePad, postPad)
        return splitter
    }

    /// The file that the labels of a step are written to.
    static func labels(_ step: SoundPlan.Step) -> String {
        "\(SoundSearch.withoutEnding(step.output)).txt"
    }

    /// A label track: start, end, name. Source: Audacity manual, importing labels.
    private static func labels(_ result: Result) -> String {
        let rate = result.sampleRate
        return result.pieces.reduce(into: "") { text, piece in
            let start = VadFormat.seconds(piece.range.lowerBound, rate, digits: 6)
            let end = VadFormat.seconds(piece.range.upperBound, rate, digits: 6)
            text += "\(start)\t\(end)\t\(PrintableText.line(DiskFile.name(of: piece.output)))\n"
        }
    }
}

extension SplitCommand.Result {
    /// Returns a text on what was written, for people and for programs.
    func text(as format: OutputFormat) -> String {
        switch format {
        case .text:
            pieces.reduce(into: "") { text, piece in
                let start = VadFormat.seconds(piece.range.lowerBound, sampleRate)
                let end = VadFormat.seconds(piece.range.upperBound, sampleRate)
                text += "\(PrintableText.line(piece.output)): \(start) to \(end) s\n"
            }
        case .json:
            PrintableText.jsonLine([
                "file": .string(input), "sampleRate": .integer(Int64(sampleRate)),
                "frames": .integer(frames),
                "pieces": .array(
                    pieces.map { piece in
                        [
                            "output": .string(piece.output),
                            "start": .integer(piece.range.lowerBound),
                            "end": .integer(piece.range.upperBound),
                        ]
                    }),
                "notes": .array(notes.map { .string($0) }),
            ])
        }
    }
}
