internal import VoiceJSON
internal import VoiceTime
package import VoiceTrace

/// Possible cause that made two runs part: a change of a file, a setting, a program or an input,
/// with its place where it has one.
///
/// A cause keeps its parts up to every form of report: a report for people prints ``description``,
/// one for programs prints the place, and both group sessions by ``identity``.
public struct Cause: Sendable, Equatable {
    /// Kind of thing that changed.
    public enum Kind: String, Sendable, CaseIterable {
        /// A value or a line of a file that the run was made from.
        case file
        /// A prompt that is asked for as before and sounds otherwise.
        case sound
        /// A number that engine or detector decides by, as `endpoint.offsetMs`.
        case setting
        /// The engine, or the program that has it.
        case engine
        /// The recognizer, or its model.
        case recognizer
        /// An input that only one of both runs has, or has otherwise.
        case input
        /// A decision that the tolerance let pass.
        case tolerance
        /// Nothing that is known: the first event that differs stands for it.
        case event
        /// Something that the run failed to do, as an expectation that failed.
        case flag
        /// The golden trace, which was edited by hand.
        case golden
        /// The session or a trace, which cannot be used.
        case damage
    }

    /// Kind of thing that changed.
    public let kind: Kind
    /// The file it was changed in, as the user names it; nil where no file holds it.
    public private(set) var file: String?
    /// The line in the file as it is now, from 1; nil where the file has no lines.
    public let line: Int?
    /// Place of the change, without the values: the way to a value as in `Ask.rules.first`, or a
    /// setting's name; empty for a line or the whole file.
    public let key: String
    /// The change, without file and line: `Ask.rules.first "Yes" -> "No"`.
    public let what: String
    /// Whether runs with parts of the edits showed that it makes a difference: false of an edit
    /// that they did not settle, nil of what was not tried.
    package var proven: Bool?
    /// Whether runs with parts of the edits showed that it makes a difference.
    package var isProven: Bool { proven == true }
    /// The lines of code that changed, as they are now; nil for what is no code.
    package var lines: Range<Int>?
    /// The values of a setting; nil for any other cause.
    package let setting: SettingChange?
    /// Names in the change by which it can be connected with an event: identifiers and texts.
    public private(set) var names: Set<String>
    /// Whether the session reaches the changed part, as far as the traces tell.
    package var isReached = true
    /// Kind of the file's name, where the file is one of the app's code; nil for any other.
    package var appName: AppName?
    /// Whether it comes before differences of times: calls that are made anew take other times.
    package var comesFirst = false

    /// A cause of these parts; `what` begins with the key, where there is one.
    package init(
        _ kind: Kind, file: String? = nil, line: Int? = nil, key: String = "", what: String,
        names: Set<String> = []
    ) {
        self.kind = kind
        self.file = file
        self.line = line
        self.key = key
        self.what = what
        self.names = names
        setting = nil
    }

    /// A setting that was changed, in `file` where a file says so; `key` is its name there.
    package init(
        setting change: SettingChange, file: String? = nil, line: Int? = nil, key: String? = nil,
        distance: String? = nil
    ) {
        kind = .setting
        self.file = file
        self.line = line
        self.key = key ?? change.name
        let name = file == nil ? "setting \(change.name)" : self.key
        let values = [change.expected, change.found].map { value in
            value.map(JSONWriter.text) ?? "nothing"
        }
        what = "\(name) \(values[0]) -> \(values[1])" + (distance.map { " (\($0))" } ?? "")
        names = []
        setting = change
    }

    /// A cause for something that a run did not do; sessions that break one rule of `faults` share
    /// it.
    init(flag: String, among faults: [TurnFault]) {
        self.init(
            .flag, key: faults.first { flag.contains($0.sentence) }?.rule ?? "", what: flag)
    }

    /// The cause, connected with events by more names, such as the digests of sounds it changed.
    package func connected(with more: Set<String>) -> Cause {
        var cause = self
        cause.names.formUnion(more)
        return cause
    }

    /// Whether a call that asks something else comes after `difference`, and so may follow from it.
    func follows(_ difference: Difference?, in diff: TraceDiff) -> Bool {
        guard !comesFirst, let difference, let own = shown(in: diff) else { return false }
        return difference.place < own.place
    }

    /// Name of a file of an app's code: its path below the app's folder, or the file's own name.
    package enum AppName: Sendable {
        case path, own
    }

    /// The cause with the line of the app where it shows, if it names none. What the app does no
    /// more has no line.
    func located(in diff: TraceDiff) -> Cause {
        guard file == nil, let shown = shown(in: diff) else { return self }
        let isGone =
            names.isSubset(of: Self.texts(shown.golden))
            && !names.isSubset(of: Self.texts(shown.actual))
        guard !isGone, let line = AppLine(shown.actual) else { return self }
        var cause = Cause(
            kind, file: line.file, line: line.line, key: key, what: what + line.caller,
            names: names)
        cause.comesFirst = comesFirst
        cause.appName = .own
        return cause
    }

    /// The cause with its file under the name that the user has for it.
    func named(_ path: String?) -> Cause {
        var cause = self
        (cause.file, cause.appName) = (path, nil)
        return cause
    }

    /// The difference in which a call that asks something else shows.
    private func shown(in diff: TraceDiff) -> Difference? {
        guard kind == .flag, !names.isEmpty else { return nil }
        func texts(_ difference: Difference) -> Set<String> {
            Self.texts(difference.golden).union(Self.texts(difference.actual))
        }
        return diff.differences.first { names.isSubset(of: texts($0)) }
            ?? diff.differences.first { !names.isDisjoint(with: texts($0)) }
    }

