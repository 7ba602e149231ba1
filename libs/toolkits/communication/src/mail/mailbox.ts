import { Refusal } from '@assay/kit';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { Endpoint } from '../settings/settings.js';
import { isThisMachine } from './smtp.js';

const maxMs = 25_000;

async function open({ host, port, secure, user, password, ...rest }: Endpoint): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client({
    host,
    port,
    secure,
    ...(!secure && !isThisMachine({ host, port, secure, user, password, ...rest }) && { doSTARTTLS: true }),
    auth: { user, pass: password },
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
    throw new Refusal(
      refused
        ? `${host} refused the name or password of MAIL_IMAP.`
        : `${host} cannot be reached, or without TLS only.`,
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
