import { digestJson } from '@assay/kernel';

/**
 * The key a tool sees, 64 hexadecimal digits: a digest of the caller, its own key and the tool's name. It stays the
 * same for every attempt and every version, so that a tool that honours it acts once; it is another one for each caller,
 * so that nobody meets, or can choose, the key of somebody else; and it tells the provider nothing of the caller's own.
 */
export function upstreamKey(principalId: string, key: string, tool: string): string {
  return digestJson(['assay-key-v1', principalId, key, tool]).replace('sha256:', '');
}
