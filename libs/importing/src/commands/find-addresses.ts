import { isPrivateHost } from './private-host.js';

const tlsPort = 443;

/** Default ports by URL scheme. */
const schemePorts: ReadonlyMap<string, number> = new Map([
  ['amqp', 5672],
  ['http', 80],
  ['https', tlsPort],
  ['mariadb', 3306],
  ['mongodb', 27017],
  ['mysql', 3306],
  ['nats', 4222],
  ['postgres', 5432],
  ['postgresql', 5432],
  ['redis', 6379],
  ['rediss', 6379],
]);

/** Names of variables and options that contain a host, and the default port. */
const servicePorts: readonly (readonly [RegExp, number])[] = [
  [/pg|postgres/i, 5432],
  [/mysql|maria/i, 3306],
  [/redis|valkey/i, 6379],
  [/mongo/i, 27017],
];

/** Maximum length of a searched value, in characters. */
const maxText = 4_096;
const host = '(?:\\[[0-9A-Fa-f:.]{2,45}\\]|[A-Za-z0-9][A-Za-z0-9.-]{0,252})';

interface Setting {
  /** Name of the variable or option; empty for a bare argument. */
  readonly name: string;
  readonly value: string;
}

/**
 * `host:port` of the private and loopback addresses in the arguments and the environment of a command, each once. Urls,
 * `host:port`, connection strings, and a host and a port in two settings of one name are understood.
 */
export function findPrivateAddresses(settings: readonly Setting[]): string[] {
  const found = settings.flatMap((setting) => [...inText(setting), ...inPair(setting, settings)]);
  return [...new Set(found)];
}

function inText({ value }: Setting): string[] {
  const text = value.slice(0, maxText);
  const urls = [...text.matchAll(/([a-z][a-z0-9+.-]{0,31}):\/\/([^\s/?#'"]{1,512})/gi)].flatMap(
    ([, scheme, authority]) => inAuthority(scheme ?? '', authority ?? ''),
  );
  const bare = new RegExp(`^(${host}):(\\d{1,5})$`).exec(text);
  const dsn = new RegExp(`\\bhost\\s*=\\s*(${host})`, 'i').exec(text);
  const port = /\bport\s*=\s*(\d{1,5})/i.exec(text)?.[1] ?? '5432';
  return [
    ...urls,
    ...(bare?.[1] && isPrivateHost(bare[1]) ? [`${bare[1]}:${bare[2]}`] : []),
    ...(dsn?.[1] && isPrivateHost(dsn[1]) ? [`${dsn[1]}:${port}`] : []),
  ];
}

/** One or several hosts, as drivers of databases take them: `user:password@a:1,b:2`. */
function inAuthority(scheme: string, authority: string): string[] {
  const hosts = authority.slice(authority.lastIndexOf('@') + 1).split(',');
  const standard = schemePorts.get(scheme.split('+')[0]?.toLowerCase() ?? '');
  return hosts.flatMap((each) => {
    const match = new RegExp(`^(${host})(?::(\\d{1,5}))?$`).exec(each);
    // A name without a dot is resolved by this machine or its network only.
    if (match?.[1] === undefined || !(isPrivateHost(match[1]) || isSingleLabel(match[1]))) return [];
    const port = match[2] ?? standard;
    return [port === undefined ? match[1] : `${match[1]}:${port}`];
  });
}

const isSingleLabel = (name: string): boolean => /^[a-z0-9-]+$/i.test(name);

/** A host by itself: `PGHOST=127.0.0.1` with `PGPORT=5433`, `--db-host localhost` with `--db-port 5433`. */
function inPair({ name, value }: Setting, settings: readonly Setting[]): string[] {
  if (!/host|server|addr/i.test(name) || !new RegExp(`^${host}$`).test(value) || !isPrivateHost(value)) return [];
  const partner = name.replace(/host(name)?|server|addr(ess)?/i, 'port').toLowerCase();
  const given = settings.find((it) => it.name.toLowerCase() === partner && /^\d{1,5}$/.test(it.value))?.value;
  const port = given ?? servicePorts.find(([pattern]) => pattern.test(name))?.[1];
  return [port === undefined ? value : `${value}:${port}`];
}

/** Arguments and variables by name: `--db-host=x`, `--db-host x`, `NAME=x`. */
export function settingsOf(args: readonly string[], env: Readonly<Record<string, string>>): Setting[] {
  const fromArgs = args.map((arg, index) => {
    const joined = /^--?([A-Za-z][\w-]*)=([\s\S]*)$/.exec(arg);
    if (joined) return { name: joined[1] ?? '', value: joined[2] ?? '' };
    const before = /^--?([A-Za-z][\w-]*)$/.exec(args[index - 1] ?? '');
    return { name: before?.[1] ?? '', value: arg };
  });
  return [...fromArgs, ...Object.entries(env).map(([name, value]) => ({ name, value }))];
}
