// Files that programs carry inside themselves. Each function gives the bytes of one file; they last as
// long as the program.
#pragma once

#include <stddef.h>

typedef struct {
    const unsigned char *bytes;
    size_t count;
} carried_file;

// Carriers of telephone calls.
carried_file carried_exotel_carrier_json(void);
carried_file carried_genesys_carrier_json(void);
carried_file carried_plivo_carrier_json(void);
carried_file carried_telnyx_carrier_json(void);
carried_file carried_twilio_carrier_json(void);
carried_file carried_vonage_carrier_json(void);

// What `init` writes, and the sound of the trial of a model.
carried_file carried_flow_json(void);
carried_file carried_prompts_json(void);
carried_file carried_phrases_txt(void);
carried_file carried_voicetest_json(void);
carried_file carried_workflow_yml(void);
carried_file carried_happy_scenario_json(void);
carried_file carried_silent_scenario_json(void);
carried_file carried_barge_in_scenario_json(void);
carried_file carried_voicekit_app_json(void);
carried_file carried_voicekit_voicetest_json(void);
carried_file carried_voicekit_happy_scenario_json(void);
carried_file carried_voicekit_silent_scenario_json(void);
carried_file carried_voicekit_barge_in_scenario_json(void);
carried_file carried_order_dialogue_json(void);
carried_file carried_order_project_json(void);
carried_file carried_orders_scenario_json(void);
carried_file carried_says_nothing_scenario_json(void);
carried_file carried_goes_back_scenario_json(void);
carried_file carried_graphs_json(void);
carried_file carried_keenasr_project_json(void);
carried_file carried_keenasr_orders_scenario_json(void);
carried_file carried_keenasr_silent_scenario_json(void);
carried_file carried_keenasr_unclear_scenario_json(void);
carried_file carried_bot_py(void);
carried_file carried_voicetest_app_py(void);
carried_file carried_python_project_json(void);
carried_file carried_python_orders_scenario_json(void);
carried_file carried_python_says_nothing_scenario_json(void);
carried_file carried_python_interrupts_scenario_json(void);
carried_file carried_pipecat_bot_py(void);
carried_file carried_voicetest_pipecat_py(void);
carried_file carried_livekit_bot_py(void);
carried_file carried_voicetest_livekit_py(void);
carried_file carried_framework_services_py(void);
carried_file carried_framework_orders_scenario_json(void);
carried_file carried_framework_says_nothing_scenario_json(void);
carried_file carried_framework_interrupts_scenario_json(void);
carried_file carried_bot_mjs(void);
carried_file carried_voicetest_app_mjs(void);
carried_file carried_node_project_json(void);
carried_file carried_telephone_bot_py(void);
carried_file carried_telephone_services_py(void);
carried_file carried_telephone_readme_md(void);
carried_file carried_telephone_project_json(void);
carried_file carried_telephone_bot_mjs(void);
carried_file carried_telephone_services_mjs(void);
carried_file carried_telephone_node_readme_md(void);
carried_file carried_telephone_node_project_json(void);
carried_file carried_telephone_package_json(void);
carried_file carried_telephone_orders_scenario_json(void);
carried_file carried_telephone_interrupts_scenario_json(void);
carried_file carried_telephone_hangs_up_scenario_json(void);
carried_file carried_seven_ulaw(void);

// Files of the clients beside the clients themselves and their adapters.
carried_file carried_voicetest_pipecat_runner_py(void);
carried_file carried_voicetest_pipecat_transports_py(void);
carried_file carried_voicetest_pipecat_absent_py(void);
carried_file carried_voicetest_livekit_worker_py(void);
carried_file carried_voicetest_livekit_room_py(void);
carried_file carried_voicetest_card_py(void);
carried_file carried_voicetest_pyaudio_py(void);
carried_file carried_voicetest_sounddevice_py(void);
carried_file carried_voicetest_sounddevice_card_py(void);
carried_file carried_voicetest_pyttsx3_py(void);
carried_file carried_voicetest_children_py(void);
carried_file carried_voicetest_child_commands_py(void);
carried_file carried_voicetest_child_files_py(void);
carried_file carried_voicetest_grpc_py(void);
carried_file carried_voicetest_grpc_aio_py(void);
carried_file carried_voicetest_grpc_call_py(void);
carried_file carried_voicetest_children_cjs(void);
carried_file carried_voicetest_child_commands_cjs(void);
carried_file carried_voicetest_child_card_cjs(void);

// The parts of a report.
carried_file carried_page_mustache(void);
carried_file carried_session_mustache(void);
carried_file carried_latency_mustache(void);
carried_file carried_latency_page_mustache(void);
carried_file carried_page_css(void);
carried_file carried_plots_js(void);
carried_file carried_lanes_js(void);
carried_file carried_sound_js(void);
carried_file carried_timeline_js(void);
carried_file carried_parts_js(void);
carried_file carried_page_js(void);

// The languages of SayKit.
carried_file carried_english_language_json(void);
carried_file carried_german_language_json(void);
