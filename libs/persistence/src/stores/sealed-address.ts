import type { GrpcAddress, HttpAddress, McpAddress } from '@assay/contracts';
import type { Sealer } from '@assay/core';

/**
 * Seals what is secret in a server's address: the values of headers and environment variables. Names stay readable.
 * Each value is bound to its server and name, so that one put in another's place does not open.
 */
export function sealAddress(sealer: Sealer, serverId: string, address: McpAddress): McpAddress {
  return mapSecrets(address, (value, part, name) => sealer.seal(value, secretContext(serverId, part, name)));
}

/** The address as it was before sealing. Throws when the key is another one, or somebody moved a value. */
export const openAddress = (sealer: Sealer, server: SealedServer, sealed: McpAddress): McpAddress =>
  mapSecrets(sealed, opener(sealer, server));

/** The same for an HTTP API: the values of its headers and query parameters. */
export function sealHttpAddress(sealer: Sealer, serverId: string, address: HttpAddress): HttpAddress {
  return mapHttpSecrets(address, (value, part, name) => sealer.seal(value, secretContext(serverId, part, name)));
}

export const openHttpAddress = (sealer: Sealer, server: SealedServer, sealed: HttpAddress): HttpAddress =>
  mapHttpSecrets(sealed, opener(sealer, server));

/** The same for a gRPC server: the values of its metadata. */
export function sealGrpcAddress(sealer: Sealer, serverId: string, address: GrpcAddress): GrpcAddress {
  return mapGrpcSecrets(address, (value, part, name) => sealer.seal(value, secretContext(serverId, part, name)));
}

export const openGrpcAddress = (sealer: Sealer, server: SealedServer, sealed: GrpcAddress): GrpcAddress =>
  mapGrpcSecrets(sealed, opener(sealer, server));

/** A row's id, and `ns/server` for messages. */
interface SealedServer {
  readonly id: string;
  readonly label: string;
}

const opener =
  (sealer: Sealer, server: SealedServer) =>
  (value: string, part: Part, name: string): string => {
    try {
      return sealer.open(value, secretContext(server.id, part, name));
    } catch (cause) {
      throw new Error(
        `The secret ${name} of the server ${server.label} does not open; start with the encryption key it was sealed with.`,
        { cause },
      );
    }
  };

type Part = 'header' | 'environment' | 'query' | 'metadata';
type ChangeSecret = (value: string, part: Part, name: string) => string;

const secretContext = (serverId: string, part: Part, name: string): string => `server ${serverId} ${part} ${name}`;

const mapped = (secrets: Record<string, string>, part: Part, change: ChangeSecret) =>
  Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, change(value, part, name)]));

function mapSecrets(address: McpAddress, change: ChangeSecret): McpAddress {
  if ('url' in address) {
    return address.headers ? { ...address, headers: mapped(address.headers, 'header', change) } : address;
  }
  return address.env ? { ...address, env: mapped(address.env, 'environment', change) } : address;
}

const mapHttpSecrets = (address: HttpAddress, change: ChangeSecret): HttpAddress => ({
  ...address,
  ...(address.headers && { headers: mapped(address.headers, 'header', change) }),
  ...(address.query && { query: mapped(address.query, 'query', change) }),
});

const mapGrpcSecrets = (address: GrpcAddress, change: ChangeSecret): GrpcAddress =>
  address.metadata ? { ...address, metadata: mapped(address.metadata, 'metadata', change) } : address;
