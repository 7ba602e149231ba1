import type { Manifest } from '@assay/contracts';
import { digestJson } from '@assay/kernel';
import { grpcTarget, type Server } from '@assay/registry';

type Address = Pick<Server, 'mcp' | 'http' | 'grpc'>;

/**
 * Where a server's credentials go: the origin of its address (that of a gRPC server as if it were HTTP), or `command:`
 * and the digest of the command line. A connection stays with the origin it was made for, so that a server whose owner
 * moves it elsewhere gets nobody's credentials there.
 */
export function originOf({ mcp, http, grpc }: Address): string {
  if (http !== null) return new URL(http.url).origin;
  if (grpc !== null) return grpcOrigin(grpc.address);
  if (mcp === null) return '';
  if ('url' in mcp) return new URL(mcp.url).origin;
  return `command:${digestJson({ command: mcp.command, args: mcp.args ?? [] })}`;
}

/** The same for a tool that lives on no registered server; undefined when its endpoint names no address. */
export function endpointOrigin({ endpoint }: Pick<Manifest, 'endpoint'>): string | undefined {
  const { url, address } = endpoint as { readonly url?: unknown; readonly address?: unknown };
  if (typeof address === 'string') return grpcOrigin(address);
  // A placeholder is only allowed in the path, so that the origin is always fixed.
  return typeof url === 'string' && /^https?:/i.test(url) ? URL.parse(url)?.origin : undefined;
}

/** Whether credentials go to a process of this machine, as variables of its environment. */
export const startsCommand = ({ mcp }: Pick<Server, 'mcp'>): boolean => mcp !== null && 'command' in mcp;

function grpcOrigin(address: string): string {
  const target = grpcTarget(address);
  return target === undefined ? '' : new URL(`${target.isEncrypted ? 'https' : 'http'}://${target.authority}`).origin;
}
