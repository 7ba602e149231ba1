import { serverOf, type ToolVersion } from '@assay/registry';

/** The source of values that a caller gave itself. */
export const callerSource = 'caller';

/**
 * The server that a version's calls go to: a registered one by its name, else the host of its address, else the tool
 * itself. Two tools with the same answer send to the same place.
 */
export function sourceServer(version: ToolVersion): string {
  const registered = serverOf(version);
  if (registered !== undefined) return registered;
  const { url, address } = version.manifest.endpoint as { url?: unknown; address?: unknown };
  if (typeof address === 'string') return `grpc://${address}`;
  return (typeof url === 'string' ? originIn(url) : undefined) ?? version.manifest.name;
}

function originIn(url: string): string | undefined {
  try {
    return new URL(url).origin;
  } catch {
    return undefined;
  }
}
