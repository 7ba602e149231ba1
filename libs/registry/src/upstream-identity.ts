import type { Manifest } from '@assay/contracts';
import { namespaceOf } from '@assay/kernel';
import type { Catalogue } from './catalogue.js';
import type { Server } from './records.js';

/** Options of package runners that take a value. */
const withValue = new Set([
  '--from',
  '--with',
  '--python',
  '--index-url',
  '--registry',
  '-p',
  '--package',
  '-c',
  '--cache',
]);
/** Programs that run a package by its name. */
const runners = /(?:^|\/)(?:npx|bunx|pnpx|uvx|pipx|dlx|docker|podman)$/;

/**
 * What a tool actually calls, regardless of its registration and name: the host of its address, or the package that its
 * command runs. Two registrations of one public server have the same. Undefined when a tool has no upstream
 * (compositions).
 */
export function upstreamIdentity(manifest: Manifest, catalogue: Pick<Catalogue, 'server'>): string | undefined {
  const { server, url, address } = manifest.endpoint as Readonly<Record<string, unknown>>;
  if (typeof server === 'string') {
    const name = server.includes('/') ? server : `${namespaceOf(manifest.name)}/${server}`;
    const record = catalogue.server(name);
    return record === undefined ? undefined : serverIdentity(record);
  }
  return hostOf(typeof url === 'string' ? url : address);
}

function serverIdentity({ mcp, http, grpc }: Pick<Server, 'mcp' | 'http' | 'grpc'>): string | undefined {
  const {
    url,
    command,
    args = [],
    address,
  } = { ...mcp, ...http, ...grpc } as Readonly<{
    url?: string;
    baseUrl?: string;
    command?: string;
    args?: readonly string[];
    address?: string;
  }>;
  if (command !== undefined) return `package:${packageOf(command, args)}`;
  return hostOf(url ?? (http as { baseUrl?: string } | null)?.baseUrl ?? address);
}

/** The package that a command runs, without its version; of another program the program and its arguments. */
function packageOf(command: string, args: readonly string[]): string {
  if (!runners.test(command)) return [command, ...args].join(' ');
  const named = args.indexOf('--from');
  if (named >= 0 && args[named + 1] !== undefined) return unversioned(args[named + 1] as string);
  const words = args.filter((it, index) => !it.startsWith('-') && !withValue.has(args[index - 1] ?? ''));
  const [first = command] = words[0] === 'run' ? words.slice(1) : words;
  return unversioned(first);
}

/** `@scope/name@1.2` and `name==1.2` as `@scope/name` and `name`. */
const unversioned = (name: string): string => name.replace(/(?<=.)@[^/@]*$|[=<>~!].*$/s, '').toLowerCase();

function hostOf(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined;
  const parsed = URL.parse(url.includes('://') ? url : `tcp://${url}`);
  return parsed === null || parsed.host === '' ? undefined : `host:${parsed.host.toLowerCase()}`;
}
