import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectCargo, detectGo, detectGradle, detectMake, detectMaven } from './systems/compiled.js';
import { detectNode } from './systems/node.js';
import { detectPython } from './systems/python.js';
import type { DetectedSystem, ProjectFiles } from './systems/system.js';

const maxFile = 1_048_576;

/** Files directly in a folder. Links are not read: they may lead outside of the repository. */
function filesOf(folder: string): ProjectFiles {
  const stats = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false });
  return {
    has: (name) => stats(name) !== undefined,
    read(name) {
      if (stats(name)?.isFile() !== true) return null;
      const file = openSync(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        return fstatSync(file).isFile() && fstatSync(file).size <= maxFile ? readFileSync(file, 'utf8') : null;
      } finally {
        closeSync(file);
      }
    },
  };
}

/** Every build system that a folder declares. A Makefile comes last: it often calls the others. */
export function detectSystems(folder: string): DetectedSystem[] {
  const files = filesOf(folder);
  return [detectNode, detectCargo, detectGo, detectMaven, detectGradle, detectPython, detectMake].flatMap((it) =>
    it(files),
  );
}
