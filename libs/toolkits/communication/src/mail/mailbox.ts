import { Refusal } from '@assay/kit';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { Endpoint } from '../settings/settings.js';
import { isThisMachine } from './smtp.js';

const maxMs = 25_000;

/** Signs in; an access token that the server refuses is asked for again, once. */
async function open(server: Endpoint): Promise<ImapFlow> {
  const token = await server.tokens?.token();
  const opened = await connect(server, token);
  if (!(opened instanceof Refusal)) return opened;
  if (token === undefined || !server.tokens?.forget(token)) throw opened;
  const again = await connect(server, await server.tokens.token());
  if (again instanceof Refusal) throw again;
  return again;
}

/** The refusal of the server where it does not accept the credential. @throws Refusal when it cannot be reached. */
async function connect(server: Endpoint, token: string | undefined): Promise<ImapFlow | Refusal> {
  const { host, port, secure, user, password } = server;
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client({
    host,
    port,
    secure,
    ...(!secure && !isThisMachine(server) && { doSTARTTLS: true }),
    auth: token === undefined ? { user, pass: password } : { user, accessToken: token },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: maxMs,
    clientInfo: { name: 'assay-communication' },
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    const refused = (error as { authenticationFailed?: boolean }).authenticationFailed === true;
    if (!refused) throw new Refusal(`${host} cannot be reached, or without TLS only.`);
    return new Refusal(
      `${host} refused the ${token === undefined ? 'name or password' : 'access token of the user'} of MAIL_IMAP.`,
    );
  }
}

/** Opens the mailbox for one call, and closes it. Nothing is marked as read. */
export async function withMailbox<T>(
  server: Endpoint,
  signal: AbortSignal,
  use: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  const client = await open(server);
  const stop = () => client.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const result = await use(client);
    await client.logout().catch(() => client.close());
    return result;
  } catch (error) {
    client.close();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Works in one folder, which is opened for reading only. */
export async function inFolder<T>(client: ImapFlow, folder: string, use: () => Promise<T>): Promise<T> {
  const lock = await client.getMailboxLock(folder, { readOnly: true }).catch((error: unknown) => {
    if (!client.usable) throw error;
    throw new Refusal(`There is no folder "${folder.slice(0, 100)}". folders lists them.`);
  });
  try {
    return await use();
  } finally {
    lock.release();
  }
}

/** Path of the folder with a special use, such as `\Sent`; null when the account has none. */
export async function specialFolder(client: ImapFlow, use: string): Promise<string | null> {
  const folders = await client.list();
  return folders.find((it) => it.specialUse === use)?.path ?? null;
}

/** Messages by their number, the newest first. */
export async function fetchNewest(
  client: ImapFlow,
  uids: readonly number[],
  limit: number,
  query: Parameters<ImapFlow['fetchAll']>[1],
): Promise<FetchMessageObject[]> {
  const newest = [...uids].sort((a, b) => b - a).slice(0, limit);
  if (newest.length === 0) return [];
  const found = await client.fetchAll(newest.join(','), { uid: true, ...query }, { uid: true });
  return found.sort((a, b) => b.uid - a.uid);
}
