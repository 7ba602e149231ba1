import type { ServerSituation } from './registry-server-store.js';

/** Why a server may not use its addresses: another one published here does. Undefined when it may. */
export function conflictingUse(
  name: string,
  urls: readonly string[],
  { users }: Pick<ServerSituation, 'users'>,
): string | undefined {
  for (const url of urls) {
    const other = users.get(url)?.find((user) => user !== name);
    if (other !== undefined) return `remote URL ${url} is already used by server ${other}`;
  }
  return undefined;
}
