import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The file of a program of this library: compiled, or the source that Node runs as it is. */
export function programFile(name: string, from: string): string {
  const compiled = fileURLToPath(new URL(`${name}.js`, from));
  return existsSync(compiled) ? compiled : fileURLToPath(new URL(`${name}.ts`, from));
}

/** Where it is inside a sandbox. The ending says that it is a module, since no package.json is beside it. */
export const placeInside = (file: string, name: string): string =>
  `/sandbox/${name}.${file.endsWith('.ts') ? 'mts' : 'mjs'}`;
