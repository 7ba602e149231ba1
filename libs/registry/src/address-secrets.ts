/** Shown in an address or an argument in place of a secret. */
export const mask = '***';

/** Names under which addresses and arguments carry credentials. */
const secretName =
  /(?:api[_-]?key|access[_-]?key|secret[_-]?key|token|secret|password|passwd|pwd|passphrase|credentials?)$/i;
/** Names that are credentials only when their value looks random. */
const perhapsSecretName = /^(?:key|auth|authorization|sig|signature|code|pass)$/i;
/** Tokens in the formats of known issuers, recognisable anywhere. */
const knownToken =
  /(?:\b(?:sk|rk|pk)[-_](?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{20,200}|\bgh[pousr]_[A-Za-z0-9]{36}|\bgithub_pat_[A-Za-z0-9_]{22,100}|\bglpat-[A-Za-z0-9_-]{20,60}|\bxox[abeprs]-[A-Za-z0-9-]{10,200}|\b(?:AKIA|ASIA)[A-Z2-7]{16}\b|\bAIza[A-Za-z0-9_-]{35}|\bnpm_[A-Za-z0-9]{36}|\bpypi-[A-Za-z0-9_-]{40,200}|\bhf_[A-Za-z0-9]{30,60}|\beyJ[A-Za-z0-9_-]{17,400}\.eyJ[A-Za-z0-9_-]{17,2000}\.[A-Za-z0-9_-]{20,700})/g;
/** A name and a password before the host of an address. */
const userinfo = /\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/?#@]{1,400})@/gi;
/** `name=value` of a query or an option; the value ends at the delimiters of addresses and lists. */
const assignment = /(?:^|[?&;\s]|--?)([A-Za-z][\w.-]{0,60})=([^&;#\s]{1,2000})/g;
/** A placeholder for a value is not a secret. */
const placeholder = /^(?:\{.*\}|\$\{?\w+\}?|<.*>|\*+|x+|\.\.\.)$/i;

/** Whether an http or https address names a user or a password. */
export function hasUserinfo(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.username !== '' || url.password !== '');
}

/** The secrets in an address or an argument: passwords, credentials by name, tokens of known issuers. */
export function secretsIn(text: string): string[] {
  const found = new Set<string>();
  for (const [, user = ''] of text.matchAll(userinfo)) {
    const password = user.slice(user.indexOf(':') + 1);
    if (user.includes(':') && password !== '' && !placeholder.test(password)) found.add(password);
  }
  for (const [, name = '', value = ''] of text.matchAll(assignment)) if (isCredential(name, value)) found.add(value);
  for (const [token] of text.matchAll(knownToken)) found.add(token);
  return [...found];
}

/** The text with its secrets masked. Without any it is the text itself. */
export const withoutSecretsIn = (text: string): string =>
  secretsIn(text)
    .sort((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, mask), text);

/** The arguments of a command that are secrets, or values of an option that expects one. */
export const secretArguments = (args: readonly string[]): boolean[] =>
  args.map((arg, index) => secretsIn(arg).length > 0 || followsSecretOption(args, index));

/** The arguments with secrets masked. */
export const withoutSecretArguments = (args: readonly string[]): string[] =>
  args.map((arg, index) => (followsSecretOption(args, index) ? mask : withoutSecretsIn(arg)));

/** The secrets of a command's arguments. */
export const secretsInArguments = (args: readonly string[]): string[] =>
  args.flatMap((arg, index) => (followsSecretOption(args, index) ? [arg] : secretsIn(arg)));

function followsSecretOption(args: readonly string[], index: number): boolean {
  const arg = args[index] ?? '';
  const option = /^--?([\w.-]{1,60})$/.exec(args[index - 1] ?? '')?.[1];
  return option !== undefined && !arg.startsWith('-') && arg !== '' && isCredential(option, arg);
}

const isCredential = (name: string, value: string): boolean =>
  !placeholder.test(value) && (secretName.test(name) || (perhapsSecretName.test(name) && looksRandom(value)));

/** Long, with letters and digits mixed. */
const looksRandom = (value: string): boolean => value.length >= 16 && /\d/.test(value) && /[A-Za-z]/.test(value);
