import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Kit, KitExample, KitPlaces, KitTool } from '@assay/kit';
import { gitServer } from './version.js';

const run = promisify(execFile);
const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** `git merge-tree --write-tree` came with it. */
const minVersion = [2, 38] as const;

async function missingGit(): Promise<string | null> {
  try {
    const { stdout } = await run('git', ['--version'], { timeout: 10_000, env: process.env });
    const [, major = '0', minor = '0'] = /^git version (\d{1,4})\.(\d{1,4})/.exec(stdout) ?? [];
    const isOld = Number(major) < minVersion[0] || (Number(major) === minVersion[0] && Number(minor) < minVersion[1]);
    return isOld
      ? `git ${major}.${minor} is too old. Install git ${minVersion.join('.')} or newer, then restart.`
      : null;
  } catch {
    return 'git is not installed. Install it (Debian: apt-get install git), then restart.';
  }
}

/** The repository of the examples is made by the kit itself. */
const repo = 'example:';
const example = (name: string, input: Readonly<Record<string, unknown>>, output: unknown): readonly KitExample[] => [
  { name, input: { repo, ...input }, output, match: 'subset' },
];

const reads = (capability: string, examples: readonly KitExample[]): KitTool => ({
  capabilities: [capability],
  acts: false,
  examples,
});

const changes = (capability: string, kind: 'full' | 'semantic' = 'full'): KitTool => ({
  capabilities: [capability],
  acts: true,
  compensation: { class: kind, tool: 'assay/git.undo@^1', input: '{"undo": output.undo}' },
});

/** Git repositories below the folders that the operator names. */
export const gitKit: Kit = Object.freeze({
  name: 'git',
  title: gitServer.title,
  summary:
    'Read git repositories in the folders of ASSAY_FILES_ROOTS; commit and merge on agent branches in own worktrees; clone, fetch, push and open pull or merge requests.',
  version: gitServer.version,
  entry: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  stateless: true,
  arguments: ({ roots }: KitPlaces) => [...roots],
  variables: ['GIT_TOKEN'],
  profile: ({ roots }: KitPlaces) => ({
    network: 'egress' as const,
    hosts: ['github.com', '*.github.com', 'gitlab.com'],
    folders: roots.filter(isFolder).map((path) => ({ path: resolve(path), mode: 'rw' as const })),
  }),
  missing: async ({ roots }: KitPlaces) => {
    const absent = roots.find((it) => !isFolder(it));
    return absent === undefined
      ? missingGit()
      : `The folder ${absent} of ASSAY_FILES_ROOTS does not exist. Create it or change the setting, then restart.`;
  },
  tools: Object.freeze({
    status: reads('code.version-control', example('a clean tree', {}, { branch: 'main', staged: [], modified: [] })),
    diff: reads(
      'code.version-control',
      example(
        'two commits',
        { from: 'main~1', to: 'main' },
        { files: [{ path: 'greeting.txt', added: 1, removed: 1 }] },
      ),
    ),
    log: reads(
      'code.version-control',
      example('the latest commit', { limit: 1 }, { commits: [{ subject: 'Greet politely' }] }),
    ),
    show: reads(
      'code.version-control',
      example('a file in a commit', { ref: 'main~1', path: 'greeting.txt' }, { text: 'Hello, world\n' }),
    ),
    blame: reads(
      'code.version-control',
      example(
        'one line',
        { path: 'greeting.txt' },
        { groups: [{ startLine: 1, endLine: 1, subject: 'Greet politely' }] },
      ),
    ),
    branches: reads(
      'code.version-control',
      example('all', {}, { branches: [{ name: 'loud' }, { name: 'main', agent: false }], more: false }),
    ),
    worktrees: reads('code.version-control', example('one', {}, { worktrees: [{ branch: 'main', own: false }] })),
    conflicts: reads(
      'code.version-control',
      example(
        'two branches',
        { ours: 'main', theirs: 'loud' },
        { clean: false, conflicts: [{ path: 'greeting.txt' }] },
      ),
    ),
    summary: reads('code.review', example('a branch', { branch: 'loud', base: 'main' }, { title: 'Greet loudly' })),
    branch: changes('code.version-control'),
    start: changes('code.version-control'),
    finish: changes('code.version-control'),
    checkout: changes('code.version-control'),
    commit: changes('code.version-control'),
    merge: changes('code.version-control'),
    clone: changes('code.version-control'),
    fetch: changes('code.version-control'),
    push: changes('code.version-control', 'semantic'),
    open_request: changes('code.review', 'semantic'),
    undo: { capabilities: ['code.version-control'], acts: true },
  }),
});
