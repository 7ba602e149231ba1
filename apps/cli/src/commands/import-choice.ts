import type { ConfirmImport, ImportView, Proposal } from '@assay/sdk';
import { UsageError } from '../usage-error.js';

/** What the upstream calls the tool, by which a person knows it. */
const upstreamName = ({ manifest }: Proposal): string =>
  typeof manifest.endpoint.tool === 'string' ? manifest.endpoint.tool : manifest.name;

const isNamed = (proposal: Proposal, name: string): boolean =>
  name === '*' || name === proposal.manifest.name || name === upstreamName(proposal);

function selected(found: ImportView, names: readonly string[], option: string): Proposal[] {
  for (const name of names) {
    if (!found.proposals.some((proposal) => isNamed(proposal, name))) {
      const known = found.proposals.map(upstreamName).join(', ') || 'none';
      throw new UsageError(`${option}: ${found.server} has no tool "${name}". It has: ${known}.`);
    }
  }
  return found.proposals.filter((proposal) => names.some((name) => isNamed(proposal, name)));
}

/**
 * Which proposals are to be published, and what was said of them: those that are new or changed unless `only` names
 * others, and `readOnly` for tools that are declared to change nothing.
 */
export function choiceOf(found: ImportView, only: string[] | undefined, readOnly: string[] | undefined): ConfirmImport {
  const chosen = only ? selected(found, only, '--only') : found.proposals;
  const publishable = chosen.filter(({ state }) => state === 'new' || state === 'changed');
  const include = publishable.map(({ manifest }) => manifest.name);
  const declared = selected(found, readOnly ?? [], '--read-only').filter(({ manifest }) =>
    include.includes(manifest.name),
  );
  if (declared.length === 0) return { include };
  const edits = declared.map(({ manifest }) => {
    const annotations = { ...manifest.annotations, readOnlyHint: true, destructiveHint: false };
    return [manifest.name, { annotations }] as const;
  });
  return { include, edits: Object.fromEntries(edits) };
}
