import type { Difference } from './schema-difference.js';

/**
 * The input of a message. `keyword` is a schema keyword, or added, needed, removed for properties; empty for a whole
 * schema.
 */
export interface Consequence {
  readonly keyword: string;
  readonly role: 'input' | 'output';
  readonly kind: Difference['kind'];
  readonly before: unknown;
  readonly after: unknown;
  /** Accepted before and rejected now (for an output: produced now and not before). Always certain. */
  readonly example?: unknown;
}

const exampleCap = 120;

/** One sentence that states the difference and its consequence. */
export function sentence(it: Consequence): string {
  const own = properties[it.keyword]?.(it) ?? listed(it);
  return own ?? `${subject(it)}${effect(it)}.`;
}

const written = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > exampleCap ? `${text.slice(0, exampleCap)}…` : text;
};

const properties: Readonly<Record<string, (it: Consequence) => string>> = {
  added: ({ role }) => (role === 'input' ? 'The property is new and optional.' : 'The property is new in the answer.'),
  needed: ({ role }) =>
    role === 'input'
      ? 'The property is new and required: calls that were right so far do not have it.'
      : 'The property is new and always in the answer.',
  removed: ({ role, kind }) => {
    if (role === 'output') {
      return kind === 'breaking'
        ? 'The property was always in the answer and no longer is.'
        : 'The property is no longer in the output.';
    }
    return kind === 'breaking'
      ? 'The property is no longer part of the input: whatever callers put there would be refused or ignored.'
      : 'The property is no longer listed, and still accepted.';
  },
};

/** Lists that gained or lost members. */
function listed({ keyword, role, before, after, kind }: Consequence): string | undefined {
  if (!['enum', 'required', 'type'].includes(keyword) || kind === 'text' || kind === 'unknown') return undefined;
  const [older, newer] = [asList(before), asList(after)];
  if (older === undefined || newer === undefined) return undefined;
  const words = (values: readonly unknown[]) => values.slice(0, 10).map(written).join(', ');
  const added = lacking(newer, older);
  const dropped = lacking(older, newer);
  const parts = {
    enum: [`now allows ${words(added)}`, `no longer allows ${words(dropped)}`],
    required: [
      `now ${role === 'input' ? 'asks for' : 'always has'} ${words(added)}`,
      `no longer ${role === 'input' ? 'asks for' : 'always has'} ${words(dropped)}`,
    ],
    type: [`now may be ${words(added)}`, `may no longer be ${words(dropped)}`],
  }[keyword as 'enum' | 'required' | 'type'];
  const reports = [added.length > 0 ? parts[0] : '', dropped.length > 0 ? parts[1] : ''].filter((it) => it !== '');
  if (reports.length === 0) return undefined;
  return `The ${role} ${reports.join(' and ')}.`;
}

function lacking(values: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = new Set(others.map((it) => JSON.stringify(it)));
  return values.filter((it) => !known.has(JSON.stringify(it)));
}

const asList = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? value : value === undefined ? undefined : [value];

function subject({ keyword, before, after }: Consequence): string {
  if (keyword === '') return 'The schema is another';
  if (before === undefined) return `${keyword} is new`;
  if (after === undefined) return `${keyword} is gone`;
  const short = [before, after].every((it) => written(it).length <= 60);
  return short ? `${keyword} is ${written(after)}, it was ${written(before)}` : `${keyword} is another`;
}

function effect({ role, kind, example, keyword }: Consequence): string {
  if (textual.has(keyword)) return '';
  if (kind === 'text') return ', which changes nothing in the contract';
  if (kind === 'unknown') return ', and whether that breaks callers is undetermined';
  if (kind === 'additive') return role === 'input' ? ': more is accepted than before' : ': less is given than before';
  const shown = example === undefined ? '' : `, such as ${written(example)}`;
  return role === 'input'
    ? `: what was accepted no longer is${shown}`
    : `: what was never given may be given now${shown}`;
}

const textual = new Set([
  '$comment',
  'default',
  'deprecated',
  'description',
  'example',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
]);
