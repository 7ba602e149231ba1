import { isIP } from 'node:net';
import { OutcomeUnknown, Refusal } from '@assay/kit';
import type { Endpoint, MailAccount } from '../settings/settings.js';

export interface OutgoingAttachment {
  readonly name: string;
  readonly content: Buffer;
}

export interface Outgoing {
  readonly from: MailAccount['from'];
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly body: string;
  readonly attachments: readonly OutgoingAttachment[];
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
}

export interface Composed {
  readonly raw: Buffer;
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
}

/** Local servers are reached without TLS when they offer none; everything else only with it. */
export const isThisMachine = ({ host }: Endpoint): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** The message as it is sent and kept: plain text, so that what was approved is what is read. */
export async function compose(mail: Outgoing): Promise<Composed> {
  const { createTransport } = (await import('nodemailer')).default;
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail({
    from: mail.from,
    to: [...mail.to],
    cc: [...mail.cc],
    subject: mail.subject,
    text: mail.body,
    messageId: mail.messageId,
    ...(mail.inReplyTo !== null && { inReplyTo: mail.inReplyTo }),
    references: [...mail.references],
    attachments: mail.attachments.map(({ name, content }) => ({ filename: name, content })),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    raw: message as Buffer,
    envelope: { from: mail.from.address, to: [...mail.to, ...mail.cc, ...mail.bcc] },
  };
}

export interface Delivered {
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
  readonly response: string;
}

/** Codes of failures before the message was handed over. */
const before = new Set(['ECONNECTION', 'EDNS', 'EAUTH', 'EENVELOPE', 'ETLS', 'ENOTFOUND', 'ECONNREFUSED', 'ENOAUTH']);

/** Hands a message to the configured server, once; an access token that it refuses is asked for again, once. */
export async function deliver(composed: Composed, server: Endpoint, signal: AbortSignal): Promise<Delivered> {
  const token = await server.tokens?.token();
  signal.throwIfAborted();
  try {
    return await handOver(composed, server, token);
  } catch (error) {
    const isRefused = (error as SmtpError).code === 'EAUTH';
    if (!isRefused || token === undefined || !server.tokens?.forget(token)) throw failureOf(error, server);
  }
  const other = await server.tokens.token();
  signal.throwIfAborted();
  return handOver(composed, server, other).catch((error: unknown) => {
    throw failureOf(error, server);
  });
}

function authOf({ user, password }: Endpoint, token: string | undefined) {
  if (user === '') return {};
  return {
    auth: token === undefined ? { user, pass: password } : { type: 'OAuth2' as const, user, accessToken: token },
  };
}

async function handOver({ raw, envelope }: Composed, server: Endpoint, token: string | undefined): Promise<Delivered> {
  const { createTransport } = (await import('nodemailer')).default;
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: !server.secure && !isThisMachine(server),
    ...authOf(server, token),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const sent = await transport.sendMail({ envelope: { from: envelope.from, to: [...envelope.to] }, raw });
    return { accepted: sent.accepted.map(String), rejected: sent.rejected.map(String), response: sent.response };
  } finally {
    transport.close();
  }
}

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

function failureOf(error: unknown, { host, tokens }: Endpoint): Error {
  const { code = '', command = '', responseCode = 0, response = '' } = error as SmtpError;
  const said = response === '' ? code : response.slice(0, 300);
  const credential = tokens === null ? 'name or password' : 'access token';
  if (code === 'EAUTH') return new Refusal(`${host} refused the ${credential} of MAIL_SMTP: ${said}`);
  if (responseCode >= 400) return new Refusal(`${host} did not accept the message: ${said}`);
  if (before.has(code) || command === 'CONN')
    return new Refusal(`${host} cannot be reached, or without TLS only: ${said}. Nothing was sent.`);
  return new OutcomeUnknown(
    `The connection to ${host} broke while the message was handed over (${said}). It may have been sent: search the folder of sent messages before you send it again.`,
  );
}
