import type { McpAddress } from '@assay/contracts';
import type { Sealer } from '@assay/core';

/**
 * Seals what is secret in a server's address: the values of headers and environment variables. Names stay readable.
 * Each value is bound to its server and name, so that one put in another's place does not open.
 */
export function sealAddress(sealer: Sealer, serverId: string, address: McpAddress): McpAddress {
  return mapSecrets(address, (value, part, name) => sealer.seal(value, secretContext(serverId, part, name)));
}

/** The address as it was before sealing. Throws when the key is another one, or somebody moved a value. */
export function openAddress(sealer: Sealer, server: { id: string; label: string }, sealed: McpAddress): McpAddress {
  return mapSecrets(sealed, (value, part, name) => {
    try {
      return sealer.open(value, secretContext(server.id, part, name));
    } catch (cause) {
      throw new Error(
        `The secret ${name} of the server ${server.label} does not open; start with the encryption key it was sealed with.`,
        { cause },
      );
    }
  });
}

type Part = 'header' | 'environment';

const secretContext = (serverId: string, part: Part, name: string): string => `server ${serverId} ${part} ${name}`;

function mapSecrets(address: McpAddress, change: (value: string, part: Part, name: string) => string): McpAddress {
  const mapped = (secrets: Record<string, string>, part: Part) =>
    Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, change(value, part, name)]));
  if ('url' in address) {
    return address.headers ? { ...address, headers: mapped(address.headers, 'header') } : address;
  }
  return address.env ? { ...address, env: mapped(address.env, 'environment') } : address;
}
