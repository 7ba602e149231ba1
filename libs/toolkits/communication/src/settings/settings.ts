import { Refusal } from '@assay/kit';
import { AccessTokens, type MailOAuth } from '../mail/access-tokens.js';
import { readAddress } from '../recipients/address.js';
import type { RecipientRules } from '../recipients/audience.js';

/** A server with the credential that it is signed in to with. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS is required, except on this machine. */
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
  /** Signs in with an access token in place of the password. */
  readonly tokens: AccessTokens | null;
}

export interface MailAccount {
  readonly from: { readonly name: string; readonly address: string };
  readonly smtp: Endpoint | null;
  readonly imap: Endpoint | null;
}

export interface CommunicationSettings {
  readonly mail: MailAccount | null;
  readonly recipients: RecipientRules;
  readonly confidential: readonly string[];
  /** The line that says that an agent wrote the message. */
  readonly attribution: string;
  /** Everything else, by name: services reached by HTTP. */
  readonly variables: Readonly<Record<string, string>>;
}

type Variables = Readonly<Record<string, string | undefined>>;

const ports: Readonly<Record<string, { readonly port: number; readonly secure: boolean }>> = {
  'smtps:': { port: 465, secure: true },
  'smtp:': { port: 587, secure: false },
  'imaps:': { port: 993, secure: true },
  'imap:': { port: 143, secure: false },
};

export const defaultAttribution = 'Sent by an AI agent.';

/** Reads `smtps://user:password@host:port`; null when it is not such an address. */
export function readEndpoint(text: string, protocol: 'smtp' | 'imap'): Endpoint | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const kind = url === null ? undefined : ports[url.protocol];
  if (url === null || kind === undefined || !url.protocol.startsWith(protocol) || url.hostname === '') return null;
  if ((url.pathname !== '' && url.pathname !== '/') || url.search !== '' || url.hash !== '') return null;
  return {
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: url.port === '' ? kind.port : Number(url.port),
    secure: kind.secure,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    tokens: null,
  };
}

/** Values separated by commas, in lower case. */
export const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((it) => it.trim().toLowerCase())
    .filter((it) => it !== '');

/** Reads `Name <address>`. */
export function readSender(text: string): MailAccount['from'] {
  const { address, displayName } = readAddress(text);
  return { address, name: displayName };
}

function endpointOf(
  variables: Variables,
  name: 'MAIL_SMTP' | 'MAIL_IMAP',
  tokens: AccessTokens | null,
): Endpoint | null {
  const text = variables[name] ?? '';
  if (text === '') return null;
  const read = readEndpoint(text, name === 'MAIL_SMTP' ? 'smtp' : 'imap');
  if (read === null) throw new Refusal(`${name} is not the address of a server.`);
  return read.password === '' && read.user !== '' ? { ...read, tokens } : read;
}

/** Null when the account has passwords. */
export function readOAuth(variables: Variables): MailOAuth | null {
  const value = (name: string): string => variables[`MAIL_OAUTH_${name}`]?.trim() ?? '';
  if (value('ACCESS_TOKEN') !== '') return { accessToken: value('ACCESS_TOKEN') };
  const [tokenUrl, refreshToken, clientId] = [value('TOKEN_URL'), value('REFRESH_TOKEN'), value('CLIENT_ID')];
  if (tokenUrl === '' || refreshToken === '' || clientId === '') return null;
  return { tokenUrl, refreshToken, clientId, clientSecret: value('CLIENT_SECRET'), scope: value('SCOPE') };
}

/** @throws Refusal that names a variable with a wrong value, never the value. */
export function readSettings(variables: Variables): CommunicationSettings {
  const { MAIL_FROM, INTERNAL_DOMAINS, ALLOWED_RECIPIENTS, BROADCAST_RECIPIENTS, CONFIDENTIAL_WORDS } = variables;
  const oauth = readOAuth(variables);
  const tokens = oauth && new AccessTokens(oauth);
  const [smtp, imap] = [endpointOf(variables, 'MAIL_SMTP', tokens), endpointOf(variables, 'MAIL_IMAP', tokens)];
  const mail = MAIL_FROM === undefined || MAIL_FROM === '' ? null : { from: readSender(MAIL_FROM), smtp, imap };
  return {
    mail,
    recipients: {
      internalDomains: listOf(INTERNAL_DOMAINS),
      allowed: listOf(ALLOWED_RECIPIENTS),
      broadcast: listOf(BROADCAST_RECIPIENTS),
    },
    confidential: listOf(CONFIDENTIAL_WORDS),
    attribution: variables.ATTRIBUTION?.trim() || defaultAttribution,
    variables: Object.fromEntries(Object.entries(variables).filter((it): it is [string, string] => Boolean(it[1]))),
  };
}
