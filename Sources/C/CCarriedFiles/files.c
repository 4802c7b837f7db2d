// Written by scripts/checks/make-carried: run it where a file is new, gone or renamed.
#include "CCarriedFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file0[] = {
#embed "../../Clients/Node/voicetest-app.mjs"
};

static const unsigned char file1[] = {
#embed "../../Clients/Node/voicetest-child-card.cjs"
};

static const unsigned char file2[] = {
#embed "../../Clients/Node/voicetest-child-commands.cjs"
};

static const unsigned char file3[] = {
#embed "../../Clients/Node/voicetest-children.cjs"
};

static const unsigned char file4[] = {
#embed "../../Clients/Python/voicetest_app.py"
};

static const unsigned char file5[] = {
#embed "../../Clients/Python/voicetest_card.py"
};

static const unsigned char file6[] = {
#embed "../../Clients/Python/voicetest_child_commands.py"
};

static const unsigned char file7[] = {
#embed "../../Clients/Python/voicetest_child_files.py"
};

static const unsigned char file8[] = {
#embed "../../Clients/Python/voicetest_children.py"
};

static const unsigned char file9[] = {
#embed "../../Clients/Python/voicetest_grpc.py"
};

static const unsigned char file10[] = {
#embed "../../Clients/Python/voicetest_grpc_aio.py"
};

static const unsigned char file11[] = {
#embed "../../Clients/Python/voicetest_grpc_call.py"
};

static const unsigned char file12[] = {
#embed "../../Clients/Python/voicetest_livekit.py"
};

static const unsigned char file13[] = {
#embed "../../Clients/Python/voicetest_livekit_room.py"
};

static const unsigned char file14[] = {
#embed "../../Clients/Python/voicetest_livekit_worker.py"
};

static const unsigned char file15[] = {
#embed "../../Clients/Python/voicetest_pipecat.py"
};

static const unsigned char file16[] = {
#embed "../../Clients/Python/voicetest_pipecat_absent.py"
};

static const unsigned char file17[] = {
#embed "../../Clients/Python/voicetest_pipecat_runner.py"
};

static const unsigned char file18[] = {
#embed "../../Clients/Python/voicetest_pipecat_transports.py"
};

static const unsigned char file19[] = {
#embed "../../Clients/Python/voicetest_pyaudio.py"
};

static const unsigned char file20[] = {
#embed "../../Clients/Python/voicetest_pyttsx3.py"
};

static const unsigned char file21[] = {
#embed "../../Clients/Python/voicetest_sounddevice.py"
};

static const unsigned char file22[] = {
#embed "../../Clients/Python/voicetest_sounddevice_card.py"
};

static const unsigned char file23[] = {
#embed "../../Engines/ProgramEngine/Carriers/exotel.carrier.json"
};

static const unsigned char file24[] = {
#embed "../../Engines/ProgramEngine/Carriers/genesys.carrier.json"
};

static const unsigned char file25[] = {
#embed "../../Engines/ProgramEngine/Carriers/plivo.carrier.json"
};

static const unsigned char file26[] = {
#embed "../../Engines/ProgramEngine/Carriers/telnyx.carrier.json"
};

static const unsigned char file27[] = {
#embed "../../Engines/ProgramEngine/Carriers/twilio.carrier.json"
};

static const unsigned char file28[] = {
#embed "../../Engines/ProgramEngine/Carriers/vonage.carrier.json"
};

static const unsigned char file29[] = {
#embed "../../Engines/SayKit/Languages/english.language.json"
};

static const unsigned char file30[] = {
#embed "../../Engines/SayKit/Languages/german.language.json"
};

static const unsigned char file31[] = {
#embed "../../Harness/VoiceReports/Page/lanes.js"
};

static const unsigned char file32[] = {
#embed "../../Harness/VoiceReports/Page/latency-page.mustache"
};

static const unsigned char file33[] = {
#embed "../../Harness/VoiceReports/Page/latency.mustache"
};

static const unsigned char file34[] = {
#embed "../../Harness/VoiceReports/Page/page.css"
};

static const unsigned char file35[] = {
#embed "../../Harness/VoiceReports/Page/page.js"
};

static const unsigned char file36[] = {
#embed "../../Harness/VoiceReports/Page/page.mustache"
};

static const unsigned char file37[] = {
#embed "../../Harness/VoiceReports/Page/parts.js"
};

static const unsigned char file38[] = {
#embed "../../Harness/VoiceReports/Page/plots.js"
};

