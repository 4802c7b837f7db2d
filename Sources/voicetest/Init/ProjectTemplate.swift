import SayKit
import VoiceProject

/// The files of a project that `init` writes.
struct ProjectTemplate {
    /// The kind of the engine that the project tests.
    let engine: String
    /// The files by their paths in the project, without the workflow.
    let files: [(path: String, bytes: [UInt8])]
    /// A change to the project that its tests see, as a shell command.
    let change: String

    /// A small app that takes an order: a flow, its prompts, three scenarios and the project file.
    static let flow = ProjectTemplate(
        engine: RunConfiguration.usualEngine,
        files: [
            ("flow.json", PackageResources.flow_json),
            ("prompts.json", PackageResources.prompts_json),
            ("phrases.txt", PackageResources.phrases_txt),
            ("happy.scenario.json", PackageResources.happy_scenario_json),
            ("silent.scenario.json", PackageResources.silent_scenario_json),
            ("barge-in.scenario.json", PackageResources.barge_in_scenario_json),
            ("voicetest.json", PackageResources.voicetest_json),
            ignored,
        ], change: "sed -i 's/Shall I order it?/Shall I order that?/' prompts.json")

    /// A dialogue that takes an order, with the tones of its microphone, three scenarios and the
    /// project file.
    static let dialogue = ProjectTemplate(
        engine: SayKitFactory.kind,
        files: [
            ("order.dialogue.json", PackageResources.order_dialogue_json),
            ("orders.scenario.json", PackageResources.orders_scenario_json),
            ("says-nothing.scenario.json", PackageResources.says_nothing_scenario_json),
            ("goes-back.scenario.json", PackageResources.goes_back_scenario_json),
            ("media/microphone-start.wav", PackageResources.microphone_start_wav),
            ("media/microphone-stop.wav", PackageResources.microphone_stop_wav),
            ("voicetest.json", PackageResources.order_project_json),
            ignored,
        ], change: "sed -i 's/Shall I order?/Shall I order that?/' order.dialogue.json")

    /// Every template, the usual one first.
    static let all = [flow, dialogue]

    private static let ignored: (path: String, bytes: [UInt8]) = (
        ".gitignore", Array("*.vsession.new/\n*.vsession.new.partial/\n".utf8)
    )

    /// Where a continuous integration run is described.
    static let workflowPath = ".github/workflows/voicetest.yml"

    /// A workflow that tests the project in `folder` of a repository.
    static func workflow(testing folder: String) -> [UInt8] {
        let text = String(decoding: PackageResources.workflow_yml, as: UTF8.self)
        return Array(text.replacing("FOLDER", with: folder).utf8)
    }
}
