import type { RunBody, RunCheck, RunStatus, RunSummary, RunView } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { readComposition } from '../input/composition.js';
import { cursorOption, duration, limitOption, type PageOptions } from '../input/options.js';
import { parseJson, readJsonObject } from '../input/read-json.js';
import { write } from '../io.js';
import { listOutcome } from '../output/list.js';
import { runEventText, runNotes, runText, stepText } from '../output/run.js';
import { checkText } from '../output/run-graph.js';
import { UsageError } from '../usage-error.js';

interface RunOptions {
  readonly input?: string;
  readonly deadline?: number;
  readonly idempotencyKey?: string;
  readonly session?: string;
  readonly task?: string;
  readonly async?: boolean;
  readonly follow?: boolean;
  readonly of?: string;
}

interface ListOptions extends PageOptions {
  readonly status?: RunStatus;
}

/** A run of which nothing came out has not done what was asked. */
const failed = ({ status }: RunView): boolean => status === 'failed' || status === 'cancelled';

const shown = (run: RunView) => outcome<RunView>({ data: run, text: runText, notes: runNotes, failed: failed(run) });

async function check(context: Context<Pick<RunOptions, 'deadline'>>, file: string) {
  const body = await readComposition(context.io, file);
  const { deadline } = context.options;
  const asked = { ...body, ...(deadline !== undefined && { deadlineMs: deadline }) };
  const found = await (await context.assay()).runs.check(asked, context.request);
  return outcome<RunCheck>({ data: found, text: checkText, failed: !found.ok });
}

async function run(context: Context<RunOptions>, file: string | undefined) {
  const { of, async: begin, follow } = context.options;
  if (of !== undefined) {
    if (file !== undefined) throw new UsageError('Give a file to run, or with --of a run that was begun, not both.');
    return shown(await followed(context, of));
  }
  if (file === undefined)
    throw new UsageError('Name the file of a composition, or with --of <id> a run that was begun.');
  const body = await bodyOf(context, file);
  const { runs } = await context.assay();
  if (!begin && !follow) return shown(await runs.execute(body, context.request));
  const begun = await runs.start(body, context.request);
  if (follow) return shown(await followed(context, begun.id));
  return outcome<RunView>({ data: begun, text: ({ id }) => id, notes: runNotes });
}

async function bodyOf({ io, options }: Context<RunOptions>, file: string): Promise<RunBody> {
  const { input, deadline, idempotencyKey, session, task } = options;
  const isInline = input !== undefined && /^\s*[{["]/.test(input);
  return {
    ...(await readComposition(io, file)),
    ...(input !== undefined && { input: isInline ? parseJson(input, 'The input') : await readJsonObject(io, input) }),
    ...(deadline !== undefined && { deadlineMs: deadline }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(session !== undefined && { session }),
    ...(task !== undefined && { task }),
  };
}

/** How a run ended, after all that comes before it was told on standard error. */
async function followed({ assay, request, io, options }: Context<RunOptions>, id: string): Promise<RunView> {
  const { runs } = await assay();
  for await (const event of runs.follow(id, request)) {
    if (event.kind === 'end') return event.run;
    const line = options.json ? undefined : runEventText(event);
    if (line !== undefined) await write(io.stderr, `${line}\n`);
  }
  return runs.show(id, request);
}

async function show(context: Context<object>, id: string) {
  const found = await (await context.assay()).runs.show(id, context.request);
  return outcome<RunView>({
    data: found,
    text: (it) => [...it.steps.map(stepText), '', runText(it)].join('\n'),
    notes: runNotes,
  });
}

async function list(context: Context<ListOptions>) {
  const { limit, cursor, status } = context.options;
  const query = { limit, ...(status !== undefined && { status }) };
  const page = await (await context.assay()).runs.list(query, context.request).page(cursor);
  return listOutcome<RunSummary>(page, {
    headings: ['RUN', 'NOTATION', 'STATUS', 'STARTED', 'ENDED'],
    row: (it) => [it.id, it.notation, it.status, it.startedAt, it.endedAt ?? ''],
    empty: 'No runs. `assay plan run --help` says how to begin one.',
  });
}

async function cancel(context: Context<object>, id: string) {
  const found = await (await context.assay()).runs.cancel(id, context.request);
  return outcome<RunView>({ data: found, text: ({ status }) => `The run is ${status}.`, notes: runNotes });
}

const statuses = ['running', 'awaiting_approval', 'succeeded', 'partial', 'failed', 'cancelled'];
const file =
  'the composition as JSON: {"plan": …}, {"pipeline": …}, {"compose": …} or {"chain": …}; - reads standard input';

export function addPlanCommands(program: Command, host: Host): void {
  const group = program
    .command('plan')
    .description('Run several calls as one: plans, pipelines, composed tools and chains');
  add(group, 'check', 'Say what a composition would do, or everything wrong with it; nothing is called', [
    'plan check research.json',
    'plan check research.json --deadline 5s --json',
  ])
    .argument('<file>', file)
    .option('--deadline <time>', 'longest time it may take, such as 5s', duration)
    .action(host.does(check));
  add(group, 'run', 'Run a composition', [
    'plan run research.json',
    'plan run pipeline.json --input \'{"topic": "quantum computing"}\'',
    'plan run release.json --follow --idempotency-key release-42',
    'plan run --of 0198f000-0000-7000-8000-000000000000',
  ])
    .argument('[file]', file)
    .option('--input <json>', 'what the whole is given: JSON, or a file of it')
    .option('--deadline <time>', 'longest time it may take, such as 1m', duration)
    .option('--idempotency-key <key>', 'run it once, however often it is repeated under this key within 24 hours')
    .option('--session <name>', 'of which its calls are a part')
    .option('--task <text>', 'what it is for, in words: learning learns from it')
    .option('--async', 'begin the run and answer its id')
    .option('--follow', 'begin the run and show what happens until it has ended')
    .option('--of <id>', 'follow a run that was begun before')
    .action(host.does(run));
  add(group, 'show', 'Show a run: its steps, and what came out', ['plan show 0198f000-0000-7000-8000-000000000000'])
    .argument('<run>', 'id of the run')
    .action(host.does(show));
  add(group, 'list', 'List your runs, newest first', ['plan list', 'plan list --status awaiting_approval'])
    .addOption(new Option('--status <status>', 'only those that stand so').choices(statuses))
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(list));
  add(group, 'cancel', 'Cancel a run; what was done stays done', ['plan cancel 0198f000-0000-7000-8000-000000000000'])
    .argument('<run>', 'id of the run')
    .action(host.does(cancel));
}
