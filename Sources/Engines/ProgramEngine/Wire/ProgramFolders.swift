internal import VoiceFiles
internal import VoiceJSON

/// Folders of a machine in which paths of a program lie. Kept files name them `$PROJECT`, `$TMPDIR`
/// and `$HOME`, so they are the same on every machine.
struct ProgramFolders: Sendable, Equatable {
    /// Paths without a slash at the end and their names, the longest path first.
    private let names: [(path: [UInt8], name: [UInt8])]

    /// Names `paths`; a path that is no folder below the root has no name.
    init(_ paths: [(name: String, path: String)]) {
        var found: [(path: [UInt8], name: [UInt8])] = []
        for (name, path) in paths {
            for spelling in Set([path, DiskFile.realPath(path)]) {
                var bytes = Array(spelling.utf8)
                while bytes.last == Self.slash { bytes.removeLast() }
                guard bytes.first == Self.slash, !found.contains(where: { $0.path == bytes }) else {
                    continue
                }
                found.append((bytes, Array("$\(name)".utf8)))
            }
        }
        names = found.enumerated().sorted {
            ($1.element.path.count, $0.offset) < ($0.element.path.count, $1.offset)
        }.map(\.element)
    }

    /// The folders of a program that runs in `project`, by the `variables` of this process.
    init(project: String?, _ variables: (String) -> String?) {
        self.init([
            ("PROJECT", project ?? "."), ("TMPDIR", variables("TMPDIR") ?? "/tmp"),
            ("HOME", variables("HOME") ?? ""),
        ])
    }

    static func == (left: Self, right: Self) -> Bool {
        left.names.elementsEqual(right.names) { $0 == $1 }
    }

    private static let slash = UInt8(ascii: "/")

    /// Whether a name of a file goes on with `byte`.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x80...: true
        default: "_-.~".utf8.contains(byte)
        }
    }

    /// `text` with the names of the folders in the place of their paths.
    func named(_ text: String) -> String {
        guard text.utf8.contains(Self.slash) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var place = 0
        while place < bytes.count {
            guard bytes[place] == Self.slash, place == 0 || !Self.isOfName(bytes[place - 1]),
                let found = names.first(where: { folder in
                    let end = place + folder.path.count
                    return end <= bytes.count && bytes[place..<end].elementsEqual(folder.path)
                        && (end == bytes.count || !Self.isOfName(bytes[end])
                            || bytes[end] == UInt8(ascii: ".") && end + 1 == bytes.count)
                })
            else {
                result.append(bytes[place])
                place += 1
                continue
            }
            result += found.name
            place += found.path.count
        }
        return result == bytes ? text : String(decoding: result, as: UTF8.self)
    }

    /// `value` with ``named(_:)`` in each text, names of members too.
    func named(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(named(text))
        case .array(let elements): .array(elements.map(named))
        case .object(let object): .object(named(object))
        case .null, .bool, .integer, .decimal: value
        }
    }

    /// `object` with ``named(_:)`` in each text.
    func named(_ object: JSONObject) -> JSONObject {
        object.members.reduce(into: [:]) { $0[named($1.key)] = named($1.value) }
    }

    private func named(_ body: CallBody) -> CallBody {
        body.holdsBytes ? body : CallBody(named(body.value), body.encoding)
    }

    private func named(_ question: CallQuestion) -> CallQuestion {
        var named = question
        named.to = self.named(question.to)
        named.body = self.named(question.body)
        return named
    }

    /// Returns an act with ``named(_:)`` in all that leaves the program; answers stay as they came.
    func named(_ act: ProgramAct) -> ProgramAct {
        let kind: ProgramAct.Kind? =
            switch act.kind {
            case .emit(let event, let fields, let why):
                .emit(event: event, fields: named(fields), why: named(why))
            case .play(let id, .text(let text), let isLast):
                .play(id: id, .text(named(text)), isLast: isLast)
            case .field(let name, let value): .field(name: name, value: named(value))
            case .call(let id, let question): .call(id: id, named(question))
            case .more(let id, let body): .more(id: id, named(body))
            case .unhandled(let error, let of): .unhandled(error: named(error), of: of)
            case .failed(let reason): .failed(reason: named(reason))
            case .escape(let what, let name): .escape(what: what, name: named(name))
            default: nil
            }
        return kind.map { ProgramAct(kind: $0, line: act.line, caller: act.caller) } ?? act
    }
}
