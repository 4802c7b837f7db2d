"""The network that `SpeechTrunk` and `SpeechRevision` run: how it learns, and how its table is written."""
import collections
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax

from inputs import COUNT

STEPS = (1, 2, 4, 8, 16, 32, 64)
REVISION = (1, 2, 4, 8, 16)
UNIT = 4096
# The live head has seen this many pairs after the one that it speaks of.
AHEAD = 1


def begin(seed, channels):
    """Weights to start from."""
    rng = np.random.default_rng(seed)
    dense = lambda a, b: (rng.standard_normal((a, b)) * np.sqrt(2 / a)).astype(np.float32)
    zeros = lambda *shape: np.zeros(shape, np.float32)

    def layer(taps):
        tap = (rng.standard_normal((taps, channels)) * np.sqrt(1 / taps)).astype(np.float32)
        return dict(taps=tap, bias=zeros(channels), mixBias=zeros(channels), mix=dense(channels, channels) * 0.5)

    return dict(
        trunk=dict(first=dense(2 * COUNT, channels), firstBias=zeros(channels), layers=[layer(3) for _ in STEPS],
                   head=dense(channels, 1)[:, 0] * 0.3, headBias=zeros()),
        revision=dict(layers=[layer(5) for _ in REVISION], head=dense(channels, 1)[:, 0] * 0.3, headBias=zeros()))


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


def learn(loss, weights, x, truth, weight, stage, report, fixed=()):
    """AdamW with one cycle, or its beginning; x are rows of hops (float16), cut into pairs at a drawn offset."""
    rng = np.random.default_rng(stage.seed)
    batch = stage.batch
    steps = stage.cycle * (len(x) // batch)
    pace = optax.cosine_onecycle_schedule(steps, stage.rate, pct_start=0.15, div_factor=10, final_div_factor=300)
    learner = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(pace, weight_decay=2e-3))
    state = learner.init(weights)

    @jax.jit
    def step(weights, state, pairs, truth, weight, key):
        pairs = pairs + 0.03 * jax.random.normal(key, pairs.shape)
        value, slope = jax.value_and_grad(loss)(weights, *fixed, pairs, truth, weight)
        change, state = learner.update(slope, state, weights)
        return optax.apply_updates(weights, change), state, value

    key, begun = jax.random.PRNGKey(stage.seed), time.time()
    for epoch in range(stage.epochs):
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
        print(f"epoch {epoch + 1}: {float(total) / count:.4f}  {report(weights)}  {time.time() - begun:.0f} s",
              flush=True)
    return jax.tree_util.tree_map(np.asarray, weights)


# A stage of the trunk: of which calls it learns, so many epochs of a cycle of so many, the cycle's greatest rate,
# calls a step, seed and channels. A stage goes on from the one before; new channels begin unheard.
Stage = collections.namedtuple("Stage", "calls epochs cycle rate batch seed channels")
STAGES = (
    Stage("plain", 24, 24, 4e-3, 12, 1, 32),
    Stage("plain clattering", 9, 9, 2.5e-3, 12, 7, 32),
    Stage("plain clattering", 14, 14, 3e-3, 12, 11, 32),
    Stage("clattering uneven", 4, 10, 3e-3, 12, 13, 32),
    Stage("clattering uneven", 7, 7, 2.5e-3, 12, 17, 32),
    Stage("clattering uneven", 15, 15, 1.8e-3, 4, 21, 48),
    Stage("fresh uneven", 8, 8, 1.2e-3, 4, 31, 48),
)
REVISION_STAGE = Stage("fresh clattering", 7, 7, 3e-3, 4, 3, 48)


def widened(weights, seed, channels):
    """The same trunk with more channels, which the others and the head do not hear yet, or hardly."""
    known, wide = len(weights["firstBias"]), begin(seed, channels)["trunk"]

    def put(new, old):
        new = np.array(new)
        new[tuple(slice(0, size) for size in np.shape(old))] = old
        return new

    wide["head"] = np.zeros(channels, np.float32)
    for name in ("first", "firstBias", "head", "headBias"):
        wide[name] = put(wide[name], weights[name])
    for layer, old in zip(wide["layers"], weights["layers"]):
        for name in layer:
            layer[name] = put(layer[name], old[name])
        layer["mix"][known:, :known] *= 0.1
    return wide


