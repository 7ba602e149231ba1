import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleName, type Root } from '@assay/kit';

/** Makes the folder of this kit's examples in a private place, once for each process. */
export function exampleFolder(): () => Promise<Root> {
  let made: Promise<Root> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function make(): Promise<Root> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'assay-files-example-')));
  await mkdir(join(path, 'notes'));
  await writeFile(join(path, 'notes', 'tea.md'), '# Tea\n\nThree minutes.\n');
  await writeFile(join(path, 'notes', 'today.md'), '# Today\n\nDrink tea.\n');
  return Object.freeze({ name: exampleName, path, given: path });
}