static const unsigned char file39[] = {
#embed "../../Harness/VoiceReports/Page/session.mustache"
};

static const unsigned char file40[] = {
#embed "../../Harness/VoiceReports/Page/sound.js"
};

static const unsigned char file41[] = {
#embed "../../Harness/VoiceReports/Page/timeline.js"
};

static const unsigned char file42[] = {
#embed "../../Programs/voicetest/Init/Templates/keenasr/graphs.json"
};

static const unsigned char file43[] = {
#embed "../../Programs/voicetest/Init/Templates/keenasr/orders.scenario.json"
};

static const unsigned char file44[] = {
#embed "../../Programs/voicetest/Init/Templates/keenasr/silent.scenario.json"
};

static const unsigned char file45[] = {
#embed "../../Programs/voicetest/Init/Templates/keenasr/template.json"
};

static const unsigned char file46[] = {
#embed "../../Programs/voicetest/Init/Templates/keenasr/unclear.scenario.json"
};

static const unsigned char file47[] = {
#embed "../../Programs/voicetest/Init/Templates/keenasr/voicetest.json"
};

static const unsigned char file48[] = {
#embed "../../Programs/voicetest/Init/Templates/livekit/bot.py"
};

static const unsigned char file49[] = {
#embed "../../Programs/voicetest/Init/Templates/livekit/template.json"
};

static const unsigned char file50[] = {
#embed "../../Programs/voicetest/Init/Templates/node/bot.mjs"
};

static const unsigned char file51[] = {
#embed "../../Programs/voicetest/Init/Templates/node/template.json"
};

static const unsigned char file52[] = {
#embed "../../Programs/voicetest/Init/Templates/node/voicetest.json"
};

static const unsigned char file53[] = {
#embed "../../Programs/voicetest/Init/Templates/pipecat/bot.py"
};

static const unsigned char file54[] = {
#embed "../../Programs/voicetest/Init/Templates/pipecat/interrupts.scenario.json"
};

static const unsigned char file55[] = {
#embed "../../Programs/voicetest/Init/Templates/pipecat/orders.scenario.json"
};

static const unsigned char file56[] = {
#embed "../../Programs/voicetest/Init/Templates/pipecat/says-nothing.scenario.json"
};

static const unsigned char file57[] = {
#embed "../../Programs/voicetest/Init/Templates/pipecat/services.py"
};

static const unsigned char file58[] = {
#embed "../../Programs/voicetest/Init/Templates/pipecat/template.json"
};

static const unsigned char file59[] = {
#embed "../../Programs/voicetest/Init/Templates/python/bot.py"
};

static const unsigned char file60[] = {
#embed "../../Programs/voicetest/Init/Templates/python/interrupts.scenario.json"
};

static const unsigned char file61[] = {
#embed "../../Programs/voicetest/Init/Templates/python/orders.scenario.json"
};

static const unsigned char file62[] = {
#embed "../../Programs/voicetest/Init/Templates/python/says-nothing.scenario.json"
};

static const unsigned char file63[] = {
#embed "../../Programs/voicetest/Init/Templates/python/template.json"
};

static const unsigned char file64[] = {
#embed "../../Programs/voicetest/Init/Templates/python/voicetest.json"
};

static const unsigned char file65[] = {
#embed "../../Programs/voicetest/Init/Templates/saykit/goes-back.scenario.json"
};

static const unsigned char file66[] = {
#embed "../../Programs/voicetest/Init/Templates/saykit/order.dialogue.json"
};

static const unsigned char file67[] = {
#embed "../../Programs/voicetest/Init/Templates/saykit/orders.scenario.json"
};

static const unsigned char file68[] = {
#embed "../../Programs/voicetest/Init/Templates/saykit/says-nothing.scenario.json"
};

static const unsigned char file69[] = {
#embed "../../Programs/voicetest/Init/Templates/saykit/template.json"
};

static const unsigned char file70[] = {
#embed "../../Programs/voicetest/Init/Templates/saykit/voicetest.json"
};

static const unsigned char file71[] = {
#embed "../../Programs/voicetest/Init/Templates/twilio-node/README.md"
};

static const unsigned char file72[] = {
#embed "../../Programs/voicetest/Init/Templates/twilio-node/bot.mjs"
};

static const unsigned char file73[] = {
#embed "../../Programs/voicetest/Init/Templates/twilio-node/package.json"
};

static const unsigned char file74[] = {
#embed "../../Programs/voicetest/Init/Templates/twilio-node/services.mjs"
};

