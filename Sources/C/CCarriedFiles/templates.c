#include "carry.h"

CARRY(carried_flow_json)
#embed "../../Programs/voicetest/Init/Template/flow.json"
CARRIED(carried_flow_json)

CARRY(carried_prompts_json)
#embed "../../Programs/voicetest/Init/Template/prompts.json"
CARRIED(carried_prompts_json)

CARRY(carried_phrases_txt)
#embed "../../Programs/voicetest/Init/Template/phrases.txt"
CARRIED(carried_phrases_txt)

CARRY(carried_voicetest_json)
#embed "../../Programs/voicetest/Init/Template/voicetest.json"
CARRIED(carried_voicetest_json)

CARRY(carried_workflow_yml)
#embed "../../Programs/voicetest/Init/Template/workflow.yml"
CARRIED(carried_workflow_yml)

CARRY(carried_happy_scenario_json)
#embed "../../Programs/voicetest/Init/Template/happy.scenario.json"
CARRIED(carried_happy_scenario_json)

CARRY(carried_silent_scenario_json)
#embed "../../Programs/voicetest/Init/Template/silent.scenario.json"
CARRIED(carried_silent_scenario_json)

CARRY(carried_barge_in_scenario_json)
#embed "../../Programs/voicetest/Init/Template/barge-in.scenario.json"
CARRIED(carried_barge_in_scenario_json)

CARRY(carried_voicekit_app_json)
#embed "../../Programs/voicetest/Init/Template/voicekit-app.json"
CARRIED(carried_voicekit_app_json)

CARRY(carried_voicekit_voicetest_json)
#embed "../../Programs/voicetest/Init/Template/voicekit-voicetest.json"
CARRIED(carried_voicekit_voicetest_json)

CARRY(carried_voicekit_happy_scenario_json)
#embed "../../Programs/voicetest/Init/Template/voicekit-happy.scenario.json"
CARRIED(carried_voicekit_happy_scenario_json)

CARRY(carried_voicekit_silent_scenario_json)
#embed "../../Programs/voicetest/Init/Template/voicekit-silent.scenario.json"
CARRIED(carried_voicekit_silent_scenario_json)

CARRY(carried_voicekit_barge_in_scenario_json)
#embed "../../Programs/voicetest/Init/Template/voicekit-barge-in.scenario.json"
CARRIED(carried_voicekit_barge_in_scenario_json)

CARRY(carried_order_dialogue_json)
#embed "../../Programs/voicetest/Init/SayKitTemplate/order.dialogue.json"
CARRIED(carried_order_dialogue_json)

CARRY(carried_order_project_json)
#embed "../../Programs/voicetest/Init/SayKitTemplate/order-project.json"
CARRIED(carried_order_project_json)

CARRY(carried_orders_scenario_json)
#embed "../../Programs/voicetest/Init/SayKitTemplate/orders.scenario.json"
CARRIED(carried_orders_scenario_json)

CARRY(carried_says_nothing_scenario_json)
#embed "../../Programs/voicetest/Init/SayKitTemplate/says-nothing.scenario.json"
CARRIED(carried_says_nothing_scenario_json)

CARRY(carried_goes_back_scenario_json)
#embed "../../Programs/voicetest/Init/SayKitTemplate/goes-back.scenario.json"
CARRIED(carried_goes_back_scenario_json)

CARRY(carried_graphs_json)
#embed "../../Programs/voicetest/Init/KeenASRTemplate/graphs.json"
CARRIED(carried_graphs_json)

CARRY(carried_keenasr_project_json)
#embed "../../Programs/voicetest/Init/KeenASRTemplate/keenasr-project.json"
CARRIED(carried_keenasr_project_json)

CARRY(carried_keenasr_orders_scenario_json)
#embed "../../Programs/voicetest/Init/KeenASRTemplate/keenasr-orders.scenario.json"
CARRIED(carried_keenasr_orders_scenario_json)

CARRY(carried_keenasr_silent_scenario_json)
#embed "../../Programs/voicetest/Init/KeenASRTemplate/keenasr-silent.scenario.json"
CARRIED(carried_keenasr_silent_scenario_json)

CARRY(carried_keenasr_unclear_scenario_json)
#embed "../../Programs/voicetest/Init/KeenASRTemplate/keenasr-unclear.scenario.json"
CARRIED(carried_keenasr_unclear_scenario_json)

CARRY(carried_bot_py)
#embed "../../Programs/voicetest/Init/PythonTemplate/bot.py"
CARRIED(carried_bot_py)

CARRY(carried_voicetest_app_py)
#embed "../../Clients/Python/voicetest_app.py"
CARRIED(carried_voicetest_app_py)

CARRY(carried_python_project_json)
#embed "../../Programs/voicetest/Init/PythonTemplate/python-project.json"
CARRIED(carried_python_project_json)

CARRY(carried_python_orders_scenario_json)
#embed "../../Programs/voicetest/Init/PythonTemplate/python-orders.scenario.json"
CARRIED(carried_python_orders_scenario_json)

