import { execFile } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { type Block, missingLines, shownIn } from './page-blocks.js';

/** Where the commands of pages run. */
export interface Place {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** The address of the server, which the pages call http://127.0.0.1:3000. */
  readonly url: string;
}

const root = join(import.meta.dirname, '..', '..');
const blockMs = 120_000;

/** A folder like a clone of the repository: the server's home is in it, and `npx assay` is the command line. */
export async function placeIn(folder: string, home: string, url: string): Promise<Place> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  const cli = join(root, 'apps', 'cli', 'bin', 'assay.mjs');
  await writeFile(
    join(bin, 'npx'),
    `#!/bin/sh\n[ "$1" = assay ] || { echo "npx $1 is not known here" >&2; exit 1; }\nshift\nexec "${process.execPath}" "${cli}" "$@"\n`,
  );
  await chmod(join(bin, 'npx'), 0o755);
  await mkdir(join(folder, 'user'));
  const { PATH = '' } = process.env;
  return {
    folder,
    url,
    env: { PATH: [bin, dirname(process.execPath), PATH].join(delimiter), HOME: join(folder, 'user'), ASSAY_HOME: home },
  };
}

/** A folder of a page's own, in which its blocks run one after the other. */
export async function folderFor(place: Place, page: string): Promise<Place> {
  const folder = join(place.folder, page.replaceAll('/', '-'));
  await mkdir(folder, { recursive: true });
  await symlink(place.env.ASSAY_HOME as string, join(folder, '.assay'));
  await symlink(join(root, 'docs'), join(folder, 'docs'));
  const { ASSAY_HOME: _, ...env } = place.env;
  return { ...place, folder, env };
}

/** A command that fails ends the block, and so does an answer of HTTP that is an error. */
const strictly = 'exec 2>&1; set -euo pipefail; curl() { command curl --fail-with-body "$@"; }';

interface Ran {
  readonly code: number | string;
  readonly output: string;
}

function bash({ folder, env, url }: Place, script: string): Promise<Ran> {
  const here = script.replaceAll('http://127.0.0.1:3000', url);
  return new Promise((resolve) => {
    const options = { cwd: folder, env, timeout: blockMs, maxBuffer: 16_000_000 };
    const child = execFile('bash', ['-c', `${strictly}\n${here}`], options, (error, stdout) =>
      resolve({
        code: error === null ? 0 : (error.code ?? 'timed out'),
        output: stdout.replaceAll(url, 'http://127.0.0.1:3000'),
      }),
    );
    child.stdin?.end();
  });
}

/** Runs a block; the problem with it, if there is one. */
export async function runBlock(place: Place, { kind, text }: Block): Promise<string | undefined> {
  if (kind === 'sh') {
    const { code, output } = await bash(place, text);
    return code === 0 ? undefined : `ends with ${code}:\n${output}`;
  }
  for (const { command, output: printed } of shownIn(text)) {
    const { code, output } = await bash(place, command);
    if (code === 2 || typeof code === 'string') return `\`${command}\` ends with ${code}:\n${output}`;
    const missing = missingLines(printed, output);
    if (missing.length > 0) return `\`${command}\` does not print\n${missing.join('\n')}\nbut\n${output}`;
  }
  return undefined;
}
