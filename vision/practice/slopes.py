"""How a network of :mod:`vision.figures.network` learns: its slopes and its steps downhill."""

from __future__ import annotations

import numpy as np

from vision.figures.network import OFFSETS, Batch, Layer, Network, windows


def parameters(model: Network) -> list[Batch]:
    """Returns weights and bias of each layer: the arrays themselves."""
    return [array for layer in model.layers for array in (layer.weights, layer.bias)]


def backward(layer: Layer, values: Batch, slope: Batch, further: bool = True) -> tuple[Batch, Batch, Batch]:
    """Returns the slopes of weights, bias and input (zero unless ``further``) by the slope of the output."""
    _, rows, columns, inside = values.shape
    by_bias = slope.sum(axis=(0, 1, 2))
    if layer.hole == 0:
        flat, flat_slope = values.reshape(-1, inside), slope.reshape(-1, slope.shape[3])
        return (flat.T @ flat_slope)[None], by_bias, slope @ layer.weights[0].T
    by_weights, by_values = np.zeros_like(layer.weights), np.zeros_like(values)
    for k, (dy, dx) in enumerate(OFFSETS):
        target, source = windows(rows, columns, dy * layer.hole, dx * layer.hole)
        if target is None:
            continue
        part = np.ascontiguousarray(slope[target])
        by_weights[k] = values[source].reshape(-1, inside).T @ part.reshape(-1, part.shape[3])
        if further:
            by_values[source] += part @ layer.weights[k].T
    return by_weights, by_bias, by_values


def kept(model: Network, values: Batch) -> list[Batch]:
    """Returns the input of every layer and the output of the last: what :func:`slopes` needs."""
    chain = [values]
    for layer in model.layers[:-1]:
        chain.append(np.maximum(layer.forward(chain[-1]), 0))
    chain.append(model.layers[-1].forward(chain[-1]))
    return chain


def slopes(model: Network, chain: list[Batch], slope: Batch) -> list[Batch]:
    """Returns the slopes of all parameters, in the order of :func:`parameters`."""
    found: list[Batch] = []
    for number in range(len(model.layers) - 1, -1, -1):
        by_weights, by_bias, slope = backward(model.layers[number], chain[number], slope, number > 0)
        found[:0] = [by_weights, by_bias]
        if number:
            slope = slope * (chain[number] > 0)
    return found


class Adam:
    """Steps downhill with a pace of its own for every parameter."""

    def __init__(self, parameters: list[Batch]) -> None:
        self.parameters = parameters
        self.mean = [np.zeros_like(p) for p in parameters]
        self.square = [np.zeros_like(p) for p in parameters]
        self.steps = 0

    def step(self, slopes: list[Batch], pace: float, decay: float = 1e-4) -> None:
        """Moves the parameters one step against their slopes."""
        self.steps += 1
        size = float(np.sqrt(sum(float((s.astype(np.float64) ** 2).sum()) for s in slopes)))
        clip = min(1.0, 5.0 / max(size, 1e-9))
        for p, s, mean, square in zip(self.parameters, slopes, self.mean, self.square, strict=True):
            s = s * np.float32(clip)
            mean += 0.1 * (s - mean)
            square += 0.001 * (s * s - square)
            ahead = mean / (1 - 0.9**self.steps)
            spread = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            p -= np.float32(pace) * (ahead / spread + np.float32(decay) * p)
