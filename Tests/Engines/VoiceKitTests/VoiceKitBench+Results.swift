import VoiceEngine
import VoiceJSON

@testable import VoiceKit

/// What came of the calls.
extension VoiceKitBench {
    func reply(_ call: Int) -> CallResult? { replies.first { $0.call == call }?.result }

    func value(_ call: Int) -> JSONObject? {
        if case .value(let value)? = reply(call) { value.object } else { nil }
    }

    func failure(_ call: Int) -> String? {
        if case .failure(let reason)? = reply(call) { reason } else { nil }
    }

    func repliedAt(_ call: Int) -> Int64? { replies.first { $0.call == call }?.at }

    /// The values of one argument of a callback, in order.
    func told(_ callback: VoiceKitCallback, _ argument: String) -> [JSONValue] {
        callbacks.filter { $0.callback.name == callback.rawValue }.map {
            $0.callback.arguments[argument] ?? .null
        }
    }

    func events(_ kind: String) -> [JSONObject] {
        events.filter { $0.kind == kind }.map(\.fields)
    }

    func times(_ kind: String) -> [Int64] { events.filter { $0.kind == kind }.map(\.at) }
}
