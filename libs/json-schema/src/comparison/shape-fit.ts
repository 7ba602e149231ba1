import { identityText } from '../json-value.js';
import { sameAtom } from './atoms.js';
import type { Decide, Fit, FitContext } from './fit.js';
import type { Meaning } from './meaning.js';
import { itemAt } from './meet.js';
import { dividesAll, edgeNumbers, isMultiple } from './numbers.js';
import { objectFit } from './object-fit.js';
import type { Relation } from './relation.js';
import { edgeTexts, type Samples, sizeCap } from './samples.js';
import type { ArrayShape, Contained, Json, NumberShape, Shape, StringShape } from './shape.js';

/** Whether one shape is included in another: every condition of the taker's must follow from one of the giver's. */
export class ShapeFit {
  readonly #context: FitContext;

  constructor(meaning: Meaning, relation: Relation, samples: Samples, decide: Decide) {
    this.#context = { meaning, relation, samples, decide };
  }

  of(giver: Shape, taker: Shape): Fit {
    this.#context.meaning.space.spend();
    const kind = this.#ofKind(giver, taker);
    const conditions =
      taker.atoms.every((it) => giver.atoms.some((other) => sameAtom(it, other))) &&
      areAmong(giver.values, taker.values) &&
      taker.excluded.every((it) => this.#isOutside(giver, it));
    return { holds: kind.holds && conditions, hints: [...kind.hints, ...taker.excluded] };
  }

  #isOutside(giver: Shape, value: Json): boolean {
    const text = identityText(value);
    return giver.excluded.some((it) => identityText(it) === text) || this.#context.meaning.fits(giver, value) === false;
  }

  #ofKind(giver: Shape, taker: Shape): Fit {
    switch (giver.type) {
      case 'number':
        return numberFit(giver, taker as NumberShape);
      case 'string':
        return stringFit(giver, taker as StringShape);
      case 'array':
        return arrayFit(this.#context, giver, taker as ArrayShape);
      case 'object':
        return objectFit(this.#context, giver, taker as typeof giver);
      default:
        return { holds: true, hints: [] };
    }
  }
}

function areAmong(values: readonly Json[] | undefined, others: readonly Json[] | undefined): boolean {
  if (others === undefined) return true;
  const known = new Set(others.map(identityText));
  return values?.every((it) => known.has(identityText(it))) ?? false;
}

function numberFit(giver: NumberShape, taker: NumberShape): Fit {
  const low = giver.min > taker.min || (giver.min === taker.min && (giver.minOpen || !taker.minOpen));
  const high = giver.max < taker.max || (giver.max === taker.max && (giver.maxOpen || !taker.maxOpen));
  const multiples = taker.multiples.every((it) => giver.multiples.some((mine) => dividesAll(mine, it)));
  const others = taker.notMultiples.every((it) => giver.notMultiples.some((mine) => isMultiple(it, mine) === true));
  return { holds: low && high && multiples && others, hints: edgeNumbers([giver, taker]) };
}

function stringFit(giver: StringShape, taker: StringShape): Fit {
  const holds = giver.min >= taker.min && giver.max <= taker.max;
  const plain = holds && taker.atoms.length === 0 && taker.values === undefined;
  return { holds, hints: plain ? [] : [...edgeTexts([giver, taker])] };
}

function arrayFit(context: FitContext, giver: ArrayShape, taker: ArrayShape): Fit {
  const items = itemsFit(context, giver, taker);
  const unique = !taker.unique || giver.unique || giver.max <= 1;
  const contains = taker.contains.every((it) => isContained(context, giver, it));
  const holds = items.holds && unique && contains && giver.min >= taker.min && giver.max <= taker.max;
  return holds ? { holds, hints: [] } : { holds, hints: [...items.hints, ...arrayHints(context, giver, taker)] };
}

function itemsFit({ decide, samples }: FitContext, giver: ArrayShape, taker: ArrayShape): Fit {
  const listed = Math.max(giver.prefix.length, taker.prefix.length);
  const hints: Json[] = [];
  let holds = true;
  for (let i = 0; i <= listed && i < giver.max; i += 1) {
    const outcome = decide(itemAt(giver, i), itemAt(taker, i));
    if (outcome.verdict === 'holds') continue;
    holds = false;
    if (outcome.verdict === 'unknown') continue;
    hints.push(samples.array(giver, Math.max(giver.min, i + 1), new Map([[i, outcome.witness]])));
  }
  return { holds, hints: hints.filter((it) => it !== undefined) };
}

/** "Some items match" follows from a condition of the same kind, or from all items matching. */
function isContained({ decide, relation }: FitContext, giver: ArrayShape, { item, min, max }: Contained): boolean {
  const all = Array.from({ length: giver.prefix.length + 1 }, (_, i) => itemAt(giver, i));
  const minCount =
    min === 0 ||
    giver.contains.some((it) => it.min >= min && decide(it.item, item).verdict === 'holds') ||
    (giver.min >= min && all.every((it) => decide(it, item).verdict === 'holds'));
  const maxCount =
    giver.max <= max ||
    (relation === 'strict' && giver.contains.some((it) => it.max <= max && decide(item, it.item).verdict === 'holds'));
  return minCount && maxCount;
}

function arrayHints({ samples }: FitContext, giver: ArrayShape, taker: ArrayShape): Json[] {
  const lengths = [giver.min, taker.min - 1, taker.max + 1, giver.max].filter((it) => it >= giver.min && it <= sizeCap);
  const sized = lengths.map((it) => samples.array(giver, it));
  const item = samples.of(itemAt(giver, 0))[0];
  const twice =
    taker.unique && item !== undefined
      ? samples.array(
          giver,
          Math.max(2, giver.min),
          new Map([
            [0, item],
            [1, item],
          ]),
        )
      : undefined;
  const contained = taker.contains
    .filter((it) => Number.isFinite(it.max))
    .map((it) => samples.array(giver, Math.max(it.max + 1, giver.min)));
  return [...sized, twice, ...contained, ...samples.ofShape(giver)].filter((it) => it !== undefined);
}