def train(calls, judged):
    """Learns the trunk, then with the trunk fixed the revision.

    `calls` holds arrays of inputs, truth and weight by name; `judged` are such arrays that only report.
    """
    x, truth, weight = judged

    def judge(loss, *fixed):
        run = jax.jit(loss)

        def report(weights):
            parts = []
            for first in range(0, len(x), 24):
                given, goal, share = (pairs_of(v[first : first + 24].astype(np.float32), 0) for v in (x, truth, weight))
                parts.append(
                    float(run(weights, *fixed, given.reshape(*given.shape[:2], -1), goal.mean(2), share.mean(2))))
            return f"judged {np.mean(parts):.4f}"
        return report

    def learnt_by(stage, loss, weights, *fixed):
        learnt = [np.concatenate(parts) for parts in zip(*(calls[name] for name in stage.calls.split()))]
        return learn(loss, weights, *learnt, stage, judge(loss, *fixed), fixed)

    weights = begin(STAGES[0].seed, STAGES[0].channels)["trunk"]
    for stage in STAGES:
        if len(weights["firstBias"]) < stage.channels:
            weights = widened(weights, stage.seed, stage.channels)
        weights = learnt_by(stage, live_loss, weights)
    weights = quantised(weights)
    revised = learnt_by(REVISION_STAGE, file_loss, begin(1, REVISION_STAGE.channels)["revision"], weights)
    return dict(trunk=weights, revision=revised)


def _rows(layer):
    return [*layer["taps"], layer["bias"], layer["mixBias"], *layer["mix"]]


def quantised(weights):
    """The weights as the table holds them."""
    whole = lambda value: np.round(np.asarray(value, np.float64) * UNIT).astype(int)
    greatest = max(np.abs(whole(value)).max() for value in jax.tree_util.tree_leaves(weights))
    assert greatest < 32768, f"a weight is too great for its table: {greatest / UNIT}"
    return jax.tree_util.tree_map(lambda value: (whole(value) / UNIT).astype(np.float32), weights)


def _array(name, size, rows):
    values, lines, line = np.round(np.concatenate(rows) * UNIT).astype(int), [], "   "
    for value in values:
        if len(line) + len(f" {value},") > 100:
            lines.append(line)
            line = "   "
        line += f" {value},"
    body = "\n".join([*lines, line])
    return (f"static const short {name}[] = {{\n{body}\n}};\n"
            f"_Static_assert(sizeof {name} == sizeof(short) * VOICETEST_CHANNELS * ({size}), \"{name} weights\");\n"
            f"const short *voicetest_{name}_weights(void) {{ return {name}; }}\n")


def write(weights, path):
    """Writes the table, as C source."""
    weights = quantised(weights)
    trunk_weights, revised = weights["trunk"], weights["revision"]
    join = lambda layers: [row for layer in layers for row in _rows(layer)]
    whole = lambda value: round(float(value) * UNIT)
    path.write_text("\n".join([
        "/* Written by `scripts/training/train-detector`: what the speech detector's network learnt. */\n"
        "#include \"CSpeechNetwork.h\"\n",
        _array("first", "1 + VOICETEST_INPUTS", [trunk_weights["firstBias"], *trunk_weights["first"]]),
        _array("causal", "VOICETEST_CAUSAL_LAYERS * VOICETEST_CAUSAL_ROWS + 1",
               [*join(trunk_weights["layers"]), trunk_weights["head"]]),
        _array("two_way", "VOICETEST_TWO_WAY_LAYERS * VOICETEST_TWO_WAY_ROWS + 1",
               [*join(revised["layers"]), revised["head"]]),
        f"int voicetest_live_bias(void) {{ return {whole(trunk_weights['headBias'])}; }}\n"
        f"int voicetest_file_bias(void) {{ return {whole(revised['headBias'])}; }}\n"]))
