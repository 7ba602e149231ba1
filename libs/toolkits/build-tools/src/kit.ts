import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Kit, KitPlaces, KitTool } from '@assay/kit';
import { buildServer } from './version.js';

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** What a run wrote (build outputs, caches) stays in the repository: there is nothing to take back beyond git. */
const runs = (capability: string): KitTool => ({
  capabilities: [capability],
  acts: true,
  compensation: { class: 'side-effects' },
});

/** Building and checking repositories below the folders that the operator names. */
export const buildKit: Kit = Object.freeze({
  name: 'build',
  title: buildServer.title,
  summary:
    'Build, test, lint and type-check repositories in the folders of ASSAY_FILES_ROOTS. Each run executes code of the repository, in a sandbox of its own without network.',
  version: buildServer.version,
  entry: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  stateless: true,
  requiresIsolation: true,
  arguments: ({ roots, state }: KitPlaces) => [`--state=${state}`, ...roots],
  profile: ({ roots }: KitPlaces) => ({
    network: 'none' as const,
    folders: roots.filter(isFolder).map((path) => ({ path: resolve(path), mode: 'rw' as const })),
    // Its sandboxes count as part of it.
    memoryMb: 8_192,
    processes: 1_024,
  }),
  missing: async ({ roots }: KitPlaces) => {
    const absent = roots.find((it) => !isFolder(it));
    return absent === undefined
      ? null
      : `The folder ${absent} of ASSAY_FILES_ROOTS does not exist. Create it or change the setting, then restart.`;
  },
  tools: Object.freeze({
    detect: {
      capabilities: ['code.build'],
      acts: false,
      examples: [
        {
          name: 'a project of npm',
          input: { repo: 'example:' },
          output: {
            systems: [
              { system: 'npm', evidence: ['package.json'], commands: { test: 'npm run test', build: 'npm run build' } },
            ],
          },
          match: 'subset' as const,
        },
      ],
    },
    build: runs('code.build'),
    test: runs('code.test'),
    lint: runs('code.quality'),
    typecheck: runs('code.quality'),
    verify: runs('code.test'),
  }),
});
