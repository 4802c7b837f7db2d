internal import VoiceEngine
internal import VoiceJSON
internal import VoiceRecognition
internal import VoiceTrace

/// Programs of the user's that a project names.
extension ProjectReader {
    /// The program that is the app under test. It is run in the project's folder.
    mutating func readProgram(_ root: JSONObject) {
        guard let text = survey.requiredIfPresent(root, "programCommand") else { return }
        do {
            project.configuration.programCommand = try ProgramCommand(text, folder: project.folder)
        } catch {
            survey.report(.error, JSONPath.root.key("programCommand"), error.description)
        }
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
