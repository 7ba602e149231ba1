import type { Annotations, Entry } from '@assay/sdk';
import type { Page } from './page.js';
import { parameterTable } from './parameters.js';
import { pairs } from './table.js';
import { brief, wrap } from './text.js';

const hints: readonly [keyof Annotations, string][] = [
  ['readOnlyHint', 'read-only'],
  ['destructiveHint', 'destructive'],
  ['idempotentHint', 'idempotent'],
  ['openWorldHint', 'open world'],
  ['honoursKey', 'supports idempotency keys'],
];

function behaviour(annotations: Annotations | undefined): string {
  const said = hints.filter(([hint]) => annotations?.[hint] === true).map(([, words]) => words);
  return said.join(', ') || 'none declared';
}

function latency(sla: Entry['sla']): string | undefined {
  if (!sla) return undefined;
  const percentiles = [
    ['p50', sla.p50Ms],
    ['p95', sla.p95Ms],
    ['p99', sla.p99Ms],
  ] as const;
  return percentiles
    .filter(([, ms]) => ms !== undefined)
    .map(([name, ms]) => `${name} ${ms} ms`)
    .join(', ');
}

/** The tools a composition names, as far as they fit on a line. */
function partsOf(definition: unknown): string[] {
  const named = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value))
      if (name === 'tool' && typeof member === 'string') named.add(member);
      else if (name !== 'input' && name !== 'inputMapping' && name !== 'arguments') visit(member);
  };
  visit(definition);
  const all = [...named];
  return all.length <= maxNamed ? all : [...all.slice(0, maxNamed), `${all.length - maxNamed} more`];
}

const maxNamed = 10;

const place = ({ protocol, endpoint }: Entry): string => {
  if (protocol === 'composite') return `a ${endpoint.notation} of ${partsOf(endpoint.definition).join(', ')}`;
  const target = endpoint.server ?? endpoint.url ?? endpoint.address;
  return typeof target === 'string' ? `${protocol}, ${target}` : protocol;
};

const heldText = ({ heldForReview, findings: [first] = [] }: Entry): string => {
  const cause =
    first === undefined ? '' : `: ${first.rule} at ${first.path || 'several places'}, "${brief(first.excerpt, 120)}"`;
  return `held for review since ${heldForReview?.since}${cause} (assay reviews show ${heldForReview?.review})`;
};

function facts(entry: Entry, page: Page): string {
  const trust = `${entry.trustScore.toFixed(2)} (confidence ${entry.confidence.toFixed(2)}, ${entry.trustView} view), ${entry.usageCount} calls`;
  return pairs(page, [
    ['status', `${entry.status}, ${entry.stage}, ${entry.visibility}`],
    ['why', entry.statusReason ?? undefined],
    ['held', entry.heldForReview ? page.warn(heldText(entry)) : undefined],
    ['quarantined', entry.quarantined ? page.bad(entry.quarantined.finding) : undefined],
    ['revoked', entry.revocation ? page.bad(`since ${entry.revocation.since}: ${entry.revocation.reason}`) : undefined],
    ['sunset', entry.sunsetAt ?? undefined],
    ['provider', entry.provider],
    ['trust', trust],
    ['rating', entry.rating === null ? undefined : `${entry.rating.toFixed(1)} of 5`],
    ['capabilities', entry.capabilities?.join(', ')],
    ['behaviour', behaviour(entry.annotations)],
    ['needs scopes', entry.auth?.scopes?.join(', ')],
    ['latency', latency(entry.sla)],
    ['cost', entry.costPerCallUsd === undefined ? undefined : `${entry.costPerCallUsd} USD per call`],
    ['endpoint', place(entry)],
    ['published', `${entry.publishedAt} by ${entry.createdBy}`],
    ['published as', entry.publishedAs ?? undefined],
    ['digest', entry.manifestDigest],
    ['signed by', entry.signatures.map(({ by, keyId }) => `the ${by} (key ${keyId})`).join(', ') || undefined],
  ]);
}

/** Everything about one version, its schemas as tables. */
export function entryText(entry: Entry, page: Page): string {
  const title = entry.title && entry.title !== entry.name ? `  ${entry.title}` : '';
  const description = Number.isFinite(page.width) ? wrap(entry.description, page.width).join('\n') : entry.description;
  const output = entry.outputSchema
    ? [page.bold('Output'), parameterTable(page, entry.outputSchema).replace('PARAMETER', 'MEMBER   ')]
    : [page.dim('Output: not declared; returned as the tool sends it.')];
  return [
    `${page.bold(`${entry.name}@${entry.version}`)}${title}`,
    description,
    '',
    facts(entry, page),
    '',
    page.bold('Input'),
    parameterTable(page, entry.inputSchema),
    '',
    ...output,
  ].join('\n');
}