    private static func texts(_ event: TraceEvent?) -> Set<String> {
        Set(event?.fields.members.compactMap(\.value.string) ?? [])
    }

    /// File, line and change: `flow.json:12: Ask.rules.first "Yes" -> "No"`.
    /// A reason why a session cannot be used names its places itself.
    public var description: String {
        kind == .damage ? what : place.map { "\($0): \(what)" } ?? what
    }

    /// File and line: `flow.json:12`; nil without a file.
    public var place: String? {
        file.map { file in file + (line.map { ":\($0)" } ?? "") }
    }

    /// Identity that sessions failing by this cause share: kind, file and key, without the values.
    public var identity: String {
        [kind.rawValue, file ?? "", key.isEmpty ? what : key].joined(separator: "\n")
    }

    /// The cause without its values: `flow.json:12: Ask.rules.first`; all of it where it has no
    /// key.
    package var subject: String {
        guard !key.isEmpty else { return description }
        return place.map { "\($0): \(key)" } ?? key
    }

    /// Compares two states of a file of JSON or of lines.
    ///
    /// - Parameters:
    ///   - before: the file that the golden was made from; nil where it had none.
    ///   - now: the file as it is; nil where it is gone.
    ///   - file: its name, as the user knows it.
    /// - Returns: what is not the same; nothing where only white space, comments or the order of
    ///   keys changed.
    public static func changes(
        before: [UInt8]?, now: [UInt8]?, file: String
    ) -> [Cause] {
        FileEdits(before: before, now: now, file: file).causes
    }
}

extension [Cause] {
    /// The causes, those first that are connected with where `diff` begins: a change of the module
    /// or prompt that the first difference is about, then of one in the same module or of the
    /// program, then the rest. Equals stay in their order.
    func ordered(for diff: TraceDiff) -> [Cause] {
        map { [$0] }.places(orderedFor: diff).map { self[$0] }
    }

    /// The causes, with a mark at changes of modules, prompts and the like in `identifiers` that no
    /// event names, at changes of what such a one is called, and at phrases of the file `phrases`
    /// that were never heard.
    package func marked(
        _ identifiers: Set<String>, phrases: String? = nil, reachedBy events: [TraceEvent]
    ) -> [Cause] {
        var reached: Set<String> = []
        for event in events { reached.formUnion(event.fields.members.compactMap(\.value.string)) }
        let heard = reached.map { $0.lowercased() }
        return map { cause in
            var cause = cause
            if cause.file == phrases, cause.key.isEmpty, !cause.names.isEmpty {
                cause.isReached = cause.names.contains { phrase in
                    heard.contains { $0.contains(phrase.lowercased()) }
                }
                return cause
            }
            let parts = cause.key.split { ".[".contains($0) }.map(String.init)
            guard cause.kind == .file, let first = parts.first, identifiers.contains(first) else {
                return cause
            }
            cause.isReached = reached.contains(first) && parts != [first, "name"]
            return cause
        }
    }
}

extension [[Cause]] {
    /// The places of edits, in the order in which their causes are likely, as
    /// ``Swift/Array/ordered(for:)`` orders causes.
    package func places(orderedFor diff: TraceDiff) -> [Int] {
        guard let first = FirstCause.earliest(diff.differences, diff.vocabulary) else {
            return Array<Int>(indices)
        }
        let event = first.event
        var near = Set(event.fields.members.compactMap { $0.value.string })
        for field in first.fields {
            if let text = field.expected?.string { near.insert(text) }
            if let text = field.found?.string { near.insert(text) }
        }
        let own = Set(
            [FieldRole.from, .scope, .item].compactMap { diff.vocabulary.text($0, of: event) })
        // For a missing event, the one in its place has the line as it is now.
        let now =
            first.actual
            ?? diff.differences.first { $0.stands(for: first, diff.vocabulary) }?.actual
            ?? diff.differences.first { $0.actual != nil && $0.frame >= first.frame }?.actual
        let lines = AppLine(now)?.callers ?? []
        func rank(_ cause: Cause) -> Int {
            if lines.contains(where: {
                $0.file == cause.file && cause.lines?.contains($0.line) == true
            }) {
                return 0
            }
            let start = cause.key.split { ".[".contains($0) }.first.map(String.init) ?? ""
            if cause.kind == .setting || own.contains(start) { return 0 }
            guard cause.isReached else { return 3 }
            // The app's own account gives the reason why the rest differs.
            let isProgram = [.engine, .recognizer, .flag].contains(cause.kind)
            return isProgram || !cause.names.isDisjoint(with: near) ? 1 : 2
        }
        let ranks = map { causes in causes.map(rank).min() ?? 2 }
        let changed = TextChange.words(in: first.event, now)
        let shared = map { causes in causes.map { $0.sharedWords(with: changed) }.max() ?? 0 }
        return indices.sorted { (ranks[$0], -shared[$0], $0) < (ranks[$1], -shared[$1], $1) }
    }
}

extension Cause {
    /// Counts the `words` that an edit of code has in its lines.
    fileprivate func sharedWords(with words: Set<String>) -> Int {
        guard lines != nil, !words.isEmpty else { return 0 }
        return words.intersection(names.reduce(into: []) { $0.formUnion(TextChange.plain($1)) })
            .count
    }
}

extension Difference {
    /// Place of the difference: its frame, then its place in the trace that has it.
    fileprivate var place: (frame: Frame, sequence: Int) {
        (frame, (actual ?? golden)?.sequence ?? 0)
    }
}