CARRY(carried_python_says_nothing_scenario_json)
#embed "../../Programs/voicetest/Init/PythonTemplate/python-says-nothing.scenario.json"
CARRIED(carried_python_says_nothing_scenario_json)

CARRY(carried_python_interrupts_scenario_json)
#embed "../../Programs/voicetest/Init/PythonTemplate/python-interrupts.scenario.json"
CARRIED(carried_python_interrupts_scenario_json)

CARRY(carried_pipecat_bot_py)
#embed "../../Programs/voicetest/Init/FrameworkTemplate/pipecat-bot.py"
CARRIED(carried_pipecat_bot_py)

CARRY(carried_voicetest_pipecat_py)
#embed "../../Clients/Python/voicetest_pipecat.py"
CARRIED(carried_voicetest_pipecat_py)

CARRY(carried_livekit_bot_py)
#embed "../../Programs/voicetest/Init/FrameworkTemplate/livekit-bot.py"
CARRIED(carried_livekit_bot_py)

CARRY(carried_voicetest_livekit_py)
#embed "../../Clients/Python/voicetest_livekit.py"
CARRIED(carried_voicetest_livekit_py)

CARRY(carried_framework_services_py)
#embed "../../Programs/voicetest/Init/FrameworkTemplate/framework-services.py"
CARRIED(carried_framework_services_py)

CARRY(carried_framework_orders_scenario_json)
#embed "../../Programs/voicetest/Init/FrameworkTemplate/framework-orders.scenario.json"
CARRIED(carried_framework_orders_scenario_json)

CARRY(carried_framework_says_nothing_scenario_json)
#embed "../../Programs/voicetest/Init/FrameworkTemplate/framework-says-nothing.scenario.json"
CARRIED(carried_framework_says_nothing_scenario_json)

CARRY(carried_framework_interrupts_scenario_json)
#embed "../../Programs/voicetest/Init/FrameworkTemplate/framework-interrupts.scenario.json"
CARRIED(carried_framework_interrupts_scenario_json)

CARRY(carried_bot_mjs)
#embed "../../Programs/voicetest/Init/NodeTemplate/bot.mjs"
CARRIED(carried_bot_mjs)

CARRY(carried_voicetest_app_mjs)
#embed "../../Clients/Node/voicetest-app.mjs"
CARRIED(carried_voicetest_app_mjs)

CARRY(carried_node_project_json)
#embed "../../Programs/voicetest/Init/NodeTemplate/node-project.json"
CARRIED(carried_node_project_json)

CARRY(carried_telephone_bot_py)
#embed "../../Programs/voicetest/Init/TelephoneTemplate/twilio-bot.py"
CARRIED(carried_telephone_bot_py)

CARRY(carried_telephone_services_py)
#embed "../../Programs/voicetest/Init/TelephoneTemplate/twilio-services.py"
CARRIED(carried_telephone_services_py)

CARRY(carried_telephone_readme_md)
#embed "../../Programs/voicetest/Init/TelephoneTemplate/twilio-README.md"
CARRIED(carried_telephone_readme_md)

CARRY(carried_telephone_project_json)
#embed "../../Programs/voicetest/Init/TelephoneTemplate/twilio-project.json"
CARRIED(carried_telephone_project_json)

CARRY(carried_telephone_bot_mjs)
#embed "../../Programs/voicetest/Init/TelephoneTemplate/twilio-bot.mjs"
CARRIED(carried_telephone_bot_mjs)

CARRY(carried_telephone_services_mjs)
#embed "../../Programs/voicetest/Init/TelephoneTemplate/twilio-services.mjs"
CARRIED(carried_telephone_services_mjs)

CARRY(carried_telephone_node_readme_md)
#embed "../../Programs/voicetest/Init/TelephoneTemplate/twilio-node-README.md"
CARRIED(carried_telephone_node_readme_md)

CARRY(carried_telephone_node_project_json)
#embed "../../Programs/voicetest/Init/TelephoneTemplate/twilio-node-project.json"
CARRIED(carried_telephone_node_project_json)

CARRY(carried_telephone_package_json)
#embed "../../Programs/voicetest/Init/TelephoneTemplate/twilio-package.json"
CARRIED(carried_telephone_package_json)

CARRY(carried_telephone_orders_scenario_json)
#embed "../../Programs/voicetest/Init/TelephoneTemplate/telephone-orders.scenario.json"
CARRIED(carried_telephone_orders_scenario_json)

CARRY(carried_telephone_interrupts_scenario_json)
#embed "../../Programs/voicetest/Init/TelephoneTemplate/telephone-interrupts.scenario.json"
CARRIED(carried_telephone_interrupts_scenario_json)

CARRY(carried_telephone_hangs_up_scenario_json)
#embed "../../Programs/voicetest/Init/TelephoneTemplate/telephone-hangs-up.scenario.json"
CARRIED(carried_telephone_hangs_up_scenario_json)

CARRY(carried_seven_ulaw)
#embed "../../Programs/voicetest/Program/Trial/seven.ulaw"
CARRIED(carried_seven_ulaw)
