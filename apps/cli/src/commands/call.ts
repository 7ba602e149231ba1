import { AssayError, type Envelope, type FallbackMode, type Invoke } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { isObject } from '../input/is-object.js';
import { moment } from '../input/moment.js';
import { duration, toolReference, whole } from '../input/options.js';
import { type OutputOptions, outputOf, withOutputOptions } from '../input/output-option.js';
import { parseJson, readJsonObject } from '../input/read-json.js';
import { inputFromPairs } from '../input/tool-input.js';
import { write } from '../io.js';
import { waitingNotes } from '../output/approval.js';
import { eventText } from '../output/call-event.js';
import { callNotes } from '../output/call-notes.js';
import { resultText } from '../output/routed.js';
import { UsageError } from '../usage-error.js';

interface CallOptions extends OutputOptions {
  readonly input?: string;
  readonly deadline?: number;
  readonly dryRun?: boolean;
  readonly discovery?: string;
  readonly task?: string;
  readonly repair?: 'form' | 'broaden' | 'off';
  readonly corroborate?: number;
  readonly idempotencyKey?: string;
  readonly async?: boolean;
  readonly follow?: boolean;
  readonly of?: string;
  readonly capability?: string;
  readonly constraints?: string;
  readonly fallback?: FallbackMode;
  readonly hedge?: boolean;
  readonly cache?: boolean;
  readonly at?: string;
}

function objectOf(word: string, what = 'The input'): Record<string, unknown> {
  const value = parseJson(word, what);
  if (isObject(value)) return value;
  throw new UsageError(`${what} must be one JSON object.`);
}

interface GivenInput {
  readonly input: Record<string, unknown>;
  /** The tool's own names, where its schema was read. */
  readonly parameters?: readonly string[];
}

