/// The first projects of the engines that this program has.
extension ProjectTemplate {
    static let voiceflow = ProjectTemplate(
        help: """
            a flow, its prompts, the phrases a caller can say, three scenarios (one caller orders, \
            one says nothing, one interrupts) and their golden sessions
            """,
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

    static let voicekit = ProjectTemplate(
        help: """
            a declared app for VoiceKit that takes the same order: its steps, three scenarios and \
            their golden sessions
            """,
        files: [
            ("app.json", PackageResources.voicekit_app_json),
            ("happy.scenario.json", PackageResources.voicekit_happy_scenario_json),
            ("silent.scenario.json", PackageResources.voicekit_silent_scenario_json),
            ("barge-in.scenario.json", PackageResources.voicekit_barge_in_scenario_json),
            ("voicetest.json", PackageResources.voicekit_voicetest_json),
        ] + gitFiles,
        change: ("Thank you.", "Thanks a lot.", "app.json"))

    static let dialogue = ProjectTemplate(
        help: """
            a dialogue, order.dialogue.json; its callers order, say nothing and go back
            """,
        files: [
            ("order.dialogue.json", PackageResources.order_dialogue_json),
            ("orders.scenario.json", PackageResources.orders_scenario_json),
            ("says-nothing.scenario.json", PackageResources.says_nothing_scenario_json),
            ("goes-back.scenario.json", PackageResources.goes_back_scenario_json),
            ("voicetest.json", PackageResources.order_project_json),
        ] + gitFiles,
        change: ("Shall I order?", "Shall I order that?", "order.dialogue.json"))

    static let python = ProjectTemplate(
        help: """
            bot.py, a program in Python that takes the order, and the client that it runs under; \
            its callers order, say nothing and interrupt
            """,
        files: [
            ("bot.py", PackageResources.bot_py),
            ("voicetest_app.py", PackageResources.voicetest_app_py),
            ("orders.scenario.json", PackageResources.python_orders_scenario_json),
            ("says-nothing.scenario.json", PackageResources.python_says_nothing_scenario_json),
            ("interrupts.scenario.json", PackageResources.python_interrupts_scenario_json),
            ("voicetest.json", PackageResources.python_project_json),
        ] + gitFiles,
        change: ("Which size?", "What size?", "bot.py"))

    static let pipecat = ProjectTemplate(
        help: "bot.py, a bot of Pipecat that takes the order, with stand-ins for its services",
        files: framework(PackageResources.pipecat_bot_py)
            + [("voicetest_pipecat.py", PackageResources.voicetest_pipecat_py)],
        change: ("the size, then", "the size and the crust, then", "bot.py"))

    static let liveKit = ProjectTemplate(
        help: "bot.py, an agent of LiveKit that takes the order, with stand-ins for its services",
        files: framework(PackageResources.livekit_bot_py)
            + [("voicetest_livekit.py", PackageResources.voicetest_livekit_py)],
        change: ("the size, then", "the size and the crust, then", "bot.py"))

    private static func framework(_ bot: [UInt8]) -> [(path: String, bytes: [UInt8])] {
        [
            ("bot.py", bot),
            ("services.py", PackageResources.framework_services_py),
            ("voicetest_app.py", PackageResources.voicetest_app_py),
            ("orders.scenario.json", PackageResources.framework_orders_scenario_json),
            ("says-nothing.scenario.json", PackageResources.framework_says_nothing_scenario_json),
            ("interrupts.scenario.json", PackageResources.framework_interrupts_scenario_json),
            ("voicetest.json", PackageResources.python_project_json),
        ] + gitFiles
    }

    static let node = ProjectTemplate(
        help: "bot.mjs, a program for Node that takes the order, and the client that it runs under",
        files: [
            ("bot.mjs", PackageResources.bot_mjs),
            ("voicetest-app.mjs", PackageResources.voicetest_app_mjs),
            ("orders.scenario.json", PackageResources.python_orders_scenario_json),
            ("says-nothing.scenario.json", PackageResources.python_says_nothing_scenario_json),
            ("interrupts.scenario.json", PackageResources.python_interrupts_scenario_json),
            ("voicetest.json", PackageResources.node_project_json),
        ] + gitFiles,
        change: ("Which size?", "What size?", "bot.mjs"))

    static let keenASR = ProjectTemplate(
        help: """
            graphs.json, the decoding graphs of an app that listens with KeenASR; its callers \
            order, say nothing and say half a phrase
            """,
        files: [
            ("graphs.json", PackageResources.graphs_json),
            ("orders.scenario.json", PackageResources.keenasr_orders_scenario_json),
            ("silent.scenario.json", PackageResources.keenasr_silent_scenario_json),
            ("unclear.scenario.json", PackageResources.keenasr_unclear_scenario_json),
            ("voicetest.json", PackageResources.keenasr_project_json),
        ] + gitFiles,
        change: ("TWO LARGE PIZZAS", "TWO LARGE", "graphs.json"))
}
