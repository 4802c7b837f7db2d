internal import VoiceFiles

/// Parameters of the features that a model was trained with, from its file `feat.params`.
///
/// Only models of the features that `CepstralTables` computes are taken: with any other value, or
/// without one, the numbers would mean something else.
struct FeatureParameters {
    /// The mean of the cepstra that speech has before anything was heard.
    let meanCepstra: [Float]

    private static let sizeLimit: Int64 = 1 << 16
    private static let mean = "-cmninit"
    /// The values that each name may have.
    private static let values: [String: [String]] = [
        "-lowerf": ["130"], "-upperf": ["6800"], "-nfilt": ["25"], "-transform": ["dct"],
        "-lifter": ["22"], "-feat": ["1s_c_d_dd"], "-svspec": ["0-12/13-25/26-38"],
        "-agc": ["none"], "-cmn": ["batch", "current"], "-varnorm": ["no"], "-model": ["ptm"],
    ]

    /// Reads the file at `path`.
    ///
    /// - Throws: ``AcousticModelError``.
    init(path: String) throws(AcousticModelError) {
        let lines = try ModelText.lines(path: path, limit: Self.sizeLimit)
        var found: [String: String] = [:]
        for fields in lines {
            guard fields.count == 2, found.updateValue(fields[1], forKey: fields[0]) == nil else {
                throw .damaged(path: path, what: "a line is not a name of its own and a value")
            }
        }
        for (name, values) in Self.values.sorted(by: { $0.key < $1.key }) {
            guard let value = found.removeValue(forKey: name), values.contains(value) else {
                throw .damaged(
                    path: path, what: "\(name) is not \(values.joined(separator: " or "))")
            }
        }
        let numbers = (found.removeValue(forKey: Self.mean) ?? "")
            .split(separator: ",", omittingEmptySubsequences: false).map { Float($0) ?? .nan }
        guard numbers.count == AcousticModel.dimensions,
            numbers.allSatisfy({ abs($0) < 1_000 })
        else {
            throw .damaged(
                path: path, what: "\(Self.mean) is not \(AcousticModel.dimensions) numbers")
        }
        guard found.isEmpty else {
            throw .damaged(path: path, what: "it sets something that voicetest does not know")
        }
        meanCepstra = numbers
    }
}
