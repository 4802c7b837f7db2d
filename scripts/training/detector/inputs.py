"""What the network is told of a hop: the same arithmetic as `SpeechInputs` in Swift."""
import numpy as np

COUNT = 32
BLOCK = 10
SHORT, LONG, NEAR = 30, 100, 8


def _before(values, reach, reduce):
    """Over the `reach` blocks before each block (fewer at the beginning), the least or greatest; row 0 is unused."""
    out = np.empty_like(values)
    out[0] = values[0]
    for block in range(1, len(values)):
        out[block] = reduce(values[max(0, block - reach) : block], axis=0)
    return out


def inputs(features, place=0):
    """Rows of 32 numbers, one a hop. `place`: of the first hop in its block."""
    f = features.astype(np.float32)
    hops = len(f)
    levels = np.maximum(f[:, :18], -7500)
    energy = levels[:, :16].mean(1, keepdims=True)
    both = np.concatenate([levels, energy], 1)
    block = (np.arange(hops) + place) // BLOCK
    blocks = block[-1] + 1
    sums = np.zeros((blocks, 19), np.float32)
    np.add.at(sums, block, both)
    means = sums / np.bincount(block, minlength=blocks)[:, None].astype(np.float32)
    floors = _before(means, SHORT, np.min)[block]
    mean = means[:, 18:]
    near, top = _before(mean, NEAR, np.min)[block], _before(mean, SHORT, np.max)[block]
    usual = _before(mean, SHORT, np.mean)[block]
    floor_long, top_long = _before(mean, LONG, np.min)[block], _before(mean, LONG, np.max)[block]
    # Before the first block is over, a hop is compared with itself.
    first = block == 0
    floors[first] = both[first]
    for value in (near, top, usual, floor_long, top_long):
        value[first] = energy[first]
    out = np.empty((hops, COUNT), np.float32)
    out[:, :18] = np.clip(levels - floors[:, :18], -300, 4500) / 1000
    out[:, 18:21] = f[:, 18:21] / 400
    out[:, 21] = f[:, 21] / 1000
    lag = f[:, 22]
    out[:, 22] = np.minimum(np.abs(lag - np.concatenate([lag[:1], lag[:-1]])), 8) / 8
    out[:, 23:24] = np.clip(energy - near, -300, 4500) / 1000
    out[:, 24:25] = np.clip(top - energy, -300, 6000) / 1000
    out[:, 25:26] = np.clip(usual - floors[:, 18:], 0, 4500) / 1000
    quarters = np.maximum(f[:, 24:32], -7500)
    out[:, 26] = (quarters[:, :4].max(1) - quarters[:, :4].mean(1)) / 500
    out[:, 27] = (quarters[:, 4:].max(1) - quarters[:, 4:].mean(1)) / 500
    out[:, 28:29] = np.clip(top_long - energy, -300, 6000) / 1000
    out[:, 29:30] = (energy + 4000) / 2000
    out[:, 30:31] = np.clip(energy - floor_long, -300, 4500) / 1000
    out[:, 31] = np.minimum(block, SHORT) / SHORT
    return out
