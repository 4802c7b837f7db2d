internal import VoiceEngine
internal import VoiceJSON

/// The callers of a scenario that has several: each is a caller of a scenario of its own, and all
/// call one program at once.
package struct ScenarioCallers {
    /// The member that has them.
    static let key = "callers"
    /// Members that a caller may have; any other one holds for all.
    private static let ownKeys: Set = [
        "caller", "app", "expect", "noise", "echo", "silence", "recognizerDelayMs", "limits",
    ]

    /// Each caller's scenario: the text of the file without the other callers, in which everything
    /// that is left stands where it stood.
    package let scenarios: [[UInt8]]

    /// The callers of the scenario that `bytes` spell; nil where it has one caller or none, and
    /// where they cannot be told apart.
    package init?(of bytes: [UInt8]) {
        guard Self.mayName(bytes),
            let document = try? JSONReader.document(of: bytes, dialect: .lenient),
            Self.fault(of: document.root) == nil,
            let list = document.range(of: .root.key(Self.key)),
            let name = Self.name(before: list.lowerBound, in: bytes)
        else { return nil }
        let count = document.root.object?[Self.key]?.array?.count ?? 0
        let entries = (0..<count).compactMap {
            document.range(of: .root.key(Self.key).index($0))
        }
        guard entries.count == count else { return nil }
        scenarios = entries.map { entry in
            var own = (entry.lowerBound + 1)..<(entry.upperBound - 1)
            // A comma behind its last member would stand before what follows the list.
            let last = bytes[own].lastIndex { !Self.whiteSpace.contains($0) }
            if let last, bytes[last] == UInt8(ascii: ",") { own = own.lowerBound..<last }
            return bytes[..<name] + Self.blank(bytes[name..<own.lowerBound]) + bytes[own]
                + Self.blank(bytes[own.upperBound..<list.upperBound]) + bytes[list.upperBound...]
        }
    }

    /// Returns what is wrong with the callers of the scenario `root`, with its place; nil where
    /// nothing is.
    static func fault(of root: JSONValue) -> (path: JSONPath, what: String)? {
        let path = JSONPath.root.key(key)
        let range = SessionWorld.callerRange
        guard let root = root.object, let list = root[key]?.array, list.count > 1,
            range.contains(Int64(list.count))
        else {
            return (path, "write a list of 2 to \(range.upperBound) callers")
        }
        for (index, caller) in list.enumerated() {
            let own = path.index(index)
            guard let caller = caller.object, caller["caller"] != nil else {
                return (own, "write an object with the lines of a \"caller\"")
            }
            for key in caller.members.map(\.key) {
                let place = own.key(key)
                if root[key] != nil {
                    return (place, "the scenario has a \"\(key)\" for all callers")
                }
                if !ownKeys.contains(key) {
                    return (place, "a caller has no \"\(key)\". Write it beside \"callers\"")
                }
            }
        }
        return nil
    }

    /// Whether a text has the name of the member: most have it not, and are not read.
    private static func mayName(_ bytes: [UInt8]) -> Bool {
        let name = Array("\"\(key)\"".utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: name) }
    }

    /// Returns where the name of the member begins whose value begins at `offset`.
    private static func name(before offset: Int, in bytes: [UInt8]) -> Int? {
        let name = Array("\"\(key)\"".utf8)
        return bytes[..<offset].indices.last { bytes[$0..<offset].starts(with: name) }
    }

    private static let whiteSpace = Set(" \t\r\n".utf8)

    /// Returns white space of the same lines and columns.
    private static func blank(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.filter { $0 & 0xC0 != 0x80 }.map {
            $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ")
        }
    }
}
