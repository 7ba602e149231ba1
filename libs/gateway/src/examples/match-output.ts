import { canonicalJson, isObject, pointerStep } from '@assay/kernel';
import { definitionDiff } from '@assay/registry';

/** How an example's output is compared: `schema` leaves it to the output schema alone. */
export interface ExpectedOutput {
  readonly output?: unknown;
  readonly match?: 'exact' | 'subset' | 'schema' | undefined;
}

const maxShown = 120;

/**
 * Where an output differs from an example's expectation, in words; null when it matches. An example that names an
 * output expects exactly it by default, one without only a valid output.
 */
export function mismatch(expected: ExpectedOutput, actual: unknown): string | null {
  const { output, match = output === undefined ? 'schema' : 'exact' } = expected;
  if (match === 'schema' || output === undefined) return null;
  if (match === 'subset') return missing(output, actual, '');
  const [first] = definitionDiff(output, actual);
  return first === undefined ? null : sentence(first.path, first.before, first.after);
}

/**
 * Members of an expected object must be there, whatever else is; arrays have as many items, each of them at least what
 * is expected; everything else is equal.
 */
function missing(expected: unknown, actual: unknown, path: string): string | null {
  if (isObject(expected) && isObject(actual)) {
    return first(Object.keys(expected), (key) =>
      missing(expected[key], Object.hasOwn(actual, key) ? actual[key] : undefined, path + pointerStep(key)),
    );
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    return first([...expected.keys()], (index) => missing(expected[index], actual[index], `${path}/${index}`));
  }
  return canonicalJson(expected) === canonicalJson(actual) && actual !== undefined
    ? null
    : sentence(path, expected, actual);
}

function first<T>(items: readonly T[], find: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

const sentence = (path: string, expected: unknown, actual: unknown): string =>
  `${path === '' ? 'the output' : path} should be ${shown(expected)} and is ${shown(actual)}`;

function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = canonicalJson(value);
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}… (${text.length} characters)`;
}
