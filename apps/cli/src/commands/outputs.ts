import type { CompactedSession, Forgotten, KeptMemoryView, KeptOutputView, SessionTokensView } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { qualifiedName, whole } from '../input/options.js';
import { layers } from '../input/output-option.js';
import { addDelete, addList } from '../route-commands.js';
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
    ...(findings.length === 0 ? [] : [`Warning: possible prompt injection (${findings.join(', ')})`]),
    `${tool}@${version} · ${unit} ${first} to ${last} of ${total}`,
    ...(next === null ? [] : [`There is more: ${command} --range ${next}`]),
  ];
}

async function get(context: Context<PartOptions>, id: string) {
  const { outputs } = await context.assay();
  return outcome<KeptOutputView>({
    data: await outputs.read(id, partOf(context.options), context.request),
    text: partText,
    notes: (it) => partNotes(it, `assay outputs get ${id}`),
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
    throw new UsageError('Name one memory to delete, or give --all.');
  const { memory } = await context.assay();
  if (id === undefined)
    return outcome<Forgotten>({
      data: await memory.forgetAll(context.request),
      text: ({ forgotten }) => `Deleted: ${forgotten}.`,
    });
  await memory.forget(id, context.request);
  return outcome<Forgotten>({ data: { forgotten: 1 }, text: () => `Deleted: ${id}.` });
}

interface WindowOptions {
  readonly window?: number;
  readonly system?: number;
  readonly task?: number;
  readonly history?: number;
  readonly memory?: number;
  readonly reserved?: number;
}

const maxTokens = 10_000_000;
const shares = ['window', 'system', 'task', 'history', 'memory', 'reserved'] as const;

async function tokens(context: Context<WindowOptions>, session: string) {
  const { options } = context;
  const query = Object.fromEntries(shares.flatMap((it) => (options[it] === undefined ? [] : [[it, options[it]]])));
  return outcome<SessionTokensView>({
    data: await (await context.assay()).sessions.tokens(session, query, context.request),
    text: ({ calls, total, tokens: { schemas, arguments: args, result, validation } }) =>
      `${calls} ${calls === 1 ? 'call' : 'calls'}, ${total} tokens: definitions ${schemas}, arguments ${args}, results ${result}, validation ${validation}`,
    notes: ({ account }, page) => {
      if (account === undefined) return ['Give --window to check whether that fits a model.'];
      const { active, left, fits } = account;
      if (active < 0)
        return [page.warn(`Does not fit: even without tools, the window is exceeded by ${-active} tokens`)];
      if (!fits) return [page.warn(`Does not fit: ${active} tokens are free for tools, ${-left} too few`)];
      return [page.good(`${active} tokens are free for tools, ${left} are left`)];
    },
  });
}

async function setWindow(context: Context<WindowOptions>, session: string, window: string) {
  const { options } = context;
  const rest = shares.filter((it) => it !== 'window' && options[it] !== undefined).map((it) => [it, options[it]]);
  const size = whole(1, maxTokens)(window);
  return outcome<SessionTokensView>({
    data: await (await context.assay()).sessions.setWindow(
      session,
      { window: size, ...Object.fromEntries(rest) },
      context.request,
    ),
    text: ({ account }) =>
      `The session "${session}" is measured against ${size} tokens; ${account?.left ?? 0} are left.`,
  });
}

interface CompactOptions {
  readonly keepLast?: number;
  readonly budget?: number;
}

async function compact(context: Context<CompactOptions>, session: string) {
  const { keepLast, budget } = context.options;
  const wish = { ...(keepLast !== undefined && { keepLast }), ...(budget !== undefined && { tokenBudget: budget }) };
  return outcome<CompactedSession>({
    data: await (await context.assay()).sessions.compact(session, wish, context.request),
    text: ({ results, summary }) =>
      [
        ...(summary === null ? [] : [summary, '']),
        ...results.map(
          ({ tool, version, tokens, short, pointer }) =>
            `${tool}@${version}  ${tokens.whole} → ${tokens.short} tokens  ${pointer.url}\n  ${JSON.stringify(short)}`,
        ),
        ...(results.length === 0 ? ['Nothing to shorten.'] : []),
      ].join('\n'),
    notes: ({ saved, left, notes }, page) => [
      `${saved} tokens saved; the results of the session take ${left}`,
      ...notes.map((it) => page.warn(it)),
    ],
  });
}

const withPart = (command: Command): Command =>
  command
    .option('--range <range>', 'bytes=0-65535, items=0-99 or lines=0-199, counted from 0; bytes=-500 is the end')
    .option('--at <pointer>', 'with items: JSON pointer to the list, such as /rows');

export function addOutputCommands(program: Command, host: Host): void {
  const outputs = program.command('outputs').description('Results stored for you for a day');
  addList(outputs, host, {
    route: 'listOutputs',
    description: 'List, newest first',
    examples: ['outputs'],
    isDefault: true,
    layout: {
      headings: ['ID', 'TOOL', 'BYTES', 'TYPE', 'UNTIL'],
      row: (it) => [it.id, `${it.tool}@${it.version}`, String(it.bytes), it.mediaType, it.expiresAt.slice(0, 16)],
      empty: "No stored results. Long results, and those over a call's --token-budget, are stored.",
    },
  });
  withPart(
    add(outputs, 'get', 'Read a result, whole or by range', [
      'outputs get 0198f000-0000-7000-8000-00000000a001',
      'outputs get 0198f000-0000-7000-8000-00000000a001 --range items=0-19 --at /rows',
    ]).argument('<id>', 'id, as shown by the call or by `assay outputs`'),
  ).action(host.does(get));
  addDelete(outputs, host, {
    route: 'deleteOutput',
    description: 'Delete a result before it expires',
    examples: ['outputs delete 0198f000-0000-7000-8000-00000000a001'],
    explain: { id: 'its id' },
    done: (id) => `Deleted ${id}.`,
  });
}

export function addMemoryCommands(program: Command, host: Host): void {
  const group = program.command('memory').description('Results stored in your memory');
  addList(group, host, {
    route: 'listMemory',
    description: 'List, newest first',
    examples: ['memory', 'memory list --session trip-42'],
    isDefault: true,
    filters: [
      new Option('--layer <layer>', 'this layer only').choices(layers),
      new Option('--session <name>', 'this session only'),
      new Option('--tool <tool>', 'this tool only: namespace/tool').argParser(qualifiedName),
    ],
    layout: {
      headings: ['ID', 'LAYER', 'SESSION', 'TOOL', 'BYTES', 'UNTIL'],
      row: (it) => [
        it.id,
        it.layer,
        it.session ?? '',
        `${it.tool}@${it.version}`,
        String(it.bytes),
        it.expiresAt.slice(0, 16),
      ],
      empty: 'No memories. Store a result with: assay call … --destination memory',
    },
  });
  withPart(
    add(group, 'show', 'Show a memory, whole or by range', [
      'memory show 0198f000-0000-7000-8000-00000000a001',
    ]).argument('<id>', 'id, as shown by `assay memory`'),
  ).action(host.does(show));
  add(group, 'forget', 'Delete one memory, or all', [
    'memory forget 0198f000-0000-7000-8000-00000000a001',
    'memory forget --all',
  ])
    .argument('[id]', 'its id')
    .option('--all', 'delete all')
    .action(host.does(forget));
}

/** What takes its share of the model's window beside tools. */
const withShares = (command: Command): Command =>
  command
    .option('--system <n>', 'tokens of the system prompt', whole(0, maxTokens))
    .option('--task <n>', 'tokens of the task', whole(0, maxTokens))
    .option('--history <n>', 'tokens of the conversation, without tool calls', whole(0, maxTokens))
    .option('--memory <n>', 'tokens of memories added to the context', whole(0, maxTokens))
    .option('--reserved <n>', 'tokens reserved for the answer (default: 4096)', whole(0, maxTokens));

export function addSessionCommands(program: Command, host: Host): void {
  const max = maxTokens;
  const group = program.command('sessions').description('Sessions: groups of related calls');
  const tokensCommand = add(
    group,
    'tokens',
    "Show token use of a session's calls, and whether it fits a model's window",
    ['sessions tokens trip-42', 'sessions tokens trip-42 --window 128000 --system 2000 --history 30000'],
  )
    .argument('<session>', 'the name the calls gave with --session')
    .option('--window <n>', "size of the model's context window", whole(1, max));
  withShares(tokensCommand).action(host.does(tokens));
  const windowCommand = add(group, 'window', "Set the model's window that a session is measured against", [
    'sessions window trip-42 128000 --system 2000',
  ])
    .argument('<session>', 'its name')
    .argument('<tokens>', "size of the model's context window");
  withShares(windowCommand).action(host.does(setWindow));
  add(group, 'compact', 'Shorten earlier results of a session, oldest first, to replace them in a history', [
    'sessions compact trip-42',
    'sessions compact trip-42 --budget 4000 --keep-last 2',
  ])
    .argument('<session>', 'its name')
    .option('--keep-last <n>', 'newest results that stay whole (default: 1)', whole(0, 1_000))
    .option('--budget <tokens>', 'what all results of the session may take afterwards', whole(0, max))
    .action(host.does(compact));
}
