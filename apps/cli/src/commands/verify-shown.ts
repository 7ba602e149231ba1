import {
  type CheckedSignature,
  type Entry,
  splitName,
  type TrustedKeys,
  type Verification,
  verifyEntry,
} from '@assay/sdk';
import type { Command } from 'commander';
import { type Context, outcome } from '../command.js';
import { readTrustedKeys } from '../input/key-file.js';
import { readJsonObject } from '../input/read-json.js';
import type { Io } from '../io.js';
import type { Page } from '../output/page.js';
import { pairs } from '../output/table.js';
import { pinnedKeysFile, readPinned, writePinned } from '../pinned-keys.js';
import { UsageError } from '../usage-error.js';

export interface VerifyOptions {
  readonly verify?: boolean;
  readonly keys?: string;
  readonly publisherKeys?: string;
  readonly refreshKeys?: boolean;
  readonly entry?: string;
}

/** What was checked, and with which keys. */
interface Verified extends Verification {
  readonly tool: string;
  readonly version: string;
  /** The name that was signed, when the tool has another one by now: whether it is the same tool, no signature says. */
  readonly publishedAs: string | null;
  readonly keysFrom: { readonly registry: string; readonly publisher: string };
}

interface FoundKeys {
  readonly keys: TrustedKeys;
  readonly from: Verified['keysFrom'];
}

export const verifyingOptions = (command: Command): Command =>
  command
    .option('--verify', 'verify its digest and signatures on this machine')
    .option('--keys <file>', "the registry's public keys (default: fetched once and pinned)")
    .option('--publisher-keys <file>', "the publisher's public keys (default: fetched once and pinned)")
    .option('--refresh-keys', 'replace the pinned keys with those the server shows now')
    .option('--entry <file>', 'verify an entry saved with --json instead of fetching it');

/** @throws UsageError when options that mean nothing without --verify were given without it. */
export function requireVerify({ verify, keys, publisherKeys, refreshKeys, entry }: VerifyOptions): void {
  if (!verify && (keys ?? publisherKeys ?? refreshKeys ?? entry) !== undefined)
    throw new UsageError('--keys, --publisher-keys, --refresh-keys and --entry require --verify.');
}

/** An entry as `assay show --json` printed it, of the tool and version that are asked for. */
export async function savedEntry(io: Io, file: string, tool: string, version: string | undefined): Promise<Entry> {
  const entry = (await readJsonObject(io, file)) as unknown as Entry;
  if (typeof entry.manifestDigest !== 'string' || !Array.isArray(entry.signatures))
    throw new UsageError(`${file} is not an entry printed by \`assay show --json\`.`);
  if (entry.name !== tool || (version !== undefined && entry.version !== version))
    throw new UsageError(`${file} is the entry of ${entry.name}@${entry.version}, not of the requested tool.`);
  return entry;
}

export async function verified(context: Context<VerifyOptions>, entry: Entry) {
  const { keys, from } = await keysFor(context, entry);
  const verification = await verifyEntry(entry, keys);
  return outcome<Verified>({
    data: {
      ...{ tool: entry.name, version: entry.version, publishedAs: entry.publishedAs },
      ...verification,
      keysFrom: from,
    },
    text: verdict,
    notes: ({ ok }) => (ok ? [] : [advice(context)]),
    failed: !verification.ok,
  });
}

async function keysFor(context: Context<VerifyOptions>, entry: Entry): Promise<FoundKeys> {
  const { io, options } = context;
  const registry = options.keys === undefined ? undefined : await readTrustedKeys(io, options.keys);
  const publisher = options.publisherKeys === undefined ? undefined : await readTrustedKeys(io, options.publisherKeys);
  const wanted = {
    registry: registry === undefined,
    publisher: publisher === undefined && entry.signatures.some(({ by }) => by === 'publisher'),
  };
  const shown = wanted.registry || wanted.publisher ? await pinnedKeys(context, entry, wanted) : undefined;
  return {
    keys: { registry: registry ?? shown?.keys.registry ?? [], publisher: publisher ?? shown?.keys.publisher ?? [] },
    from: { registry: options.keys ?? shown?.from ?? '', publisher: options.publisherKeys ?? shown?.from ?? '' },
  };
}

type Wanted = Readonly<Record<keyof TrustedKeys, boolean>>;

/** Keys that were pinned before; keys needed for the first time are requested and pinned. */
async function pinnedKeys(context: Context<VerifyOptions>, entry: Entry, wanted: Wanted) {
  const { io, options } = context;
  const { url } = await context.session();
  // A publisher signs with the keys of the namespace it publishes into; the tool may have moved since.
  const { ns } = splitName(entry.publishedAs ?? entry.name);
  const known = options.refreshKeys ? {} : await readPinned(io, url, ns);
  const missing: Partial<TrustedKeys> = {
    ...(wanted.registry && !known.registry && { registry: await registryKeys(context) }),
    ...(wanted.publisher && !known.publisher && { publisher: await publisherKeys(context, ns) }),
  };
  const isNew = Object.keys(missing).length > 0;
  if (isNew) await writePinned(io, url, ns, missing);
  const file = await pinnedKeysFile(io, url);
  return { keys: { ...known, ...missing }, from: isNew ? `${url}, pinned in ${file} now` : file };
}

async function registryKeys(context: Context<VerifyOptions>) {
  const { keys } = await (await context.assay()).registryKeys(context.request);
  return keys.map(({ publicKey, validUntil }) => ({ publicKey, until: validUntil }));
}

async function publisherKeys(context: Context<VerifyOptions>, namespace: string) {
  const keys = [];
  for await (const key of (await context.assay()).publisherKeys.list(namespace, {}, context.request))
    keys.push({ publicKey: key.publicKey, until: key.retiredAt });
  return keys;
}

function verdict(found: Verified, page: Page): string {
  const { ok, tool, version, publishedAs, digest, signatures, keysFrom, problems } = found;
  const head = ok
    ? page.good(`${tool}@${version} matches what was published.`)
    : page.bad(`${tool}@${version} is NOT verified.`);
  const said = (by: CheckedSignature['by']) => {
    const made = signatures.filter((it) => it.by === by);
    return made
      .map((it) => `${it.problem === null ? 'valid' : 'invalid'} (key ${it.keyId}, ${it.signedAt})`)
      .join('; ');
  };
  const facts = pairs(page, [
    ['published as', publishedAs ?? undefined],
    ['digest', digest.holds ? `${digest.computed}, computed from the manifest shown` : 'differs'],
    ['registry', said('registry') || 'no signature from this key'],
    ['publisher', said('publisher') || 'gave no signature'],
    ['keys', keysFrom.registry],
    ["publisher's keys", said('publisher') === '' ? undefined : keysFrom.publisher],
  ]);
  return [head, facts, ...problems.map((problem) => `  ${problem}`)].join('\n');
}

const advice = ({ options }: Context<VerifyOptions>): string =>
  options.keys === undefined && !options.refreshKeys
    ? 'If the owner confirms a new key through another channel, pin the current keys with --verify --refresh-keys.'
    : 'Verify the keys with their owner through another channel.';
