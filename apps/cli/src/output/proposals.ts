import type { ImportView, Proposal } from '@assay/sdk';
import { isolationText } from './isolation.js';
import type { Page } from './page.js';
import { table } from './table.js';
import { brief, plural } from './text.js';

const versions = ({ manifest, previousVersion, state }: Proposal): string =>
  previousVersion && state !== 'unchanged' ? `${previousVersion} → ${manifest.version}` : manifest.version;

const shown = (value: unknown): string => (value === undefined ? 'nothing' : brief(JSON.stringify(value), 60));

/** Below it findings hold a version; from it on they also leave it quarantined. */
const quarantineScore = 0.6;

/** What holds a proposal for review, if anything, with the words that caused it. */
function finding({ findings: [first, ...more] = [], score = 0 }: Proposal): string[] {
  if (first === undefined) return [];
  const consequence = score >= quarantineScore ? 'held for review and quarantined' : 'held for review';
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return [`${consequence} (score ${score.toFixed(2)}): ${first.rule}: "${brief(first.excerpt, 120)}"${others}`];
}

/** Remarks that hold for most of the tools: said once, and not beside each tool. */
function sharedNotes(proposals: readonly Proposal[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { notes } of proposals) for (const note of new Set(notes)) counts.set(note, (counts.get(note) ?? 0) + 1);
  return new Map([...counts].filter(([, count]) => count > 1 && count > proposals.length / 2));
}

function remarks(proposal: Proposal, shared: ReadonlyMap<string, number>): string {
  const { manifest, state, changes, problems } = proposal;
  const notes = proposal.notes.filter((note) => !shared.has(note));
  if (state === 'invalid') return problems.map(({ path, message }) => `${path || '(whole)'}: ${message}`).join('; ');
  const changed = changes.map(({ path, before, after }) => `${path}: ${shown(before)} → ${shown(after)}`);
  return [...finding(proposal), ...changed, ...notes].join('; ') || brief(manifest.description, 90);
}

const order = { invalid: 0, changed: 1, new: 2, unchanged: 3 } as const;

function painted(state: Proposal['state'] | 'suspicious', page: Page): string {
  if (state === 'invalid') return page.bad(state);
  if (state === 'unchanged') return page.dim(state);
  return state === 'changed' || state === 'suspicious' ? page.warn(state) : page.good(state);
}

/** What an import found, the things to look at first. */
export function proposalsText(found: ImportView, page: Page): string {
  if (found.proposals.length === 0) return `${found.server} lists no tools.`;
  const rank = (it: Proposal) => order[it.state] - (it.findings?.length ? order.unchanged : 0);
  const sorted = found.proposals.toSorted((a, b) => rank(a) - rank(b));
  const shared = sharedNotes(sorted);
  const rows = sorted.map((proposal) => [
    painted(proposal.findings?.length ? 'suspicious' : proposal.state, page),
    proposal.manifest.name,
    versions(proposal),
    remarks(proposal, shared),
  ]);
  const removed = found.removed.length > 0 ? [`No longer listed upstream: ${found.removed.join(', ')}`] : [];
  const isolation = isolationText(found.isolation, page);
  const leftOut = found.leftOut.map((it) => `Not importable: ${it}`);
  return [
    `${page.bold(found.server)}: ${plural(rows.length, 'tool')}`,
    ...[...shared].map(([note, count]) => `${count === rows.length ? 'All' : `${count} of them`}: ${note}`),
    table(page, ['STATE', 'TOOL', 'VERSION', 'REMARKS'], rows),
    ...removed,
    ...leftOut,
    ...(isolation === undefined ? [] : [`Access once confirmed: ${isolation}. Change it with --isolation.`]),
  ].join('\n');
}

/** Why an import ends without publishing. */
export function nothingToPublish({ proposals }: ImportView): string[] {
  const invalid = proposals.filter(({ state }) => state === 'invalid').length;
  if (invalid > 0) return [`Nothing to publish: ${plural(invalid, 'tool')} must be fixed upstream first.`];
  return ['Nothing to publish: everything is already published.'];
}
