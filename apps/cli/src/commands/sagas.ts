import type { SagaView, StartSaga } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { duration } from '../input/options.js';
import { readSaga } from '../input/saga.js';
import { write } from '../io.js';
import { SagaProgress, sagaNotes, sagaText, stateText } from '../output/saga.js';
import { addList } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

const states = ['PENDING', 'RUNNING', 'COMPENSATING', 'COMPLETED', 'FAILED', 'COMPENSATION_FAILED'] as const;

interface StartOptions {
  readonly deadline?: number;
  readonly idempotencyKey?: string;
  readonly async?: boolean;
}

interface ResolveOptions {
  readonly retry?: boolean;
  readonly settle?: boolean;
  readonly reason: string;
  readonly async?: boolean;
}

const shown = (data: SagaView) =>
  outcome<SagaView>({
    data,
    text: sagaText,
    notes: sagaNotes,
    failed: data.state === 'FAILED' || data.state === 'COMPENSATION_FAILED',
  });

const begun = (data: SagaView) =>
  outcome<SagaView>({
    data,
    text: ({ id }) => id,
    waiting: data.steps.some(({ status }) => status === 'awaiting_approval'),
    notes: (saga) => [...sagaNotes(saga), `The saga continues: assay saga show ${saga.id} --follow`],
  });

/**
 * Prints a saga's events on standard error until it rests, and the people it waits for; returns the saga. `since`: a
 * date in ISO 8601 from which on events are printed. Ctrl-C detaches; the saga continues.
 */
async function followed(context: Context<object>, saga: SagaView, since = ''): Promise<SagaView> {
  const { assay, io, options, request } = context;
  const { sagas } = await assay();
  const say = async (lines: readonly string[]) => {
    if (!options.json) await write(io.stderr, lines.map((line) => `${line}\n`).join(''));
  };
  await say([`Saga ${saga.id} (running in the background)`, ...(since === '' ? sagaNotes(saga) : [])]);
  const progress = new SagaProgress(saga.steps.length);
  try {
    for await (const event of sagas.follow(saga.id, request)) {
      const line = progress.line(event);
      if (event.at < since) continue;
      await say([line]);
      if (event.status === 'awaiting_approval') await say(sagaNotes(await sagas.show(saga.id, request)));
    }
    return await sagas.show(saga.id, request);
  } catch (error) {
    if (!request.signal.aborted) throw error;
    const { id } = saga;
    throw new Error(
      `The saga continues: assay saga show ${id} --follow follows it, assay saga cancel ${id} undoes it.`,
    );
  }
}

async function start(context: Context<StartOptions>, file: string) {
  const { deadline, idempotencyKey, async: isLeft } = context.options;
  const body = {
    ...(await readSaga(context.io, file)),
    ...(deadline === undefined ? {} : { deadlineMs: deadline }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  } as StartSaga;
  const saga = await (await context.assay()).sagas.start(body, context.request);
  return isLeft ? begun(saga) : shown(await followed(context, saga));
}

async function show(context: Context<{ readonly follow?: boolean }>, id: string) {
  const saga = await (await context.assay()).sagas.show(id, context.request);
  const data = context.options.follow ? await followed(context, saga) : saga;
  return outcome<SagaView>({ data, text: sagaText, notes: sagaNotes });
}

async function cancel(context: Context<object>, id: string) {
  const data = await (await context.assay()).sagas.cancel(id, context.request);
  return outcome<SagaView>({
    data,
    text: (_saga, page) => `${page.good('Cancelled')}: no further step starts, and completed steps are undone.`,
    notes: () => [`Follow it: assay saga show ${id} --follow`],
  });
}

async function resolve(context: Context<ResolveOptions>, id: string) {
  const { retry, settle, reason, async: isLeft } = context.options;
  if ((retry === true) === (settle === true))
    throw new UsageError('Give --retry to retry the compensation, or --settle if it was resolved manually.');
  const action = retry ? 'retry' : 'settle';
  const saga = await (await context.assay()).sagas.resolve(id, { action, reason }, context.request);
  if (settle || isLeft) return outcome<SagaView>({ data: saga, text: sagaText, notes: sagaNotes });
  const after = await followed(context, saga, saga.resolutions.at(-1)?.at);
  return outcome<SagaView>({ data: after, text: sagaText, notes: sagaNotes, failed: after.state !== 'FAILED' });
}

const file =
  'the saga as JSON: {"steps": [{"id": …, "tool": …, "arguments": …, "compensation"?: {"tool": …, "arguments": …}}, …]}; - reads standard input';
const sagaId = 'id of the saga, as shown by `assay saga list`';

export function addSagaCommands(program: Command, host: Host): void {
  const saga = program.command('saga').description('Sagas: steps that are undone in reverse order if one fails');
  add(saga, 'start', 'Start a saga and show its progress', [
    'saga start trip.json',
    'saga start trip.json --idempotency-key trip-42 --deadline 2m',
    'saga start - --async < trip.json',
  ])
    .argument('<file>', file)
    .option('--deadline <time>', 'maximum duration of all steps together, such as 2m', duration)
    .option('--idempotency-key <key>', 'start it only once for this key')
    .option('--async', 'print its id and return; it continues in the background')
    .action(host.does(start));
  addList(saga, host, {
    route: 'listSagas',
    description: 'List your sagas and those you may resolve',
    examples: ['saga list', 'saga list --state COMPENSATION_FAILED'],
    isDefault: true,
    filters: [new Option('--state <state>', 'only these').choices(states)],
    layout: ({ options }) => ({
      headings: ['ID', 'STATE', 'CALLER', 'BEGAN', 'STEPS'],
      row: ({ id, state: now, caller, createdAt, steps }, layout) => [
        ...[id, stateText(now, layout), caller.name, createdAt],
        steps.map((step) => step.id).join(', '),
      ],
      empty:
        options.state === undefined
          ? 'No sagas. Start one with: assay saga start <file>'
          : `No visible saga is ${options.state}.`,
    }),
  });
  add(saga, 'show', 'Show each step and its compensation', ['saga show 0198f2a0-…', 'saga show 0198f2a0-… --follow'])
    .argument('<saga>', sagaId)
    .option('--follow', 'show progress until it ends')
    .action(host.does(show));
  add(saga, 'cancel', 'Cancel a saga and undo completed steps', ['saga cancel 0198f2a0-…'])
    .argument('<saga>', sagaId)
    .action(host.does(cancel));
  add(saga, 'resolve', 'Resolve a saga whose compensation failed', [
    'saga resolve 0198f2a0-… --retry --reason "the hotel is back"',
    'saga resolve 0198f2a0-… --settle --reason "cancelled by telephone"',
  ])
    .argument('<saga>', sagaId)
    .option('--retry', 'retry the compensation')
    .option('--settle', 'mark it as resolved manually')
    .requiredOption('--reason <text>', 'recorded with the saga')
    .option('--async', 'do not wait for the outcome of --retry')
    .action(host.does(resolve));
}
