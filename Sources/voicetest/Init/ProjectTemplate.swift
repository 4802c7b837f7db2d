/// The files of the project that `init` writes, by their paths in it.
enum ProjectTemplate {
    /// A small app that takes an order, its scenarios and the project file.
    static let files: [(path: String, bytes: [UInt8])] = [
        ("flow.json", PackageResources.flow_json),
        ("prompts.json", PackageResources.prompts_json),
        ("phrases.txt", PackageResources.phrases_txt),
        ("happy.scenario.json", PackageResources.happy_scenario_json),
        ("silent.scenario.json", PackageResources.silent_scenario_json),
        ("barge-in.scenario.json", PackageResources.barge_in_scenario_json),
        ("voicetest.json", PackageResources.voicetest_json),
        (".gitignore", Array("*.vsession.new/\n*.vsession.new.partial/\n".utf8)),
    ]

    /// Where a continuous integration run is described.
    static let workflowPath = ".github/workflows/voicetest.yml"

    /// A workflow that tests the project in `folder` of a repository.
    static func workflow(testing folder: String) -> [UInt8] {
        let text = String(decoding: PackageResources.workflow_yml, as: UTF8.self)
        return Array(text.replacing("FOLDER", with: folder).utf8)
    }
}
