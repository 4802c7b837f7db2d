"""Silero (MIT, from PyPI) as a second opinion on what is speech in clips and noises; nothing of it is kept in
the table."""
import importlib.util
import pathlib

import numpy as np


class Teacher:
    """The probability of speech for every 32 ms of a sound at 16 kHz."""

    def __init__(self):
        import onnxruntime
        folder = pathlib.Path(importlib.util.find_spec("silero_vad").submodule_search_locations[0])
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(folder / "data/silero_vad.onnx"), options)

    def probabilities(self, sound):
        state, context, out = np.zeros((2, 1, 128), np.float32), np.zeros((1, 64), np.float32), []
        sound = np.concatenate([sound.astype(np.float32) / 32768, np.zeros((-len(sound)) % 512, np.float32)])
        for start in range(0, len(sound), 512):
            part = np.concatenate([context, sound[None, start : start + 512]], 1)
            found, state = self.session.run(None, {"input": part, "state": state, "sr": np.array(16000, np.int64)})
            context = part[:, -64:]
            out.append(float(found[0, 0]))
        return np.array(out)

    def agrees(self, clip):
        """Whether what is labelled speech in a clip is mostly speech to it."""
        found = np.repeat(self.probabilities(clip["sound"]), 512)[: len(clip["sound"])]
        return np.mean(np.concatenate([found[a:b] for a, b in clip["islands"]])) > 0.35

    def quiet_parts(self, noise):
        """The stretches of a noise, at least half a second each, without speech."""
        found = self.probabilities(noise["sound"]) > 0.4
        # A second about what is taken for speech goes too.
        spread = np.convolve(found, np.ones(31), "same") > 0.5
        parts, start = [], None
        for at, is_speech in enumerate([*spread, True]):
            if is_speech and start is not None:
                if (at - start) * 512 >= 8000:
                    parts.append(noise["sound"][start * 512 : at * 512])
                start = None
            elif not is_speech and start is None:
                start = at
        return parts