/** The input from a file, from JSON on the line, or from name=value words; the last asks the registry for the schema. */
async function inputOf(context: Context<CallOptions>, tool: string | undefined, words: string[]): Promise<GivenInput> {
  const [first] = words;
  const file = context.options.input ?? (words.length === 1 && first === '-' ? '-' : undefined);
  if (file !== undefined) {
    if (words.length > 0 && first !== '-') throw new UsageError('Give the input with --input or as words, not both.');
    return { input: await readJsonObject(context.io, file) };
  }
  if (first === undefined) return { input: {} };
  if (words.length === 1 && /^\s*[{[]/.test(first)) return { input: objectOf(first) };
  // For a capability the tool is not known yet: values are texts, or JSON behind :=.
  if (tool === undefined) return { input: inputFromPairs(words, {}) };
  const entry = await (await context.assay()).tools.resolve(tool, context.request);
  const parameters = Object.keys((entry.inputSchema.properties as object | undefined) ?? {});
  return { input: inputFromPairs(words, entry.inputSchema), parameters };
}

/** Refuses an unknown name with the names there are, for those who typed it. */
function namingParameters(error: unknown, parameters: readonly string[] | undefined): unknown {
  if (!(error instanceof AssayError) || parameters === undefined) return error;
  if (!error.errors.some(({ message }) => message === 'is not a known property')) return error;
  return new AssayError({
    ...{ code: error.code, status: error.status, problem: error.problem, envelope: error.envelope },
    message: `${error.message}\nIt has: ${parameters.join(', ') || 'no parameters'}.`,
  });
}

function named(word: string): string {
  try {
    return toolReference(word);
  } catch (error) {
    throw new UsageError(`"${word}" is not a valid tool name. ${(error as Error).message}`);
  }
}

/** What is to be called: a tool, or with --capability whatever has it; then the first word is input already. */
function targetOf({ capability, constraints }: CallOptions, first: string | undefined) {
  if (capability === undefined) {
    if (constraints !== undefined) throw new UsageError('--constraints requires --capability.');
    if (first === undefined)
      throw new UsageError('Name a tool, or give --capability, or --of <id> for a call already started.');
    return { tool: named(first) };
  }
  return { capability, ...(constraints !== undefined && { constraints: objectOf(constraints, 'The constraints') }) };
}

/** What the options say of the call, beside its target and input. */
function askedFor(options: CallOptions): Omit<Invoke, 'input'> {
  const { deadline, idempotencyKey, discovery, task, repair, corroborate, fallback, hedge, cache, at } = options;
  return {
    ...(fallback === undefined ? {} : { fallback }),
    ...(hedge ? { hedge } : {}),
    ...(deadline === undefined ? {} : { deadlineMs: deadline }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(discovery === undefined ? {} : { discoveryId: discovery }),
    ...(task === undefined ? {} : { task }),
    ...(repair === undefined ? {} : { repair }),
    ...(corroborate === undefined ? {} : { corroborate }),
    ...(cache === false ? { cache: 'no' } : {}),
    ...(at === undefined ? {} : { notBefore: at }),
    ...outputOf(options),
  };
}

async function call(context: Context<CallOptions>, first: string | undefined, rest: string[]) {
  const { dryRun, async: begin, follow, of, at } = context.options;
  if (of !== undefined) return followed(context, of, first);
  const target = targetOf(context.options, first);
  const isNamed = 'tool' in target;
  const words = isNamed || first === undefined ? rest : [first, ...rest];
  if (dryRun && (begin || follow)) throw new UsageError('--dry-run returns immediately: remove --async and --follow.');
  if (at !== undefined && follow) throw new UsageError('--at schedules the call: remove --follow.');
  const { input, parameters } = await inputOf(context, isNamed ? target.tool : undefined, words);
  const request: Invoke = { ...target, input, ...askedFor(context.options) };
  if (at !== undefined && !dryRun) return scheduleCall(context, request);
  if (begin || follow) return beginCall(context, request, follow === true);
  const { tokens: countTokens } = context.options;
  const assay = await context.assay();
  const envelope = await assay
    .invoke(request, { ...context.request, dryRun, countTokens })
    .catch((error: unknown) => Promise.reject(namingParameters(error, parameters)));
  return outcome<Envelope>({
    data: envelope,
    text: (it) => (dryRun ? 'Dry run passed; the tool was not called.' : resultText(it)),
    notes: callNotes,
    waiting: waits(envelope),
  });
}

/** Has a call made later. */
async function scheduleCall(context: Context<CallOptions>, request: Invoke) {
  return outcome<Envelope>({
    data: await (await context.assay()).invocations.start(request, context.request),
    text: ({ id }) => id,
    notes: (it) => [...scheduledNotes(it), ...waitingNotes(it)],
  });
}

const scheduledNotes = ({ id, status, notBefore }: Envelope): string[] =>
  status === 'scheduled'
    ? [`Scheduled for ${notBefore}. Check the result: assay calls show ${id}. Cancel it: assay calls cancel ${id}`]
    : [];

/** Begins a call; with `follow`, shows what happens to it on standard error and then its result. */
async function beginCall(context: Context<CallOptions>, request: Invoke, follow: boolean) {
  const begun = await (await context.assay()).invocations.start(request, context.request);
  if (follow) return ended(await lastOf(context, begun.id));
  return outcome<Envelope>({
    data: begun,
    text: ({ id }) => id,
    notes: ({ id }) => [`The call continues: assay call --of ${id} waits for its result.`],
  });
}

/** The rest of a call that was begun before. */
async function followed(context: Context<CallOptions>, id: string, tool: string | undefined) {
  if (tool !== undefined) throw new UsageError('Give either a tool or --of, not both.');
  return ended(await lastOf(context, id));
}

const waits = ({ status }: Envelope): boolean => status === 'awaiting_approval' || status === 'escalated';

const ended = (envelope: Envelope) =>
  outcome<Envelope>({
    data: envelope,
    text: (it) => (it.error === undefined ? resultText(it) : `${it.error.code}: ${it.error.message}`),
    notes: callNotes,
    failed: envelope.error !== undefined,
    waiting: waits(envelope),
  });

/** The final envelope of a call, after printing all earlier events. */
async function lastOf({ assay, request, io, options }: Context<CallOptions>, id: string): Promise<Envelope> {
  const { invocations } = await assay();
  for await (const event of invocations.follow(id, request)) {
    if (event.kind === 'end' && event.envelope !== null) return event.envelope;
    if (!options.json) await write(io.stderr, `${eventText(event)}\n`);
  }
  return invocations.show(id, request);
}

export function addCallCommand(program: Command, host: Host): void {
  const command = add(program, 'call', 'Call a tool through the gateway', [
    'call assay/files.read_file path=README.md',
    'call \'acme/orders.create@^1\' customer=42 lines:=\'[{"sku":"a"}]\'',
    'call acme/orders.create --input order.json --deadline 5s',
    'call acme/orders.create --input order.json --idempotency-key order-42',
    'call acme/reports.build year=2026 --follow',
    'call acme/weather.now city=Ulm --corroborate 2',
    'call acme/mail.send to=ann@acme.example --at 2026-11-01T09:00:00Z',
    'call --capability geo.geocode address="Unter den Linden 1"',
    'call acme/orders.list --fields /orders/*/id,/total --token-budget 500 --destination context',
    'call acme/orders.list --destination memory --session trip-42',
  ])
    .argument('[tool]', 'namespace/tool, or namespace/tool@range; omit with --capability')
    .argument('[input...]', 'JSON, name=value …, name:=json …, or - for standard input')
    .option('--input <file>', 'read the input from a JSON file')
    .option('--deadline <time>', 'maximum duration of the call, such as 5s', duration)
    .option('--dry-run', 'run every stage except the call itself')
    .option('--discovery <id>', 'the search that led to this call, for learning')
    .option('--task <text>', 'what the call is for, for learning')
    .option('--idempotency-key <key>', 'make the call only once for this key within 24 hours')
    .option('--async', 'start the call and print its id')
    .option('--follow', 'start the call and show progress until it finishes')
    .option(
      '--capability <tag>',
      'call by capability instead of tool: uses your declared hierarchy, or the best tool found',
    )
    .option('--constraints <json>', 'constraints on the tool, such as \'{"maxCost": 0.01}\'')
    .addOption(
      new Option('--fallback <mode>', 'which fallbacks may be used if it fails').choices([
        'none',
        'declared',
        'discovered',
      ]),
    )
    .addOption(
      new Option(
        '--repair <how>',
        'repair an invalid input (form), also retry with fewer filters after an empty result (broaden), or neither (off)',
      ).choices(['form', 'broaden', 'off']),
    )
    .option(
      '--corroborate <tools>',
      'number of other tools with the same capability to call and compare with',
      whole(1, 5),
    )
    .option('--hedge', 'start a second attempt if the first is slow (read-only tools)')
    .option('--no-cache', 'call the tool even when it declares a cache, and do not store the result')
    .option('--at <time>', 'make the call later: a time such as 2026-11-01T09:00:00Z, or 10m from now', (it) =>
      moment(it),
    )
    .option('--of <id>', 'follow a call started earlier');
  withOutputOptions(command).action(host.does(call));
}
