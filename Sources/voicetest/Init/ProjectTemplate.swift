import KeenASR
import SayKit
import VoiceKit
import VoiceProject

/// A small project that `init` writes: an app that takes an order, and its scenarios.
struct ProjectTemplate {
    /// The kind of the engine that the app is for.
    let engine: String
    /// The files by their paths in the project.
    let files: [(path: String, bytes: [UInt8])]
    /// What the app says or listens for, what may stand in its place, and the file that has it.
    let change: (before: String, after: String, file: String)

    /// What git leaves out, and what it must not change: a session's files are hashed.
    static let gitFiles: [(path: String, bytes: [UInt8])] = [
        (".gitignore", Array("*.vsession.new/\n*.vsession.new.partial/\nreport/\n".utf8)),
        (".gitattributes", Array("**/*.vsession/** -text\n".utf8)),
    ]

    private static let voiceflow = ProjectTemplate(
        engine: RunConfiguration.usualEngine,
        files: [
            ("flow.json", PackageResources.flow_json),
            ("prompts.json", PackageResources.prompts_json),
            ("phrases.txt", PackageResources.phrases_txt),
            ("happy.scenario.json", PackageResources.happy_scenario_json),
            ("silent.scenario.json", PackageResources.silent_scenario_json),
            ("barge-in.scenario.json", PackageResources.barge_in_scenario_json),
            ("voicetest.json", PackageResources.voicetest_json),
        ] + gitFiles,
        change: ("Shall I order it?", "Shall I order that?", "prompts.json"))

    private static let voicekit = ProjectTemplate(
        engine: VoiceKitFactory.kind,
        files: [
            ("app.json", PackageResources.voicekit_app_json),
            ("happy.scenario.json", PackageResources.voicekit_happy_scenario_json),
            ("silent.scenario.json", PackageResources.voicekit_silent_scenario_json),
            ("barge-in.scenario.json", PackageResources.voicekit_barge_in_scenario_json),
            ("voicetest.json", PackageResources.voicekit_voicetest_json),
        ] + gitFiles,
        change: ("Thank you.", "Thanks a lot.", "app.json"))

    private static let dialogue = ProjectTemplate(
        engine: SayKitFactory.kind,
        files: [
            ("order.dialogue.json", PackageResources.order_dialogue_json),
            ("orders.scenario.json", PackageResources.orders_scenario_json),
            ("says-nothing.scenario.json", PackageResources.says_nothing_scenario_json),
            ("goes-back.scenario.json", PackageResources.goes_back_scenario_json),
            ("voicetest.json", PackageResources.order_project_json),
        ] + gitFiles,
        change: ("Shall I order?", "Shall I order that?", "order.dialogue.json"))

    private static let keenASR = ProjectTemplate(
        engine: KeenASRFactory.kind,
        files: [
            ("graphs.json", PackageResources.graphs_json),
            ("orders.scenario.json", PackageResources.keenasr_orders_scenario_json),
            ("silent.scenario.json", PackageResources.keenasr_silent_scenario_json),
            ("unclear.scenario.json", PackageResources.keenasr_unclear_scenario_json),
            ("voicetest.json", PackageResources.keenasr_project_json),
        ] + gitFiles,
        change: ("TWO LARGE PIZZAS", "TWO LARGE", "graphs.json"))

    /// The project for an engine of `kind`.
    ///
    /// - Throws: ``CommandError`` with the kinds that have one.
    static func of(_ kind: String) throws(CommandError) -> ProjectTemplate {
        let all = [voiceflow, voicekit, dialogue, keenASR]
        if let found = all.first(where: { $0.engine == kind }) { return found }
        throw CommandError.unknown(
            "engine of a first project", kind, among: all.map(\.engine), status: .usage)
    }

    /// Where a continuous integration run is described.
    static let workflowPath = ".github/workflows/voicetest.yml"

    /// A workflow that tests the project in `folder` of a repository.
    static func workflow(testing folder: String) -> [UInt8] {
        let text = String(decoding: PackageResources.workflow_yml, as: UTF8.self)
        return Array(text.replacing("FOLDER", with: folder).utf8)
    }
}
