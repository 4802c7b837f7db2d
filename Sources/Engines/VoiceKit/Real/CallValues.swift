internal import VoiceJSON

/// Whole numbers of the engine's calls, from the floating-point values of the SDK. Each value is
/// rounded once, here.
enum CallValues {
    /// Longest time of a call in seconds: a day.
    static let longestSeconds = 86_400.0
    /// Largest gain in thousandths of a decibel: 24 dB.
    static let greatestGain = 24_000.0
    /// Smallest gain in thousandths of a decibel: nothing is heard below -160 dB.
    static let smallestGain = -160_000.0

    /// Converts seconds to milliseconds; 0, which is no limit, for anything but a number above 0. A
    /// time above 0 is 1 ms at least and a day at most.
    static func milliseconds(ofLimit seconds: Double) -> JSONValue {
        guard seconds.isFinite, seconds > 0 else { return 0 }
        return .integer(max(1, Int64((min(seconds, longestSeconds) * 1_000).rounded())))
    }

    /// Converts seconds to milliseconds from 0 to a day; 0 for anything but a number.
    static func milliseconds(_ seconds: Double) -> JSONValue {
        guard seconds > 0 else { return 0 }
        return .integer(Int64((min(seconds, longestSeconds) * 1_000).rounded()))
    }

    /// Converts a share to thousandths within `range`; `usual` for anything but a number.
    static func permille(
        _ value: Double, in range: ClosedRange<Double>, usual: Double
    ) -> JSONValue {
        let known = value.isNaN ? usual : value
        let bounded = min(max(known, range.lowerBound), range.upperBound)
        return .integer(Int64((bounded * 1_000).rounded()))
    }

    /// Converts decibels to thousandths, from -160 dB to 24 dB; 0 for anything but a number.
    static func milliDecibels(_ gain: Float) -> JSONValue {
        let value = Double(gain) * 1_000
        guard !value.isNaN else { return 0 }
        return .integer(Int64(min(max(value, smallestGain), greatestGain).rounded()))
    }
}

extension VoiceIOConfig {
    /// The settings as the call `configure` takes them.
    var object: JSONObject {
        [
            "trimPrePadMs": CallValues.milliseconds(trimPrePad),
            "trimPostPadMs": CallValues.milliseconds(trimPostPad),
            "clipWaitTimeoutMs": CallValues.milliseconds(clipWaitTimeoutSeconds),
            "ttsSuppressMs": CallValues.milliseconds(ttsSuppressAfterFinish),
            "compatibleTracker": .bool(usesCompatibleTracker),
        ]
    }
}

extension TTSVoiceProfile {
    /// The profile as the calls `setVoiceProfile` and `setDefaultVoiceProfile` take it.
    var object: JSONObject {
        [
            "id": .string(id),
            "ratePermille": CallValues.permille(rate, in: 0...1, usual: 0.5),
            "pitchPermille": CallValues.permille(Double(pitch), in: 0.5...2, usual: 1),
            "volumePermille": CallValues.permille(Double(volume), in: 0...1, usual: 1),
        ]
    }
}

extension Tuning {
    /// The tuning as the call `setTuning` takes it.
    var object: JSONObject {
        [
            "rateVariationPermille": CallValues.permille(
                Double(rateVariation), in: 0...1, usual: 0),
            "pitchVariationPermille": CallValues.permille(
                Double(pitchVariation), in: 0...2, usual: 0),
            "volumePermille": CallValues.permille(Double(volume), in: 0...1, usual: 1),
        ]
    }
}

extension RecognitionContext {
    /// The context as the call `listen` takes it.
    var object: JSONObject {
        switch expectation {
        case .freeform: return ["expectation": "freeform", "allowed": .array([])]
        case .number: return ["expectation": "number", "allowed": .array([])]
        case .name(let allowed):
            var object: JSONObject = [
                "expectation": "name", "allowed": .array(allowed.map { .string($0) }),
            ]
            if case .nearest(let distance, let margin) = namePolicy {
                object["distancePermille"] = CallValues.permille(distance, in: 0...1, usual: 0)
                object["marginPermille"] = CallValues.permille(margin, in: 0...1, usual: 1)
            }
            return object
        }
    }
}
