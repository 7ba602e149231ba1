import { setTimeout as wait } from 'node:timers/promises';
import type { Assay, IndexStatusView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import type { Page } from '../output/page.js';
import { during } from '../output/progress.js';
import { pairs } from '../output/table.js';
import { plural } from '../output/text.js';

const lookEveryMs = 300;

const isBusy = ({ rebuild, building }: IndexStatusView): boolean => rebuild?.state === 'running' || building !== null;

/** Of the engine's own rebuild when there is one, of the built-in index's otherwise. */
const doneOf = ({ building, rebuild }: IndexStatusView): number => building ?? rebuild?.done ?? 0;

function progressOf(status: IndexStatusView): string | undefined {
  const { rebuild } = status;
  if (!isBusy(status)) return rebuild === null ? undefined : endOf(rebuild);
  const share = status.tools === 0 ? 100 : Math.min(100, Math.floor((100 * doneOf(status)) / status.tools));
  return `under way, ${doneOf(status)} of ${plural(status.tools, 'tool')} (${share} %)`;
}

const endOf = ({ state, problem, finishedAt }: NonNullable<IndexStatusView['rebuild']>): string =>
  state === 'failed' ? `failed: ${problem}` : `${state} ${finishedAt}`;

/** Only the replica that writes knows what is yet to be written. */
function pendingText(pending: number | null): string {
  if (pending === null) return 'maintained by another replica';
  return pending === 0 ? 'none' : plural(pending, 'change');
}

function statusText(status: IndexStatusView, page: Page): string {
  const { engine, documents, tools, ready, pending, problem } = status;
  const facts = pairs(page, [
    ['engine', engine],
    ['answers', ready ? 'yes' : 'no; the built-in index is used'],
    ['tools', `${documents} of ${tools}`],
    ['pending', pendingText(pending)],
    ['rebuild', progressOf(status)],
  ]);
  return problem === null ? facts : `${facts}\n${page.bad(problem)}`;
}

/** Looks again until nothing is built any more; `see` is shown each status on the way. */
async function built(
  assay: Assay,
  begun: IndexStatusView,
  see: (status: IndexStatusView) => void,
  signal: AbortSignal,
) {
  let status = begun;
  while (isBusy(status)) {
    see(status);
    await wait(lookEveryMs, undefined, { signal });
    status = await assay.searchIndex.status({ signal });
  }
  return status;
}

async function showStatus(context: Context<object>) {
  const status = await (await context.assay()).searchIndex.status(context.request);
  return outcome<IndexStatusView>({ data: status, text: statusText, failed: !status.ready });
}

async function rebuild(context: Context<{ wait: boolean }>) {
  const assay = await context.assay();
  const begun = await assay.searchIndex.rebuild(context.request);
  let seen = begun;
  const see = (status: IndexStatusView) => {
    seen = status;
  };
  const label = () => `Building the index: ${doneOf(seen)} of ${plural(seen.tools, 'tool')}`;
  const work = () => built(assay, begun, see, context.request.signal);
  const status = context.options.wait ? await during(context, label, work) : begun;
  return outcome<IndexStatusView>({
    data: status,
    text: statusText,
    failed: status.rebuild?.state === 'failed' || (context.options.wait && !status.ready),
    notes: (data) => (isBusy(data) ? ['The rebuild continues: assay index status'] : []),
  });
}

export function addSearchIndexCommands(program: Command, host: Host): void {
  const group = program.command('index').description('The search index: status and rebuild (operators only)');
  add(group, 'status', 'Show the engine in use, its contents and its backlog', ['index status'], {
    isDefault: true,
  }).action(host.does(showStatus));
  add(group, 'rebuild', 'Rebuild the index in the background, then switch over', [
    'index rebuild',
    'index rebuild --no-wait',
  ])
    .option('--no-wait', 'do not wait for the rebuild')
    .action(host.does(rebuild));
}
