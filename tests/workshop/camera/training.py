"""Teaches the app's network with examples: crops of them by the hundred thousand, in PyTorch.

A box's own network practises in plain numpy (:mod:`vision.practice`), which is enough for a minute of it; what the app
ships learns fifty times as long, and for that a library with a processor's fastest arithmetic. Both learn from the same
crops. Needs the extra ``teaching``.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.contents import FACTIONS
from vision.figures.colours import CLASSES
from vision.figures.network import FOLD, NOTHING, Batch, Layer, Network, folded
from vision.figures.pieces import FIRST_CLASS, HEIGHTS, HOME, INPUTS, LAYERS, LEVEL, SORTS
from vision.practice.crops import Crop, crop_of, forget
from vision.practice.shown import Shown
from vision.practice.steps import EDGE, stacked

SIDE = 64
"""Cells along a crop: larger ones than for practice waste less of their edges."""

CROPS = 32
PACE, DECAY, RISE = 1.5e-3, 1e-3, 200
KEPT = 0.998
"""Share of the average of all weights so far that a step leaves; it is the average that is shipped."""

SWAPPED, PATCHY, GRAINY = 0.5, 0.5, 0.3
"""How often the factions change places, a class of colours is lost here and there, and everything is grainy."""

TOLD_APART = 1.0
"""Weight of telling sorts apart, beside finding pieces."""

BASE_HILL = 0.7
"""Height from which on a place is about a base: the cell of its middle, and those beside it."""

AHEAD = 6


def teach(
    model: Network,
    photos: Sequence[Sequence[Shown]],
    steps: int,
    *,
    pace: float = PACE,
    seed: int = 1,
    tell: Callable[[int, float], None] = lambda step, loss: None,
) -> Network:
    """Returns a network that goes on from ``model`` by ``steps`` of :data:`CROPS` crops each, as many of each group of
    photos; ``tell`` hears step and loss. The same photos, steps and seed give the same network."""
    import torch

    # The other processor makes crops.
    torch.set_num_threads(1)
    weights = [torch.tensor(array, requires_grad=True) for layer in model.layers for array in _arrays(layer)]
    average = [weight.detach().clone() for weight in weights]
    optimiser = torch.optim.AdamW(weights, lr=pace, weight_decay=DECAY, betas=(0.9, 0.99))
    for step, batch in enumerate(_batches(photos, steps, seed)):
        now = pace * min(1.0, (step + 1) / RISE) * 0.5 * (1 + math.cos(math.pi * step / steps))
        for group in optimiser.param_groups:
            group["lr"] = now
        loss = _loss(torch, _outputs(torch, model, weights, batch[0]), *batch[1:])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 5.0)
        optimiser.step()
        share = min(KEPT, (step + 1) / (step + 21))
        for mean, weight in zip(average, weights, strict=True):
            mean.mul_(share).add_(weight.detach(), alpha=1 - share)
        tell(step, loss.item())
    arrays = [weight.numpy() for weight in average]
    return Network(
        [
            Layer(_points(arrays[2 * n]), arrays[2 * n + 1], layer.hole, layer.joins)
            for n, layer in enumerate(model.layers)
        ]
    )


def _arrays(layer: Layer) -> tuple[Batch, Batch]:
    """Returns weights (out x in x rows x columns) and bias of a layer as the library wants them."""
    side = math.isqrt(len(layer.weights))
    weights = layer.weights.reshape(side, side, *layer.weights.shape[1:]).transpose(3, 2, 0, 1)
    return np.ascontiguousarray(weights), layer.bias.copy()


def _points(weights: Batch) -> Batch:
    """Returns weights as a layer has them."""
    outside, inside, *square = weights.shape
    return np.ascontiguousarray(weights.transpose(2, 3, 1, 0).reshape(math.prod(square), inside, outside))


def _outputs(torch: Any, model: Network, weights: Sequence[Any], inputs: NDArray[np.int16]) -> Any:
    """Returns what the network says of a batch of folded inputs: N x outputs x rows x columns, folded."""
    pictures = torch.from_numpy(inputs).view(torch.bfloat16).permute(0, 3, 1, 2)
    before = values = pictures.contiguous(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16):
        for number, layer in enumerate(model.layers):
            out = torch.nn.functional.conv2d(
                values, *weights[2 * number : 2 * number + 2], padding=layer.hole, dilation=max(layer.hole, 1)
            )
            out = out + before if layer.joins else out
            before, values = values, torch.relu(out)
    return out.float()


def _loss(torch: Any, outputs: Any, *aims: Batch) -> Any:
    """Returns the loss of :func:`vision.practice.crops.slope_of`, of folded outputs and aims (hills, kinds, judged)."""
    edge = slice(EDGE // FOLD, -EDGE // FOLD)
    n, _, rows, columns = outputs.shape
    cells = outputs.view(n, FOLD**2, -1, rows, columns)[..., edge, edge]
    hills, kinds, judged = (
        torch.from_numpy(aim).permute(0, 3, 1, 2).view(n, FOLD**2, -1, rows, columns)[..., edge, edge] for aim in aims
    )
    logits, shapes = cells[:, :, : len(SORTS)], cells[:, :, len(SORTS) :]
    hills = torch.where(judged > 0, hills, torch.zeros_like(hills))
    kinds = kinds * judged[:, :, SORTS.index(FACTIONS[0]), None]
    p, top = torch.sigmoid(logits), hills == 1
    there_is = (1 - p) ** 2 * torch.nn.functional.logsigmoid(logits)
    nothing = (1 - hills) ** 4 * p**2 * torch.nn.functional.logsigmoid(-logits)
    loss = -(judged * torch.where(top, there_is, nothing)).sum() / top.sum().clamp(min=1)
    there = kinds.sum(2, keepdim=True)
    aim = kinds / there.clamp(min=1)
    weight = (there > 0) / (there > 0).sum().clamp(min=1)
    loss = loss - (weight * aim * torch.nn.functional.log_softmax(shapes, 2)).sum()
    return loss + TOLD_APART * _mistaken(torch, logits, hills, judged)


def _mistaken(torch: Any, logits: Any, hills: Any, judged: Any) -> Any:
    """Returns how far the sorts of pieces are taken for each other: the mean cross entropy at and about their bases.

    The hills say of each sort alone whether one is there, and what is nearly told counts for next to nothing there; so
    they are slow to teach which of two sorts that look alike a piece is.
    """
    figures = [number for number, sort in enumerate(SORTS) if sort != HOME]
    logits, hills, judged = (values[:, :, figures] for values in (logits, hills, judged))
    logits = torch.where(judged > 0, logits, torch.full_like(logits, NOTHING))
    height, true = hills.max(2)
    at = height > BASE_HILL
    wrong = -torch.nn.functional.log_softmax(logits, 2).gather(2, true.unsqueeze(2)).squeeze(2)
    return (wrong * at).sum() / at.sum().clamp(min=1)


# ---- crops, made by another thread


Folded = tuple[NDArray[np.int16], Batch, Batch, Batch]
"""A batch of crops, folded: the inputs as the upper halves of their floats (bfloat16), hills, kinds, judged."""


def _batches(photos: Sequence[Sequence[Shown]], steps: int, seed: int) -> Iterator[Folded]:
    """Yields the batches of so many steps; some are made ahead, by another thread."""
    numbers = iter(range(steps))
    with ThreadPoolExecutor(1) as pool:
        coming = deque(pool.submit(_batch, photos, seed, number) for number in islice(numbers, AHEAD))
        while coming:
            yield coming.popleft().result()
            coming.extend(pool.submit(_batch, photos, seed, number) for number in islice(numbers, 1))


def _batch(photos: Sequence[Sequence[Shown]], seed: int, number: int) -> Folded:
    rng = np.random.default_rng([seed, number])
    groups = [photos[int(n)] for n in rng.integers(len(photos), size=CROPS)]
    return batch_of([varied(crop_of(group[int(rng.integers(len(group)))], rng, SIDE), rng) for group in groups])


def batch_of(crops: Sequence[Crop]) -> Folded:
    """Returns crops as a batch, folded."""
    inputs, hills, kinds, judged = map(folded, stacked(crops))
    return (inputs.view(np.uint32) >> 16).astype(np.uint16).view(np.int16), hills, kinds, judged


def varied(crop: Crop, rng: np.random.Generator) -> Crop:
    """Returns a crop as another box might have shown it."""
    if rng.random() < SWAPPED:
        crop = swapped(crop)
    inputs = np.array(crop[0], np.float32)
    if rng.random() < PATCHY:
        _lose_here_and_there(inputs, rng)
    if rng.random() < GRAINY:
        pictures = inputs[..., : LEVEL * len(HEIGHTS)]
        pictures += rng.uniform(0.01, 0.06) * rng.standard_normal(pictures.shape, np.float32)
    return (inputs, *crop[1:])


def swapped(crop: Crop) -> Crop:
    """Returns a crop in which each faction stands where the other stood; kinds, which have their own figures in each,
    are not judged."""
    inputs, hills, kinds, judged = crop
    other = dict(zip(FACTIONS, reversed(FACTIONS), strict=True))

    def of_the_other(name: str) -> str:
        faction = next((faction for faction in FACTIONS if name.startswith(faction)), None)
        return name if faction is None else other[faction] + name.removeprefix(faction)

    order = list(range(INPUTS))
    for level in range(len(HEIGHTS)):
        first = level * LEVEL + FIRST_CLASS
        for number, name in enumerate(CLASSES):
            order[first + number] = first + CLASSES.index(of_the_other(name))
    sorts = [SORTS.index(of_the_other(sort)) for sort in SORTS]
    return inputs[..., order], hills[..., sorts], np.zeros_like(kinds), judged[..., sorts]


def _lose_here_and_there(inputs: Batch, rng: np.random.Generator) -> None:
    """Makes a class of colours something unknown in parts of a crop, the same parts on all heights."""
    rows, columns = inputs.shape[:2]
    strength = np.float32(rng.uniform(0.1, 0.6))
    clouds = cv2.resize(rng.standard_normal((8, 8), np.float32), (columns, rows), interpolation=cv2.INTER_CUBIC)
    left = np.exp(np.clip(strength * clouds, -1.5, 0))
    lost = int(rng.integers(FIRST_CLASS, LAYERS))
    for level in range(len(HEIGHTS)):
        forget(inputs[..., level * LEVEL : level * LEVEL + LAYERS], lost, 1 - left)
