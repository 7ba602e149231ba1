import type { Proposal } from '@assay/contracts';
import { type Failure, ok, type Pause, type Result, splitName } from '@assay/kernel';
import type { Catalogue, PublishVersion, ToolVersion } from '@assay/registry';
import { fitName } from './fit-name.js';
import { draftProposal, withProblems } from './propose-manifest.js';
import type { UpstreamTool } from './upstream.js';
import { upstreamDigest } from './upstream-digest.js';
import { upstreamKey, upstreamKeyOf } from './upstream-key.js';

/** A server's list compared with the published tools. */
export interface ProposedListing {
  readonly proposals: readonly { readonly proposal: Proposal; readonly digest: string }[];
  /** Published tools that are no longer listed, by their names here. */
  readonly removed: readonly string[];
}

export interface ListingChecks extends Pick<PublishVersion, 'problems'> {
  /** Lets other work run in between. */
  readonly pause: Pause;
}

/** Checking a proposal takes some milliseconds, 40 for a large schema: yields after this many. */
const proposalsPerTurn = 10;

/** A proposal for each tool of a list; of two with one upstream name the last counts. */
export async function proposeListing(
  catalogue: Catalogue,
  server: string,
  listed: readonly UpstreamTool[],
  { pause, problems }: ListingChecks,
): Promise<Result<ProposedListing, Failure>> {
  const tools = new Map(listed.map((it) => [upstreamKey(it), it]));
  const published = new Map(publishedOn(catalogue, server).map((it) => [upstreamKeyOf(it.manifest), it]));
  const gone = [...published].filter(([key]) => !tools.has(key)).map(([, version]) => version);
  const unknown = [...tools].filter(([key]) => !published.has(key)).map(([, tool]) => tool);
  const moved = movedOperations(server, gone, unknown);
  const taken = new Set([...published.values()].map((it) => it.manifest.name));
  const proposals: { proposal: Proposal; digest: string }[] = [];
  for (const [key, tool] of tools) {
    if (proposals.length % proposalsPerTurn === proposalsPerTurn - 1) await pause();
    const previous = published.get(key) ?? moved.get(key);
    const name = previous?.manifest.name ?? freeName(server, tool.name, taken);
    taken.add(name);
    const drafted = draftProposal(server, name, tool, previous, catalogue.taxonomy);
    const found = drafted.state === 'unchanged' ? ok([]) : await problems(drafted.manifest);
    if (!found.ok) return found;
    proposals.push({ proposal: withProblems(drafted, found.value), digest: upstreamDigest(tool) });
  }
  const stillThere = new Set(moved.values());
  return ok({ proposals, removed: gone.filter((it) => !stillThere.has(it)).map((it) => it.manifest.name) });
}

/** Operations with the same name and another method or path: the same tool, called differently. */
function movedOperations(server: string, gone: readonly ToolVersion[], tools: readonly UpstreamTool[]) {
  const byName = new Map(gone.map((it) => [it.manifest.name, it]));
  const moved = new Map<string, ToolVersion>();
  for (const tool of tools) {
    const name = nameOn(server, tool.name);
    const previous = tool.http === undefined ? undefined : byName.get(name);
    if (previous !== undefined) moved.set(upstreamKey(tool), previous);
    byName.delete(name);
  }
  return moved;
}

/** The newest version of each tool on a server. */
const publishedOn = (catalogue: Catalogue, server: string): ToolVersion[] =>
  catalogue
    .toolsOn(server)
    .flatMap((it) => it.versions[0] ?? [])
    .filter((it) => catalogue.serverNameOf(it) === server);

const nameOn = (server: string, tool: string): string => {
  const [namespace, local] = splitName(server);
  return `${namespace}/${`${local}.${fitName(tool)}`.slice(0, 124)}`;
};

/** `ns/server.tool`, with a number appended when two upstream names become the same. */
function freeName(server: string, tool: string, taken: ReadonlySet<string>): string {
  const base = nameOn(server, tool);
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base}_${n}`;
    if (!taken.has(name)) return name;
  }
}
