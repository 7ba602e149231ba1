import { Refusal } from '@assay/kit';
import { readAddress } from '../recipients/address.js';
import { isPersonSetting, personSetting, wrongPlaces } from './people.js';
import { hostAndPort, isWebAddress, serviceSettings, webHostsOf, webhookKindOf, webhooks } from './services.js';
import { listOf, readEndpoint, readSender } from './settings.js';

type Check = (value: string) => string | null;

const domain = /^(?:\*\.)?(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

const isAddress = (text: string): boolean => {
  try {
    readAddress(text);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
};

const every =
  (isValid: (item: string) => boolean, wrong: string): Check =>
  (value) => {
    const items = listOf(value);
    return items.length > 0 && items.every(isValid) ? null : wrong;
  };

const server =
  (protocol: 'smtp' | 'imap'): Check =>
  (value) => {
    const read = readEndpoint(value, protocol);
    if (read === null) return `It is an address such as ${protocol}s://user:password@${protocol}.example.com`;
    return protocol === 'imap' && read.user === '' ? 'The address names no user and password.' : null;
  };

/** Each setting with what makes its value wrong. Values may hold passwords and are not repeated. */
const checks: Readonly<Record<string, Check>> = {
  MAIL_FROM: (value) => {
    try {
      readSender(value);
      return null;
    } catch (error) {
      if (error instanceof Refusal) return 'It is a name and an address: Shop agent <agent@example.com>';
      throw error;
    }
  },
  MAIL_SMTP: server('smtp'),
  MAIL_IMAP: server('imap'),
  MAIL_OAUTH_TOKEN_URL: (value) => (isWebAddress(value) ? null : 'It is an address that begins with https://'),
  MAIL_OAUTH_CLIENT_ID: (value) => words(value),
  MAIL_OAUTH_CLIENT_SECRET: (value) => words(value),
  MAIL_OAUTH_REFRESH_TOKEN: (value) => token(value),
  MAIL_OAUTH_ACCESS_TOKEN: (value) => token(value),
  MAIL_OAUTH_SCOPE: (value) =>
    /^[\x20-\x7e]{1,500}$/.test(value) ? null : 'It is a list of scopes, separated by spaces.',
  INTERNAL_DOMAINS: every((it) => domain.test(it), 'It is a list of domains: example.com, *.example.com'),
  ALLOWED_RECIPIENTS: every(
    (it) => (it.startsWith('@') ? domain.test(it.slice(1)) : isAddress(it)),
    'It is a list of addresses and domains: ann@partner.example, @supplier.example',
  ),
  BROADCAST_RECIPIENTS: every(isAddress, 'It is a list of mail addresses.'),
  CONFIDENTIAL_WORDS: every((it) => it.length >= 3, 'It is a list of words of at least 3 characters.'),
  ATTRIBUTION: (value) => (/^\P{Cc}{5,200}$/u.test(value.trim()) ? null : 'It is one line of 5 to 200 characters.'),
  INTERNAL_PROJECTS: every(
    (it) => /^[a-z]+:[^\s,]{1,200}$/.test(it),
    'It is a list of projects: github:acme/*, jira:OPS',
  ),
  BROADCAST_CHANNELS: every((it) => /^[a-z]+:\S{1,100}$/.test(it), 'It is a list of channels: slack:#general'),
  TONE: (value) => (/^\P{Cc}{3,100}$/u.test(value) ? null : 'It is a few words, such as: friendly and professional'),
};

const words: Check = (value) => (/^[\x21-\x7e]{1,500}$/.test(value) ? null : 'It is one word without spaces.');
/** Tokens of Microsoft have some thousand characters. */
const token: Check = (value) => (/^[\x21-\x7e]{1,4000}$/.test(value) ? null : 'It is a token without spaces.');
const address: Check = (value) => (isWebAddress(value) ? null : 'It is an address that begins with https://');

/** Names and tokens of services, and their addresses. */
function checkOf(name: string): Check | undefined {
  if (Object.hasOwn(checks, name)) return checks[name];
  if (webhookKindOf(name) !== null) return address;
  if (isPersonSetting(name)) return wrongPlaces;
  if (!serviceSettings.includes(name)) return undefined;
  return name.endsWith('_URL') ? address : words;
}

export const settingNames = [
  ...Object.keys(checks),
  ...serviceSettings,
  ...[...Object.values(webhooks), personSetting].map((it) => `${it}<NAME>`),
];

/** What is wrong with a setting of this kit; null when nothing is. */
export function wrongSetting(name: string, value: string): string | null {
  const check = checkOf(name);
  if (check === undefined) return `The settings of this kit are ${settingNames.join(', ')}.`;
  return check(value);
}

/** Hosts that the configured accounts need, and no other. */
export function hostsOf(settings: Readonly<Record<string, string>>): string[] {
  const hosts = new Set<string>();
  for (const [name, protocol] of [
    ['MAIL_SMTP', 'smtp'],
    ['MAIL_IMAP', 'imap'],
  ] as const) {
    const read = readEndpoint(settings[name] ?? '', protocol);
    if (read !== null) hosts.add(`${read.host}:${read.port}`);
  }
  const oauth = settings.MAIL_OAUTH_TOKEN_URL ?? '';
  if (hosts.size > 0 && isWebAddress(oauth)) hosts.add(hostAndPort(new URL(oauth)));
  return [...hosts, ...webHostsOf(settings)];
}

/** What is missing before the kit can do anything; null when something is configured. */
export function missingAccount(settings: Readonly<Record<string, string>>): string | null {
  if (hostsOf(settings).length > 0) return null;
  return 'No account is configured. For mail: assay kits set communication MAIL_FROM, then MAIL_SMTP, MAIL_IMAP and INTERNAL_DOMAINS. For chat or tickets: SLACK_TOKEN, GITHUB_TOKEN and others.';
}
