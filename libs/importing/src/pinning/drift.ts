import type { Catalogue, Server, ToolVersion } from '@assay/registry';
import type { UpstreamTool } from '../upstream.js';
import { upstreamDigest } from '../upstream-digest.js';
import { upstreamKey, upstreamKeyOf } from '../upstream-key.js';

/** A version with its upstream's current definition; `listed` is absent when the upstream no longer lists the tool. */
export interface Observation {
  readonly version: ToolVersion;
  readonly listed: UpstreamTool | undefined;
  /** Of the listed definition; null when there is none. */
  readonly observedDigest: string | null;
  readonly drifted: boolean;
}

/**
 * Versions that are pinned to the server, under any of its names, can still resolve, and were published before
 * `listedAt`.
 */
export const pinnedVersions = (catalogue: Catalogue, server: Server, listedAt: number): ToolVersion[] =>
  catalogue
    .toolsOn(`${server.namespace}/${server.name}`)
    .flatMap((tool) => tool.versions)
    .filter((it) => catalogue.serverFor(it)?.id === server.id)
    .filter((it) => it.upstreamDigest !== null && it.status !== 'SUNSET')
    // A version published while the list was being fetched is pinned to a later one.
    .filter((it) => it.publishedAt < listedAt);

/** Compares pinned versions with their upstream's list; of two entries with one name the last counts, as at import. */
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
