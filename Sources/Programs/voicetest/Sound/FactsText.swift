import VoiceAudio
import VoiceJSON
import VoiceReports

/// The facts about a sound file, for people and for programs.
enum FactsText {
    /// A block of lines, the title first.
    static func text(_ facts: SoundFacts, _ title: String) -> String {
        let format = facts.format
        let seconds = Double(format.frames) / Double(format.sampleRate)
        var rows = [
            ("container", format.container), ("encoding", format.encoding),
            ("rate", "\(format.sampleRate) Hz"), ("channels", "\(format.channels)"),
            ("length", "\(format.frames) frames, \(Decimal.text(seconds, digits: 3)) s"),
            ("peak", level(facts.peak, "dBFS")),
            ("true peak", level(facts.truePeak, "dBTP")),
            ("rms", level(facts.rms, "dBFS")),
            ("loudness", level(facts.integrated, "LUFS")),
            ("momentary", level(facts.momentary, "LUFS at most")),
            ("short-term", level(facts.shortTerm, "LUFS at most")),
            ("range", level(facts.range, "LU")),
            ("noise floor", level(facts.noiseFloor, "dBFS")),
            ("clipped", "\(facts.clippedSamples) samples"),
            ("offset", Decimal.text(facts.offset, digits: 6)),
        ]
        for text in SoundMetadata.Text.allCases {
            if let words = facts.metadata.texts[text] { rows.append((text.name, words)) }
        }
        for cue in facts.metadata.cues {
            rows.append(("cue", "\(cue.frame) \(cue.name)"))
        }
        if facts.metadata.hasBroadcast { rows.append(("broadcast", "yes")) }
        if facts.metadata.hasCart { rows.append(("cart", "yes")) }
        return rows.reduce("\(PrintableText.line(title))\n") { text, row in
            let gap = String(repeating: " ", count: max(1, 14 - row.0.count))
            return text + "  \(row.0)\(gap)\(PrintableText.part(row.1))\n"
        }
    }

    private static func level(_ value: Double?, _ unit: String) -> String {
        value.map { "\(Decimal.text($0, digits: 2)) \(unit)" } ?? "too short to say"
    }

    /// One object; levels have three digits, null stands for silence or too short a sound.
    static func value(
        _ facts: SoundFacts, _ path: String, channel: PickedChannel?
    ) -> JSONValue {
        func level(_ value: Double?) -> JSONValue { Decimal.value(value, digits: 3) }
        let format = facts.format
        var object: JSONObject = [
            "file": .string(path), "container": name(facts.coding?.container.rawValue),
            "encoding": name(facts.coding?.encoding.rawValue),
            "containerName": .string(format.container), "encodingName": .string(format.encoding),
            "sampleRate": .integer(Int64(format.sampleRate)),
            "channels": .integer(Int64(format.channels)), "frames": .integer(format.frames),
            "isCutShort": .bool(facts.shortfall != nil), "peakDBFS": level(facts.peak),
            "truePeakDBTP": level(facts.truePeak), "rmsDBFS": level(facts.rms),
            "noiseFloorDBFS": level(facts.noiseFloor), "integratedLUFS": level(facts.integrated),
            "momentaryMaxLUFS": level(facts.momentary),
            "shortTermMaxLUFS": level(facts.shortTerm), "rangeLU": level(facts.range),
            "clippedSamples": .integer(facts.clippedSamples),
            "offset": Decimal.value(facts.offset, digits: 6),
            "metadata": metadata(facts.metadata),
        ]
        object["channel"] = channel?.value
        return .object(object)
    }

    private static func name(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    private static func metadata(_ metadata: SoundMetadata) -> JSONValue {
        var texts = JSONObject()
        for text in SoundMetadata.Text.allCases {
            texts[text.name] = metadata.texts[text].map { .string($0) }
        }
        return [
            "texts": .object(texts),
            "cues": .array(
                metadata.cues.map { ["frame": .integer($0.frame), "name": .string($0.name)] }),
            "hasBroadcast": .bool(metadata.hasBroadcast), "hasCart": .bool(metadata.hasCart),
        ]
    }
}

/// Numbers with so many digits after the point.
enum Decimal {
    /// The text of a number; "-inf", "inf" or "nan" when it is none.
    static func text(_ value: Double, digits: Int) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
        var unit = 1.0
        for _ in 0..<digits { unit *= 10 }
        let steps = Int64((abs(value) * unit).rounded())
        let sign = value < 0 && steps > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(steps)" }
        let whole = steps / Int64(unit)
        let rest = String(steps % Int64(unit))
        let zeros = String(repeating: "0", count: digits - rest.count)
        return "\(sign)\(whole).\(zeros)\(rest)"
    }

    /// Returns the number as JSON; null where it is missing or not finite.
    static func value(_ value: Double?, digits: Int) -> JSONValue {
        guard let value, value.isFinite else { return .null }
        return .decimal(text(value, digits: digits))
    }
}
