import type {
  Forgotten,
  KeptMemoryView,
  KeptOutputView,
  KeptResultView,
  MemoryLayer,
  MemoryView,
  SessionTokensView,
} from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, limitOption, type PageOptions, qualifiedName, whole } from '../input/options.js';
import { layers } from '../input/output-option.js';
import { listOutcome } from '../output/list.js';
import { UsageError } from '../usage-error.js';

interface PartOptions {
  readonly range?: string;
  readonly at?: string;
}

const partOf = ({ range, at }: PartOptions) => ({ ...(range && { range }), ...(at && { at }) });

/** A part as it is: JSON as JSON, text as text, bytes in base64. */
const partText = ({ content, encoding }: KeptOutputView): string =>
  encoding === 'json' ? JSON.stringify(content, null, 2) : String(content);

function partNotes({ range, next, tool, version, findings }: KeptOutputView, command: string): string[] {
  const { unit, first, last, total } = range;
  return [
    ...(findings.length === 0
      ? []
      : [`Warning: it looks like an attack on the model that reads it (${findings.join(', ')})`]),
    `${tool}@${version} · ${unit} ${first} to ${last} of ${total}`,
    ...(next === null ? [] : [`There is more: ${command} --range ${next}`]),
  ];
}

async function list(context: Context<PageOptions>) {
  const { limit, cursor } = context.options;
  const page = await (await context.assay()).outputs.list({ limit }, context.request).page(cursor);
  return listOutcome<KeptResultView>(page, {
    headings: ['ID', 'TOOL', 'BYTES', 'TYPE', 'UNTIL'],
    row: (it) => [it.id, `${it.tool}@${it.version}`, String(it.bytes), it.mediaType, it.expiresAt.slice(0, 16)],
    empty: 'No results are kept for you. Long ones are, and what exceeds --token-budget of a call.',
  });
}

async function get(context: Context<PartOptions>, id: string) {
  const { outputs } = await context.assay();
  return outcome<KeptOutputView>({
    data: await outputs.read(id, partOf(context.options), context.request),
    text: partText,
    notes: (it) => partNotes(it, `assay outputs get ${id}`),
  });
}

async function remove(context: Context<object>, id: string) {
  await (await context.assay()).outputs.delete(id, context.request);
  return outcome({ data: null, text: () => `Deleted ${id}.` });
}

interface MemoryFilter extends PageOptions {
  readonly layer?: MemoryLayer;
  readonly session?: string;
  readonly tool?: string;
}

async function memories(context: Context<MemoryFilter>) {
  const { limit, cursor, layer, session, tool } = context.options;
  const query = { limit, ...(layer && { layer }), ...(session && { session }), ...(tool && { tool }) };
  const page = await (await context.assay()).memory.list(query, context.request).page(cursor);
  return listOutcome<MemoryView>(page, {
    headings: ['ID', 'LAYER', 'SESSION', 'TOOL', 'BYTES', 'UNTIL'],
    row: (it) => [
      it.id,
      it.layer,
      it.session ?? '',
      `${it.tool}@${it.version}`,
      String(it.bytes),
      it.expiresAt.slice(0, 16),
    ],
    empty: 'Nothing is remembered for you. `assay call … --destination memory` remembers a result.',
  });
}

async function show(context: Context<PartOptions>, id: string) {
  const { memory } = await context.assay();
  return outcome<KeptMemoryView>({
    data: await memory.read(id, partOf(context.options), context.request),
    text: partText,
    notes: (it) => partNotes(it, `assay memory show ${id}`),
  });
}

async function forget(context: Context<{ readonly all?: boolean }>, id: string | undefined) {
  if ((id === undefined) === (context.options.all !== true))
    throw new UsageError('Name one memory to forget, or all of them with --all.');
  const { memory } = await context.assay();
  if (id === undefined)
    return outcome<Forgotten>({
      data: await memory.forgetAll(context.request),
      text: ({ forgotten }) => `Forgotten: ${forgotten}.`,
    });
  await memory.forget(id, context.request);
  return outcome<Forgotten>({ data: { forgotten: 1 }, text: () => `Forgotten: ${id}.` });
}

interface WindowOptions {
  readonly window?: number;
  readonly system?: number;
  readonly task?: number;
  readonly history?: number;
  readonly memory?: number;
  readonly reserved?: number;
}

