import type { CheckedPolicy, PolicyDecisionView, PolicyTrial, PolicyView } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { toolReference, whole } from '../input/options.js';
import { parseJson, readText } from '../input/read-json.js';
import { inputFromPairs } from '../input/tool-input.js';
import type { Page } from '../output/page.js';
import { table } from '../output/table.js';
import { plural } from '../output/text.js';
import { addList } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

const maxVersions = 1_000_000_000;

async function show(context: Context<object>, id: string) {
  return outcome<PolicyView>({
    data: await (await context.assay()).policies.get(id, context.request),
    text: (it) => it.text.trimEnd(),
    notes: (it) => [`${it.id} version ${it.version}${it.shipped ? ', as it ships' : ''} · ${it.digest}`],
  });
}

interface PutOptions {
  readonly description?: string;
  readonly ifVersion?: number;
  readonly new?: boolean;
}

async function put(context: Context<PutOptions>, id: string, file: string) {
  const { description, ifVersion, new: ifNew } = context.options;
  if (ifNew && ifVersion !== undefined) throw new UsageError('Give --new or --if-version, not both.');
  const text = await readText(context.io, file);
  const condition = { ...(ifVersion !== undefined && { ifVersion }), ...(ifNew && { ifNew }) };
  const body = { text, ...(description !== undefined && { description }) };
  return outcome<PolicyView>({
    data: await (await context.assay()).policies.put(id, body, condition, context.request),
    text: (it, page) => `${page.good('In force')}: ${it.id} version ${it.version}.`,
    notes: () => ['To see the decision for a call: assay policy evaluate <tool> …'],
  });
}

async function remove(context: Context<Pick<PutOptions, 'ifVersion'>>, id: string) {
  const { ifVersion } = context.options;
  await (await context.assay()).policies.remove(id, ifVersion === undefined ? {} : { ifVersion }, context.request);
  return outcome({ data: null, text: () => `${id} is no longer in force; its versions are kept.` });
}

const obligations = { mask: 'mask', require_approval: 'approval required', withhold: 'withhold' } as const;
const decisions = { allow: 'allow', require_approval: 'approval required', deny: 'deny' } as const;

async function check(context: Context<object>, file: string) {
  const text = await readText(context.io, file);
  return outcome<CheckedPolicy>({
    data: await (await context.assay()).policies.check(text, context.request),
    text: ({ statements }, page) =>
      [
        `${page.good('Valid')}: ${plural(statements.length, 'policy', 'policies')}.`,
        ...statements.map((it) => `  ${it.id}: ${effectOf(it)}${it.arguments ? ', depending on the arguments' : ''}`),
      ].join('\n'),
  });
}

function effectOf({ decision, obligation, actions }: CheckedPolicy['statements'][number]): string {
  const effect = obligation === null ? decisions[decision] : obligations[obligation];
  const others = actions.filter((it) => it !== 'call');
  return others.length === 0 ? effect : `${effect} (${actions.join(', ')})`;
}

interface EvaluateOptions {
  readonly as?: string;
  readonly with?: string;
  readonly id?: string;
  readonly action?: 'call' | 'return' | 'reveal';
  readonly findings?: string;
  readonly class?: string;
  readonly source?: string;
}

async function evaluate(context: Context<EvaluateOptions>, tool: string, words: string[]) {
  const { as: principal, with: file, id, action, findings, class: of, source } = context.options;
  if (id !== undefined && file === undefined) throw new UsageError('--id requires --with: the policies it replaces.');
  const assay = await context.assay();
  const input = await inputOf(context, tool, words);
  const asked = {
    ...(action !== undefined && { action }),
    ...(findings !== undefined && { findings: findings.split(',').filter((it) => it !== '') }),
    ...(of !== undefined && { class: of }),
    ...(source !== undefined && { source }),
  };
  const policy = file === undefined ? undefined : { id: id ?? 'proposed', text: await readText(context.io, file) };
  return outcome<PolicyDecisionView>({
    data: await assay.policies.evaluate(
      { tool, input, ...asked, ...(principal !== undefined && { principal }), ...(policy && { policy }) },
      context.request,
    ),
    text: decisionText,
  });
}

