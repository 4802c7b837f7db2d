#include "carry.h"

CARRY(carried_english_language_json)
#embed "../../Engines/SayKit/Languages/english.language.json"
CARRIED(carried_english_language_json)

CARRY(carried_german_language_json)
#embed "../../Engines/SayKit/Languages/german.language.json"
CARRIED(carried_german_language_json)
