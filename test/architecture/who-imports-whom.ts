import { posix } from 'node:path';
import { contexts, domain, isDomain } from './contexts.js';
import type { Finding, Rule } from './finding.js';
import { importsOf } from './imports.js';
import { packageOf, placeOf } from './place.js';

const contracts = 'libs/contracts';

/** What the kits share. Each other folder beside it is a kit: a program of its own, of which the server imports the record. */
const kit = 'libs/toolkits/kit';
const isKit = (workspace: string): boolean => workspace.startsWith('libs/toolkits/');

/** Libraries that implement the domain's ports. They know the domain and nothing of each other. */
export const adapters = [
  'libs/authentication',
  'libs/authorization',
  'libs/coordination',
  'libs/inspection',
  'libs/jobs',
  'libs/models',
  'libs/persistence',
  'libs/sandbox',
  'libs/search',
  'libs/transports',
] as const;

/** The table of ARCHITECTURE: each workspace with those it may import. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  [contracts]: [],
  ...Object.fromEntries(
    Object.entries(contexts).map(([context, below]) => [
      `libs/${context}`,
      [contracts, ...below.map((it) => `libs/${it}`)],
    ]),
  ),
  // It is published for programs of other people and imports nothing of ours.
  'libs/json-schema': [],
  'libs/named-values': [],
  ...Object.fromEntries(adapters.map((adapter) => [adapter, [...domain, contracts, 'libs/content-rules']])),
  // It is published with the kit that uses it and imports nothing of ours.
  'libs/content-rules': [],
  'libs/config': [],
  'libs/isolation': [],
  'libs/meaning': [],
  'libs/meaning-multilingual': ['libs/meaning'],
  'libs/sdk': [contracts],
  'libs/testing': [...domain, contracts],
  [kit]: [contracts],
  // It starts a sandbox for each run of a repository's code.
  'libs/toolkits/build-tools': [kit, 'libs/isolation'],
  // What it sends is examined by the same rules as calls.
  'libs/toolkits/communication': [kit, 'libs/content-rules', 'libs/named-values'],
  'apps/cli': ['libs/sdk'],
  'apps/console': ['libs/sdk'],
  'apps/server': [
    contracts,
    ...domain,
    'libs/config',
    'libs/isolation',
    'libs/meaning',
    'libs/meaning-multilingual',
    kit,
    ...adapters,
  ],
};

const apps = new Set(['cli', 'console', 'server']);

const workspaceOf = (name: string): string => {
  const short = name.slice('@assay/'.length);
  if (short === 'kit' || short.startsWith('kit-')) return `libs/toolkits/${short.replace(/^kit-/, '')}`;
  return `${apps.has(short) ? 'apps' : 'libs'}/${short}`;
};

function instead(from: string, to: string): string {
  if (to === 'libs/config') return 'let apps/server read the environment and hand over the slice that is needed';
  if (to === 'libs/testing') return 'move what shipped code needs out of testing, which only tests may use';
  if (isDomain(from))
    return `state what is needed as a port in ${from}, or in libs/kernel when several contexts need it, and wire it in apps/server`;
  if (isKit(from)) return 'keep toolkits to their protocol; they run as processes of their own';
  if (from === 'apps/cli' || from === 'apps/console')
    return 'go through @assay/sdk, which exports the types of the wire';
  return 'take the other through a port of the domain, and let apps/server wire the two';
}

/** The workspace that an import of a file reaches, by package name or by a path that leaves its own workspace. */
function reached(path: string, specifier: string): string | null {
  if (packageOf(specifier)?.startsWith('@assay/')) return workspaceOf(packageOf(specifier) ?? '');
  if (!specifier.startsWith('.')) return null;
  return /^(?:libs\/toolkits|libs|apps)\/[^/]+/.exec(posix.join(posix.dirname(path), specifier))?.[0] ?? null;
}

/**
 * Rule 3: ports live in the domain and adapters import them, so the workspaces see each other in one direction only. Tests
 * may also use the testing library and the whole domain; the suites in the test folder stand outside.
 */
export const whoImportsWhom: Rule = (tree) =>
  tree.flatMap((file): Finding[] => {
    const place = placeOf(file);
    if (!place || place.kind === 'suite') return [];
    const { workspace, kind } = place;
    const allowed = mayImport[workspace] ?? (isKit(workspace) ? [kit] : undefined);
    if (!allowed) {
      const found = `${workspace} has no place in the table of who may import whom`;
      return [
        { file: file.path, found, instead: 'add it to ARCHITECTURE and to test/architecture/who-imports-whom.ts' },
      ];
    }
    const others = importsOf(file).map(({ specifier }) => reached(file.path, specifier));
    return [...new Set(others)]
      .filter((other): other is string => other !== null && other !== workspace && !allowed.includes(other))
      .filter((other) => !(workspace === 'apps/server' && isKit(other)))
      .filter((other) => !(kind === 'test' && (other === 'libs/testing' || isDomain(other))))
      .map((other) => ({
        file: file.path,
        found: `${workspace} imports ${other}`,
        instead: instead(workspace, other),
      }));
  });
