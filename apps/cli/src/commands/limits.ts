import type { LimitName, LimitRuleView, LimitView, UsageGroup, UsageSide, UsageView } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import {
  cursorOption,
  day,
  limitOption,
  number,
  type PageOptions,
  qualifiedName,
  toolReference,
} from '../input/options.js';
import { listOutcome } from '../output/list.js';
import { addList } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

/** Every limit there is: one that is missing does not compile. */
const known: Readonly<Record<LimitName, true>> = {
  'provider.calls': true,
  'provider.calls.daily': true,
  'provider.publications': true,
  'namespace.calls': true,
  'tool.calls': true,
  'sandbox.calls': true,
  'sandbox.calls.own': true,
  'organisation.calls': true,
  'organisation.cost.daily': true,
  'caller.calls': true,
  'caller.calls.daily': true,
  'caller.cost.daily': true,
  'session.calls': true,
  'session.cost': true,
  'call.cost': true,
  'response.tokens': true,
  'recipient.messages': true,
  'channel.messages': true,
  'organisation.messages.daily': true,
  'address.logins': true,
  'address.failures': true,
};
const names = Object.keys(known);
const maxSettable = 1_000_000_000;
const daySeconds = 86_400;
const hourSeconds = 3_600;
const minuteSeconds = 60;

async function set(context: Context<{ readonly reason?: string }>, name: LimitName, subject: string, limit: number) {
  const { reason } = context.options;
  if (!name.includes('cost') && !Number.isInteger(limit)) throw new UsageError(`${name} must be a whole number.`);
  const body = { limit, ...(reason !== undefined && { reason }) };
  return outcome<LimitRuleView>({
    data: await (await context.assay()).limits.set(name, subject, body, context.request),
    text: (it, page) =>
      `${page.good('Set')}: ${it.name} of ${it.subject === '*' ? 'everybody' : it.subject} is ${quantityText(it.limit, it)} a ${windowText({ ...it, calendar: it.name.endsWith('.daily') })}.`,
    notes: (it) => (it.limit === 0 ? ['No calls are allowed now. To undo: assay limits clear'] : []),
  });
}

async function clear(context: Context<object>, name: LimitName, subject: string) {
  await (await context.assay()).limits.clear(name, subject, context.request);
  return outcome({
    data: null,
    text: () => `Cleared: the general limit applies to ${name} of ${subject} again.`,
  });
}

interface UsageOptions extends PageOptions {
  readonly by: UsageGroup;
  readonly side: UsageSide;
  readonly tool?: string;
  readonly since?: string;
  readonly until?: string;
}

async function usage(context: Context<UsageOptions>) {
  const { limit, cursor, by, side, tool, since, until } = context.options;
  const query = { limit, by, side, ...(tool && { tool }), ...(since && { since }), ...(until && { until }) };
  const page = await (await context.assay()).usage.list(query, context.request).page(cursor);
  return listOutcome<UsageView>(page, {
    headings: [by.toUpperCase(), 'CALLS', 'FAILED', 'COST'],
    row: (it) => [
      it.tool ?? it.day ?? `${it.organisation}/${it.caller ?? '(its people)'}`,
      numberText(it.calls),
      it.calls === 0 ? '' : `${numberText(it.failures)} (${Math.round((100 * it.failures) / it.calls)} %)`,
      it.costUsd === 0 ? '' : `$${it.costUsd.toFixed(2)}`,
    ],
    empty: side === 'caller' ? 'No calls in this period.' : 'No calls to your tools in this period.',
  });
}

const quantityText = (value: number, { unit }: Pick<LimitView, 'unit'>): string =>
  unit === 'usd'
    ? `$${value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`
    : numberText(value);

const numberText = (value: number): string => value.toLocaleString('en');

const windowText = ({ windowSeconds, calendar }: { windowSeconds: number; calendar: boolean }): string => {
  if (calendar) return 'day (UTC)';
  if (windowSeconds === 0) return 'call';
  if (windowSeconds === daySeconds) return 'day';
  if (windowSeconds === minuteSeconds) return 'minute';
  return windowSeconds === hourSeconds ? 'hour' : `${windowSeconds} s`;
};

