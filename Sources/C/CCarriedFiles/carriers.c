#include "carry.h"

CARRY(carried_exotel_carrier_json)
#embed "../../Engines/ProgramEngine/Carriers/exotel.carrier.json"
CARRIED(carried_exotel_carrier_json)

CARRY(carried_genesys_carrier_json)
#embed "../../Engines/ProgramEngine/Carriers/genesys.carrier.json"
CARRIED(carried_genesys_carrier_json)

CARRY(carried_plivo_carrier_json)
#embed "../../Engines/ProgramEngine/Carriers/plivo.carrier.json"
CARRIED(carried_plivo_carrier_json)

CARRY(carried_telnyx_carrier_json)
#embed "../../Engines/ProgramEngine/Carriers/telnyx.carrier.json"
CARRIED(carried_telnyx_carrier_json)

CARRY(carried_twilio_carrier_json)
#embed "../../Engines/ProgramEngine/Carriers/twilio.carrier.json"
CARRIED(carried_twilio_carrier_json)

CARRY(carried_vonage_carrier_json)
#embed "../../Engines/ProgramEngine/Carriers/vonage.carrier.json"
CARRIED(carried_vonage_carrier_json)
