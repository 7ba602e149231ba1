import { AssayError, type RunBody, type RunCheck, type RunView } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { type PlacedComposition, readComposition, readPlacedComposition } from '../input/composition.js';
import { duration } from '../input/options.js';
import { parseJson, readJsonObject } from '../input/read-json.js';
import { write } from '../io.js';
import { type Page, pageFor } from '../output/page.js';
import { executedNotes, runNotes, runText, standingNotes, stepText } from '../output/run.js';
import { checkText, problemLine } from '../output/run-graph.js';
import { RunProgress } from '../output/run-progress.js';
import { addList } from '../route-commands.js';
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

/** A run of which nothing came out has not done what was asked. */
const failed = ({ status }: RunView): boolean => status === 'failed' || status === 'cancelled';

const shown = (run: RunView, notes = runNotes) =>
  outcome<RunView>({
    data: run,
    text: runText,
    notes,
    failed: failed(run),
    waiting: run.status === 'awaiting_approval',
  });

async function check(context: Context<Pick<RunOptions, 'deadline'>>, file: string) {
  const { body, placeOf } = await readPlacedComposition(context.io, file);
  const { deadline } = context.options;
  const asked = { ...body, ...(deadline !== undefined && { deadlineMs: deadline }) };
  const found = await (await context.assay()).runs.check(asked, context.request).catch((error: unknown) => {
    if (context.options.json || !(error instanceof AssayError) || error.code !== 'invalid_request') throw error;
    return error;
  });
  if (found instanceof AssayError) return misshapen(found, placeOf);
  const text = (check: RunCheck, page: Page) => checkText(check, page, placeOf);
  return outcome<RunCheck>({ data: found, text, failed: !found.ok });
}

/** What cannot be read as a composition at all, each thing at its place in the file. */
const misshapen = (error: AssayError, placeOf: PlacedComposition['placeOf']) =>
  outcome<AssayError['errors']>({
    data: error.errors,
    text: (errors, page) =>
      errors.length === 0
        ? page.bad(error.message)
        : errors.map((it) => `${page.bad('✗')} ${problemLine(it, page, placeOf)}`).join('\n'),
    failed: true,
  });

const beginningOnly = ['input', 'deadline', 'idempotencyKey', 'session', 'task', 'async'] as const;

/** A run that was begun goes on as it was begun. */
function checkFollowing(options: RunOptions, file: string | undefined): void {
  if (file !== undefined) throw new UsageError('Give either a file or --of, not both.');
  const vain = beginningOnly.filter((it) => options[it] !== undefined);
  if (vain.length === 0) return;
  const flags = vain.map((it) => (it === 'idempotencyKey' ? '--idempotency-key' : `--${it}`));
  throw new UsageError(`--of follows an existing run: remove ${flags.join(', ')}.`);
}

