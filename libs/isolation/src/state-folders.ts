import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The private folders of one command. */
export interface StateFolders {
  /** Writable for the command. */
  readonly home: string;
  /** Copies of its package. */
  readonly packages: string;
  /** Files made for each start. */
  readonly settings: string;
}

const safe = /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/;

/** Makes the folders of a command below the state folder. Throws on a name that would lead elsewhere. */
export function stateFolders(stateFolder: string, state: string, owner?: Owner): StateFolders {
  if (!safe.test(state) || state.split('/').some((part) => /^\.+$/.test(part)))
    throw new Error(`"${state}" is not a valid name of a state folder.`);
  const folder = join(stateFolder, state);
  const folders = {
    home: join(folder, 'home'),
    packages: join(folder, 'packages'),
    settings: join(folder, 'settings'),
  };
  // Passable, because with a user of its own a command reaches its folders through them.
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  for (const each of Object.values(folders)) mkdirSync(each, { recursive: true, mode: 0o711 });
  mkdirSync(folders.home, { recursive: true });
  if (owner !== undefined) chownSync(folders.home, owner.uid, owner.gid);
  return folders;
}
