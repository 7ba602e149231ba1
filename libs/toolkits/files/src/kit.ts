import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Kit, KitPlaces } from '@assay/kit';
import { filesServer } from './version.js';

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** Files below the folders that the operator names. */
export const filesKit: Kit = Object.freeze({
  name: 'files',
  title: filesServer.title,
  summary:
    'List, read, search and describe files, and write them, in the folders of ASSAY_FILES_ROOTS. Overwriting keeps the former content for 30 days.',
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
    list: {
      capabilities: ['data.file.list'],
      acts: false,
      examples: [{ name: 'the roots', input: { path: '.' }, output: {}, match: 'schema' as const }],
    },
    read: { capabilities: ['data.file.read'], acts: false },
    search: { capabilities: ['data.file.search'], acts: false },
    metadata: { capabilities: ['data.file.metadata'], acts: false },
    write: {
      capabilities: ['data.file.write'],
      acts: true,
      compensation: { class: 'full' as const, tool: 'assay/files.restore@^1', input: '{"undo": output.undo}' },
    },
    restore: { capabilities: ['data.file.write'], acts: true },
  }),
});
