"""A wheel of the Python client: one module, no dependency, for every Python from 3.9 on."""
import base64
import hashlib
import pathlib
import zipfile

CLIENT = pathlib.Path(__file__).resolve().parents[2] / "Sources/Clients/Python/voicetest_app.py"
# `voicetest` on PyPI is another tool.
NAME = "voicetest_app"
METADATA = """Metadata-Version: 2.1
Name: voicetest-app
Version: {version}
Summary: Runs a voice app under voicetest: unmodified, in virtual time, the same way each time.
License: GPL-3.0-or-later
Requires-Python: >=3.9
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: voicetest scripts/release\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def digest(content):
    """The digest of a file as a wheel's RECORD has it."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def write(folder, version):
    """Writes the wheel into `folder`: the same bytes each time. Returns its path."""
    info = f"{NAME}-{version}.dist-info"
    files = {f"{NAME}.py": CLIENT.read_bytes(), f"{info}/METADATA": METADATA.format(version=version).encode(),
             f"{info}/WHEEL": WHEEL.encode()}
    record = "".join(f"{name},{digest(content)},{len(content)}\n" for name, content in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    path = folder / f"{NAME}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            wheel.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return path
