import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Machine, PathOnMachine } from '@assay/importing';

export interface MachineOptions {
  /** ASSAY_HOME. */
  readonly home: string;
  /** `host:port` of Assay's own services. */
  readonly addresses: () => readonly string[];
  readonly isolates: () => boolean;
}

/** The machine that commands are started on. */
export function openMachine({ home, addresses, isolates }: MachineOptions): Machine {
  return {
    look,
    userHome: homedir(),
    own: { folder: resolve(home), addresses },
    isolates,
  };
}

async function look(path: string): Promise<PathOnMachine | null> {
  try {
    const found = await stat(path);
    return { kind: found.isDirectory() ? 'folder' : 'file', real: await realpath(path) };
  } catch {
    return null;
  }
}