static const unsigned char file75[] = {
#embed "../../Programs/voicetest/Init/Templates/twilio-node/template.json"
};

static const unsigned char file76[] = {
#embed "../../Programs/voicetest/Init/Templates/twilio-node/voicetest.json"
};

static const unsigned char file77[] = {
#embed "../../Programs/voicetest/Init/Templates/twilio/README.md"
};

static const unsigned char file78[] = {
#embed "../../Programs/voicetest/Init/Templates/twilio/bot.py"
};

static const unsigned char file79[] = {
#embed "../../Programs/voicetest/Init/Templates/twilio/hangs-up.scenario.json"
};

static const unsigned char file80[] = {
#embed "../../Programs/voicetest/Init/Templates/twilio/interrupts.scenario.json"
};

static const unsigned char file81[] = {
#embed "../../Programs/voicetest/Init/Templates/twilio/orders.scenario.json"
};

static const unsigned char file82[] = {
#embed "../../Programs/voicetest/Init/Templates/twilio/services.py"
};

static const unsigned char file83[] = {
#embed "../../Programs/voicetest/Init/Templates/twilio/template.json"
};

static const unsigned char file84[] = {
#embed "../../Programs/voicetest/Init/Templates/twilio/voicetest.json"
};

static const unsigned char file85[] = {
#embed "../../Programs/voicetest/Init/Templates/voiceflow/barge-in.scenario.json"
};

static const unsigned char file86[] = {
#embed "../../Programs/voicetest/Init/Templates/voiceflow/flow.json"
};

static const unsigned char file87[] = {
#embed "../../Programs/voicetest/Init/Templates/voiceflow/happy.scenario.json"
};

static const unsigned char file88[] = {
#embed "../../Programs/voicetest/Init/Templates/voiceflow/phrases.txt"
};

static const unsigned char file89[] = {
#embed "../../Programs/voicetest/Init/Templates/voiceflow/prompts.json"
};

static const unsigned char file90[] = {
#embed "../../Programs/voicetest/Init/Templates/voiceflow/silent.scenario.json"
};

static const unsigned char file91[] = {
#embed "../../Programs/voicetest/Init/Templates/voiceflow/template.json"
};

static const unsigned char file92[] = {
#embed "../../Programs/voicetest/Init/Templates/voiceflow/voicetest.json"
};

static const unsigned char file93[] = {
#embed "../../Programs/voicetest/Init/Templates/voicekit/app.json"
};

static const unsigned char file94[] = {
#embed "../../Programs/voicetest/Init/Templates/voicekit/barge-in.scenario.json"
};

static const unsigned char file95[] = {
#embed "../../Programs/voicetest/Init/Templates/voicekit/happy.scenario.json"
};

static const unsigned char file96[] = {
#embed "../../Programs/voicetest/Init/Templates/voicekit/silent.scenario.json"
};

static const unsigned char file97[] = {
#embed "../../Programs/voicetest/Init/Templates/voicekit/template.json"
};

static const unsigned char file98[] = {
#embed "../../Programs/voicetest/Init/Templates/voicekit/voicetest.json"
};

static const unsigned char file99[] = {
#embed "../../Programs/voicetest/Init/Templates/workflow.yml"
};

static const unsigned char file100[] = {
#embed "../../Programs/voicetest/Program/Trial/seven.ulaw"
};