async function inputOf(context: Context<object>, tool: string, words: string[]): Promise<Record<string, unknown>> {
  const [first] = words;
  if (first === undefined) return {};
  if (words.length === 1 && /^\s*\{/.test(first)) return parseJson(first, 'The input') as Record<string, unknown>;
  const entry = await (await context.assay()).tools.resolve(tool, context.request);
  return inputFromPairs(words, entry.inputSchema);
}

function decisionText(decision: PolicyDecisionView, page: Page): string {
  const { verdict, tool, version, why, policies, failed, masks, findings } = decision;
  const paint = { ALLOW: page.good, REQUIRE_APPROVAL: page.warn, DENY: page.bad }[verdict];
  const by = policies.map((it) => `  ${it.id} version ${it.version}`);
  const broken = failed.map((it) => page.warn(`  ${it.id} could not be evaluated: ${it.message}`));
  const found = findings.length === 0 ? [] : [`  findings: ${findings.join(', ')}`];
  const masked = masks === null ? [] : [`  masked: ${masks === 'all' ? 'all findings' : masks.join(', ')}`];
  return [`${paint(verdict)} ${tool}@${version}: ${why}`, ...by, ...found, ...masked, ...broken].join('\n');
}

interface TryOptions {
  readonly id: string;
  readonly days?: number;
}

async function tryOnCalls(context: Context<TryOptions>, file: string) {
  const { id, days } = context.options;
  const text = await readText(context.io, file);
  return outcome<PolicyTrial>({
    data: await (await context.assay()).policies.try(
      { id, text, ...(days !== undefined && { days }) },
      context.request,
    ),
    text: trialText,
    notes: () => ['Arguments of calls are not recorded: a policy about arguments is tried without any.'],
  });
}

function trialText({ calls, denied, asked, skipped, since, changes }: PolicyTrial, page: Page): string {
  const count = (value: number): string => value.toLocaleString('en');
  const rows = changes.map((it) => [it.principal, it.tool, count(it.calls), it.before, it.after]);
  return [
    `Would have denied ${count(denied)} of ${count(calls)} since ${since.slice(0, 10)}; ${count(asked)} would have waited for approval.`,
    ...(skipped === 0
      ? []
      : [`${count(skipped)} left out: their caller or version no longer exists, or they were anonymous.`]),
    rows.length === 0
      ? 'Every call would be decided as it is under the policies in force.'
      : table(page, ['PRINCIPAL', 'TOOL', 'CALLS', 'NOW', 'THEN'], rows),
  ].join('\n');
}

async function schema(context: Context<object>) {
  const text = await (await context.assay()).policies.schema(context.request);
  return outcome<{ schema: string }>({ data: { schema: text }, text: (it) => it.schema.trimEnd() });
}

export function addPolicyCommands(program: Command, host: Host): void {
  const group = program.command('policy').description('Cedar policies: what is allowed, needs approval or is denied');
  addList(group, host, {
    route: 'listPolicies',
    description: 'List the policies of your organisation',
    examples: ['policy'],
    isDefault: true,
    layout: {
      headings: ['ID', 'VERSION', 'CHANGED', 'BY', 'WHAT FOR'],
      row: (it) => [
        it.id,
        String(it.version),
        it.shipped ? 'ships' : (it.changedAt ?? '').slice(0, 10),
        it.changedBy ?? '',
        it.description ?? '',
      ],
      empty: 'No policies.',
    },
  });
  add(group, 'show', 'Show the text of policies', ['policy show default', 'policy show default > default.cedar'])
    .argument('<id>', 'id, as shown by `assay policy`')
    .action(host.does(show));
  add(group, 'put', 'Create or replace policies', [
    'policy put freeze freeze.cedar --description "Nothing is written until Monday"',
    'policy put default default.cedar --if-version 0',
  ])
    .argument('<id>', 'id: a-z, 0-9, "." and "-"')
    .argument('<file>', 'a file with one or more policies; - for standard input')
    .option('--description <text>', 'what they are for')
    .option('--if-version <n>', 'only if this is the version in force', whole(0, maxVersions))
    .option('--new', 'only if no policies have this id yet')
    .action(host.does(put));
  add(group, 'delete', 'Delete policies; shipped ones return to their default', ['policy delete freeze'])
    .argument('<id>', 'their id')
    .option('--if-version <n>', 'only if this is the version in force', whole(0, maxVersions))
    .action(host.does(remove));
  addList(group, host, {
    route: 'listPolicyVersions',
    word: 'versions',
    description: 'List all versions of policies, newest first',
    examples: ['policy versions default'],
    explain: { id: 'their id' },
    layout: {
      headings: ['VERSION', 'CHANGED', 'BY', 'WHAT FOR'],
      row: (it) => [
        String(it.version),
        (it.changedAt ?? '').slice(0, 19).replace('T', ' '),
        it.changedBy ?? '',
        it.text === null ? 'deleted' : (it.description ?? ''),
      ],
      empty: 'It ships with Assay and is unchanged.',
    },
  });
  addTrials(group, host);
  add(group, 'schema', 'Show the Cedar schema for policies', ['policy schema']).action(host.does(schema));
}

function addTrials(group: Command, host: Host): void {
  add(group, 'check', 'Validate policies against the schema; nothing changes', ['policy check freeze.cedar'])
    .argument('<file>', 'a file with one or more policies; - for standard input')
    .action(host.does(check));
  add(group, 'try', 'Decide recorded calls under policies and under those in force; nothing changes', [
    'policy try freeze.cedar',
    'policy try freeze.cedar --id freeze --days 7',
  ])
    .argument('<file>', 'a file with one or more policies; - for standard input')
    .option('--id <id>', 'id of the policies that the file replaces', 'proposed')
    .option('--days <days>', 'how far back calls are read (default: 30)', whole(1, 90))
    .action(host.does(tryOnCalls));
  add(group, 'evaluate', 'Show the decision for a call; nothing is called', [
    'policy evaluate acme/orders.delete id=7',
    'policy evaluate acme/orders.delete id=7 --as planner --with freeze.cedar',
    'policy evaluate acme/crm.find --action return --findings personal.email',
    'policy evaluate acme/mail.send --action reveal --class personal.email --source acme/crm',
  ])
    .argument('<tool>', 'namespace/tool, or namespace/tool@range', toolReference)
    .argument('[input...]', 'the input: JSON, or name=value words')
    .option('--as <principal>', 'principal who calls, in your organisation (default: you)')
    .option('--with <file>', 'also apply these policies')
    .option('--id <id>', 'id of the policies that --with replaces')
    .addOption(
      new Option('--action <action>', 'the call, returning its result, or revealing a masked value').choices([
        'call',
        'return',
        'reveal',
      ]),
    )
    .option('--findings <classes>', 'finding classes in the arguments or result, such as personal.email,instruction')
    .option('--class <class>', 'class of the masked value')
    .option('--source <server>', 'the server the masked value came from')
    .action(host.does(evaluate));
}
