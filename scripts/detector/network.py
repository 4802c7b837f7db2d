"""The network that `SpeechNetwork` runs: how it learns, and how its table is written."""
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax

from inputs import COUNT

CHANNELS = 32
STEPS = (1, 2, 4, 8, 16, 32, 64)
REVISION = (1, 2, 4, 8, 16)
UNIT = 4096
# The live head has seen this many pairs after the one that it speaks of.
AHEAD = 1


def begin(seed):
    """Weights to start from."""
    rng = np.random.default_rng(seed)
    dense = lambda a, b: (rng.standard_normal((a, b)) * np.sqrt(2 / a)).astype(np.float32)
    zeros = lambda *shape: np.zeros(shape, np.float32)

    def layer(taps):
        tap = (rng.standard_normal((taps, CHANNELS)) * np.sqrt(1 / taps)).astype(np.float32)
        return dict(taps=tap, bias=zeros(CHANNELS), mixBias=zeros(CHANNELS), mix=dense(CHANNELS, CHANNELS) * 0.5)

    return dict(
        trunk=dict(first=dense(2 * COUNT, CHANNELS), firstBias=zeros(CHANNELS), layers=[layer(3) for _ in STEPS],
                   head=dense(CHANNELS, 1)[:, 0] * 0.3, headBias=zeros()),
        revision=dict(layers=[layer(5) for _ in REVISION], head=dense(CHANNELS, 1)[:, 0] * 0.3, headBias=zeros()))


def _shifted(x, by):
    """x[t - by]; zeros beyond either end."""
    if by == 0:
        return x
    pad = jnp.zeros_like(x[:, : abs(by)])
    return jnp.concatenate([pad, x[:, :-by]], 1) if by > 0 else jnp.concatenate([x[:, -by:], pad], 1)


def _residual(layer, x, shifts):
    depth = layer["bias"] + sum(_shifted(x, by) * layer["taps"][i] for i, by in enumerate(shifts))
    return x + jax.nn.relu(depth @ layer["mix"] + layer["mixBias"])


def trunk(weights, pairs):
    state = jax.nn.relu(pairs @ weights["first"] + weights["firstBias"])
    for layer, step in zip(weights["layers"], STEPS):
        state = _residual(layer, state, (2 * step, step, 0))
    return state, state @ weights["head"] + weights["headBias"]


def revision(weights, state):
    for layer, step in zip(weights["layers"], REVISION):
        state = _residual(layer, state, (2 * step, step, 0, -step, -2 * step))
    return state @ weights["head"] + weights["headBias"]


def _loss(odds, truth, weight):
    losses = optax.sigmoid_binary_cross_entropy(odds, truth)
    return (losses * weight).sum() / weight.sum()


def live_loss(weights, pairs, truth, weight):
    _, odds = trunk(weights, pairs)
    return _loss(odds[:, AHEAD:], truth[:, : truth.shape[1] - AHEAD], weight[:, : weight.shape[1] - AHEAD])


def file_loss(weights, fixed, pairs, truth, weight):
    return _loss(revision(weights, trunk(fixed, pairs)[0]), truth, weight)


def pairs_of(values, offset):
    count = (values.shape[1] - offset) // 2
    part = values[:, offset : offset + 2 * count]
    return part.reshape(len(part), count, 2, *part.shape[2:])


def learn(loss, weights, x, truth, weight, epochs, batch, rate, seed, report, fixed=()):
    """AdamW with one cycle; x are rows of hops (float16), cut into pairs at a drawn offset."""
    rng = np.random.default_rng(seed)
    steps = epochs * (len(x) // batch)
    pace = optax.cosine_onecycle_schedule(steps, rate, pct_start=0.15, div_factor=10, final_div_factor=300)
    learner = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(pace, weight_decay=2e-3))
    state = learner.init(weights)

    @jax.jit
    def step(weights, state, pairs, truth, weight, key):
        pairs = pairs + 0.03 * jax.random.normal(key, pairs.shape)
        value, slope = jax.value_and_grad(loss)(weights, *fixed, pairs, truth, weight)
        change, state = learner.update(slope, state, weights)
        return optax.apply_updates(weights, change), state, value

    key, begun = jax.random.PRNGKey(seed), time.time()
    for epoch in range(epochs):
        total, count = 0.0, 0
        order = rng.permutation(len(x))
        for first in range(0, len(order) - batch + 1, batch):
            chosen = np.sort(order[first : first + batch])
            offset = int(rng.integers(0, 2))
            given = pairs_of(x[chosen].astype(np.float32), offset)
            given = given.reshape(*given.shape[:2], -1)
            goal, share = (pairs_of(v[chosen].astype(np.float32), offset).mean(2) for v in (truth, weight))
            # Both offsets give the same length, so that one program is compiled.
            length = x.shape[1] // 2 - 1
            key, drawn = jax.random.split(key)
            weights, state, value = step(weights, state, given[:, :length], goal[:, :length], share[:, :length], drawn)
            total, count = total + value, count + 1
        print(f"epoch {epoch + 1}: {float(total) / count:.4f}  {report(weights)}  {time.time() - begun:.0f} s", flush=True)
    return jax.tree_util.tree_map(np.asarray, weights)


