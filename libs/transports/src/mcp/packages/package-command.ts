import type { Server } from '@assay/registry';

/** A command that a package runner starts, read from its arguments. */
export interface PackageCommand {
  readonly runner: 'npx' | 'uvx';
  /** What is installed, as the runner's own tool takes it: `name`, `name@1.2.3`, `name==1.2.3`. */
  readonly packages: readonly string[];
  /** The program of these packages that is started; null for the only one, or the one of the package's name. */
  readonly program: string | null;
  /** What the program gets. */
  readonly args: readonly string[];
}

interface Grammar {
  /** Options that name the package of the program. */
  readonly packages: ReadonlySet<string>;
  /** Options that name a package to install beside it. */
  readonly beside: ReadonlySet<string>;
  /** Options without a value that change nothing here. */
  readonly flags: ReadonlySet<string>;
}

const npx: Grammar = {
  packages: new Set(['-p', '--package']),
  beside: new Set(),
  flags: new Set(['-y', '--yes', '-q', '--quiet', '--prefer-offline', '--prefer-online']),
};
const uvx: Grammar = {
  packages: new Set(['--from']),
  beside: new Set(['-w', '--with']),
  flags: new Set(['-q', '--quiet', '--isolated', '--no-cache', '--refresh']),
};

/**
 * What `npx …` or `uvx …` would start; null for other commands, and a sentence where an option is not understood: it
 * would be wrong to fetch something else than the command says.
 */
export function packageCommand({ mcp }: Pick<Server, 'mcp'>): PackageCommand | string | null {
  if (mcp === null || 'url' in mcp) return null;
  const name = mcp.command.split('/').at(-1);
  const args = mcp.args ?? [];
  if (name === 'npx') return read('npx', npx, args);
  if (name === 'uvx') return read('uvx', uvx, args);
  if (name === 'uv' && args[0] === 'tool' && args[1] === 'run') return read('uvx', uvx, args.slice(2));
  if (name === 'npm' && (args[0] === 'exec' || args[0] === 'x')) return read('npx', npx, args.slice(1));
  return null;
}

function read(runner: 'npx' | 'uvx', grammar: Grammar, args: readonly string[]): PackageCommand | string {
  const packages: string[] = [];
  const beside: string[] = [];
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at] as string;
    if (arg === '--') {
      at++;
      break;
    }
    if (!arg.startsWith('-')) break;
    const [option = '', joined] = arg.split(/=(.*)/s);
    if (grammar.packages.has(option) || grammar.beside.has(option)) {
      const value = joined ?? args[++at];
      if (value === undefined) return `${option} needs a value`;
      (grammar.beside.has(option) ? beside : packages).push(value);
    } else if (!grammar.flags.has(arg)) return `the option ${arg.slice(0, 60)} of ${runner} is not supported here`;
  }
  const [first, ...rest] = args.slice(at);
  if (first === undefined) return `${runner} names no package`;
  const given = args[at + 1] === '--' && packages.length === 0 ? rest.slice(1) : rest;
  const unfit = [...(packages.length === 0 ? [first] : packages), ...beside].find((it) => !isRegistryPackage(it));
  if (unfit !== undefined) return `"${unfit.slice(0, 100)}" is not the name of a package of a registry`;
  if (packages.length > 0) return { runner, packages: [...packages, ...beside], program: first, args: given };
  return { runner, packages: [runner === 'uvx' ? pypiSpec(first) : first, ...beside], program: null, args: given };
}

/** Longest name with extras and a version, in characters: registries allow names of 214. */
const maxSpec = 512;

/** A name with an optional version. Folders, archives and repositories have no integrity to pin. */
const isRegistryPackage = (text: string): boolean =>
  text.length <= maxSpec &&
  /^(?:@[A-Za-z0-9._~-]+\/)?[A-Za-z0-9][A-Za-z0-9._~-]*(?:\[[A-Za-z0-9._,-]+\])?(?:(?:@|[=<>~!]=?=?)[A-Za-z0-9.*^~<>=!,+_-]+)?$/.test(
    text,
  );

/** `name@1.2.3` as uvx takes it, as an installer takes it. */
const pypiSpec = (text: string): string => text.replace(/@latest$/, '').replace('@', '==');

/** The name without extras and version. */
export const packageName = (spec: string): string => /^(?:@[^/]+\/)?[^@[=<>~!]+/.exec(spec)?.[0] ?? spec;
