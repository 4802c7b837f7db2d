"""The network that `SpeechNetwork` runs: how it learns, and how its table is written."""
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from inputs import COUNT, inputs

CHANNELS = 24
STEPS = (1, 2, 4, 8, 16)
TAPS = 5
UNIT = 4096


class Network(nn.Module):
    """Pairs of hops in, log-odds of speech out."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2 * COUNT, CHANNELS)
        self.depth = nn.ModuleList(
            nn.Conv1d(CHANNELS, CHANNELS, TAPS, padding=2 * step, dilation=step, groups=CHANNELS) for step in STEPS)
        self.point = nn.ModuleList(nn.Conv1d(CHANNELS, CHANNELS, 1) for _ in STEPS)
        self.out = nn.Conv1d(CHANNELS, 1, 1)

    def forward(self, x):
        state = functional.relu(self.first(x)).transpose(1, 2)
        for depth, point in zip(self.depth, self.point):
            state = state + functional.relu(point(depth(state)))
        return self.out(state)[:, 0]


def _pairs(values, offset, hops):
    part = values[:, offset : offset + hops]
    return part.reshape(len(part), hops // 2, 2, *part.shape[2:])


def train(features, truth, weight, epochs, batch=24):
    """Learns; the last twelfth of the recordings is kept to judge by. Prints as it goes."""
    torch.manual_seed(1)
    torch.set_num_threads(1)
    rng = np.random.default_rng(2)
    x = torch.tensor(np.stack([inputs(f, int(rng.integers(10))) for f in features]))
    truth, weight = (torch.tensor(v.astype(np.float32)) for v in (truth, weight))
    count = len(x) - len(x) // 12
    hops = x.shape[1] - 2
    net = Network()
    learner = torch.optim.AdamW(net.parameters(), lr=4e-3, weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(learner, 6e-3, total_steps=epochs * (count // batch), pct_start=0.15)

    def loss_of(chosen, offset, shake=0.0):
        given = _pairs(x[chosen], offset, hops).flatten(2)
        given = given + shake * torch.randn_like(given)
        wanted, counts = (_pairs(v[chosen], offset, hops).mean(2) for v in (truth, weight))
        losses = functional.binary_cross_entropy_with_logits(net(given), wanted, reduction="none")
        return (losses * counts).mean()

    for epoch in range(epochs):
        net.train()
        order = torch.tensor(rng.permutation(count))
        for start in range(0, count - batch + 1, batch):
            loss = loss_of(order[start : start + batch], int(rng.integers(0, 3)), shake=0.03)
            learner.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            learner.step()
            pace.step()
        net.eval()
        with torch.no_grad():
            print(f"epoch {epoch + 1}: {loss_of(torch.arange(count, len(x)), 0).item():.4f}", flush=True)
    return net


def rows(net):
    """The weights as rows of one number a channel, in the order of `SpeechNetworkTable`, and the output's own."""
    w = {name: value.detach().numpy().astype(float) for name, value in net.state_dict().items()}
    first = [w["first.bias"], *w["first.weight"].T]
    layers = []
    for i in range(len(STEPS)):
        layers += [*w[f"depth.{i}.weight"][:, 0].T, w[f"depth.{i}.bias"]]
        layers += [w[f"point.{i}.bias"], *w[f"point.{i}.weight"][:, :, 0].T]
    near = 3 * (TAPS + 2 + CHANNELS)
    return first, layers[:near], layers[near:] + [w["out.weight"][0, :, 0]], float(w["out.bias"][0])


def save(net, path):
    first, near, far, bias = rows(net)
    np.savez(path, first=first, near=near, far=far, bias=bias)


def write(net, folder):
    """Writes the table's sources."""
    first, near, far, bias = rows(net)
    texts = {
        "First": (first, "the first layer: what is added, then a row for each input"),
        "Near": (near, "the layers of steps 1, 2 and 4"),
        "Far": (far, "the layers of steps 8 and 16, then the shares of the output"),
    }
    for name, (weights, words) in texts.items():
        values = np.round(np.concatenate(weights) * UNIT).astype(int)
        assert abs(values).max() < 32768, "a weight is too great for its table"
        lines, line = [], " " * 7
        for value in values:
            if len(line) + len(f" {value},") > 100:
                lines.append(line)
                line = " " * 7
            line += f" {value},"
        last = f"\n    /// What is added to the output, likewise.\n    static let outputBias = {round(bias * UNIT)}\n"
        (folder / f"SpeechWeights{name}.swift").write_text(
            f"extension SpeechNetworkTable {{\n    /// What was learnt of {words}.\n    ///\n"
            f"    /// Units: 1/{UNIT}. Written by `scripts/train-detector`.\n"
            f"    static let {name.lower()}Weights: [Int16] = [\n" + "\n".join([*lines, line]) + "\n    ]\n"
            + (last if name == "Far" else "") + "}\n")
