package import VoiceDiff
package import VoiceFiles
package import VoiceJSON
package import VoiceSession

/// A voice app under test: its files, and the simulation of its scenarios.
///
/// A project is a folder with a `voicetest.json`. Each scenario `NAME.scenario.json` has its golden
/// session `NAME.vsession` beside it. Every path in the file is relative to the folder.
package struct Project: Sendable, Equatable {
    /// The file that makes a folder a project.
    package static let fileName = "voicetest.json"

    /// The folder, as the user spelled it; never empty.
    package let folder: String
    /// Configuration of scenarios unless an override says otherwise.
    package var configuration: RunConfiguration
    /// Patterns of the files that are scenarios, relative to the folder.
    package var scenarios: [FilePattern]
    /// Differences for some scenarios; the last one that matches wins, for each value separately.
    package var overrides: [Override]
    /// The tolerance file; nil compares exactly.
    package var tolerance: String?
    /// The least share of the flow that the scenarios exercise, in per cent; nil asks for none.
    package var coverage: Int?
    /// Budgets of the latencies of its turns.
    package var budgets: [LatencyBudget] = []
    /// Whether budgets leave out what was not measured, which is over them otherwise.
    package var ignoresUnmeasured = false

    /// Values that hold for some scenarios only.
    package struct Override: Sendable, Equatable {
        /// Names of the scenarios: patterns of their names, relative to the folder, without the
        /// suffix.
        package var names: [FilePattern]
        /// Values with keys of their own, in place of the project's.
        var values: [Value] = []
        /// Runtime fields, in place of the project's of the same name or added to them.
        package var fields: [RunConfiguration.Field] = []
        /// Settings, added to the project's.
        package var settings: [RunConfiguration.Setting] = []
        /// Expectations of the turn-taking: a bound in place of the project's for the same measure,
        /// anything else added.
        package var expectations: [TurnExpectation] = []
        /// Rules of the app, in place of the project's; nil leaves those.
        package var app: AppRules?
        /// Places of its values in the file.
        package var places: [String: ValuePlace] = [:]

        /// A value, and how a configuration takes it.
        struct Value: Sendable, Equatable {
            let key: String
            let text: JSONValue
            let set: RunValue.Setter

            static func == (one: Self, other: Self) -> Bool {
                one.key == other.key && one.text == other.text
            }
        }
    }

    /// Returns the configuration of the scenario called `name`, without the suffix and relative to
    /// the folder.
    package func configuration(of name: String) -> RunConfiguration {
        overrides.filter { $0.names.contains { $0.matches(name) } }
            .reduce(into: configuration) { result, override in
                for value in override.values { value.set(&result) }
                if let app = override.app { result.app = app }
                result.set(override.fields)
                result.expect(override.expectations)
                result.settings += override.settings
                result.places.merge(override.places) { $1 }
            }
    }

    /// The path of a file of the project.
    package func path(of name: String) -> String { Self.join(folder, name) }

    /// The path of `name` as seen from `folder`, without steps into a folder and out of it again;
    /// a link is left as it is, because its parent is another folder than its path says.
    static func join(_ folder: String, _ name: String) -> String {
        if name.hasPrefix("/") || folder == "." { return name }
        var folder = DiskFile.withoutSlashes(folder)
        var name = name[...]
        while name.hasPrefix("../"), FileKind(folder) == .folder,
            let last = folder.split(separator: "/").last, last != "..", last != "."
        {
            name.removeFirst(3)
            folder.removeLast(last.count)
            if folder.isEmpty { return String(name) }
            if folder.count > 1 { folder.removeLast() }
        }
        return folder.hasSuffix("/") ? "\(folder)\(name)" : "\(folder)/\(name)"
    }
}

/// Reason why a project cannot be tested.
package enum ProjectError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A file or folder cannot be read.
    case disk(DiskError)
    /// The text of `file` is no JSON; `error` has line and column.
    case notJSON(file: String, error: JSONError)
    /// The project's files have errors; `findings` lists them.
    case refused(findings: [Finding])
    /// No project is in the folder `from` or above it.
    case notFound(from: String)
    /// The `folder` holds more files than are searched.
    case tooManyFiles(folder: String, limit: Int)

    /// The fault, its place, its reason and the next step.
    package var description: String {
        switch self {
        case .disk(let error): return error.description
        case .notJSON(let file, let error):
            return "\(file):\(error.line):\(error.column): not JSON: found \(error.found)"
                + " (\(error.path)). Correct the text there."
        case .refused(let findings):
            return findings.map(\.description).joined(separator: "\n")
        case .notFound(let start):
            return "\(start): no \(Project.fileName) in this folder or above it."
                + " Create a project with `voicetest init`, or name its folder."
        case .tooManyFiles(let folder, let limit):
            return "\(folder): the project has more than \(limit) files."
                + " Move recordings and build products out of it."
        }
    }
}

extension ProjectError: PlacedError {
    /// The file that is to be mended, and the line of its first fault.
    package var faultPlace: (file: String, line: Int?)? {
        switch self {
        case .notJSON(let file, let error): (file, error.line)
        case .refused(let findings): findings.faultPlace
        case .disk, .notFound, .tooManyFiles: nil
        }
    }
}
