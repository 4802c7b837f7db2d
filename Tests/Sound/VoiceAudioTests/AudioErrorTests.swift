import Testing
import VoiceAudio

@Suite struct AudioErrorTests {
    static let sentences: [(AudioError, AudioError.Kind, String)] = [
        (
            .missing(path: "a.wav"), .missing,
            "cannot find a.wav. Check the name and the folder."
        ),
        (
            .missing(path: "\u{FFFD}.wav"), .missing,
            "cannot open \u{FFFD}.wav: its name is not UTF-8. Rename it."
        ),
        (
            .unreadable(path: "a.wav", reason: "no"), .missing,
            "cannot read a.wav: no. Name a file that you may read."
        ),
        (
            .notSound(path: "a.wav", reason: "text"), .badData,
            "cannot read a.wav as sound: text. Give a WAV, FLAC, Ogg, MP3, CAF or AIFF file."
        ),
        (
            .empty(path: "a.wav"), .badData,
            "a.wav holds no sound: zero frames. Record it again or leave it out."
        ),
        (
            .nonFinite(path: "a.wav", frame: 7), .badData,
            "a.wav holds a sample at frame 7 that is not a number. Export it again as 16-bit PCM."
        ),
        (
            .beyondRange(path: "a.wav", frame: 7), .badData,
            "a.wav: at frame 7 the result is greater than a sample can hold. "
                + "Make the sound quieter first: voicetest gain IN OUT --db -60."
        ),
        (
            .tooManyChannels(path: "a.wav", channels: 65, limit: 64), .badData,
            "a.wav has 65 channels. Mix it down to 64 or fewer."
        ),
        (
            .unsupportedRate(rate: 9), .badData,
            "cannot convert sound of 9 Hz. Pick 4000 to 768000 Hz."
        ),
        (
            .tooLong(path: "a.wav", hours: 48), .badData,
            "a.wav is longer than 48 hours. Split it into shorter files."
        ),
        (
            .damaged(path: "a.flac", frame: 9, reason: "cut"), .badData,
            "a.flac is damaged after frame 9: cut. Copy or export it again."
        ),
        (
            .unlike(path: "a.ogg", frame: 9, reason: "it goes on with Opus"), .badData,
            "a.ogg is not one sound: after frame 9 it goes on with Opus. "
                + "Cut it into one file each."
        ),
        (
            .unknownContainer(path: "b.m4a"), .cannotCreate,
            "cannot write b.m4a: such files are only read. "
                + "End its name in .wav, .flac or another sound file's ending."
        ),
        (
            .cannotCreate(path: "b.wav", reason: "no"), .cannotCreate,
            "cannot create b.wav: no. Check the folder and its permissions."
        ),
        (
            .unknownContainer(path: "b.doc"), .cannotCreate,
            "cannot tell what to write to b.doc. "
                + "End its name in .wav, .flac or another sound file's ending."
        ),
        (
            .exists(path: "b.wav"), .cannotCreate,
            "b.wav is already there. Remove it, pick another name or pass --force."
        ),
        (
            .writeFailed(path: "b.wav", reason: "full"), .inputOutput,
            "cannot write b.wav: full. Make room on the disk and try again."
        ),
        (
            .cannotEncode(path: "b.mp3", reason: "mp3 does not take 9 Hz. Pick another"),
            .cannotCreate,
            "cannot write b.mp3: mp3 does not take 9 Hz. Pick another."
        ),
        (
            .tooLarge(path: "b.wav"), .cannotCreate,
            "cannot write b.wav: the file is too large for this format. "
                + "End its name in .rf64, .w64, .caf or .flac."
        ),
        (
            .cannotMix(path: "a.wav", channels: 6, asked: 2), .badData,
            "cannot turn the 6 channels of a.wav into 2. Pick 1, which is their mean, or keep them."
        ),
        (
            .sameFile(path: "a.wav"), .cannotCreate,
            "a.wav is the input itself. Pick another name, or pass --force to replace it."
        ),
        (
            .outside(path: "a.wav", range: 5..<9), .badData,
            "a.wav has no frames 5 to 9. Ask `voicetest info` for its length."
        ),
        (
            .noLevel(path: "a.wav", reason: "it is silent"), .badData,
            "cannot set the level of a.wav: it is silent. Use --db, or leave it out."
        ),
    ]

    @Test("says what, where, why and what next", arguments: sentences)
    func sentence(error: AudioError, kind: AudioError.Kind, text: String) {
        #expect(error.description == text)
        #expect(error.kind == kind)
    }
}
