"""Signs in, reads the token that it gets, and asks with it."""
import base64
import json
import sys
import urllib.request

import voicetest_app as voice

ADDRESS = sys.argv[1]
answer = json.load(urllib.request.urlopen(ADDRESS + "/token"))
part = answer["access_token"].split(".")[1]
claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
request = urllib.request.Request(ADDRESS + "/orders", headers={"authorization": "Bearer " + answer["access_token"]})
voice.emit("signedIn", offer=" or ".join(key for key in answer if key != "access_token"), expires=claims["exp"],
    orders=json.load(urllib.request.urlopen(request)))
