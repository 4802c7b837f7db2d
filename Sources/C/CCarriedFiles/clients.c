#include "carry.h"

CARRY(carried_voicetest_pipecat_runner_py)
#embed "../../Clients/Python/voicetest_pipecat_runner.py"
CARRIED(carried_voicetest_pipecat_runner_py)

CARRY(carried_voicetest_pipecat_transports_py)
#embed "../../Clients/Python/voicetest_pipecat_transports.py"
CARRIED(carried_voicetest_pipecat_transports_py)

CARRY(carried_voicetest_pipecat_absent_py)
#embed "../../Clients/Python/voicetest_pipecat_absent.py"
CARRIED(carried_voicetest_pipecat_absent_py)

CARRY(carried_voicetest_livekit_worker_py)
#embed "../../Clients/Python/voicetest_livekit_worker.py"
CARRIED(carried_voicetest_livekit_worker_py)

CARRY(carried_voicetest_livekit_room_py)
#embed "../../Clients/Python/voicetest_livekit_room.py"
CARRIED(carried_voicetest_livekit_room_py)

CARRY(carried_voicetest_card_py)
#embed "../../Clients/Python/voicetest_card.py"
CARRIED(carried_voicetest_card_py)

CARRY(carried_voicetest_pyaudio_py)
#embed "../../Clients/Python/voicetest_pyaudio.py"
CARRIED(carried_voicetest_pyaudio_py)

CARRY(carried_voicetest_sounddevice_py)
#embed "../../Clients/Python/voicetest_sounddevice.py"
CARRIED(carried_voicetest_sounddevice_py)

CARRY(carried_voicetest_sounddevice_card_py)
#embed "../../Clients/Python/voicetest_sounddevice_card.py"
CARRIED(carried_voicetest_sounddevice_card_py)

CARRY(carried_voicetest_pyttsx3_py)
#embed "../../Clients/Python/voicetest_pyttsx3.py"
CARRIED(carried_voicetest_pyttsx3_py)

CARRY(carried_voicetest_children_py)
#embed "../../Clients/Python/voicetest_children.py"
CARRIED(carried_voicetest_children_py)

CARRY(carried_voicetest_child_commands_py)
#embed "../../Clients/Python/voicetest_child_commands.py"
CARRIED(carried_voicetest_child_commands_py)

CARRY(carried_voicetest_child_files_py)
#embed "../../Clients/Python/voicetest_child_files.py"
CARRIED(carried_voicetest_child_files_py)

CARRY(carried_voicetest_grpc_py)
#embed "../../Clients/Python/voicetest_grpc.py"
CARRIED(carried_voicetest_grpc_py)

CARRY(carried_voicetest_grpc_aio_py)
#embed "../../Clients/Python/voicetest_grpc_aio.py"
CARRIED(carried_voicetest_grpc_aio_py)

CARRY(carried_voicetest_grpc_call_py)
#embed "../../Clients/Python/voicetest_grpc_call.py"
CARRIED(carried_voicetest_grpc_call_py)

CARRY(carried_voicetest_children_cjs)
#embed "../../Clients/Node/voicetest-children.cjs"
CARRIED(carried_voicetest_children_cjs)

CARRY(carried_voicetest_child_commands_cjs)
#embed "../../Clients/Node/voicetest-child-commands.cjs"
CARRIED(carried_voicetest_child_commands_cjs)

CARRY(carried_voicetest_child_card_cjs)
#embed "../../Clients/Node/voicetest-child-card.cjs"
CARRIED(carried_voicetest_child_card_cjs)
