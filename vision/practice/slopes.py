"""How a network of :mod:`vision.figures.network` learns: its slopes and its steps downhill."""

from __future__ import annotations

import numpy as np

from vision.figures.network import OFFSETS, Batch, Layer, Network, folded, rectified, surroundings, unfolded, widened


def parameters(model: Network) -> list[Batch]:
    """Returns weights and bias of each layer: the arrays themselves."""
    return [array for layer in model.layers for array in (layer.weights, layer.bias)]


def backward(layer: Layer, values: Batch, slope: Batch, further: bool = True) -> tuple[Batch, Batch, Batch]:
    """Returns the slopes of weights, bias and input (zero unless ``further``) by the slope of the output."""
    _, rows, columns, inside = values.shape
    hole, flat = layer.hole, layer.weights.reshape(-1, layer.bias.size)
    lines = slope.reshape(-1, slope.shape[3])
    by_bias = lines.sum(axis=0)
    if hole == 0:
        by_values = (lines @ flat.T).reshape(values.shape) if further else np.zeros_like(values)
        return (values.reshape(-1, inside).T @ lines)[None], by_bias, by_values
    seen = widened(values, hole)
    by_weights, around = np.zeros_like(flat), np.zeros_like(seen)
    for picture, own, into in zip(seen, slope, around, strict=True):
        part = own.reshape(rows * columns, -1)
        by_weights += surroundings(picture, hole).T @ part
        if further:
            shares = (part @ flat.T).reshape(rows, columns, len(OFFSETS), inside)
            for k, (dy, dx) in enumerate(OFFSETS):
                top, left = hole * (1 + dy), hole * (1 + dx)
                into[top : top + rows, left : left + columns] += shares[:, :, k]
    inner = around[:, hole : hole + rows, hole : hole + columns]
    return by_weights.reshape(layer.weights.shape), by_bias, np.ascontiguousarray(inner)


def kept(model: Network, values: Batch) -> list[Batch]:
    """Returns the input of every layer (folded) and the network's output: what :func:`slopes` needs."""
    chain = [folded(values)]
    for number, layer in enumerate(model.layers[:-1]):
        chain.append(rectified(layer, chain[-1], chain[max(number - 1, 0)]))
    chain.append(unfolded(model.layers[-1].forward(chain[-1]), *values.shape[1:3]))
    return chain


def slopes(model: Network, chain: list[Batch], slope: Batch) -> list[Batch]:
    """Returns the slopes of all parameters, in the order of :func:`parameters`, by the slope of the output."""
    found: list[Batch] = []
    slope, beside = folded(slope), {}
    for number in range(len(model.layers) - 1, -1, -1):
        layer = model.layers[number]
        if layer.joins:
            beside[number - 1] = slope
        by_weights, by_bias, slope = backward(layer, chain[number], slope, number > 0)
        found[:0] = [by_weights, by_bias]
        if number in beside:
            slope += beside.pop(number)
        if number:
            slope *= chain[number] > 0
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
