/// Settings of the decoder: `decode.conf` of a bundle, one `--key=value` a line.
///
/// `--beam` makes the search of large graphs wider or narrower than its usual 15. All other keys
/// are checked and kept and have no effect, since the decoder of this package has no such thing;
/// those that end listening (`--endpoint.rule…`) have none because the limits of
/// ``KIOSVadParameter`` are the app's. ``ignoredKeys`` names those with another value than the
/// usual.
public struct KIOSDecodeSettings: Sendable, Equatable {
    /// Weight of the acoustic score against the language model's.
    public var acousticScale = 1.0
    /// Width of the search, in logarithmic units.
    public var beam = usualBeam
    private static let usualBeam = 15.0
    /// Width of the lattice, in logarithmic units.
    public var latticeBeam = 4.0
    /// The most hypotheses that are kept a frame.
    public var maxActive = 7_000
    /// The fewest hypotheses that are kept a frame.
    public var minActive = 200
    /// Frames of the features to one of the decoder.
    public var frameSubsamplingFactor = 1
    /// Phones that count as silence.
    public var endpointSilencePhones = ["SIL"]
    /// Keys whose values have no effect, and are not the usual ones; sorted.
    public private(set) var ignoredKeys: [String] = []

    /// The width of searches, in thousandths of the usual.
    var beamPermille: Int { Int((beam / Self.usualBeam * 1_000).rounded()) }

    /// The largest file, in bytes.
    static let byteLimit: Int64 = 1 << 16
    /// Prefixes of keys whose values are ignored.
    private static let ignoredPrefixes = ["endpoint.rule"]

    /// The settings of a file that has none.
    public init() {}

    /// Reads the bytes of `decode.conf`; `path` names it in errors.
    ///
    /// - Throws: ``KIOSBundleError/malformed(path:line:what:)`` with the first line that is wrong.
    public init(parsing bytes: [UInt8], path: String) throws(KIOSBundleError) {
        var lineOf: [String: Int] = [:]
        for (number, line) in TextLines(bytes).numbered {
            guard line.hasPrefix("--"), let (key, value) = line.dropFirst(2).setting, !key.isEmpty
            else {
                throw .malformed(path: path, line: number, what: "expected --key=value")
            }
            guard lineOf.updateValue(number, forKey: key) == nil else {
                throw .malformed(path: path, line: number, what: "--\(key) stands twice")
            }
            if let what = set(key, value) {
                throw .malformed(path: path, line: number, what: what)
            }
        }
        ignoredKeys = lineOf.keys.filter { !counts($0) }.sorted()
        guard minActive <= maxActive else {
            let line = max(lineOf["min-active"] ?? 0, lineOf["max-active"] ?? 0)
            throw .malformed(
                path: path, line: line,
                what: "--min-active=\(minActive) is more than --max-active=\(maxActive)")
        }
    }

    /// The settings as the lines of a file, every key with its value.
    public var text: String {
        """
        # Settings of the decoder. Only --beam has an effect; the other keys are read and ignored.
        --acoustic-scale=\(acousticScale)
        --beam=\(beam)
        --lattice-beam=\(latticeBeam)
        --max-active=\(maxActive)
        --min-active=\(minActive)
        --frame-subsampling-factor=\(frameSubsamplingFactor)
        --endpoint.silence-phones=\(endpointSilencePhones.joined(separator: ":"))

        """
    }

    /// Whether the decoder goes by what a key says: by the beam, and by the usual value of any
    /// other.
    private func counts(_ key: String) -> Bool {
        func line(_ settings: Self) -> Substring? {
            settings.text.split(separator: "\n").first { $0.hasPrefix("--\(key)=") }
        }
        return key == "beam" || line(self).map { $0 == line(Self()) } ?? false
    }

    /// Sets one setting; returns its fault, or nil.
    private mutating func set(_ key: String, _ value: String) -> String? {
        switch key {
        case "acoustic-scale": return Self.read(value, 0.01...100, into: &acousticScale)
        case "beam": return Self.read(value, 1...1_000, into: &beam)
        case "lattice-beam": return Self.read(value, 0...1_000, into: &latticeBeam)
        case "max-active": return Self.read(value, 1...1_000_000, into: &maxActive)
        case "min-active": return Self.read(value, 0...1_000_000, into: &minActive)
        case "frame-subsampling-factor":
            return Self.read(value, 1...10, into: &frameSubsamplingFactor)
        case "endpoint.silence-phones":
            let phones = value.split(separator: ":").map(String.init)
            guard (1...KIOSPhoneSet.limit).contains(phones.count) else {
                return "expected phones with colons between them, as in SIL:SPN"
            }
            endpointSilencePhones = phones
            return nil
        default:
            guard Self.ignoredPrefixes.contains(where: key.hasPrefix) else {
                return "--\(key) is unknown. Use acoustic-scale, beam, lattice-beam, max-active,"
                    + " min-active, frame-subsampling-factor or endpoint.silence-phones"
            }
            return nil
        }
    }

    private static func read<Number: LosslessStringConvertible & Comparable>(
        _ text: String, _ range: ClosedRange<Number>, into target: inout Number
    ) -> String? {
        guard let number = Number(text), range.contains(number) else {
            return "\(text) is not a number from \(range.lowerBound) to \(range.upperBound)"
        }
        target = number
        return nil
    }
}
