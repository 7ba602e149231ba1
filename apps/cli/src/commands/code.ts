import type { CodeBody, CodeTypes, RunView } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { duration, whole } from '../input/options.js';
import { parseJson, readJsonObject, readText } from '../input/read-json.js';
import type { Page } from '../output/page.js';
import { executedNotes, runNotes, runText } from '../output/run.js';
import { UsageError } from '../usage-error.js';

interface CodeOptions {
  readonly language?: NonNullable<CodeBody['language']>;
  readonly eval?: string;
  readonly input?: string;
  readonly deadline?: number;
  readonly undo?: boolean;
  readonly idempotencyKey?: string;
  readonly session?: string;
  readonly task?: string;
  readonly async?: boolean;
}

const languages = ['javascript', 'typescript', 'python'] as const;
const endings: readonly (readonly [RegExp, (typeof languages)[number]])[] = [
  [/\.m?ts$/, 'typescript'],
  [/\.py$/, 'python'],
];

async function bodyOf({ io, options }: Context<CodeOptions>, file: string | undefined): Promise<CodeBody> {
  const { eval: inline, input, deadline, undo, language, idempotencyKey, session, task } = options;
  if ((inline === undefined) === (file === undefined)) throw new UsageError('Give either a file of code or --eval.');
  const isInline = input !== undefined && /^\s*[{["\d]/.test(input);
  const detected = language ?? endings.find(([ending]) => ending.test(file ?? ''))?.[1];
  return {
    code: inline ?? (await readText(io, file as string)),
    ...(detected && { language: detected }),
    ...(input !== undefined && { input: isInline ? parseJson(input, 'The input') : await readJsonObject(io, input) }),
    ...(deadline !== undefined && { deadlineMs: deadline }),
    ...(undo && { onFailure: 'undo' as const }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(session !== undefined && { session }),
    ...(task !== undefined && { task }),
  };
}

async function run(context: Context<CodeOptions>, file: string | undefined) {
  const body = await bodyOf(context, file);
  const { code } = await context.assay();
  if (context.options.async) {
    const begun = await code.start(body, context.request);
    return outcome<RunView>({ data: begun, text: ({ id }) => id, notes: runNotes });
  }
  const done = await code.run(body, context.request);
  return outcome<RunView>({
    data: done,
    text: runText,
    notes: (it, page) => [...consoleLines(it), ...executedNotes(it, page), ...proposalNote(it, page)],
    failed: done.status === 'failed' || done.status === 'cancelled',
    waiting: done.status === 'awaiting_approval',
  });
}

const consoleLines = ({ console: lines = [] }: RunView): string[] =>
  lines.map(({ level, text }) => `${level}: ${text}`);

const proposalNote = ({ proposal }: RunView, page: Page): string[] =>
  proposal === undefined
    ? []
    : [page.dim('This code is only a plan: --json shows it as one (proposal), for `assay plan run`.')];

async function types(context: Context<{ readonly query?: string; readonly budget?: number }>, tools: string[]) {
  const { query, budget } = context.options;
  if ((query === undefined) === (tools.length === 0)) throw new UsageError('Give either tools or --query.');
  const { code } = await context.assay();
  const asked = {
    ...(query === undefined ? { tools } : { query }),
    ...(budget !== undefined && { tokenBudget: budget }),
  };
  return outcome<CodeTypes>({
    data: await code.types(asked, context.request),
    text: ({ text }) => text.trimEnd(),
    notes: ({ omitted, tokens }) =>
      omitted.length === 0 ? [] : [`Omitted for the budget (${tokens} tokens used): ${omitted.join(', ')}`],
  });
}

export function addCodeCommands(program: Command, host: Host): void {
  const group = program.command('code').description('Run code that calls tools, in a sandbox');
  add(group, 'run', 'Run code; each tool call in it is a step of a run', [
    'code run report.js',
    'code run report.ts --input \'{"month": "2026-10"}\'',
    `code run --eval 'return await tools["assay/data.hash"]({ data: "a" })'`,
  ])
    .argument('[file]', 'JavaScript, TypeScript (.ts) or Python (.py); - reads standard input')
    .option('--eval <code>', 'the code itself')
    .addOption(new Option('--language <language>', 'default: by the ending of the file').choices([...languages]))
    .option('--input <json>', 'what the code reads as `input`: JSON, or a JSON file')
    .option('--deadline <time>', 'maximum duration, such as 1m', duration)
    .option('--undo', 'when the code fails, undo what its calls did')
    .option('--idempotency-key <key>', 'run it only once for this key within 24 hours')
    .option('--session <name>', 'session the calls belong to')
    .option('--task <text>', 'what it is for, for learning')
    .option('--async', 'start the run and print its id')
    .action(host.does(run));
  add(group, 'types', 'Print TypeScript declarations of tools', [
    'code types assay/data.hash assay/data.query',
    'code types --query "compute a digest" --budget 500',
  ])
    .argument('[tools...]', 'namespace/tool, optionally @range')
    .option('--query <words>', 'of the tools that a search finds')
    .option('--budget <tokens>', 'most tokens of the text', whole(50, 100_000))
    .action(host.does(types));
}
