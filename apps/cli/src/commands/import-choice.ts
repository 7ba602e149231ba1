import type { ConfirmImport, ImportView, Proposal } from '@assay/sdk';
import { UsageError } from '../usage-error.js';

/** What the upstream calls the tool, by which a person knows it; of an operation, what follows the server's name. */
function upstreamName({ manifest: { name, endpoint } }: Proposal, server: string): string {
  if (typeof endpoint.tool === 'string') return endpoint.tool;
  return name.startsWith(`${server}.`) ? name.slice(server.length + 1) : name;
}

const isNamed = (proposal: Proposal, server: string, name: string): boolean =>
  name === '*' || name === proposal.manifest.name || name === upstreamName(proposal, server);

function selected(found: ImportView, names: readonly string[], option: string): Proposal[] {
  for (const name of names) {
    if (!found.proposals.some((proposal) => isNamed(proposal, found.server, name))) {
      const known = found.proposals.map((it) => upstreamName(it, found.server)).join(', ') || 'none';
      throw new UsageError(`${option}: ${found.server} has no tool "${name}". It has: ${known}.`);
    }
  }
  return found.proposals.filter((proposal) => names.some((name) => isNamed(proposal, found.server, name)));
}

/**
 * Which proposals are to be published, and what was said of them: those that are new or changed unless `only` names
 * others, `readOnly` for tools that are declared to change nothing, and `annotate` for those whose proposed annotations
 * are confirmed.
 */
export function choiceOf(
  found: ImportView,
  {
    only,
    readOnly,
    annotate,
    acceptFindings,
  }: {
    readonly only?: string[];
    readonly readOnly?: string[];
    readonly annotate?: string[];
    readonly acceptFindings?: boolean;
  },
): ConfirmImport {
  const chosen = only ? selected(found, only, '--only') : found.proposals;
  const publishable = chosen.filter(({ state }) => state === 'new' || state === 'changed');
  const include = publishable.map(({ manifest }) => manifest.name);
  const declared = selected(found, readOnly ?? [], '--read-only').filter(({ manifest }) =>
    include.includes(manifest.name),
  );
  const accepted = selected(found, annotate ?? [], '--annotate')
    .filter((it) => it.proposedAnnotations !== undefined && include.includes(it.manifest.name))
    .map(({ manifest }) => manifest.name);
  const choice = {
    include,
    ...(accepted.length > 0 && { acceptAnnotations: accepted }),
    ...(acceptFindings && { acceptFindings: true }),
  };
  if (declared.length === 0) return choice;
  const edits = declared.map(({ manifest }) => {
    const annotations = { ...manifest.annotations, readOnlyHint: true, destructiveHint: false };
    return [manifest.name, { annotations }] as const;
  });
  return { ...choice, edits: Object.fromEntries(edits) };
}
