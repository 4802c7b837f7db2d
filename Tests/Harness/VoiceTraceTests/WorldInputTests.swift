import Testing
import VoiceJSON

@testable import VoiceTrace

@Suite("Inputs of permissions, audio sessions and devices")
struct WorldInputTests {
    private func read(_ kind: String, _ fields: JSONObject) -> SessionInput? {
        let places: JSONObject = ["kind": .string(kind), "seq": 0, "t": 0, "after": 0]
        return TraceText.input(from: fields.adding(places))?.input
    }

    private func written(_ input: SessionInput) -> JSONObject {
        var object = InputEvent(sequence: 0, frame: 0, after: 0, input: input).object
        for key in ["kind", "seq", "t", "after"] { object[key] = nil }
        return object
    }

    static let lines: [(String, JSONObject, SessionInput)] = [
        (
            "permission", ["what": "microphone", "answer": "denied"],
            .permission(.microphone, .denied)
        ),
        (
            "permission", ["what": "camera", "answer": "maybe", "by": "user"],
            .permission(
                Permission(rawValue: "camera"), PermissionAnswer(rawValue: "maybe"),
                rest: ["by": "user"])
        ),
        ("stall", ["frames": 4_800], .line(.stall, frames: 4_800)),
        ("lateStart", ["frames": 80], .line(.lateStart, frames: 80)),
        ("shuffle", ["frames": 80], .line(.shuffle, frames: 80)),
        ("cutOff", [:], .line(.cutOff, frames: 0)),
        ("audioSession", ["event": "ended"], .audioSession(.ended)),
        (
            "audioSession", ["event": "configured", "echoCancellation": true, "mode": "chat"],
            .audioSession(
                .configured(AudioSessionSetup(echoCancellation: true, others: ["mode": "chat"])))
        ),
        (
            "audioSession", ["event": "configured", "active": false],
            .audioSession(.configured(AudioSessionSetup(isActive: false)))
        ),
        ("audioSession", ["event": 7], .audioSession(.other(event: nil), rest: ["event": 7])),
        (
            "device", ["event": "opened", "name": "a", "rate": 8_000, "latency": 70],
            .device(.opened(name: "a", rate: 8_000, latency: 70))
        ),
        (
            "device", ["event": "opened", "name": "a", "rate": 8_000, "host": "alsa"],
            .device(.opened(name: "a", rate: 8_000, latency: nil), rest: ["host": "alsa"])
        ),
        ("device", ["event": "lost", "name": "a"], .device(.lost(name: "a"))),
        ("device", ["event": "lost"], .device(.other(event: "lost"))),
        ("device", ["event": "underrun", "frames": 9], .device(.underrun(frames: 9))),
        ("device", ["event": "saved", "outcome": "nothing"], .device(.saved(.nothing))),
        (
            "device", ["event": "saved", "outcome": "failed", "reason": "full"],
            .device(.saved(.failed(reason: "full")))
        ),
        (
            "device", ["event": "saved", "outcome": "failed"],
            .device(.other(event: "saved"), rest: ["outcome": "failed"])
        ),
        ("device", ["event": "recordingFailed"], .device(.recordingFailed(reason: nil))),
        (
            "device", ["event": "playbackFailed", "reason": "x"],
            .device(.playbackFailed(reason: "x"))
        ),
        (
            "device", ["event": "promptMemory", "owner": "a", "last": 2],
            .device(.other(event: "promptMemory"), rest: ["owner": "a", "last": 2])
        ),
    ]

    @Test("a line is read as a value and written as the same line", arguments: lines)
    func readsAndWrites(kind: String, fields: JSONObject, input: SessionInput) {
        #expect(read(kind, fields) == input)
        #expect(written(input) == fields)
    }

    @Test("takes no latency that cannot be, and keeps what stood there", arguments: [-1, 480_001])
    func refusesLatency(frames: Int64) throws {
        let fields: JSONObject = [
            "event": "opened", "name": "a", "rate": 8_000, "latency": .integer(frames),
        ]
        let input = try #require(read("device", fields))
        guard case .device(let news, _) = input else {
            Issue.record("\(input) is no news of a device")
            return
        }
        #expect(news.latency == nil)
        #expect(written(input) == fields)
    }

    @Test("a permission needs its name and its answer")
    func refusesPermission() {
        #expect(read("permission", ["what": "microphone"]) == nil)
        #expect(read("permission", ["answer": "granted"]) == nil)
    }
}
