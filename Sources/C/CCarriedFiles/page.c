#include "carry.h"

CARRY(carried_page_mustache)
#embed "../../Harness/VoiceReports/Page/page.mustache"
CARRIED(carried_page_mustache)

CARRY(carried_session_mustache)
#embed "../../Harness/VoiceReports/Page/session.mustache"
CARRIED(carried_session_mustache)

CARRY(carried_latency_mustache)
#embed "../../Harness/VoiceReports/Page/latency.mustache"
CARRIED(carried_latency_mustache)

CARRY(carried_latency_page_mustache)
#embed "../../Harness/VoiceReports/Page/latency-page.mustache"
CARRIED(carried_latency_page_mustache)

CARRY(carried_page_css)
#embed "../../Harness/VoiceReports/Page/page.css"
CARRIED(carried_page_css)

CARRY(carried_plots_js)
#embed "../../Harness/VoiceReports/Page/plots.js"
CARRIED(carried_plots_js)

CARRY(carried_lanes_js)
#embed "../../Harness/VoiceReports/Page/lanes.js"
CARRIED(carried_lanes_js)

CARRY(carried_sound_js)
#embed "../../Harness/VoiceReports/Page/sound.js"
CARRIED(carried_sound_js)

CARRY(carried_timeline_js)
#embed "../../Harness/VoiceReports/Page/timeline.js"
CARRIED(carried_timeline_js)

CARRY(carried_parts_js)
#embed "../../Harness/VoiceReports/Page/parts.js"
CARRIED(carried_parts_js)

CARRY(carried_page_js)
#embed "../../Harness/VoiceReports/Page/page.js"
CARRIED(carried_page_js)