const waitText = (ms: number | null): string => (ms === null ? 'for good' : `more in ${Math.ceil(ms / 1_000)} s`);

const nameArgument = 'which limit';
const subjectArgument =
  'an organisation, a namespace, namespace/tool or organisation/principal, depending on the limit; "*" for everyone';

export function addLimitCommands(program: Command, host: Host): void {
  const group = program.command('limits').description('Limits on calls and publishing');
  addList(group, host, {
    route: 'listLimits',
    word: 'show',
    description: 'Show the limits that apply to you and what is left',
    examples: ['limits', 'limits show --tool acme/orders.create'],
    isDefault: true,
    filters: [new Option('--tool <tool>', 'include limits on calling this tool').argParser(toolReference)],
    layout: {
      headings: ['LIMIT', 'OF', 'LEFT FOR YOU', 'YOUR SHARE', 'AT MOST', 'SET'],
      row: (it) => [
        it.name,
        it.subject,
        it.left === 0 ? `0, ${waitText(it.retryAfterMs)}` : quantityText(it.left, it),
        it.share === null ? '' : quantityText(it.share, it),
        `${quantityText(it.limit, it)} a ${windowText(it)}`,
        { own: 'for it', everybody: 'for everyone', default: 'by default' }[it.source],
      ],
      empty: 'No limits apply to you.',
    },
  });
  addList(group, host, {
    route: 'listLimitRules',
    word: 'rules',
    description: 'List limits set by administrators (administrators only)',
    examples: ['limits rules --name tool.calls'],
    filters: [new Option('--name <limit>', nameArgument).choices(names)],
    layout: {
      headings: ['LIMIT', 'OF', 'AT MOST', 'SET AT', 'BY', 'WHY'],
      row: (it) => [
        it.name,
        it.subject === '*' ? 'everybody' : it.subject,
        `${quantityText(it.limit, it)} a ${windowText({ ...it, calendar: it.name.endsWith('.daily') })}`,
        it.setAt.slice(0, 10),
        it.setBy ?? '',
        it.reason ?? '',
      ],
      empty: 'No limits set; the defaults apply. See `assay limits set --help`.',
    },
  });
  addSettings(group, host);
  addUsage(program, host);
}

function addSettings(group: Command, host: Host): void {
  const setting = add(group, 'set', 'Set a limit (administrators only)', [
    'limits set tool.calls acme/orders.create 100 --reason "its upstream is small"',
    'limits set caller.calls default/planner 50',
    'limits set sandbox.calls acme/orders.create 600',
    'limits set caller.cost.daily default/planner 2.50',
  ]);
  setting
    .addArgument(setting.createArgument('<limit>', nameArgument).choices(names))
    .argument('<subject>', subjectArgument)
    .argument('<most>', 'maximum per window, in US dollars for a cost; 0 allows nothing', number(0, maxSettable))
    .option('--reason <words>', 'recorded in the audit log')
    .action(host.does(set));
  const clearing = add(group, 'clear', 'Clear a limit (administrators only)', [
    'limits clear tool.calls acme/orders.create',
  ]);
  clearing
    .addArgument(clearing.createArgument('<limit>', nameArgument).choices(names))
    .argument('<subject>', subjectArgument)
    .action(host.does(clear));
}

function addUsage(program: Command, host: Host): void {
  add(program, 'usage', 'Show usage in the last 30 days: calls, failures, cost', [
    'usage',
    'usage --by day --since 2026-11-01',
    'usage --side provider --by caller --tool acme/orders.create',
  ])
    .addOption(new Option('--by <group>', 'group by').choices(['tool', 'caller', 'day']).default('tool'))
    .addOption(
      new Option('--side <side>', 'calls you made, or calls to your tools')
        .choices(['caller', 'provider'])
        .default('caller'),
    )
    .option('--tool <tool>', 'this tool only', qualifiedName)
    .option('--since <day>', 'the first day, YYYY-MM-DD in UTC', day)
    .option('--until <day>', 'the last day, YYYY-MM-DD in UTC', day)
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(usage));
}
