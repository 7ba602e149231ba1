import type { ImportView, Proposal } from '@assay/sdk';
import type { Page } from './page.js';
import { table } from './table.js';
import { brief, plural } from './text.js';

const versions = ({ manifest, previousVersion, state }: Proposal): string =>
  previousVersion && state !== 'unchanged' ? `${previousVersion} → ${manifest.version}` : manifest.version;

const shown = (value: unknown): string => (value === undefined ? 'nothing' : brief(JSON.stringify(value), 60));

function remarks({ manifest, state, changes, problems, notes }: Proposal): string {
  if (state === 'invalid') return problems.map(({ path, message }) => `${path || '(whole)'}: ${message}`).join('; ');
  const changed = changes.map(({ path, before, after }) => `${path}: ${shown(before)} became ${shown(after)}`);
  return [...changed, ...notes].join('; ') || brief(manifest.description, 90);
}

const order = { invalid: 0, changed: 1, new: 2, unchanged: 3 } as const;

function painted(state: Proposal['state'], page: Page): string {
  if (state === 'invalid') return page.bad(state);
  if (state === 'unchanged') return page.dim(state);
  return state === 'changed' ? page.warn(state) : page.good(state);
}

/** What an import found, the things to look at first. */
export function proposalsText(found: ImportView, page: Page): string {
  if (found.proposals.length === 0) return `${found.server} lists no tools.`;
  const sorted = found.proposals.toSorted((a, b) => order[a.state] - order[b.state]);
  const rows = sorted.map((proposal) => [
    painted(proposal.state, page),
    proposal.manifest.name,
    versions(proposal),
    remarks(proposal),
  ]);
  const removed = found.removed.length > 0 ? [`No longer listed upstream: ${found.removed.join(', ')}`] : [];
  const leftOut = found.leftOut.map((it) => `Not offered: ${it}`);
  return [
    `${page.bold(found.server)}: ${plural(rows.length, 'tool')}`,
    table(page, ['STATE', 'TOOL', 'VERSION', 'REMARKS'], rows),
    ...removed,
    ...leftOut,
  ].join('\n');
}

/** Why an import ends without publishing. */
export function nothingToPublish({ proposals }: ImportView): string[] {
  const invalid = proposals.filter(({ state }) => state === 'invalid').length;
  if (invalid > 0) return [`Nothing to publish: ${plural(invalid, 'tool')} must be mended upstream first.`];
  return ['Nothing to publish: everything here is published already.'];
}
