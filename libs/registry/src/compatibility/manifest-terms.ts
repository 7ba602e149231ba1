import type { Manifest } from '@assay/contracts';
import type { Difference } from '@assay/json-schema';
import { canonicalJson } from '@assay/kernel';
import { includesRange } from '../version-number.js';

type Kind = Difference['kind'];
type Term = (older: Manifest, newer: Manifest) => Difference[];

/**
 * Compares the promises of two manifests besides their schemas. Absent hints have the defaults of the Model Context
 * Protocol: not read-only, destructive unless read-only, not idempotent unless read-only, open-world.
 */
export const termDifferences = (older: Manifest, newer: Manifest): Difference[] =>
  Object.values(terms).flatMap((term) => term(older, newer));

const same = (a: unknown, b: unknown): boolean => a === b || canonicalJson(a ?? null) === canonicalJson(b ?? null);

const differing = (path: string, before: unknown, after: unknown, kind: Kind, message: string): Difference[] =>
  same(before, after) ? [] : [{ path, kind, message, before, after }];

const protocol: Term = (older, newer) =>
  differing(
    '/protocol',
    older.protocol,
    newer.protocol,
    'breaking',
    `The tool is reached over ${newer.protocol} now, it was ${older.protocol}.`,
  );

const endpoint: Term = (older, newer) =>
  older.protocol === newer.protocol
    ? differing(
        '/endpoint',
        older.endpoint,
        newer.endpoint,
        'text',
        'The tool lives elsewhere, over the same protocol.',
      )
    : [];

const isReadOnly = ({ annotations }: Manifest): boolean => annotations?.readOnlyHint ?? false;

/** Each hint with its default, and whether setting it is the stronger promise. */
const hints = [
  ['readOnlyHint', true, 'read-only', isReadOnly],
  ['destructiveHint', false, 'destructive', (it) => !isReadOnly(it) && (it.annotations?.destructiveHint ?? true)],
  ['idempotentHint', true, 'idempotent', (it) => isReadOnly(it) || (it.annotations?.idempotentHint ?? false)],
  ['honoursKey', true, 'sure to honour an idempotency key', (it) => it.annotations?.honoursKey ?? false],
] as const satisfies readonly (readonly [string, boolean, string, (manifest: Manifest) => boolean])[];

const annotations: Term = (older, newer) => {
  const found = hints.flatMap(([hint, better, words, read]) => {
    const after = read(newer);
    const kind = after === better ? 'additive' : 'breaking';
    const message = after ? `The tool is ${words} now.` : `The tool is no longer ${words}.`;
    return differing(`/annotations/${hint}`, read(older), after, kind, message);
  });
  const world = (it: Manifest) => it.annotations?.openWorldHint ?? true;
  const reach = world(newer) ? 'reaches outside systems now' : 'no longer reaches outside systems';
  return [
    ...found,
    ...differing('/annotations/openWorldHint', world(older), world(newer), 'additive', `The tool ${reach}.`),
  ];
};

const scopes: Term = (older, newer) => {
  const before = older.auth?.scopes ?? [];
  const after = newer.auth?.scopes ?? [];
  const added = after.filter((it) => !before.includes(it));
  const removed = before.filter((it) => !after.includes(it));
  if (added.length + removed.length === 0) return [];
  const kind = added.length > 0 ? 'breaking' : 'additive';
  const words = added.length > 0 ? `Callers need more scopes: ${added.join(', ')}.` : 'Callers need fewer scopes.';
  return [{ path: '/auth/scopes', kind, message: words, before, after }];
};

/**
 * Dropping the requirement for credentials asks less; any other change asks callers or administrators for something
 * new.
 */
