import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Isolation } from '@assay/isolation';
import type { StartProcess } from '@assay/sandbox';

/** Each process has a private folder of its own, so that no run finds what another one wrote. */
const stateOf = (): string => join('sandbox', randomUUID());

/** Starts the sandbox's processes under the isolation of started commands: without network, environment, files
 * and further processes. */
export const isolatedProcesses =
  (isolation: Pick<Isolation, 'start'>, stateFolder: string): StartProcess =>
  async ({ command, args, folders, limits }) => {
    const state = stateOf();
    const started = await isolation.start({
      ...{ command, args, state, programFolders: folders, calls: 'code' },
      profile: { network: 'none', hosts: [], folders: [], cpus: 1, ...limits },
    });
    const { child } = started;
    const remove = () => void rm(join(stateFolder, state), { recursive: true, force: true }).catch(() => undefined);
    child.once('exit', remove);
    return {
      ...{ stdin: child.stdin, stdout: child.stdout, stderr: child.stderr },
      onExit: (ended) => {
        if (child.exitCode !== null || child.signalCode !== null) ended();
        else child.once('exit', ended);
      },
      kill: () => started.kill(),
    };
  };
