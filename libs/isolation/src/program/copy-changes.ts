/** Applies changes of a package to its copy. Also a program: it reads `{from, to, changes}` from its standard input. */
import { copyFile, mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface CopyChanges {
  /** Relative paths, folders before what is in them: `/` for a folder, `-> target` for a link, anything else a file. */
  readonly changed: readonly (readonly [path: string, mark: string])[];
  readonly gone: readonly string[];
}

async function place(path: string, mark: string, from: string, to: string): Promise<void> {
  const target = join(to, path);
  if (mark === '/') {
    await mkdir(target, { recursive: true });
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  await rm(target, { force: true, recursive: true });
  if (mark.startsWith('-> ')) await symlink(mark.slice(3), target);
  else await copyFile(join(from, path), target);
}

export async function copyChanges(from: string, to: string, { changed, gone }: CopyChanges): Promise<void> {
  for (const [path, mark] of changed) await place(path, mark, from, to);
  for (const path of gone) await rm(join(to, path), { force: true });
}

if (process.argv[1] !== undefined && /copy-changes\.m?[jt]s$/.test(process.argv[1])) {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const { from, to, changes } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
    from: string;
    to: string;
    changes: CopyChanges;
  };
  await copyChanges(from, to, changes);
}
