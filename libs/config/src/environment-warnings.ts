import { variables } from './variables.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Names that other parts of Assay read: the command line, the SDK and the tests. */
const readElsewhere = new Set(['ASSAY_URL', 'ASSAY_API_KEY', 'ASSAY_TEST_DATABASE_URL', 'ASSAY_SOAK']);

/** Public names this version does not act on yet; silence would let people believe that it does. */
const withoutEffect = ['ASSAY_ROLES', 'OTEL_EXPORTER_OTLP_ENDPOINT'];

/** Fewest single-character changes that turn `a` into `b`, row by row. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current[column] = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** The known name a typo most likely meant; none when nothing is within three changes. */
function nearest(name: string): string | undefined {
  const ranked = Object.keys(variables)
    .map((known) => ({ known, distance: editDistance(name, known) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= 3 ? best.known : undefined;
}

const unknownName = (name: string): string => {
  const meant = nearest(name);
  return `${name} is not a variable of Assay and has no effect${meant ? `; did you mean ${meant}?` : '.'}`;
};

/** What looks like a mistake but does not prevent a start. Names only, never values. */
export function environmentWarnings(env: Environment): string[] {
  const given = Object.keys(env)
    .filter((name) => env[name]?.trim())
    .sort();
  const known = (name: string) =>
    Object.hasOwn(variables, name) || readElsewhere.has(name) || withoutEffect.includes(name);
  return [
    ...given.filter((name) => name.startsWith('ASSAY_') && !known(name)).map(unknownName),
    ...withoutEffect
      .filter((name) => given.includes(name))
      .map((name) => `${name} is set, but this version does not use it yet.`),
  ];
}
