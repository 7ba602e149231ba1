/** What of a call policies look at beside who calls and what: it says how long a decision holds. */
export interface PolicyReads {
  /** Names of arguments at the top; `all` when they are taken as a whole. */
  readonly arguments: ReadonlySet<string> | 'all';
  readonly time: boolean;
  readonly trust: boolean;
  /** Of arguments or of a result. */
  readonly findings: boolean;
}

export const readsNothing: PolicyReads = { arguments: new Set(), time: false, trust: false, findings: false };

export const bothRead = (one: PolicyReads, other: PolicyReads): PolicyReads => ({
  arguments:
    one.arguments === 'all' || other.arguments === 'all' ? 'all' : new Set([...one.arguments, ...other.arguments]),
  time: one.time || other.time,
  trust: one.trust || other.trust,
  findings: one.findings || other.findings,
});

/**
 * Whether a call needs a decision of its own: policies look at the time, or at an argument that it has. That it lacks all
 * of those they look at is the same for all such calls.
 */
export const varies = ({ arguments: names, time }: PolicyReads, input: Readonly<Record<string, unknown>>): boolean =>
  time || names === 'all' || [...names].some((it) => Object.hasOwn(input, it));

/** The arguments that policies look at; what they do not is not handed to them. */
export function readArguments(
  { arguments: names }: PolicyReads,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (names === 'all') return input;
  return Object.fromEntries([...names].filter((it) => Object.hasOwn(input, it)).map((it) => [it, input[it]]));
}
