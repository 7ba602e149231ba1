import { identityText } from '../json-value.js';
import { ignoresOthers, isNamed, itemAt } from './meet.js';
import { isOfFormat, matches } from './membership-of-text.js';
import { isInside, isMultiple } from './numbers.js';
import type { Reading } from './reading.js';
import {
  type ArrayShape,
  type Atom,
  type Conjunction,
  everything,
  type Json,
  type JsonType,
  lengthOf,
  type NumberShape,
  nothing,
  type ObjectShape,
  type Shape,
  typeOf,
} from './shape.js';
import type { Space } from './space.js';

/** True, false, or undefined when uncertain. */
type Answer = boolean | undefined;

/** Conjunction of three-valued answers. */
function all(answers: Iterable<Answer>): Answer {
  let sure = true;
  for (const answer of answers) {
    if (answer === false) return false;
    if (answer === undefined) sure = false;
  }
  return sure ? true : undefined;
}

const opposite = (answer: Answer): Answer => (answer === undefined ? undefined : !answer);

/** Inputs of a membership decision: the shapes of a conjunction, and the work limit. */
interface ShapeSource {
  readonly space: Pick<Space, 'spend'>;
  shapes(conjunction: Conjunction, type: JsonType, reading: Reading): readonly Shape[];
  valueAt(shape: ObjectShape, name: string): Conjunction;
}

/** Decides whether single values belong to schemas. Three-valued: true and false are always certain. */
export class Membership {
  readonly #meaning: ShapeSource;

  constructor(meaning: ShapeSource) {
    this.#meaning = meaning;
  }

  ofConjunction(conjunction: Conjunction, value: Json, reading: Reading): Answer {
    if (conjunction === everything) return true;
    if (conjunction === nothing) return false;
    this.#meaning.space.spend();
    const shapes = this.#meaning.shapes(conjunction, typeOf(value), reading);
    let sure = true;
    for (const shape of shapes) {
      const fits = this.ofShape(shape, value, reading);
      if (fits === true) return true;
      if (fits === undefined) sure = false;
    }
    return sure ? false : undefined;
  }

  ofShape(shape: Shape, value: Json, reading: Reading): Answer {
    const { values, excluded } = shape;
    if (values !== undefined && !isAmong(values, value)) return false;
    if (excluded.length > 0 && isAmong(excluded, value)) return false;
    return all([this.#ofKind(shape, value, reading), ...shape.atoms.map((it) => this.#ofAtom(it, value, reading))]);
  }

  #ofKind(shape: Shape, value: Json, reading: Reading): Answer {
    switch (shape.type) {
      case 'number':
        return ofNumbers(shape, value as number);
      case 'string': {
        const length = lengthOf(value as string);
        return length >= shape.min && length <= shape.max;
      }
      case 'array':
        return all(this.#ofArrays(shape, value as Json[], reading));
      case 'object':
        return all(this.#ofObjects(shape, value as Record<string, Json>, reading));
      default:
        return true;
    }
  }

  *#ofArrays(shape: ArrayShape, items: readonly Json[], reading: Reading): Generator<Answer> {
    yield items.length >= shape.min && items.length <= shape.max;
    if (shape.unique) yield new Set(items.map(identityText)).size === items.length;
    for (const [i, item] of items.entries()) yield this.ofConjunction(itemAt(shape, i), item, reading);
    for (const { item: wanted, min, max } of shape.contains) {
      const answers = items.map((item) => this.ofConjunction(wanted, item, reading));
      const sure = answers.filter((it) => it === true).length;
      const maxCount = sure + answers.filter((it) => it === undefined).length;
      if (sure > max || maxCount < min) yield false;
      else if (sure < min || maxCount > max) yield undefined;
    }
  }

  *#ofObjects(shape: ObjectShape, value: Readonly<Record<string, Json>>, reading: Reading): Generator<Answer> {
    const keys = Object.keys(value);
    const ignores = reading === 'ignoring' && ignoresOthers(shape);
    const counted = ignores ? keys.filter((it) => isNamed(shape, it)) : keys;
    yield counted.length >= shape.min && counted.length <= shape.max;
    for (const [name, { required }] of shape.properties) if (required) yield Object.hasOwn(value, name);
    for (const name of keys) yield this.ofConjunction(this.#meaning.valueAt(shape, name), value[name], reading);
    for (const [name, other] of shape.implied) yield !Object.hasOwn(value, name) || Object.hasOwn(value, other);
    for (const wanted of shape.names) {
      for (const name of keys) yield this.ofConjunction(wanted, name, 'strict');
    }
  }

  /** Parts of an atom are checked as written; where unlisted names are ignored, that could reject a valid value. */
  #ofAtom({ negated, test }: Atom, value: Json, reading: Reading): Answer {
    const answer = this.#ofTest(test, value);
    if (reading === 'ignoring' && typeof value === 'object' && value !== null) return undefined;
    return negated ? opposite(answer) : answer;
  }

  #ofTest(test: Atom['test'], value: Json): Answer {
    switch (test.of) {
      case 'pattern':
        return typeof value === 'string' ? matches(test.source, value) : true;
      case 'format':
        return typeof value === 'string' ? isOfFormat(test.name, value) : true;
      case 'opaque':
        return undefined;
      default: {
        const answers = test.parts.map((it) => this.ofConjunction(it, value, 'strict'));
        const sure = answers.filter((it) => it === true).length;
        const maxCount = sure + answers.filter((it) => it === undefined).length;
        const minCount = test.of === 'all' ? answers.length : 1;
        const limit = test.of === 'one' ? 1 : answers.length;
        if (maxCount < minCount || sure > limit) return false;
        return sure >= minCount && maxCount <= limit ? true : undefined;
      }
    }
  }
}

/**
 * Lists of values as sets, created once per list: some are very long, and checked for each value of another such list.
 */
const sets = new WeakMap<readonly Json[], ReadonlySet<Json>>();

function isAmong(values: readonly Json[], value: Json): boolean {
  let set = sets.get(values);
  if (set === undefined) {
    set = new Set(values.map(keyOf));
    sets.set(values, set);
  }
  return set.has(keyOf(value));
}

/** Strings are marked, so that none is confused with a serialised object. */
const keyOf = (value: Json): Json => {
  if (typeof value === 'string') return `"${value}`;
  return typeof value === 'object' && value !== null ? identityText(value) : value;
};

function ofNumbers(shape: NumberShape, value: number): Answer {
  return all([
    isInside(shape, value),
    ...shape.multiples.map((it) => isMultiple(value, it)),
    ...shape.notMultiples.map((it) => opposite(isMultiple(value, it))),
  ]);
}
