internal import VoiceEngine
internal import VoiceJSON
internal import VoiceRecognition

/// Programs of the user's that a project names.
extension ProjectReader {
    /// The program that is the app under test. It is run in the project's folder.
    mutating func readProgram(_ root: JSONObject) {
        let isFresh = readsFresh(root)
        guard let text = survey.requiredIfPresent(root, "programCommand") else { return }
        do {
            var command = try ProgramCommand(text, folder: project.folder)
            command.isFresh = isFresh
            project.configuration.programCommand = command
        } catch {
            survey.report(.error, JSONPath.root.key("programCommand"), error.description)
        }
    }

    /// Whether each run of the program has the project as it is.
    private mutating func readsFresh(_ root: JSONObject) -> Bool {
        guard let state = survey.text(root, "state", at: .root) else { return false }
        if state != "fresh", state != "shared" {
            survey.report(
                .error, JSONPath.root.key("state"),
                NearMiss.unknown("state", state, among: ["fresh", "shared"], quotes: "\""))
        }
        return state == "fresh"
    }

    /// The program of the user's that recognises. It is run in the project's folder.
    mutating func readCommand(_ root: JSONObject) {
        guard let text = survey.requiredIfPresent(root, "recognizerCommand") else { return }
        do {
            project.configuration.recognizerCommand = try RecognizerCommand(
                text, folder: project.folder)
            project.configuration.recognizer = .process
        } catch {
            survey.report(.error, JSONPath.root.key("recognizerCommand"), error.description)
        }
    }
}
