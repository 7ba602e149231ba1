import type { Catalogue, Server, ToolVersion } from '@assay/registry';
import type { UpstreamTool } from '../upstream.js';
import { upstreamDigest } from '../upstream-digest.js';
import { upstreamKey, upstreamKeyOf } from '../upstream-key.js';

/** A version beside what its upstream lists now; `listed` is absent when the upstream lists the tool no more. */
export interface Observation {
  readonly version: ToolVersion;
  readonly listed: UpstreamTool | undefined;
  /** Of what is listed; null when nothing is. */
  readonly observedDigest: string | null;
  readonly drifted: boolean;
}

/**
 * Versions that are pinned to the server, under whatever name they know it, can still resolve, and were there before
 * `listedAt`.
 */
export const pinnedVersions = (catalogue: Catalogue, server: Server, listedAt: number): ToolVersion[] =>
  catalogue
    .toolsOn(`${server.namespace}/${server.name}`)
    .flatMap((tool) => tool.versions)
    .filter((it) => catalogue.serverFor(it)?.id === server.id)
    .filter((it) => it.upstreamDigest !== null && it.status !== 'SUNSET')
    // A version published while the list was on its way is pinned to a later one.
    .filter((it) => it.publishedAt < listedAt);

/** Compares pinned versions with what their upstream lists; of two that it knows by one name the last counts, as at import. */
export function observe(versions: readonly ToolVersion[], tools: readonly UpstreamTool[]): Observation[] {
  const listed = new Map(tools.map((tool) => [upstreamKey(tool), tool]));
  const digests = new Map<string, string>();
  const digestOf = (tool: UpstreamTool): string => {
    const known = digests.get(upstreamKey(tool)) ?? upstreamDigest(tool);
    digests.set(upstreamKey(tool), known);
    return known;
  };
  return versions.map((version) => {
    const tool = listed.get(upstreamKeyOf(version.manifest));
    const observedDigest = tool === undefined ? null : digestOf(tool);
    return { version, listed: tool, observedDigest, drifted: observedDigest !== version.upstreamDigest };
  });
}
