import { readPublicKey, type TrustedKey } from '@assay/sdk';
import type { Context } from '../command.js';
import { pinnedKeysFile, readPinned, writePinned } from '../pinned-keys.js';
import { readTrustedKeys } from './key-file.js';

export interface KeyOptions {
  readonly keys?: string;
  readonly refreshKeys?: boolean;
}

export interface RegistryKeys {
  readonly keys: readonly TrustedKey[];
  /** Where they come from, for people. */
  readonly from: string;
}

/** The registry's keys: of a file, or as they were pinned when they were first needed; pinned now if they never were. */
export async function registryKeysFor(context: Context<KeyOptions>): Promise<RegistryKeys> {
  const { io, options, session, assay, request } = context;
  if (options.keys !== undefined) return { keys: await readTrustedKeys(io, options.keys), from: options.keys };
  const { url } = await session();
  const known = options.refreshKeys ? undefined : (await readPinned(io, url, '')).registry;
  if (known !== undefined) return { keys: known, from: await pinnedKeysFile(io, url) };
  const shown = await (await assay()).registryKeys(request);
  const keys = shown.keys.map(({ publicKey, validUntil }) => ({ publicKey, until: validUntil }));
  await writePinned(io, url, '', { registry: keys });
  return { keys, from: `${url}, pinned in ${await pinnedKeysFile(io, url)} now` };
}

/** The names of keys, computed and not taken on trust. */
export const keyIdsOf = async (keys: readonly TrustedKey[]): Promise<Set<string>> =>
  new Set((await Promise.all(keys.map(readPublicKey))).map(({ keyId }) => keyId));

export const keyAdvice = ({ options }: Context<KeyOptions>): string =>
  options.keys === undefined && !options.refreshKeys
    ? 'If the owner confirms a new key through another channel, pin the current keys with --refresh-keys.'
    : "Verify the keys with the registry's owner through another channel.";
