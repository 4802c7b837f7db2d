import CCarriedFiles
import VoiceFiles

/// The first projects of the engines that this program has.
extension ProjectTemplate {
    static let voiceflow = ProjectTemplate(
        help: """
            a flow, its prompts, the phrases a caller can say, three scenarios (one caller orders, \
            one says nothing, one interrupts) and their golden sessions
            """,
        files: [
            ("flow.json", carried_flow_json().array),
            ("prompts.json", carried_prompts_json().array),
            ("phrases.txt", carried_phrases_txt().array),
            ("happy.scenario.json", carried_happy_scenario_json().array),
            ("silent.scenario.json", carried_silent_scenario_json().array),
            ("barge-in.scenario.json", carried_barge_in_scenario_json().array),
            ("voicetest.json", carried_voicetest_json().array),
        ] + gitFiles,
        change: ("Shall I order it?", "Shall I order that?", "prompts.json"))

    static let voicekit = ProjectTemplate(
        help: """
            a declared app for VoiceKit that takes the same order: its steps, three scenarios and \
            their golden sessions
            """,
        files: [
            ("app.json", carried_voicekit_app_json().array),
            ("happy.scenario.json", carried_voicekit_happy_scenario_json().array),
            ("silent.scenario.json", carried_voicekit_silent_scenario_json().array),
            ("barge-in.scenario.json", carried_voicekit_barge_in_scenario_json().array),
            ("voicetest.json", carried_voicekit_voicetest_json().array),
        ] + gitFiles,
        change: ("Thank you.", "Thanks a lot.", "app.json"))

    static let dialogue = ProjectTemplate(
        help: """
            a dialogue, order.dialogue.json; its callers order, say nothing and go back
            """,
        files: [
            ("order.dialogue.json", carried_order_dialogue_json().array),
            ("orders.scenario.json", carried_orders_scenario_json().array),
            ("says-nothing.scenario.json", carried_says_nothing_scenario_json().array),
            ("goes-back.scenario.json", carried_goes_back_scenario_json().array),
            ("voicetest.json", carried_order_project_json().array),
        ] + gitFiles,
        change: ("Shall I order?", "Shall I order that?", "order.dialogue.json"))

    static let python = ProjectTemplate(
        help: """
            bot.py, a program in Python that takes the order, and the client that it runs under; \
            its callers order, say nothing and interrupt
            """,
        files: [
            ("bot.py", carried_bot_py().array),
            ("voicetest_app.py", carried_voicetest_app_py().array),
            ("orders.scenario.json", carried_python_orders_scenario_json().array),
            ("says-nothing.scenario.json", carried_python_says_nothing_scenario_json().array),
            ("interrupts.scenario.json", carried_python_interrupts_scenario_json().array),
            ("voicetest.json", carried_python_project_json().array),
        ] + gitFiles,
        change: ("Which size?", "What size?", "bot.py"))

    static let pipecat = ProjectTemplate(
        help: "bot.py, a bot of Pipecat that takes the order, with stand-ins for its services",
        files: framework(carried_pipecat_bot_py().array)
            + [("voicetest_pipecat.py", carried_voicetest_pipecat_py().array)],
        change: ("the size, then", "the size and the crust, then", "bot.py"), changeAsksAnew: true)

    static let liveKit = ProjectTemplate(
        help: "bot.py, an agent of LiveKit that takes the order, with stand-ins for its services",
        files: framework(carried_livekit_bot_py().array)
            + [("voicetest_livekit.py", carried_voicetest_livekit_py().array)],
        change: ("the size, then", "the size and the crust, then", "bot.py"), changeAsksAnew: true)

    private static func framework(_ bot: [UInt8]) -> [(path: String, bytes: [UInt8])] {
        [
            ("bot.py", bot),
            ("services.py", carried_framework_services_py().array),
            ("voicetest_app.py", carried_voicetest_app_py().array),
            ("orders.scenario.json", carried_framework_orders_scenario_json().array),
            ("says-nothing.scenario.json", carried_framework_says_nothing_scenario_json().array),
            ("interrupts.scenario.json", carried_framework_interrupts_scenario_json().array),
            ("voicetest.json", carried_python_project_json().array),
        ] + gitFiles
    }

    static let node = ProjectTemplate(
        help: "bot.mjs, a program for Node that takes the order, and the client that it runs under",
        files: [
            ("bot.mjs", carried_bot_mjs().array),
            ("voicetest-app.mjs", carried_voicetest_app_mjs().array),
            ("orders.scenario.json", carried_python_orders_scenario_json().array),
            ("says-nothing.scenario.json", carried_python_says_nothing_scenario_json().array),
            ("interrupts.scenario.json", carried_python_interrupts_scenario_json().array),
            ("voicetest.json", carried_node_project_json().array),
        ] + gitFiles,
        change: ("Which size?", "What size?", "bot.mjs"))

    static let twilio = ProjectTemplate(
        help: "bot.py, a server of FastAPI that takes calls of Twilio",
        files: [
            ("bot.py", carried_telephone_bot_py().array),
            ("services.py", carried_telephone_services_py().array),
            ("voicetest_app.py", carried_voicetest_app_py().array),
            ("README.md", carried_telephone_readme_md().array),
            ("voicetest.json", carried_telephone_project_json().array),
        ] + callers + gitFiles,
        change: ("for the size, then", "for the size and the crust, then", "bot.py"),
        changeAsksAnew: true)

    static let twilioNode = ProjectTemplate(
        help: "bot.mjs, a server on node:http and ws that takes calls of Twilio",
        files: [
            ("bot.mjs", carried_telephone_bot_mjs().array),
            ("services.mjs", carried_telephone_services_mjs().array),
            ("voicetest-app.mjs", carried_voicetest_app_mjs().array),
            ("package.json", carried_telephone_package_json().array),
            ("README.md", carried_telephone_node_readme_md().array),
            ("voicetest.json", carried_telephone_node_project_json().array),
        ] + callers + gitFiles,
        change: ("for the size, then", "for the size and the crust, then", "bot.mjs"),
        changeAsksAnew: true)

    private static let callers: [(path: String, bytes: [UInt8])] = [
        ("orders.scenario.json", carried_telephone_orders_scenario_json().array),
        ("interrupts.scenario.json", carried_telephone_interrupts_scenario_json().array),
        ("hangs-up.scenario.json", carried_telephone_hangs_up_scenario_json().array),
    ]

    static let keenASR = ProjectTemplate(
        help: """
            graphs.json, the decoding graphs of an app that listens with KeenASR; its callers \
            order, say nothing and say half a phrase
            """,
        files: [
            ("graphs.json", carried_graphs_json().array),
            ("orders.scenario.json", carried_keenasr_orders_scenario_json().array),
            ("silent.scenario.json", carried_keenasr_silent_scenario_json().array),
            ("unclear.scenario.json", carried_keenasr_unclear_scenario_json().array),
            ("voicetest.json", carried_keenasr_project_json().array),
        ] + gitFiles,
        change: ("TWO LARGE PIZZAS", "TWO LARGE", "graphs.json"))
}