# Epochs, greatest rate and seed of each stage of the trunk: the first learns from plain calls alone.
STAGES = ((24, 4e-3, 1), (9, 2.5e-3, 7), (14, 3e-3, 11))
REVISION_STAGE = (4, 5e-3, 3)
BATCH = 12


def train(plain, clattering, judged):
    """Learns the trunk, then with the trunk fixed the revision; `judged` only reports. Arrays of `calls`."""
    x, truth, weight = judged

    def judge(loss, *fixed):
        run = jax.jit(loss)

        def report(weights):
            parts = []
            for first in range(0, len(x), 24):
                given, goal, share = (pairs_of(v[first : first + 24].astype(np.float32), 0) for v in (x, truth, weight))
                parts.append(float(run(weights, *fixed, given.reshape(*given.shape[:2], -1), goal.mean(2), share.mean(2))))
            return f"judged {np.mean(parts):.4f}"
        return report

    both = [np.concatenate(pair) for pair in zip(plain, clattering)]
    start = begin(1)
    trunk_weights = start["trunk"]
    for stage, (epochs, rate, seed) in enumerate(STAGES):
        learnt = both if stage else plain
        trunk_weights = learn(live_loss, trunk_weights, *learnt, epochs, BATCH, rate, seed, judge(live_loss))
    trunk_weights = quantised(trunk_weights)
    epochs, rate, seed = REVISION_STAGE
    revised = learn(file_loss, start["revision"], *both, epochs, BATCH, rate, seed, judge(file_loss, trunk_weights),
                    (trunk_weights,))
    return dict(trunk=trunk_weights, revision=revised)


def _rows(layer):
    return [*layer["taps"], layer["bias"], layer["mixBias"], *layer["mix"]]


def tables(weights):
    """The table's parts by name: rows of 32 numbers, what they are, and a last number with its name."""
    trunk_weights, revised = weights["trunk"], weights["revision"]
    causal = [_rows(layer) for layer in trunk_weights["layers"]]
    both = [_rows(layer) for layer in revised["layers"]]
    join = lambda layers: [row for layer in layers for row in layer]
    return {
        "First": ("firstWeights", [trunk_weights["firstBias"], *trunk_weights["first"]],
                  "the first layer: what is added, then a row for each input", None),
        "Near": ("causalWeights1", join(causal[:3]), "the layers of steps 1, 2 and 4 that never look ahead", None),
        "Middle": ("causalWeights2", join(causal[3:5]), "the layers of steps 8 and 16 that never look ahead", None),
        "Far": ("causalWeights3", join(causal[5:]) + [trunk_weights["head"]],
                "the layers of steps 32 and 64, then the shares of what is told live",
                ("liveBias", trunk_weights["headBias"], "live")),
        "RevisionNear": ("revisionWeights1", join(both[:3]), "the layers of steps 1, 2 and 4 that look both ways", None),
        "RevisionFar": ("revisionWeights2", join(both[3:]) + [revised["head"]],
                        "the layers of steps 8 and 16, then the shares of what is told of files",
                        ("fileBias", revised["headBias"], "of files")),
    }


def quantised(weights):
    """The weights as the table holds them."""
    whole = lambda value: np.round(np.asarray(value, np.float64) * UNIT).astype(int)
    greatest = max(np.abs(whole(value)).max() for value in jax.tree_util.tree_leaves(weights))
    assert greatest < 32768, f"a weight is too great for its table: {greatest / UNIT}"
    return jax.tree_util.tree_map(lambda value: (whole(value) / UNIT).astype(np.float32), weights)


def write(weights, folder):
    """Writes the table's sources."""
    for name, (variable, rows, words, last) in tables(quantised(weights)).items():
        values = np.round(np.concatenate(rows) * UNIT).astype(int)
        lines, line = [], " " * 7
        for value in values:
            if len(line) + len(f" {value},") > 100:
                lines.append(line)
                line = " " * 7
            line += f" {value},"
        text = (f"extension SpeechNetworkTable {{\n    /// What was learnt of {words}.\n    ///\n"
                f"    /// Units: 1/{UNIT}. Written by `scripts/train-detector`.\n"
                f"    static let {variable}: [Int16] = [\n" + "\n".join([*lines, line]) + "\n    ]\n")
        if last:
            text += (f"\n    /// What is added to what is told {last[2]}, likewise.\n"
                     f"    static let {last[0]} = {round(float(last[1]) * UNIT)}\n")
        (folder / f"SpeechWeights{name}.swift").write_text(text + "}\n")
