package import VoiceAudio
package import VoiceTime

/// Puts noise in the place of stretches of sound: where the events report speech, noise
/// as loud as that speech and with a pitch, elsewhere noise like the room's.
///
/// The sound goes through it block by block, in order.
package struct NoiseMasker {
    /// A pitch in the middle of what the detector takes for a voice.
    private static let pitchHertz = 125
    /// The least noise, where full scale is 32,768: what was silence may have been faint speech.
    private static let leastLevel = 2.0
    /// Loudness of voices, draw by draw: where the detector hears one too early or too late at its
    /// own level, it may not at another.
    private static let levels = [1, 1, 0.7, 1.4, 0.5]

    /// Noise of one shape over a range.
    private struct Layer {
        let range: Range<Int>
        let shape: VoiceShape
        let pulseFrames: Int?
        let name: String
    }

    /// A second of a layer's noise.
    private struct Piece {
        var start = -1
        var noise: [Int16] = []
    }

    private let room: [Layer]
    private var voices: [Layer] = []
    private let shapes: [VoiceShape]
    private let pieceFrames: Int
    private let seed: UInt64
    private var chance: SeededChance
    private var nextRoom = 0
    private var nextVoice = 0
    private var roomPiece = Piece()
    private var voicePiece = Piece()

    /// A masker of `spans`, where the room sounds like `room` and the utterances like `voices`.
    package init(
        _ spans: [Range<Int>], room: VoiceShape, voices: [VoiceShape], rate: SampleRate,
        seed: UInt64
    ) {
        var room = room
        room.level = max(room.level, Self.leastLevel)
        self.room = spans.map { Layer(range: $0, shape: room, pulseFrames: nil, name: "room") }
        shapes = voices.map { voice in
            var voice = voice
            voice.level = max(voice.level, 8 * room.level)
            return voice
        }
        pieceFrames = rate.hertz
        self.seed = seed
        chance = SeededChance(seed: seed)
    }

    /// The same for an attempt: `utterances` are those that the shapes were made for, every `draw`
    /// has other noise.
    package func attempt(_ utterances: [MaskedUtterance], draw: Int, rate: SampleRate) -> Self {
        var masker = self
        masker.chance = SeededChance(seed: seed &+ UInt64(draw))
        masker.voices = zip(shapes, utterances).flatMap { shape, utterance in
            var shape = shape
            shape.level *= Self.levels[draw % Self.levels.count]
            let middle = max(utterance.start, utterance.pitchedFrom)
            let plain = utterance.start..<max(utterance.start, min(middle, utterance.end))
            let pitched = middle..<max(middle, utterance.end)
            return [
                Layer(range: plain, shape: shape, pulseFrames: nil, name: "voice"),
                Layer(
                    range: pitched, shape: shape, pulseFrames: rate.hertz / Self.pitchHertz,
                    name: "voice"),
            ].flatMap { layer in inside(layer) }
        }.sorted { $0.range.lowerBound < $1.range.lowerBound }
        return masker
    }

    /// The parts of a layer that lie inside the spans.
    private func inside(_ layer: Layer) -> [Layer] {
        guard !layer.range.isEmpty else { return [] }
        return room.compactMap { span in
            let range = layer.range.clamped(to: span.range)
            guard !range.isEmpty else { return nil }
            return Layer(
                range: range, shape: layer.shape, pulseFrames: layer.pulseFrames, name: layer.name)
        }
    }

    /// Masks the block that begins at `position`; blocks come in order.
    package mutating func mask(_ block: inout [Int16], at position: Int) {
        let here = position..<position + block.count
        Self.apply(
            room, from: &nextRoom, piece: &roomPiece, to: &block, here, chance, pieceFrames)
        Self.apply(
            voices, from: &nextVoice, piece: &voicePiece, to: &block, here, chance, pieceFrames)
    }

    private static func apply(
        _ layers: [Layer], from next: inout Int, piece: inout Piece, to block: inout [Int16],
        _ here: Range<Int>, _ chance: SeededChance, _ pieceFrames: Int
    ) {
        while next < layers.count, layers[next].range.upperBound <= here.lowerBound { next += 1 }
        for layer in layers[next...] {
            guard layer.range.lowerBound < here.upperBound else { break }
            var part = layer.range.clamped(to: here)
            while !part.isEmpty {
                let number = (part.lowerBound - layer.range.lowerBound) / pieceFrames
                let start = layer.range.lowerBound + number * pieceFrames
                let frames = start..<min(layer.range.upperBound, start + pieceFrames)
                if piece.start != start || piece.noise.count != frames.count {
                    piece.start = start
                    piece.noise = layer.shape.noise(
                        frames: frames, pulseFrames: layer.pulseFrames,
                        chance: chance.stream("redact.\(layer.name).\(start)"))
                }
                let end = min(part.upperBound, frames.upperBound)
                block.replaceSubrange(
                    (part.lowerBound - here.lowerBound)..<(end - here.lowerBound),
                    with: piece.noise[(part.lowerBound - start)..<(end - start)])
                part = end..<part.upperBound
            }
        }
    }
}
