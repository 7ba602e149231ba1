import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../process/program.js';

/** A module that generated code may import. */
export interface AllowedModule {
  /** As code imports it. */
  readonly name: string;
  readonly version: string;
  /** SHA-256 of its source, as `sha256-…` in Base64. */
  readonly integrity: string;
}

interface Shipped extends AllowedModule {
  readonly package: string;
  /** One file without imports, in the package. */
  readonly file: string;
}

const shipped: readonly Shipped[] = [
  {
    ...{ name: 'csv-parse/sync', package: 'csv-parse', version: '7.0.3', file: 'dist/esm/sync.js' },
    integrity: 'sha256-vnwufldpE07prc7s4FFpebuTDvuBtqjIQh7Gu5iUG8M=',
  },
  {
    ...{ name: 'decimal.js', package: 'decimal.js', version: '10.6.0', file: 'decimal.mjs' },
    integrity: 'sha256-RebswKUA/uZDms32fuLpMiqrV+bqBAnvUpk97buozxk=',
  },
  {
    ...{ name: 'js-yaml', package: 'js-yaml', version: '4.3.2', file: 'dist/js-yaml.mjs' },
    integrity: 'sha256-zqJ2x+FfQJoa2+XRd6ungkOYpHT3z3Ar1Xlix9VwY28=',
  },
  {
    ...{ name: 'mustache', package: 'mustache', version: '4.2.0', file: 'mustache.mjs' },
    integrity: 'sha256-D2BB8ELvfSPcayKd/XtvevdaoZKnKkWNgkcc0sCsYfI=',
  },
];

/** Modules that generated code may import. They come with this package: nothing is installed at run time. */
export const allowedModules: readonly AllowedModule[] = shipped.map(({ name, version, integrity }) => ({
  ...{ name, version, integrity },
}));

const sources = new Map<string, Promise<string>>();

/** The source of an allowed module. Rejects when there is none of that name, or when its file is another one. */
export function moduleSource(name: string): Promise<string> {
  const found = shipped.find((it) => it.name === name);
  if (found === undefined) return Promise.reject(new Error(`"${name}" is not an allowed module.`));
  const known = sources.get(name) ?? verifiedSource(found);
  sources.set(name, known);
  known.catch(() => sources.delete(name));
  return known;
}

async function verifiedSource({ name, package: folder, file, integrity }: Shipped): Promise<string> {
  const source = await readFile(join(packageFolder(folder), file));
  const digest = `sha256-${createHash('sha256').update(source).digest('base64')}`;
  if (digest !== integrity) throw new Error(`The file of "${name}" is not the one that was pinned.`);
  return source.toString('utf8');
}
