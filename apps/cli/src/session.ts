import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Assay, defaultUrl, version } from '@assay/sdk';
import type { Io } from './io.js';
import { localHome, localServer } from './local-home.js';
import { readLogins } from './stored-logins.js';
import { UsageError } from './usage-error.js';

/** Options every command has. */
export interface CommonOptions {
  readonly url?: string;
  readonly key?: string;
  readonly apiKeyFile?: string;
  readonly json?: boolean;
}

/** The server and key a command works with, and where each was found. */
export interface Session {
  readonly assay: Assay;
  readonly url: string;
  readonly urlFrom: string;
  readonly key: string | undefined;
  /** Undefined when there is no key. */
  readonly keyFrom: string | undefined;
}

interface Found {
  readonly value: string;
  readonly from: string;
}

const first = (...candidates: readonly [string | undefined, string][]): Found | undefined => {
  for (const [value, from] of candidates) if (value) return { value, from };
  return undefined;
};

/** The key a local server wrote at its first start; it is meant for that server and is shown to no other host. */
async function administratorKey(io: Io, url: string): Promise<Found | undefined> {
  const home = await localHome(io, url);
  if (home === undefined) return undefined;
  const file = join(home, 'admin.key');
  const text = await readFile(file, 'utf8').catch(() => '');
  return first([text.trim(), file]);
}

async function keyIn(io: Io, file: string | undefined): Promise<Found | undefined> {
  if (file === undefined) return undefined;
  const path = resolve(io.cwd, file);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`Cannot read the key file ${path} (${error.code ?? error.message}).`);
  });
  if (text.trim() === '') throw new UsageError(`The key file ${path} is empty.`);
  return { value: text.trim(), from: path };
}

export const clientOf = (io: Io, url: string | undefined, apiKey: string | undefined): Assay =>
  new Assay({ url, apiKey, fetch: io.fetch, userAgent: `assay-cli/${version}`, exactNumbers: true });

/**
 * Finds the server (--url, ASSAY_URL, the one that shares this folder, login's, the default) and the key (--key,
 * --api-key-file, ASSAY_API_KEY, login's, admin.key).
 */
export async function openSession(io: Io, options: CommonOptions): Promise<Session> {
  const logins = await readLogins(io.env);
  const beside = await localServer(io);
  const address = first(
    [options.url, '--url'],
    [io.env.ASSAY_URL, 'ASSAY_URL'],
    [beside?.url, beside?.file ?? ''],
    [logins.url, '`assay login`'],
    [defaultUrl, 'the default'],
  ) as Found;
  const { url } = clientOf(io, address.value, undefined);
  const key =
    first([options.key, '--key']) ??
    (await keyIn(io, options.apiKeyFile)) ??
    first([io.env.ASSAY_API_KEY, 'ASSAY_API_KEY'], [logins.keys[url], '`assay login`']) ??
    (await administratorKey(io, url));
  return {
    assay: clientOf(io, url, key?.value),
    url,
    urlFrom: address.from,
    key: key?.value,
    keyFrom: key?.from,
  };
}
