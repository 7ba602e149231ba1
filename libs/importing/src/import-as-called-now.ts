import type { ConfirmImport } from '@assay/contracts';
import type { Aliases } from '@assay/identity';
import type { Import } from '@assay/registry';

type Names = Pick<Aliases, 'tool'>;

/** An import under the names its tools have at present: namespace or tool may have been renamed while it waited. */
export function importAsCalledNow(found: Import, aliases: Names): Import {
  return {
    ...found,
    proposals: found.proposals.map((it) => ({
      ...it,
      manifest: { ...it.manifest, name: aliases.tool(it.manifest.name) },
    })),
    upstreamDigests: renamedKeys(found.upstreamDigests, aliases),
    removed: found.removed.map((it) => aliases.tool(it)),
  };
}

/** A selection that names proposals as they were displayed. */
export const choiceAsCalledNow = (
  { include, edits, acceptAnnotations, acceptFindings }: ConfirmImport,
  aliases: Names,
): ConfirmImport => ({
  ...(include && { include: include.map((it) => aliases.tool(it)) }),
  ...(edits && { edits: renamedKeys(edits, aliases) }),
  ...(acceptAnnotations !== undefined && { acceptAnnotations: acceptedNow(acceptAnnotations, aliases) }),
  ...(acceptFindings !== undefined && { acceptFindings: acceptedNow(acceptFindings, aliases) }),
});

const acceptedNow = (accepted: boolean | readonly string[], aliases: Names): boolean | string[] =>
  typeof accepted === 'boolean' ? accepted : accepted.map((it) => aliases.tool(it));

const renamedKeys = <T>(of: Readonly<Record<string, T>>, aliases: Names): Record<string, T> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [aliases.tool(name), value]));
