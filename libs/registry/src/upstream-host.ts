import type { Catalogue } from './catalogue.js';
import type { ToolVersion } from './records.js';

const hostIn = (address: string): string | null => {
  const url = URL.parse(address);
  return url === null || url.host === '' ? null : url.host.toLowerCase();
};

/** Host and port of a gRPC address, with or without its scheme. */
const grpcHost = (address: string): string => hostIn(address) ?? address.replace(/^[a-z]+:\/*/i, '').toLowerCase();

/**
 * The target of a version's calls as a unit of failure: host and port of its upstream, or the command started for it.
 * Null when it has no upstream of its own (compositions, generated tools) or none is registered.
 */
export function upstreamHostOf(
  version: Pick<ToolVersion, 'manifest' | 'organisationId'>,
  catalogue: Pick<Catalogue, 'serverFor'>,
): string | null {
  const server = catalogue.serverFor(version);
  if (server?.mcp != null)
    return 'url' in server.mcp
      ? hostIn(server.mcp.url)
      : `command ${[server.mcp.command, ...(server.mcp.args ?? [])].join(' ')}`;
  if (server?.http != null) return hostIn(server.http.url);
  if (server?.grpc != null) return grpcHost(server.grpc.address);
  const { url, address } = version.manifest.endpoint as { readonly url?: unknown; readonly address?: unknown };
  if (typeof url === 'string') return hostIn(url);
  return typeof address === 'string' ? grpcHost(address) : null;
}

/**
 * Groups versions that are not independent: those of one namespace, and those with one upstream host. Returns the
 * number of each version's group, in the given order; the first group is 0.
 */
export function independentGroups(
  versions: readonly Pick<ToolVersion, 'manifest' | 'organisationId' | 'namespace'>[],
  catalogue: Pick<Catalogue, 'serverFor'>,
): number[] {
  const groups: { readonly marks: Set<string>; readonly members: number[] }[] = [];
  for (const [at, version] of versions.entries()) {
    const host = upstreamHostOf(version, catalogue);
    const own = [`namespace ${version.namespace}`, ...(host === null ? [] : [`host ${host}`])];
    const related = groups.filter(({ marks }) => own.some((it) => marks.has(it)));
    const joined = {
      marks: new Set([...own, ...related.flatMap(({ marks }) => [...marks])]),
      members: [...related.flatMap(({ members }) => members), at],
    };
    for (const it of related) groups.splice(groups.indexOf(it), 1);
    groups.push(joined);
  }
  groups.sort((a, b) => Math.min(...a.members) - Math.min(...b.members));
  const numbers: number[] = [];
  for (const [number, { members }] of groups.entries()) for (const at of members) numbers[at] = number;
  return numbers;
}
