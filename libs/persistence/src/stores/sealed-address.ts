import type { GrpcAddress, HttpAddress, McpAddress } from '@assay/contracts';
import type { Sealer } from '@assay/kernel';
import { type CommandConfirmation, secretArguments, secretsIn } from '@assay/registry';

/**
 * Seals what is secret in a server's address: the values of headers and environment variables, an address with a
 * credential in it, and arguments that hold one. Names stay readable. Each value is bound to its server and name, so that
 * one put in another's place does not open.
 */
export function sealAddress(sealer: Sealer, serverId: string, address: McpAddress): McpAddress {
  const seal: ChangeSecret = (value, part, name) => sealer.seal(value, secretContext(serverId, part, name));
  const named = mapSecrets(address, seal);
  if ('url' in named)
    return { ...named, url: sealText(named.url, secretsIn(named.url).length > 0, seal, 'address', 'url') };
  if (named.args === undefined) return named;
  const secret = secretArguments(named.args);
  return {
    ...named,
    args: named.args.map((it, index) => sealText(it, secret[index] === true, seal, 'argument', String(index))),
  };
}

/** The address as it was before sealing. Throws when the key is another one, or somebody moved a value. */
export function openAddress(sealer: Sealer, server: SealedServer, sealed: McpAddress): McpAddress {
  const open = opener(sealer, server);
  const named = mapSecrets(sealed, open);
  if ('url' in named) return { ...named, url: openText(named.url, open, 'address', 'url') };
  return named.args === undefined
    ? named
    : { ...named, args: named.args.map((it, index) => openText(it, open, 'argument', String(index))) };
}

/** Marks a text that is sealed among others that are not. */
export const sealedMark = 'assay-sealed:';

const sealText = (value: string, isSecret: boolean, seal: ChangeSecret, part: Part, name: string): string =>
  isSecret || value.startsWith(sealedMark) ? `${sealedMark}${seal(value, part, name)}` : value;

const openText = (value: string, open: ChangeSecret, part: Part, name: string): string =>
  value.startsWith(sealedMark) ? open(value.slice(sealedMark.length), part, name) : value;

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

/** A digest of secrets could be guessed from: it is sealed like them. */
export const sealConfirmation = (sealer: Sealer, serverId: string, { by, at, digest }: CommandConfirmation) => ({
  by,
  at,
  digest: digest === null ? null : sealer.seal(digest, confirmationContext(serverId)),
});

/** One that does not open confirms nothing: the command is not started until somebody confirms it again. */
export function openConfirmation(
  sealer: Sealer,
  serverId: string,
  sealed: CommandConfirmation | null,
): CommandConfirmation | null {
  if (sealed === null || sealed.digest === null) return sealed;
  try {
    return { ...sealed, digest: sealer.open(sealed.digest, confirmationContext(serverId)) };
  } catch {
    return null;
  }
}

const confirmationContext = (serverId: string): string => `server ${serverId} confirmation`;

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

type Part = 'header' | 'environment' | 'query' | 'metadata' | 'address' | 'argument';
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
