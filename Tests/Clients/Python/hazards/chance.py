import os
import random
import secrets
import uuid
import voicetest_app as voice

voice.emit("chance", plain=random.random(), id=str(uuid.uuid4()), first=str(uuid.uuid1()), token=secrets.token_hex(4),
           bytes=os.urandom(4).hex(), system=random.SystemRandom().random(), own=random.Random().random())
