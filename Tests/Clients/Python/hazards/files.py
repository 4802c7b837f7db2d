import glob
import os
import tempfile
import voicetest_app as voice

with tempfile.TemporaryDirectory() as folder:
    for name in "qwertzuiop":
        open(os.path.join(folder, name), "w").close()
    voice.emit("files", listed=os.listdir(folder), found=[os.path.basename(one) for one in glob.glob(folder + "/*")],
               entries=[one.name for one in os.scandir(folder)])