async function run(context: Context<RunOptions>, file: string | undefined) {
  const { of, async: begin, follow } = context.options;
  if (of !== undefined) {
    checkFollowing(context.options, file);
    return shown(await followed(context, of));
  }
  if (begin && follow) throw new UsageError('Give either --async or --follow, not both.');
  if (file === undefined) throw new UsageError('Give a composition file, or --of <id> for a run already started.');
  const body = await bodyOf(context, file);
  const { runs } = await context.assay();
  // A person who looks on is shown what happens.
  const isShown = follow === true || (context.interactive && !begin);
  if (!begin && !isShown) return shown(await runs.execute(body, context.request), executedNotes);
  const begun = await runs.start(body, context.request);
  if (isShown) return shown(await followed(context, begun.id));
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

/** The outcome of a run, after printing all earlier events on standard error. Ctrl-C detaches; the run continues. */
async function followed({ assay, request, io, options }: Context<object>, id: string): Promise<RunView> {
  const { runs } = await assay();
  const progress = new RunProgress(await runs.show(id, request), pageFor(io.stderr, io.env));
  const say = async (text: string): Promise<void> => {
    if (!options.json && text !== '') await write(io.stderr, text);
  };
  try {
    for await (const event of runs.follow(id, request)) {
      await say(progress.text(event));
      if (event.kind === 'end') return event.run;
    }
    return await runs.show(id, request);
  } catch (error) {
    if (!request.signal.aborted) throw error;
    throw new Error(`The run continues: assay plan run --of ${id} follows it, assay plan cancel ${id} ends it.`);
  } finally {
    await say(progress.end());
  }
}

async function resume(context: Context<Pick<RunOptions, 'async'>>, id: string) {
  const begun = await (await context.assay()).runs.resume(id, context.request);
  if (!context.options.async) return shown(await followed(context, id));
  return outcome<RunView>({ data: begun, text: ({ id: same }) => same, notes: runNotes });
}

async function show(context: Context<object>, id: string) {
  const found = await (await context.assay()).runs.show(id, context.request);
  return outcome<RunView>({
    data: found,
    text: (it) => [...it.steps.map(stepText), '', runText(it)].join('\n'),
    notes: standingNotes,
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
  const group = program.command('plan').description('Run compositions: plans, pipelines, composed tools and chains');
  add(group, 'check', 'Check a composition and show what it would do; nothing is called', [
    'plan check research.json',
    'plan check research.json --deadline 5s --json',
  ])
    .argument('<file>', file)
    .option('--deadline <time>', 'maximum duration, such as 5s', duration)
    .action(host.does(check));
  add(group, 'run', 'Run a composition', [
    'plan run research.json',
    'plan run pipeline.json --input \'{"topic": "quantum computing"}\'',
    'plan run release.json --follow --idempotency-key release-42',
    'plan run --of 0198f000-0000-7000-8000-000000000000',
  ])
    .argument('[file]', file)
    .option('--input <json>', "the composition's input: JSON, or a JSON file")
    .option('--deadline <time>', 'maximum duration, such as 1m', duration)
    .option('--idempotency-key <key>', 'run it only once for this key within 24 hours')
    .option('--session <name>', 'session the calls belong to')
    .option('--task <text>', 'what it is for, for learning')
    .option('--async', 'start the run and print its id')
    .option('--follow', 'show progress until it ends (default at a terminal)')
    .option('--of <id>', 'follow a run started earlier')
    .action(host.does(run));
  add(group, 'resume', 'Resume a failed or cancelled run; successful steps are not repeated', [
    'plan resume 0198f000-0000-7000-8000-000000000000',
    'plan resume 0198f000-0000-7000-8000-000000000000 --async',
  ])
    .argument('<run>', 'id of a run started within the last 24 hours')
    .option('--async', 'return immediately; it continues in the background')
    .action(host.does(resume));
  add(group, 'show', 'Show a run: its steps and result', ['plan show 0198f000-0000-7000-8000-000000000000'])
    .argument('<run>', 'id of the run')
    .action(host.does(show));
  addList(group, host, {
    route: 'listRuns',
    description: 'List your runs, newest first',
    examples: ['plan list', 'plan list --status awaiting_approval'],
    filters: [new Option('--status <status>', 'runs with this status only').choices(statuses)],
    layout: ({ options }) => ({
      headings: ['RUN', 'NOTATION', 'STATUS', 'STARTED', 'ENDED'],
      row: (it) => [it.id, it.notation, it.status, it.startedAt, it.endedAt ?? ''],
      empty:
        options.status === undefined
          ? 'No runs. See `assay plan run --help`.'
          : `None of your runs is ${String(options.status).replace('awaiting_approval', 'waiting for approval')}.`,
    }),
  });
  add(group, 'cancel', 'Cancel a run; completed steps are not undone', [
    'plan cancel 0198f000-0000-7000-8000-000000000000',
  ])
    .argument('<run>', 'id of the run')
    .action(host.does(cancel));
}