const upstream: Term = (older, newer) => {
  const before = older.auth?.upstream ?? 'none';
  const after = newer.auth?.upstream ?? 'none';
  const words = { none: 'no credentials', caller: "each caller's own credentials", shared: 'shared credentials' };
  const kind = after === 'none' ? 'additive' : 'breaking';
  const moved = differing('/auth/upstream', before, after, kind, `The upstream is called with ${words[after]} now.`);
  const scheme = before === 'caller' && after === 'caller' ? 'breaking' : 'text';
  const how = 'The upstream takes its credentials in another way.';
  return [...moved, ...differing('/auth/scheme', older.auth?.scheme, newer.auth?.scheme, scheme, how)];
};

const classes = ['irreversible', 'side-effects', 'semantic', 'full'] as const;

/** Nothing needs undoing after a read-only tool; what others do not undo is irreversible. */
const classOf = (manifest: Manifest): (typeof classes)[number] =>
  manifest.compensation?.class ?? (isReadOnly(manifest) ? 'full' : 'irreversible');

const compensation: Term = (older, newer) => {
  const before = classOf(older);
  const after = classOf(newer);
  const weaker = classes.indexOf(after) < classes.indexOf(before);
  const message = `What the tool did is undone ${weaker ? 'less' : 'better'} than before: ${after}, it was ${before}.`;
  if (before !== after) {
    return [{ path: '/compensation/class', kind: weaker ? 'breaking' : 'additive', message, before, after }];
  }
  return differing('/compensation', older.compensation, newer.compensation, 'text', 'It is undone in another way.');
};

const visibilities = ['private', 'organisation', 'public'] as const;

/** A tool only ever narrows its namespace's visibility; without a value it narrows nothing. */
const visibility: Term = (older, newer) => {
  const before = older.visibility ?? 'public';
  const after = newer.visibility ?? 'public';
  const narrower = visibilities.indexOf(after) < visibilities.indexOf(before);
  const message = narrower ? 'Fewer callers can see the tool.' : 'More callers can see the tool.';
  return differing('/visibility', before, after, narrower ? 'breaking' : 'additive', message);
};

const platform: Term = (older, newer) => {
  const before = older.compatibility?.platform;
  const after = newer.compatibility?.platform;
  const wider = includesRange(after ?? '*', before ?? '*');
  const message = wider ? 'It runs on more platforms.' : 'It no longer runs on every platform it ran on.';
  return differing('/compatibility/platform', before, after, wider ? 'additive' : 'breaking', message);
};

/** A field whose every change is of the same kind. */
const plain =
  (field: keyof Manifest, kind: Kind, message: string): Term =>
  (older, newer) =>
    differing(`/${field}`, older[field], newer[field], kind, message);

/** What names a version, and schemas, which are compared by what they accept. */
const comparedElsewhere: Term = () => [];

const auth: Term = (older, newer) => [...scopes(older, newer), ...upstream(older, newer)];

/** What a change of each field means. A field that is added to the manifest needs a row here. */
const terms: { readonly [F in keyof Required<Manifest>]: Term } = {
  name: comparedElsewhere,
  version: comparedElsewhere,
  inputSchema: comparedElsewhere,
  outputSchema: comparedElsewhere,
  protocol,
  endpoint,
  annotations,
  auth,
  compensation,
  visibility,
  compatibility: platform,
  keepOlder: plain('keepOlder', 'text', 'It says something else about older majors.'),
  title: plain('title', 'text', 'The title is another.'),
  description: plain('description', 'text', 'The description is another.'),
  examples: plain('examples', 'text', 'The examples are others.'),
  testEndpoint: plain('testEndpoint', 'text', 'It is tested elsewhere.'),
  capabilities: plain('capabilities', 'additive', 'The tool is listed under other capabilities.'),
  limits: plain('limits', 'additive', 'Its messages are counted by other recipients or channels.'),
  cache: plain('cache', 'additive', 'Results are reused for another time, or by other callers.'),
  costPerCallUsd: plain('costPerCallUsd', 'additive', 'A call has another price.'),
  sla: plain('sla', 'additive', 'Other response times or another availability are promised.'),
  sanity: plain('sanity', 'additive', 'Its answers are checked by other predicates.'),
  security: plain('security', 'additive', 'Its audit is another.'),
};
