internal import Foundation
internal import VoiceAudio

/// Responses, and facts of them, that a recognizer keeps until the app has them.
@MainActor
struct KeptResponses {
    /// Facts of a response that are known when listening begins.
    struct Beginning {
        let id: String
        let time: Date

        init() {
            id = OutsideWorld.uniqueName()
            time = OutsideWorld.date()
        }
    }

    /// Responses that are kept for those who wait for them.
    private static let room = 4

    /// Listening that the machine has not begun yet.
    var begun: [Beginning] = []
    /// Listening that it has begun, by the number of the response.
    private var named: [String: Beginning] = [:]
    /// The sound of responses by the names of their files.
    var sounds: [String: MonoSound] = [:]
    /// Responses by their numbers, newest last.
    private var made: [(number: String, response: KIOSResponse)] = []
    /// Whether the recognizer listens to a source that the app brought.
    var isSourced = false
    /// The number of the newest response that a call gave.
    var takenNumber = 0

    /// The machine begins to listen for the response of this number.
    mutating func begins(_ number: String) {
        named[number] = begun.isEmpty ? Beginning() : begun.removeFirst()
    }

    /// The machine refused to listen.
    mutating func wasRefused() { if !begun.isEmpty { begun.removeFirst() } }

    /// The response of this number, if it is kept.
    func response(_ number: String) -> KIOSResponse? {
        made.last { $0.number == number }?.response
    }

    /// The id of the response to come of this number; nil where it is not known.
    func id(ofOpen number: String) -> String? { named[number]?.id }

    /// Takes the facts that were known when listening for the response of this number began.
    mutating func takeBeginning(_ number: String) -> Beginning {
        named.removeValue(forKey: number) ?? Beginning()
    }

    /// Listening for the response of this number was abandoned.
    mutating func forget(_ number: String) { named[number] = nil }

    mutating func keep(_ response: KIOSResponse, _ number: String) {
        if made.count >= Self.room { made.removeFirst() }
        made.append((number, response))
    }

    /// The path that the newest of the kept responses with a saved file gives; nil without one.
    func lastSaved(_ path: KeyPath<KIOSResponse, String>) -> String? {
        made.last { !$0.response[keyPath: path].isEmpty }?.response[keyPath: path]
    }

    /// Forgets everything: nothing more is wanted.
    mutating func end() {
        begun = []
        named = [:]
        sounds = [:]
        made = []
    }
}
