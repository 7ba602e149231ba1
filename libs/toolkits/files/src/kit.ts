import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Kit, KitPlaces, KitTool } from '@assay/kit';
import { filesServer } from './version.js';

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

const reads = (capability: string, input: Readonly<Record<string, unknown>>, output: unknown): KitTool => ({
  capabilities: [capability],
  acts: false,
  examples: [{ name: 'in the example folder', input, output, match: 'subset' }],
});

const changes = (capability: string): KitTool => ({
  capabilities: [capability],
  acts: true,
  compensation: { class: 'full', tool: 'assay/files.restore@^2', input: '{"undo": output.undo}' },
});

/** Files below the folders that the operator names. */
export const filesKit: Kit = Object.freeze({
  name: 'files',
  title: filesServer.title,
  summary:
    'List, read, search, compare and watch files in the folders of ASSAY_FILES_ROOTS; write, edit, move, copy and delete them. Former contents and deleted files are kept for 30 days.',
  version: filesServer.version,
  entry: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  stateless: true,
  arguments: ({ roots, state }: KitPlaces) => [`--state=${state}`, ...roots],
  profile: ({ roots, state }: KitPlaces) => ({
    network: 'none' as const,
    // A folder that does not exist cannot be shown to the process; the state folder is created before it starts.
    folders: [...roots, state].filter(isFolder).map((path) => ({ path: resolve(path), mode: 'rw' as const })),
  }),
  missing: async ({ roots }: KitPlaces) => {
    const absent = roots.filter((it) => !isFolder(it));
    return absent.length === 0
      ? null
      : `The folder ${absent[0]} of ASSAY_FILES_ROOTS does not exist. Create it or change the setting, then restart.`;
  },
  tools: Object.freeze({
    list: reads(
      'data.file.list',
      { path: 'example:', depth: 2 },
      { entries: [{ path: 'example:/notes' }, { path: 'example:/notes/tea.md' }, { path: 'example:/notes/today.md' }] },
    ),
    read: reads(
      'data.file.read',
      { path: 'example:/notes/tea.md', head: 1 },
      { content: '# Tea\n', encoding: 'utf-8' },
    ),
    search: reads(
      'data.file.search',
      { path: 'example:', text: 'minutes' },
      { matchCount: 1, files: [{ path: 'example:/notes/tea.md' }] },
    ),
    metadata: reads('data.file.metadata', { path: 'example:/notes/tea.md' }, { kind: 'file', sizeBytes: 22 }),
    tree: reads('data.file.list', { path: 'example:' }, { tree: 'notes/\n tea.md\n today.md', truncated: false }),
    diff: reads(
      'data.file.compare',
      { path: 'example:/notes/tea.md', other: 'example:/notes/today.md' },
      { same: false },
    ),
    watch: reads('data.file.watch', { path: 'example:', forMs: 100 }, { changed: [], ended: 'time' }),
    write: changes('data.file.write'),
    edit: changes('data.file.write'),
    move: changes('data.file.manage'),
    copy: changes('data.file.manage'),
    delete: changes('data.file.manage'),
    restore: { capabilities: ['data.file.write'], acts: true },
  }),
});
