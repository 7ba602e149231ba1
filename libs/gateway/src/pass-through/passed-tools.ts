import type { Caller, Directory } from '@assay/identity';
import {
  type Catalogue,
  resolveVersion,
  type Server,
  serverOf,
  type ToolVersion,
  visibleVersions,
} from '@assay/registry';
import { revokedRules } from '../alternatives.js';
import { whyNotCall } from '../policy/may-call.js';
import { DerivedForCallers } from '../resolve.js';

/** A published tool of a server under the server's own name for it. */
export interface PassedTool {
  readonly upstreamName: string;
  /** `ns/tool`. */
  readonly tool: string;
  /** The newest version the caller may call. */
  readonly version: ToolVersion;
}

/**
 * The tools of a server that a caller may call now, by the server's own names, sorted by them. What the server offers but
 * nobody has published here is not among them. Of two published under one upstream name, the one that is called after
 * the server comes first, then the first by name. `only` leaves out those of other upstream names.
 */
export function passedTools(
  caller: Caller,
  server: Server,
  catalogue: Catalogue,
  directory: Directory,
  only?: string,
): readonly PassedTool[] {
  const name = `${server.namespace}/${server.name}`;
  const key = only === undefined ? name : `${name} ${only}`;
  const kept = keptIn(catalogue, directory);
  return kept.of(caller, key, () => passedNow(caller, name, { catalogue, directory }, only));
}

const keptOf = new WeakMap<
  Catalogue,
  { readonly directory: Directory; readonly kept: DerivedForCallers<readonly PassedTool[]> }
>();

function keptIn(catalogue: Catalogue, directory: Directory): DerivedForCallers<readonly PassedTool[]> {
  const known = keptOf.get(catalogue);
  if (known?.directory === directory) return known.kept;
  const kept = new DerivedForCallers<readonly PassedTool[]>(catalogue, directory);
  keptOf.set(catalogue, { directory, kept });
  return kept;
}

function passedNow(
  caller: Caller,
  name: string,
  { catalogue, directory }: { readonly catalogue: Catalogue; readonly directory: Directory },
  only: string | undefined,
): readonly PassedTool[] {
  const revoked = revokedRules(caller, catalogue, directory);
  const found = new Map<string, PassedTool>();
  const candidates = catalogue.toolsOn(name).filter((tool) => only === undefined || tool.versions.some(isCalled(only)));
  const byName = candidates.sort((a, b) => rank(a.id, name) - rank(b.id, name) || (a.id < b.id ? -1 : 1));
  for (const tool of byName) {
    const visible = visibleVersions(tool, caller, directory);
    const whyNot = whyNotCall(caller, directory);
    const resolved = resolveVersion(tool.id, visible, undefined, whyNot, revoked);
    if (!resolved.ok) continue;
    const { version } = resolved.value;
    const upstreamName = upstreamNameOf(version, name, catalogue);
    if (upstreamName === undefined || (only !== undefined && upstreamName !== only)) continue;
    if (!found.has(upstreamName)) {
      found.set(upstreamName, { upstreamName, tool: tool.id, version });
    }
  }
  return [...found.values()].sort((a, b) => (a.upstreamName < b.upstreamName ? -1 : 1));
}

const isCalled =
  (name: string) =>
  ({ manifest }: ToolVersion): boolean =>
    manifest.endpoint.tool === name;

/** `ns/server.tool` before others. */
const rank = (tool: string, server: string): number => (tool.startsWith(`${server}.`) ? 0 : 1);

/** What the server calls the tool; undefined when the version lives on another server. */
function upstreamNameOf(version: ToolVersion, server: string, catalogue: Catalogue): string | undefined {
  const { protocol, endpoint } = version.manifest;
  if (protocol !== 'mcp' || serverOf(version) === undefined) return undefined;
  return catalogue.serverNameOf(version) === server && typeof endpoint.tool === 'string' ? endpoint.tool : undefined;
}