static const carried_file files[] = {
    {"Clients/Node/voicetest-app.mjs", file0, sizeof file0},
    {"Clients/Node/voicetest-child-card.cjs", file1, sizeof file1},
    {"Clients/Node/voicetest-child-commands.cjs", file2, sizeof file2},
    {"Clients/Node/voicetest-children.cjs", file3, sizeof file3},
    {"Clients/Python/voicetest_app.py", file4, sizeof file4},
    {"Clients/Python/voicetest_card.py", file5, sizeof file5},
    {"Clients/Python/voicetest_child_commands.py", file6, sizeof file6},
    {"Clients/Python/voicetest_child_files.py", file7, sizeof file7},
    {"Clients/Python/voicetest_children.py", file8, sizeof file8},
    {"Clients/Python/voicetest_grpc.py", file9, sizeof file9},
    {"Clients/Python/voicetest_grpc_aio.py", file10, sizeof file10},
    {"Clients/Python/voicetest_grpc_call.py", file11, sizeof file11},
    {"Clients/Python/voicetest_livekit.py", file12, sizeof file12},
    {"Clients/Python/voicetest_livekit_room.py", file13, sizeof file13},
    {"Clients/Python/voicetest_livekit_worker.py", file14, sizeof file14},
    {"Clients/Python/voicetest_pipecat.py", file15, sizeof file15},
    {"Clients/Python/voicetest_pipecat_absent.py", file16, sizeof file16},
    {"Clients/Python/voicetest_pipecat_runner.py", file17, sizeof file17},
    {"Clients/Python/voicetest_pipecat_transports.py", file18, sizeof file18},
    {"Clients/Python/voicetest_pyaudio.py", file19, sizeof file19},
    {"Clients/Python/voicetest_pyttsx3.py", file20, sizeof file20},
    {"Clients/Python/voicetest_sounddevice.py", file21, sizeof file21},
    {"Clients/Python/voicetest_sounddevice_card.py", file22, sizeof file22},
    {"Engines/ProgramEngine/Carriers/exotel.carrier.json", file23, sizeof file23},
    {"Engines/ProgramEngine/Carriers/genesys.carrier.json", file24, sizeof file24},
    {"Engines/ProgramEngine/Carriers/plivo.carrier.json", file25, sizeof file25},
    {"Engines/ProgramEngine/Carriers/telnyx.carrier.json", file26, sizeof file26},
    {"Engines/ProgramEngine/Carriers/twilio.carrier.json", file27, sizeof file27},
    {"Engines/ProgramEngine/Carriers/vonage.carrier.json", file28, sizeof file28},
    {"Engines/SayKit/Languages/english.language.json", file29, sizeof file29},
    {"Engines/SayKit/Languages/german.language.json", file30, sizeof file30},
    {"Harness/VoiceReports/Page/lanes.js", file31, sizeof file31},
    {"Harness/VoiceReports/Page/latency-page.mustache", file32, sizeof file32},
    {"Harness/VoiceReports/Page/latency.mustache", file33, sizeof file33},
    {"Harness/VoiceReports/Page/page.css", file34, sizeof file34},
    {"Harness/VoiceReports/Page/page.js", file35, sizeof file35},
    {"Harness/VoiceReports/Page/page.mustache", file36, sizeof file36},
    {"Harness/VoiceReports/Page/parts.js", file37, sizeof file37},
    {"Harness/VoiceReports/Page/plots.js", file38, sizeof file38},
    {"Harness/VoiceReports/Page/session.mustache", file39, sizeof file39},
    {"Harness/VoiceReports/Page/sound.js", file40, sizeof file40},
    {"Harness/VoiceReports/Page/timeline.js", file41, sizeof file41},
    {"Programs/voicetest/Init/Templates/keenasr/graphs.json", file42, sizeof file42},
    {"Programs/voicetest/Init/Templates/keenasr/orders.scenario.json", file43, sizeof file43},
    {"Programs/voicetest/Init/Templates/keenasr/silent.scenario.json", file44, sizeof file44},
    {"Programs/voicetest/Init/Templates/keenasr/template.json", file45, sizeof file45},
    {"Programs/voicetest/Init/Templates/keenasr/unclear.scenario.json", file46, sizeof file46},
    {"Programs/voicetest/Init/Templates/keenasr/voicetest.json", file47, sizeof file47},
    {"Programs/voicetest/Init/Templates/livekit/bot.py", file48, sizeof file48},
    {"Programs/voicetest/Init/Templates/livekit/template.json", file49, sizeof file49},
    {"Programs/voicetest/Init/Templates/node/bot.mjs", file50, sizeof file50},
    {"Programs/voicetest/Init/Templates/node/template.json", file51, sizeof file51},
    {"Programs/voicetest/Init/Templates/node/voicetest.json", file52, sizeof file52},
    {"Programs/voicetest/Init/Templates/pipecat/bot.py", file53, sizeof file53},
    {"Programs/voicetest/Init/Templates/pipecat/interrupts.scenario.json", file54, sizeof file54},
    {"Programs/voicetest/Init/Templates/pipecat/orders.scenario.json", file55, sizeof file55},
    {"Programs/voicetest/Init/Templates/pipecat/says-nothing.scenario.json", file56, sizeof file56},
    {"Programs/voicetest/Init/Templates/pipecat/services.py", file57, sizeof file57},
    {"Programs/voicetest/Init/Templates/pipecat/template.json", file58, sizeof file58},
    {"Programs/voicetest/Init/Templates/python/bot.py", file59, sizeof file59},
    {"Programs/voicetest/Init/Templates/python/interrupts.scenario.json", file60, sizeof file60},
    {"Programs/voicetest/Init/Templates/python/orders.scenario.json", file61, sizeof file61},
    {"Programs/voicetest/Init/Templates/python/says-nothing.scenario.json", file62, sizeof file62},
    {"Programs/voicetest/Init/Templates/python/template.json", file63, sizeof file63},
    {"Programs/voicetest/Init/Templates/python/voicetest.json", file64, sizeof file64},
    {"Programs/voicetest/Init/Templates/saykit/goes-back.scenario.json", file65, sizeof file65},
    {"Programs/voicetest/Init/Templates/saykit/order.dialogue.json", file66, sizeof file66},
    {"Programs/voicetest/Init/Templates/saykit/orders.scenario.json", file67, sizeof file67},
    {"Programs/voicetest/Init/Templates/saykit/says-nothing.scenario.json", file68, sizeof file68},
    {"Programs/voicetest/Init/Templates/saykit/template.json", file69, sizeof file69},
    {"Programs/voicetest/Init/Templates/saykit/voicetest.json", file70, sizeof file70},
    {"Programs/voicetest/Init/Templates/twilio-node/README.md", file71, sizeof file71},
    {"Programs/voicetest/Init/Templates/twilio-node/bot.mjs", file72, sizeof file72},
    {"Programs/voicetest/Init/Templates/twilio-node/package.json", file73, sizeof file73},
    {"Programs/voicetest/Init/Templates/twilio-node/services.mjs", file74, sizeof file74},
    {"Programs/voicetest/Init/Templates/twilio-node/template.json", file75, sizeof file75},
    {"Programs/voicetest/Init/Templates/twilio-node/voicetest.json", file76, sizeof file76},
    {"Programs/voicetest/Init/Templates/twilio/README.md", file77, sizeof file77},
    {"Programs/voicetest/Init/Templates/twilio/bot.py", file78, sizeof file78},
    {"Programs/voicetest/Init/Templates/twilio/hangs-up.scenario.json", file79, sizeof file79},
    {"Programs/voicetest/Init/Templates/twilio/interrupts.scenario.json", file80, sizeof file80},
    {"Programs/voicetest/Init/Templates/twilio/orders.scenario.json", file81, sizeof file81},
    {"Programs/voicetest/Init/Templates/twilio/services.py", file82, sizeof file82},
    {"Programs/voicetest/Init/Templates/twilio/template.json", file83, sizeof file83},
    {"Programs/voicetest/Init/Templates/twilio/voicetest.json", file84, sizeof file84},
    {"Programs/voicetest/Init/Templates/voiceflow/barge-in.scenario.json", file85, sizeof file85},
    {"Programs/voicetest/Init/Templates/voiceflow/flow.json", file86, sizeof file86},
    {"Programs/voicetest/Init/Templates/voiceflow/happy.scenario.json", file87, sizeof file87},
    {"Programs/voicetest/Init/Templates/voiceflow/phrases.txt", file88, sizeof file88},
    {"Programs/voicetest/Init/Templates/voiceflow/prompts.json", file89, sizeof file89},
    {"Programs/voicetest/Init/Templates/voiceflow/silent.scenario.json", file90, sizeof file90},
    {"Programs/voicetest/Init/Templates/voiceflow/template.json", file91, sizeof file91},
    {"Programs/voicetest/Init/Templates/voiceflow/voicetest.json", file92, sizeof file92},
    {"Programs/voicetest/Init/Templates/voicekit/app.json", file93, sizeof file93},
    {"Programs/voicetest/Init/Templates/voicekit/barge-in.scenario.json", file94, sizeof file94},
    {"Programs/voicetest/Init/Templates/voicekit/happy.scenario.json", file95, sizeof file95},
    {"Programs/voicetest/Init/Templates/voicekit/silent.scenario.json", file96, sizeof file96},
    {"Programs/voicetest/Init/Templates/voicekit/template.json", file97, sizeof file97},
    {"Programs/voicetest/Init/Templates/voicekit/voicetest.json", file98, sizeof file98},
    {"Programs/voicetest/Init/Templates/workflow.yml", file99, sizeof file99},
    {"Programs/voicetest/Program/Trial/seven.ulaw", file100, sizeof file100},
};

size_t carried_count(void) { return sizeof files / sizeof files[0]; }

carried_file carried_at(size_t index) { return files[index]; }
