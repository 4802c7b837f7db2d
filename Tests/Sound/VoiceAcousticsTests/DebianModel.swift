import Testing

@testable import VoiceAcoustics

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The acoustics of the package pocketsphinx-en-us, which a machine may not have.
enum DebianModel {
    static let folder = "/usr/share/pocketsphinx/model/en-us/en-us"
    static let isInstalled = access("\(folder)/mdef", R_OK) == 0

    /// The model, read once; nil where it is not installed or not readable.
    static let model = try? AcousticModel(folder: folder)

    /// The model, which is there.
    static func loaded() throws -> AcousticModel { try #require(model) }

    /// Phones of the model by their names, with blanks between them.
    static func phones(_ names: String) -> [Int] {
        names.split(separator: " ").compactMap { model?.phones.number(of: $0) }
    }
}
