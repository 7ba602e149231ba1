import { setTimeout as pause } from 'node:timers/promises';
import type { ApprovalDetail, ApprovalSettings, ApprovalState, ApprovalView, Delegates } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, limitOption, type PageOptions } from '../input/options.js';
import { write } from '../io.js';
import { approvalLine, approvalText, decidedLine } from '../output/approval.js';
import { listOutcome } from '../output/list.js';
import { pairs } from '../output/table.js';
import { harmless } from '../output/text.js';
import { UsageError } from '../usage-error.js';

const states = ['pending', 'approved', 'denied', 'expired', 'cancelled', 'all'] as const;
const watchEveryMs = 2_000;

type ListOptions = PageOptions & { readonly status: ApprovalState | 'all'; readonly watch?: boolean };

async function list(context: Context<ListOptions>) {
  const { limit, cursor, status, watch } = context.options;
  if (watch === true) return watchPending(context);
  const query = { limit, ...(status === 'all' ? {} : { status }) };
  const page = await (await context.assay()).approvals.list(query, context.request).page(cursor);
  return listOutcome(page, {
    ...(status === 'pending'
      ? { headings: ['ID', 'CALLER', 'EXPIRES', 'WOULD RUN'], row: approvalLine }
      : { headings: ['ID', 'CALLER', 'STATUS', 'CALL'], row: decidedLine }),
    empty: status === 'pending' ? 'No calls are waiting for approval.' : 'No approvals.',
  });
}

/** Tells each call that comes to wait, once, until it is interrupted. */
async function watchPending({ assay, io, options, request }: Context<ListOptions>): Promise<undefined> {
  if (options.cursor !== undefined) throw new UsageError('--watch shows no pages: remove --cursor.');
  const { approvals } = await assay();
  const reports = new Set<string>();
  while (!request.signal.aborted) {
    const waiting: ApprovalView[] = [];
    for await (const each of approvals.list({ status: 'pending' }, request)) waiting.unshift(each);
    for (const each of waiting.filter(({ id }) => !reports.has(id))) {
      reports.add(each.id);
      const line = options.json ? JSON.stringify(each) : harmless(approvalLine(each)).join('  ');
      await write(io.stdout, `${line}\n`);
    }
    await pause(watchEveryMs, undefined, { signal: request.signal }).catch(() => undefined);
  }
  return undefined;
}

async function show(context: Context<object>, id: string) {
  const approval = await (await context.assay()).approvals.show(id, context.request);
  const notes = ({ status }: ApprovalDetail) =>
    status === 'pending' ? [`Decide: assay approve ${id}, or assay deny ${id} --reason …`] : [];
  return outcome<ApprovalDetail>({
    data: approval,
    text: (it, page) => approvalText(it, approval.arguments, page),
    notes,
  });
}

const deciding = (decision: 'approve' | 'deny') => async (context: Context<{ reason?: string }>, id: string) => {
  const { reason } = context.options;
  const body = { decision, ...(reason === undefined ? {} : { reason }) };
  const approval = await (await context.assay()).approvals.decide(id, body, context.request);
  return outcome<ApprovalView>({
    data: approval,
    text: ({ tool, version, status, needed, decisions }, page) => {
      if (status === 'pending')
        return `${page.good('Noted')}: ${tool}@${version} needs ${needed - decisions.length} more user.`;
      return `${page.good(status === 'approved' ? 'Approved' : 'Denied')}: ${tool}@${version}.`;
    },
    notes: (it) => (it.status === 'approved' ? [goesOnText(it)] : []),
  });
};

async function delegates(context: Context<object>, id: string) {
  return outcome<Delegates>({
    data: await (await context.assay()).approvals.delegates(id, context.request),
    text: ({ items }) =>
      items.length === 0 ? 'Nobody else may decide on it.' : items.map(({ name }) => name).join('\n'),
  });
}

