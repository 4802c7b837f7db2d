public import Foundation
internal import Synchronization
public import VoiceAudio
internal import VoiceJSON

/// Response to one listening: the result, its sound, and where both were saved.
///
/// Safe to use from any thread.
public final class KIOSResponse: Sendable {
    /// The facts of a response.
    public struct Facts: Sendable {
        /// Identifies the response, as in a UUID: letters, digits and hyphens.
        public var responseId: String
        /// Result of the recognition; nil where listening ended without one.
        public var result: KIOSResult?
        /// The graph that was listened with.
        public var decodingGraphName: String
        /// The bundle that was listened with.
        public var asrBundleName: String
        /// Whether the app's own sound was taken out when recognition ended.
        public var echoCancellation = false
        /// The limit that ended listening; nil where the app did.
        public var endRule: KIOSVadParameter?
        /// Reason why there are no words, where the recognizer failed.
        public var failure: String?
        /// Quality of the sound.
        public var audioQuality: KIOSAudioQualityResult?
        /// Exactly the frames that were decoded, at the model's rate.
        public var sound: MonoSound
        /// Time at which listening began.
        public var startTime: Date
        /// The program and machine that listened.
        public var origin: KIOSResponseOrigin

        /// The facts that every response has.
        public init(
            responseId: String, result: KIOSResult?, decodingGraphName: String,
            asrBundleName: String, sound: MonoSound, startTime: Date, origin: KIOSResponseOrigin
        ) {
            self.responseId = responseId
            self.result = result
            self.decodingGraphName = decodingGraphName
            self.asrBundleName = asrBundleName
            self.sound = sound
            self.startTime = startTime
            self.origin = origin
        }
    }

    /// The version of the JSON form.
    static let jsonFormatVersion: Int64 = 1
    /// The most bytes of an app's own JSON.
    static let customLimit = 1 << 20

    private struct Saved {
        var jsonPath = ""
        var audioPath = ""
        var custom: JSONValue?
    }

    /// Facts of the listen; the other properties read them.
    public let facts: Facts
    private let sink: (any KIOSResponseSink)?
    /// The folder of responses that wait for the sink. Apps must not save there.
    let reservedFolder: String?
    private let saved = Mutex(Saved())

    /// A response.
    ///
    /// - Parameters:
    ///   - facts: What the response says of one listen.
    ///   - sink: What takes responses that are queued; nil where nothing does.
    ///   - reservedFolder: The folder that the sink keeps its files in.
    public init(
        _ facts: Facts, sink: (any KIOSResponseSink)? = nil, reservedFolder: String? = nil
    ) {
        self.facts = facts
        self.sink = sink
        self.reservedFolder = reservedFolder
    }

    /// Result of the recognition; nil where listening ended without one.
    public var result: KIOSResult? { facts.result }
    /// The graph that was listened with.
    public var decodingGraphName: String { facts.decodingGraphName }
    /// The bundle that was listened with.
    public var asrBundleName: String { facts.asrBundleName }
    /// Identifies the response.
    public var responseId: String { facts.responseId }
    /// Whether the app's own sound was taken out when recognition ended.
    public var echoCancellation: Bool { facts.echoCancellation }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Quality of the sound; nil without sound. The header does not say whether it may be.
    public var audioQualityResult: KIOSAudioQualityResult! { facts.audioQuality }
    /// The limit that ended listening; nil where the app did.
    public var endRule: KIOSVadParameter? { facts.endRule }
    /// Reason why there are no words, where the recognizer failed.
    public var failure: String? { facts.failure }
    /// Time at which listening began.
    public var startTime: Date { facts.startTime }
    /// Duration of the sound, in seconds.
    public var audioDuration: Double {
        Double(facts.sound.frames) / Double(max(1, facts.sound.sampleRate))
    }
    /// Full path of the JSON file; empty until it is saved.
    public var jsonFilename: String { saved.withLock(\.jsonPath) }
    /// Full path of the sound file; empty until it is saved.
    public var audioFilename: String { saved.withLock(\.audioPath) }

    /// The response as JSON on one line; `Schemas/KeenResponse.schema.json` describes every member.
    public var json: String { JSONWriter.text(value) }

    /// Adds the app's own JSON to the response, in place of what was added before; false where
    /// `json` is not JSON, or has more than a million bytes.
    @discardableResult
    public func setCustomJson(_ json: String) -> Bool {
        guard json.utf8.count <= Self.customLimit,
            let value = try? JSONReader.value(of: Array(json.utf8))
        else { return false }
        saved.withLock { $0.custom = value }
        return true
    }

    /// Gives the response to the sink; false without a sink, or if it refuses it.
    @discardableResult
    public func queueForUpload() -> Bool {
        guard let sink else { return false }
        return (try? sink.take(self)) != nil
    }

    /// Records where a file was saved.
    func record(jsonPath: String? = nil, audioPath: String? = nil) {
        saved.withLock { saved in
            if let jsonPath { saved.jsonPath = jsonPath }
            if let audioPath { saved.audioPath = audioPath }
        }
    }

    /// The name of the sound file, without its folder.
    var audioName: String { "\(responseId).wav" }
    /// The name of the JSON file, without its folder.
    var jsonName: String { "\(responseId).json" }

    var value: JSONValue {
        let sound = facts.sound
        let rate = max(1, sound.sampleRate)
        var object: JSONObject = [
            "responseId": .string(responseId),
            "result": facts.result.map { .object($0.value) } ?? .null,
            "decodingGraphName": .string(decodingGraphName),
            "asrBundleName": .string(asrBundleName),
            "appBundleId": .string(facts.origin.appBundleId),
            "echoCancellation": .bool(echoCancellation),
            "audioDuration": ResultJSON.thousandths((sound.frames * 1_000 + rate / 2) / rate),
            "startTime": .string(
                Timestamp.text(
                    Int64(clampingMilliseconds: facts.startTime.timeIntervalSince1970))),
            "audioFilename": sound.frames > 0 ? .string(audioName) : .null,
            "jsonFormatVersion": .integer(Self.jsonFormatVersion),
            "sdkVersion": .string(facts.origin.sdkVersion),
            "deviceInfo": [
                "system": .string(facts.origin.system),
                "release": .string(facts.origin.release),
                "machine": .string(facts.origin.machine),
            ],
        ]
        object["audioQuality"] = audioQualityResult.map { .object($0.value) }
        object["endRule"] = endRule.map { .string("\($0)") }
        object["failure"] = failure.map { .string($0) }
        object["customJson"] = saved.withLock(\.custom)
        return .object(object)
    }
}

extension KIOSResponse: CustomStringConvertible {
    /// The id and what was recognised.
    public var description: String {
        "\(responseId): \(result?.text ?? facts.failure ?? "no result")"
    }
}

extension Int64 {
    /// Seconds as milliseconds; what is not a number or too great for one becomes the nearest.
    init(clampingMilliseconds seconds: Double) {
        let milliseconds = (seconds * 1_000).rounded()
        self = milliseconds.isNaN ? 0 : Int64(Swift.min(Swift.max(milliseconds, -9e15), 9e15))
    }
}
