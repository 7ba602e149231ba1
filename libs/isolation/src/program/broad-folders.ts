import { homedir } from 'node:os';
import { dirname } from 'node:path';

const shared = new Set([
  '/',
  '/tmp',
  '/var',
  '/var/tmp',
  '/var/lib',
  '/home',
  '/root',
  '/srv',
  '/opt',
  '/mnt',
  '/media',
  '/run',
  '/etc',
  '/usr',
  '/usr/bin',
  '/usr/local',
  '/usr/local/bin',
  '/bin',
]);

/** Whether a folder holds more than one program: then a file in it does not make the folder part of the program. */
export function isBroad(folder: string): boolean {
  const home = homedir();
  return (
    shared.has(folder) ||
    folder === home ||
    home.startsWith(`${folder}/`) ||
    dirname(folder) === '/home' ||
    [`${home}/.local`, `${home}/.local/share`, `${home}/.cache`, `${home}/.config`, `${home}/bin`].includes(folder)
  );
}
