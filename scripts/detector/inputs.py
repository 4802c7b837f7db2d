"""What the network is told of a hop: the same arithmetic as `SpeechInputs` in Swift."""
import numpy as np

COUNT = 28
BLOCK = 10
REACH = 30
NEAR = 8


def _spread(values, reach, reduce):
    """A running minimum or maximum over blocks."""
    fill = np.inf if reduce is np.minimum else -np.inf
    padded = np.pad(values, ((reach, reach), (0, 0)), constant_values=fill)
    out = padded[: len(values)].copy()
    for shift in range(1, 2 * reach + 1):
        reduce(out, padded[shift : shift + len(values)], out=out)
    return out


def inputs(features, place=0):
    """Rows of 28 numbers, one a hop. `place`: of the first hop in its block."""
    f = features.astype(np.float32)
    hops = len(f)
    levels = np.maximum(f[:, :18], -7500)
    energy = levels[:, :16].mean(1, keepdims=True)
    both = np.concatenate([levels, energy], 1)
    # A block at either end may be short: its mean is that of the hops it has.
    block = (np.arange(hops) + place) // BLOCK
    blocks = block[-1] + 1
    sums = np.zeros((blocks, 19), np.float32)
    np.add.at(sums, block, both)
    means = sums / np.bincount(block, minlength=blocks)[:, None].astype(np.float32)
    floors = _spread(means, REACH, np.minimum)
    near = _spread(means[:, 18:], NEAR, np.minimum)
    top = _spread(means[:, 18:], REACH, np.maximum)
    padded = np.pad(means[:, 18], (REACH, REACH), mode="edge")
    usual = np.stack([padded[s : s + blocks] for s in range(2 * REACH + 1)]).mean(0)[:, None]
    out = np.empty((hops, COUNT), np.float32)
    out[:, :18] = np.clip(levels - floors[block, :18], -300, 4500) / 1000
    out[:, 18:21] = f[:, 18:21] / 400
    out[:, 21] = f[:, 21] / 1000
    lag = f[:, 22]
    out[:, 22] = np.minimum(np.abs(lag - np.concatenate([lag[:1], lag[:-1]])), 8) / 8
    out[:, 23:24] = np.clip(energy - near[block], -300, 4500) / 1000
    out[:, 24:25] = np.clip(top[block] - energy, -300, 6000) / 1000
    out[:, 25:26] = np.clip(usual[block] - floors[block, 18:], 0, 4500) / 1000
    quarters = np.maximum(f[:, 24:32], -7500)
    out[:, 26] = (quarters[:, :4].max(1) - quarters[:, :4].mean(1)) / 500
    out[:, 27] = (quarters[:, 4:].max(1) - quarters[:, 4:].mean(1)) / 500
    return out
