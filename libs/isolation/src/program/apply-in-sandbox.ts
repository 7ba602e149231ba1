import { placeInside, programFile } from '../sandbox/beside.js';
import type { Mount } from '../sandbox/mount.js';
import { mountArguments } from '../sandbox/mount-arguments.js';
import { sandboxArguments } from '../sandbox/sandbox-arguments.js';
import { spawnSandbox } from '../sandbox/spawn-sandbox.js';
import { systemMounts } from '../sandbox/system-mounts.js';
import type { Owner } from '../state-folders.js';
import type { CopyChanges } from './copy-changes.js';
import { installationOf } from './installation-of.js';

const program = programFile('./copy-changes', import.meta.url);

export interface ApplyOptions {
  readonly owner: Owner | undefined;
  readonly filtersCalls: boolean;
}

/** Applies changes to a copy where links that a program put into it lead to nothing of the machine's. */
export function applyInSandbox(
  from: string,
  to: string,
  changes: CopyChanges,
  { owner, filtersCalls }: ApplyOptions,
): Promise<void> {
  const inside = placeInside(program, 'copy-changes');
  const mounts: Mount[] = [
    ...systemMounts(),
    ...installationOf(process.execPath).map((path): Mount => ({ kind: 'ro', path, source: path })),
    { kind: 'ro', path: '/sandbox/from', source: from },
    { kind: 'rw', path: '/sandbox/to', source: to },
    { kind: 'ro', path: inside, source: program },
  ];
  const sandbox = sandboxArguments({
    shareNetwork: false,
    disableNamespaces: false,
    mounts: mountArguments(mounts, null),
    env: {},
    workFolder: '/',
  });
  const child = spawnSandbox(sandbox, [process.execPath, inside], {
    ...{ joinFiles: [], owner, hasChannel: false },
    calls: filtersCalls ? 'code' : null,
  });
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify({ from: '/sandbox/from', to: '/sandbox/to', changes }));
  child.stdout.resume();
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-2_000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The package could not be copied: ${said.trim() || `code ${code}`}`)),
    );
  });
}
