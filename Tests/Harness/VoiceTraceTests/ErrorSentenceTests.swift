import Testing
import VoiceFiles
import VoiceTrace

/// What, where, why and the next step, word for word.
@Suite struct ErrorSentenceTests {
    static let diskErrors: [(DiskError, String)] = [
        (.missing(path: "a"), "a: no such file or folder. Check the name, or create it first."),
        (
            .unreadable(path: "a", reason: "Permission denied"),
            "a: cannot be read (Permission denied). Check that it is a file you may read."
        ),
        (
            .missing(path: "\u{FFFD}"),
            "\u{FFFD}: its name is not UTF-8, so it cannot be opened. Rename it."
        ),
        (.notAFile(path: "a", kind: .folder), "a: is a folder. Give the name of a file."),
        (
            .notAFile(path: "a", kind: .pipe),
            "a: is a pipe, which cannot be read twice."
                + " Save its contents in a file, and give the name of that."
        ),
        (
            .link(path: "a"),
            "a: is a link, and links are not followed here. Put the file itself in its place."
        ),
        (
            .tooLarge(path: "a", bytes: 9, limit: 8),
            "a: holds 9 bytes, the limit is 8. Use a smaller file."
        ),
        (
            .exists(path: "a"),
            "a: already exists and is left as it is. Choose another name, or pass --force."
        ),
        (
            .cannotCreate(path: "a", reason: "Permission denied"),
            "a: cannot be created (Permission denied). Choose a folder you may write to."
        ),
        (
            .writeFailed(path: "a", reason: "No space left on device"),
            "a: writing failed (No space left on device)."
                + " Free some space, or choose another folder."
        ),
        (
            .escapes(path: "../a", folder: "s"),
            "../a: leads out of s. Use a path inside that folder."
        ),
    ]

    static let traceErrors: [(TraceError, String)] = [
        (
            .disk(.missing(path: "a")),
            "a: no such file or folder. Check the name, or create it first."
        ),
        (
            .damaged(path: "t", what: "it is empty"),
            "t: damaged: it is empty. Restore it from version control, or record it again."
        ),
        (
            .lineEnds(path: "s/inputs.jsonl"),
            "s/inputs.jsonl: its line ends are CRLF and were LF. Git does that where core.autocrlf"
                + " is true. Write `**/*.vsession/** -text` into .gitattributes, then remove the"
                + " session's folder and restore it with `git checkout`."
        ),
        (
            .notASession(path: "s"),
            "s: no session.json inside, so this is not a session. Name a folder NAME.vsession;"
                + " seal an interrupted recording (.vsession.partial) with `voicetest recover`."
        ),
        (
            .noGolden(path: "s"),
            "s: no trace.jsonl inside, so there is nothing to compare with."
                + " Restore it from version control; a replay never records a missing golden."
        ),
        (
            .newerFormat(path: "s", version: 9),
            "s: format version 9; this voicetest reads up to 1. Update voicetest."
        ),
        (
            .fileMissing(path: "s", file: "audio/mic.flac"),
            "s: audio/mic.flac is missing. Restore it from version control."
        ),
        (
            .disagrees(path: "s", file: "f", what: "the SHA-256 differs"),
            "s: the manifest and f disagree: the SHA-256 differs."
                + " Restore the file from version control, or record the session again."
        ),
    ]

    @Test("says what is wrong with a file", arguments: diskErrors)
    func disk(error: DiskError, sentence: String) {
        #expect(error.description == sentence)
    }

    @Test("says why a session cannot be used", arguments: traceErrors)
    func trace(error: TraceError, sentence: String) {
        #expect(error.description == sentence)
    }
}