async function delegate(context: Context<{ reason?: string }>, id: string, to: string) {
  const { reason } = context.options;
  const body = { to, ...(reason === undefined ? {} : { reason }) };
  return outcome<ApprovalView>({
    data: await (await context.assay()).approvals.delegate(id, body, context.request),
    text: ({ tool, version }, page) => `${page.good('Delegated')} to ${harmless(to)}: ${tool}@${version}.`,
    notes: () => [`Take it back: assay approvals take-back ${id}`],
  });
}

async function takeBack(context: Context<object>, id: string) {
  return outcome<ApprovalView>({
    data: await (await context.assay()).approvals.takeBack(id, context.request),
    text: ({ tool, version }, page) => `${page.good('Taken back')}: ${tool}@${version} waits for your decision.`,
  });
}

/** Consent that no policy asked for is to a step of a saga, and is asked for before the first one. */
const goesOnText = ({ invocation, policies }: ApprovalView): string =>
  policies.length > 0
    ? `The call ${invocation} is being made.`
    : `The saga continues: assay saga show ${invocation} --follow`;

interface SettingsOptions {
  readonly fourEyes?: boolean;
  readonly ownUserDecides?: boolean;
}

async function settings(context: Context<SettingsOptions>) {
  const { fourEyes, ownUserDecides } = context.options;
  const { approvals } = await context.assay();
  const present = await approvals.settings(context.request);
  const wanted = { fourEyes: fourEyes ?? present.fourEyes, ownUserDecides: ownUserDecides ?? present.ownUserDecides };
  const isChange = fourEyes !== undefined || ownUserDecides !== undefined;
  return outcome<ApprovalSettings>({
    data: isChange ? await approvals.setSettings(wanted, context.request) : present,
    text: (data, page) =>
      pairs(page, [
        ['approvals required', data.fourEyes ? 'two different users' : 'one'],
        [
          'their own calls',
          data.ownUserDecides ? 'users may decide when signed in, never with a key' : 'decided by someone else',
        ],
      ]),
  });
}

export function addApprovalCommands(program: Command, host: Host): void {
  const approvals = program.command('approvals').description("Calls waiting for a person's approval");
  add(approvals, 'list', 'List calls waiting for you, and your own', ['approvals', 'approvals list --watch'], {
    isDefault: true,
  })
    .addOption(new Option('--status <status>', 'only these').choices(states).default('pending'))
    .option('--watch', 'keep running and show each new call that needs approval')
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(list));
  add(approvals, 'show <id>', 'Show exactly what would run', ['approvals show 0198f2a0-…']).action(host.does(show));
  add(approvals, 'delegates <id>', 'List the users to whom you can delegate it', [
    'approvals delegates 0198f2a0-…',
  ]).action(host.does(delegates));
  add(approvals, 'delegate <id> <user>', 'Hand your decision to another user who may decide', [
    'approvals delegate 0198f2a0-… ben --reason "on holiday"',
  ])
    .option('--reason <text>', 'recorded, and shown to the delegate')
    .action(host.does(delegate));
  add(approvals, 'take-back <id>', 'Take back a decision that you delegated', [
    'approvals take-back 0198f2a0-…',
  ]).action(host.does(takeBack));
  add(approvals, 'settings', 'Show or change approval settings', [
    'approvals settings',
    'approvals settings --four-eyes',
    'approvals settings --no-four-eyes --own-user-decides',
  ])
    .option('--four-eyes', 'require approval by two different users')
    .option('--no-four-eyes', 'require approval by one user')
    .option('--own-user-decides', 'allow users to decide on their own calls when signed in')
    .option('--no-own-user-decides', 'require a different user to decide')
    .action(host.does(settings));
  add(program, 'approve <id>', 'Approve a waiting call; it runs once', ['approve 0198f2a0-…'])
    .option('--reason <text>', 'recorded with the decision')
    .action(host.does(deciding('approve')));
  add(program, 'deny <id>', 'Deny a waiting call', ['deny 0198f2a0-… --reason "wrong customer"'])
    .option('--reason <text>', 'recorded with the decision and shown to the caller')
    .action(host.does(deciding('deny')));
}
