import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

/** The error that `spawn` would have made, with the same `code`. */
export function startError(code: 'ENOENT' | 'EACCES', command: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`spawn ${command} ${code}`), { code, path: command, syscall: `spawn ${command}` });
}

function problemWith(path: string): 'ENOENT' | 'EACCES' | null {
  try {
    if (!statSync(path).isFile()) return 'EACCES';
    accessSync(path, constants.X_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'EACCES' : 'ENOENT';
  }
}

/** The file of a command, as the system would find it. Throws what `spawn` would report. */
export function findCommand(command: string, path: string, cwd: string): string {
  const candidates = command.includes('/')
    ? [resolve(cwd, command)]
    : path
        .split(delimiter)
        .filter(Boolean)
        .map((folder) => resolve(cwd, folder, command));
  let worst: 'ENOENT' | 'EACCES' = 'ENOENT';
  for (const candidate of candidates) {
    const problem = problemWith(candidate);
    if (problem === null) return candidate;
    if (problem === 'EACCES') worst = problem;
  }
  throw startError(worst, command);
}
