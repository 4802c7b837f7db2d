import Testing
import VoiceJSON

@Suite("JSON codecs")
struct JSONCodecTests {
    private struct Point: Equatable {
        var name: String
        var line: Int?
        var tags: [String] = []
    }

    private static let codec = JSONCodec<Point>(
        JSON.member("name", JSON.text), JSON.optional("line", JSON.count(1...9)),
        JSON.member("tags", JSON.list(JSON.text, limit: 2), absentFor: []),
        parts: { ($0.name, $0.line, $0.tags) },
        make: { $0.isEmpty ? nil : Point(name: $0, line: $1, tags: $2) })

    @Test("an object is read as it was written, without members that say nothing")
    func object() {
        let plain = Point(name: "a")
        #expect(Self.codec.write(plain) == ["name": "a"])
        let full = Point(name: "a", line: 3, tags: ["x"])
        #expect(Self.codec.write(full) == ["name": "a", "line": 3, "tags": .array(["x"])])
        for point in [plain, full] { #expect(Self.codec.read(Self.codec.write(point)) == point) }
    }

    @Test(
        "an object is refused for any member that is not what should stand there",
        arguments: [
            [:], ["name": 1], ["name": ""], ["name": "a", "line": 0], ["name": "a", "line": .null],
            ["name": "a", "tags": .array([])], ["name": "a", "tags": .array([1])],
            ["name": "a", "tags": .array(["x", "y", "z"])], "a",
        ] as [JSONValue])
    func refused(value: JSONValue) {
        #expect(Self.codec.read(value) == nil)
    }

    @Test("a row has its elements in order, null for nil, and no more of them")
    func row() {
        let codec = JSONCodec<Point>(
            row: JSON.text, JSON.orNull(JSON.count()), parts: { ($0.name, $0.line) },
            make: { Point(name: $0, line: $1) })
        let point = Point(name: "a")
        #expect(codec.write(point) == .array(["a", .null]))
        #expect(codec.read(.array(["a", .null])) == point)
        #expect(codec.read(.array(["a", 2])) == Point(name: "a", line: 2))
        for rest in [[], [.null, .null]] as [[JSONValue]] {
            #expect(codec.read(.array(["a"] + rest)) == nil)
        }
    }
}
