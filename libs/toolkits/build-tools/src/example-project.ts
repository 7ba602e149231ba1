import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleName, type Root } from '@assay/kit';

const manifest = { name: 'example', private: true, scripts: { test: 'node --test', build: 'node build.mjs' } };

/** Makes the project of this kit's examples in a private folder, once for each process. */
export function exampleProject(): () => Promise<Root> {
  let made: Promise<Root> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function make(): Promise<Root> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'assay-build-example-')));
  await writeFile(join(path, 'package.json'), JSON.stringify(manifest));
  return Object.freeze({ name: exampleName, path, given: path });
}