const shares = ['window', 'system', 'task', 'history', 'memory', 'reserved'] as const;

async function tokens(context: Context<WindowOptions>, session: string) {
  const { options } = context;
  const query = Object.fromEntries(shares.flatMap((it) => (options[it] === undefined ? [] : [[it, options[it]]])));
  return outcome<SessionTokensView>({
    data: await (await context.assay()).sessions.tokens(session, query, context.request),
    text: ({ calls, total, tokens: { schemas, arguments: args, result, validation } }) =>
      `${calls} ${calls === 1 ? 'call' : 'calls'}, ${total} tokens: definitions ${schemas}, arguments ${args}, results ${result}, validation ${validation}`,
    notes: ({ account }, page) => {
      if (account === undefined) return ['With --window it says whether that fits a model.'];
      const { active, left, fits } = account;
      if (active < 0) return [page.warn(`It does not fit: without any tool the window is over by ${-active} tokens`)];
      if (!fits) return [page.warn(`It does not fit: ${active} tokens are free for tools, ${-left} too few`)];
      return [page.good(`${active} tokens are free for tools, ${left} are left`)];
    },
  });
}

const withPart = (command: Command): Command =>
  command
    .option('--range <range>', 'bytes=0-65535, items=0-99 or lines=0-199, counted from 0; bytes=-500 is the end')
    .option('--at <pointer>', 'with items: the list that is meant, such as /rows');

export function addOutputCommands(program: Command, host: Host): void {
  const outputs = program.command('outputs').description('Results that are kept for you, for a day');
  add(outputs, 'list', 'List them, newest first', ['outputs'], { isDefault: true })
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(list));
  withPart(
    add(outputs, 'get', 'Read one, whole or by range', [
      'outputs get 0198f000-0000-7000-8000-00000000a001',
      'outputs get 0198f000-0000-7000-8000-00000000a001 --range items=0-19 --at /rows',
    ]).argument('<id>', 'its id, as the call or `assay outputs` shows it'),
  ).action(host.does(get));
  add(outputs, 'delete', 'Delete one before its time', ['outputs delete 0198f000-0000-7000-8000-00000000a001'])
    .argument('<id>', 'its id')
    .action(host.does(remove));
}

export function addMemoryCommands(program: Command, host: Host): void {
  const group = program.command('memory').description('Results that are remembered for you');
  add(group, 'list', 'List them, newest first', ['memory', 'memory list --session trip-42'], { isDefault: true })
    .addOption(new Option('--layer <layer>', 'those of one layer').choices(layers))
    .option('--session <name>', 'those of one session')
    .option('--tool <tool>', 'those of one tool: namespace/tool', qualifiedName)
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(memories));
  withPart(
    add(group, 'show', 'Show one, whole or by range', ['memory show 0198f000-0000-7000-8000-00000000a001']).argument(
      '<id>',
      'its id, as `assay memory` shows it',
    ),
  ).action(host.does(show));
  add(group, 'forget', 'Forget one, or all', [
    'memory forget 0198f000-0000-7000-8000-00000000a001',
    'memory forget --all',
  ])
    .argument('[id]', 'its id')
    .option('--all', 'forget all of them')
    .action(host.does(forget));
}

export function addSessionCommands(program: Command, host: Host): void {
  const most = 10_000_000;
  const group = program.command('sessions').description('Calls that belong together');
  add(group, 'tokens', 'Show how many tokens its calls took, and whether they fit a model’s window', [
    'sessions tokens trip-42',
    'sessions tokens trip-42 --window 128000 --system 2000 --history 30000',
  ])
    .argument('<session>', 'the name that the calls gave with --session')
    .option('--window <n>', "tokens of the model's whole window", whole(1, most))
    .option('--system <n>', 'taken by the system prompt', whole(0, most))
    .option('--task <n>', 'taken by the task', whole(0, most))
    .option('--history <n>', 'taken by the conversation, without tool calls', whole(0, most))
    .option('--memory <n>', 'taken by what was put in from memory', whole(0, most))
    .option('--reserved <n>', 'kept for the answer; 4096 when not given', whole(0, most))
    .action(host.does(tokens));
}
