import { z } from 'zod';
import {
  type BuildCommand,
  type Check,
  type CommandRequest,
  type DetectedCheck,
  type DetectedSystem,
  fromFile,
  fromOutput,
  type ProjectFiles,
} from './system.js';

const manifestSchema = z.object({
  scripts: z.record(z.string(), z.string()).optional(),
  packageManager: z.string().optional(),
});

/** Names of the script for each check; the first that exists is used. */
const scriptNames: Readonly<Record<Check, readonly string[]>> = {
  build: ['build', 'compile'],
  test: ['test', 'test:unit'],
  lint: ['lint', 'eslint'],
  typecheck: ['typecheck', 'type-check', 'types', 'tsc'],
};

/** A program that is the whole script, with arguments that ask it for a report and, where it can, for related tests. */
interface KnownProgram {
  readonly name: RegExp;
  arguments(request: CommandRequest): readonly string[];
  reports(request: CommandRequest): BuildCommand['reports'];
  /** How it was narrowed. */
  selection(request: CommandRequest): string | null;
}

const narrowed = ({ files, filter }: CommandRequest, related: string): string | null =>
  [files && `${related} ${files.length} files`, filter && `tests named "${filter}"`].filter(Boolean).join(', ') || null;

const known: readonly KnownProgram[] = [
  {
    name: /^(?:NODE_OPTIONS=\S+ )?(?:node \S+\/)?jest\b/,
    arguments: ({ report, files, filter }) => [
      ...['--json', `--outputFile=${report}`, '--testLocationInResults'],
      ...(filter === undefined ? [] : [`--testNamePattern=${escapeRegExp(filter)}`]),
      ...(files === undefined ? [] : ['--passWithNoTests', '--findRelatedTests', ...files]),
    ],
    reports: ({ report }) => [fromFile('jest', report)],
    selection: (request) => narrowed(request, 'tests related to'),
  },
  {
    name: /^vitest(?: run)?\b/,
    arguments: ({ report, files, filter }) => [
      ...['--run', '--reporter=json', `--outputFile=${report}`],
      ...(filter === undefined ? [] : [`--testNamePattern=${escapeRegExp(filter)}`]),
      ...(files === undefined ? [] : ['--changed', ...files]),
    ],
    reports: ({ report }) => [fromFile('jest', report)],
    selection: (request) => narrowed(request, 'tests related to'),
  },
  {
    name: /^eslint\b/,
    arguments: ({ report, files }) => ['--format=json', `--output-file=${report}`, ...(files ?? [])],
    reports: ({ report }) => [fromFile('eslint', report)],
    selection: ({ files }) => (files === undefined ? null : `${files.length} files`),
  },
  {
    name: /^tsc\b/,
    arguments: () => ['--pretty', 'false'],
    reports: () => [fromOutput('tsc')],
    selection: () => null,
  },
];

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `node --test` takes its options before the files; with them it is run directly. */
function nodeTest(script: string, { report, filter }: CommandRequest): BuildCommand | null {
  const [, rest = ''] = /^node --test\b(.*)$/.exec(script) ?? [null];
  if (!script.startsWith('node --test') || /[;&|<>`$(]/.test(script)) return null;
  const reporter = ['--test-reporter=junit', `--test-reporter-destination=${report}`];
  const only = filter === undefined ? [] : [`--test-name-pattern=${escapeRegExp(filter)}`];
  const words = ['/bin/sh', '-c', `exec node --test "$@" ${rest}`, 'sh', ...reporter, ...only];
  return { words, reports: [fromFile('junit', report)], selection: filter ? `tests named "${filter}"` : null };
}

function scriptCommand(manager: string, name: string, script: string, request: CommandRequest): BuildCommand {
  const direct = nodeTest(script, request);
  if (direct !== null) return direct;
  const program = /[;&|<>`]/.test(script) ? undefined : known.find((it) => it.name.test(script));
  const run = [manager, 'run', ...(manager === 'npm' ? ['--silent'] : []), name];
  if (program === undefined) return { words: run, reports: [fromOutput('output')], selection: null };
  const separator = manager === 'npm' ? ['--'] : [];
  return {
    words: [...run, ...separator, ...program.arguments(request)],
    reports: program.reports(request),
    selection: program.selection(request),
  };
}

/** npm and pnpm: the scripts of package.json. */
export function detectNode(files: ProjectFiles): DetectedSystem[] {
  const text = files.read('package.json');
  if (text === null) return [];
  let manifest: z.output<typeof manifestSchema>;
  try {
    manifest = manifestSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
  const isPnpm = files.has('pnpm-lock.yaml') || manifest.packageManager?.startsWith('pnpm@') === true;
  const manager = isPnpm ? 'pnpm' : 'npm';
  const found: Partial<Record<Check, DetectedCheck>> = {};
  for (const [check, names] of Object.entries(scriptNames) as [Check, readonly string[]][]) {
    const name = names.find((it) => manifest.scripts?.[it] !== undefined);
    if (name === undefined) continue;
    const script = manifest.scripts?.[name] ?? '';
    // What `npm init` writes is no test.
    if (script.includes('no test specified')) continue;
    const command = (request: CommandRequest) => scriptCommand(manager, name, script, request);
    found[check] = { declared: `${manager} run ${name}`, command };
  }
  if (found.typecheck === undefined && files.has('tsconfig.json')) {
    const words = ['./node_modules/.bin/tsc', '--noEmit', '--pretty', 'false'];
    const command = () => ({ words, reports: [fromOutput('tsc')], selection: null });
    found.typecheck = { declared: 'tsc --noEmit', command };
  }
  const evidence = ['package.json', ...(isPnpm ? ['pnpm-lock.yaml'] : [])].filter((it) => files.has(it));
  return [{ system: manager, evidence, checks: found, programs: [manager] }];
}
