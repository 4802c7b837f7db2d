package import VoiceJSON

/// Inputs that an app hands to its engine before it runs, beside its calls: documents, the
/// language, and settings of the devices.
///
/// A replay with the app compares all of it with what the session was recorded with, as it compares
/// the calls.
public struct AppInputs: Sendable, Equatable {
    /// A file or a text that the app loaded.
    package struct Source: Sendable, Equatable {
        /// The path of the file, as the app gives it; nil for a text.
        package var file: String?
        /// Bytes of the file or text.
        package var bytes: [UInt8]

        /// A source of these bytes.
        package init(file: String? = nil, bytes: [UInt8]) {
            self.file = file
            self.bytes = bytes
        }
    }

    /// Documents by the names that they have in a session's `flow` folder.
    package var documents: [String: [UInt8]] = [:]
    /// Sources of the documents, in the order of loading, by the same names.
    package var sources: [String: [Source]] = [:]
    /// Names of every document that the app can hand over.
    package var names: Set<String> = []
    /// The folder name of the language.
    package var language: String
    /// Settings that the app wants of the devices, by the keys of its SDK.
    package var audioSession = JSONObject()

    /// No documents, in a language.
    package init(language: String) { self.language = language }

    /// `recorded` with the documents of the app in the place of those that it can hand over.
    package func replacing(_ recorded: [String: [UInt8]]) -> [String: [UInt8]] {
        recorded.filter { !names.contains($0.key) }.merging(documents) { $1 }
    }
}
