import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { callFilterBytes } from '../calls/call-filter.js';
import { installationOf } from '../program/installation-of.js';
import type { Mount } from '../sandbox/mount.js';
import { mountArguments } from '../sandbox/mount-arguments.js';
import { sandboxArguments } from '../sandbox/sandbox-arguments.js';
import { spawnSandbox } from '../sandbox/spawn-sandbox.js';
import { systemMounts } from '../sandbox/system-mounts.js';
import { cgroups } from './limit-group.js';
import { ownerFor } from './owner.js';
import type { IsolationSupport, LimitsKind } from './support.js';

const run = promisify(execFile);

/** The version of bubblewrap; null when it is not installed. */
async function versionOf(): Promise<string | null> {
  try {
    const { stdout } = await run('bwrap', ['--version'], { timeout: 10_000 });
    return /(\d{1,5}\.\d{1,5}\.\d{1,5})/.exec(stdout)?.[1] ?? '0.0.0';
  } catch {
    return null;
  }
}

const isAtLeast = (version: string, minor: number): boolean => {
  const [major = 0, own = 0] = version.split('.').map(Number);
  return major > 0 || own >= minor;
};

/** Starts a sandbox like those of commands; says what went wrong, or null. */
async function problemWith(
  version: string,
  limits: LimitsKind,
  { anyAddress, filtersCalls }: { readonly anyAddress: boolean; readonly filtersCalls: boolean },
): Promise<string | null> {
  const mounts: Mount[] = [
    ...systemMounts(),
    ...installationOf(process.execPath).map((path): Mount => ({ kind: 'ro', path, source: path })),
    { kind: 'tmpfs', path: '/tmp' },
  ];
  const sandbox = sandboxArguments({
    shareNetwork: anyAddress,
    disableNamespaces: isAtLeast(version, 8),
    mounts: mountArguments(mounts, isAtLeast(version, 8) ? 1024 * 1024 : null),
    env: {},
    workFolder: '/',
  });
  const child = spawnSandbox(sandbox, ['/bin/sh', '-c', 'exit 7'], {
    joinFiles: [],
    owner: ownerFor(limits, 'probe'),
    hasChannel: false,
    calls: filtersCalls ? 'command' : null,
    anyAddress,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-1_000);
  });
  child.stdout.resume();
  child.stdin.on('error', () => {});
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  return code === 7 ? null : said.trim() || `it ended with code ${code}`;
}

const isRoot = (): boolean => process.getuid?.() === 0;

const weakLimits: Readonly<Record<string, string>> = {
  'user-and-watchdog':
    'Control groups cannot be written: a watchdog limits memory, and each command runs as a user of its own.',
  watchdog: 'Control groups cannot be written: a watchdog limits memory and processes.',
};

function reasonOf(limits: LimitsKind, filtersCalls: boolean): { readonly reason?: string } {
  const unfiltered = `System calls are not filtered: ${
    callFilterBytes('command') === null
      ? `there is no filter for ${process.arch}.`
      : 'the kernel or bubblewrap does not take a filter.'
  }`;
  const reasons = [weakLimits[limits], filtersCalls ? undefined : unfiltered].filter((it) => it !== undefined);
  return reasons.length === 0 ? {} : { reason: reasons.join(' ') };
}

/** Linux only; elsewhere nothing is isolated. */
const unsupported: IsolationSupport = {
  kind: 'none',
  limits: 'watchdog',
  network: 'proxy',
  disablesNamespaces: false,
  filtersCalls: false,
  sizesTmpfs: false,
  reason: 'Commands are isolated on Linux only.',
};

/** What this machine can do, found by starting a sandbox. Takes some 30 ms. */
export async function detectIsolation(): Promise<IsolationSupport> {
  if (process.platform !== 'linux') return unsupported;
  const groups = cgroups();
  const version = await versionOf();
  if (version === null) {
    const reason = 'bubblewrap is not installed: install the package "bubblewrap".';
    return { ...unsupported, limits: groups?.kind ?? 'watchdog', reason };
  }
  const limits: LimitsKind = groups?.kind ?? (isRoot() ? 'user-and-watchdog' : 'watchdog');
  const hasFilter = callFilterBytes('command') !== null;
  const [filtered, anyAddress] = await Promise.all([
    problemWith(version, limits, { anyAddress: false, filtersCalls: hasFilter }),
    problemWith(version, limits, { anyAddress: true, filtersCalls: false }),
  ]);
  const filtersCalls = hasFilter && filtered === null;
  const problem =
    filtered !== null && hasFilter
      ? await problemWith(version, limits, { anyAddress: false, filtersCalls: false })
      : filtered;
  if (problem !== null) {
    const reason = `bubblewrap is installed, but the system does not let it start a sandbox: ${problem}`;
    return { ...unsupported, version, limits: groups?.kind ?? 'watchdog', reason };
  }
  return {
    kind: 'bubblewrap',
    version,
    limits,
    network: anyAddress === null ? 'any-address' : 'proxy',
    disablesNamespaces: isAtLeast(version, 8),
    sizesTmpfs: isAtLeast(version, 8),
    filtersCalls,
    ...reasonOf(limits, filtersCalls),
  };
}
