import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AssayError } from '@assay/sdk';
import type { Context } from '../command.js';
import { clientOf } from '../session.js';
import { loginsFile } from '../stored-logins.js';

/** A client's own key: of kind agent, in a file that only this user can read. */
export interface ClientKey {
  readonly principal: string;
  readonly file: string;
  /** Whether it was made now; otherwise it was there. */
  readonly made: boolean;
}

/** There is none, because this user may not make one. */
export interface NoKey {
  readonly principal: string;
  readonly why: string;
}

/**
 * The key that an agent uses at a server: the one made before while the server knows it, else a new one with the role
 * of a caller. A client is never given the key of the person who connects it.
 */
export async function clientKey(context: Context<object>, principal: string): Promise<ClientKey | NoKey> {
  const { io, request } = context;
  const { url, assay } = await context.session();
  const file = keyFileOf(loginsFile(io.env), url, principal);
  const before = (await readFile(file, 'utf8').catch(() => '')).trim();
  try {
    if (before !== '' && (await isKnown(context, url, before))) return { principal, file, made: false };
    const { key } = await assay.keys.create({ principal: { kind: 'agent', name: principal }, role: 'caller' }, request);
    await keep(file, key);
    return { principal, file, made: true };
  } catch (error) {
    if (!(error instanceof AssayError) || error.code === 'aborted') throw error;
    return { principal, why: error.message };
  }
}

async function isKnown({ io, request }: Context<object>, url: string, key: string): Promise<boolean> {
  try {
    return (await clientOf(io, url, key).me(request)).principal !== null;
  } catch (error) {
    if (error instanceof AssayError && error.status === 401) return false;
    throw error;
  }
}

/** One file for each server and agent, beside the stored logins. */
function keyFileOf(logins: string, url: string, principal: string): string {
  const server = new URL(url).host.replaceAll(/[^\w.-]/g, '-');
  return join(dirname(logins), 'keys', server, `${principal.replaceAll(/[^\w.-]/g, '-')}.key`);
}

async function keep(file: string, key: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
