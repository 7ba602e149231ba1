import type { AuditVerdict } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, limitOption, type PageOptions } from '../input/options.js';
import { listOutcome } from '../output/list.js';
import type { Page } from '../output/page.js';
import { plural } from '../output/text.js';

interface ListOptions extends PageOptions {
  readonly action?: string;
  readonly subject?: string;
}

async function list(context: Context<ListOptions>) {
  const { limit, cursor, action, subject } = context.options;
  const query = { limit, ...(action ? { action } : {}), ...(subject ? { subject } : {}) };
  const page = await (await context.assay()).audit.list(query, context.request).page(cursor);
  return listOutcome(page, {
    headings: ['AT', 'WHO', 'ACTION', 'SUBJECT'],
    row: ({ at, principal, action: done, subject: of }) => [at, principal ?? '-', done, of],
    empty: 'No records match.',
  });
}

function verdictText({ ok, length, chains, firstBreak }: AuditVerdict, page: Page): string {
  const checked = `${plural(length, 'record')} in ${plural(chains, 'chain')}`;
  if (ok) return `${page.good('The log holds')}: ${checked}.`;
  const where = firstBreak ? `: ${firstBreak.chain}, record ${firstBreak.sequence}: ${firstBreak.reason}` : '';
  return `${page.bad('The log was altered')} (${checked})${where}.`;
}

async function verify(context: Context<object>) {
  const verdict = await (await context.assay()).audit.verify(context.request);
  return outcome<AuditVerdict>({ data: verdict, failed: !verdict.ok, text: verdictText });
}

export function addAuditCommands(program: Command, host: Host): void {
  const group = program.command('audit').description('The record of what was done');
  add(group, 'list', "Read your organisation's records, newest first", ['audit list --subject acme/orders.create'])
    .option('--action <action>', 'of this action only')
    .option('--subject <subject>', 'about this subject only')
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(list));
  add(group, 'verify', 'Check every hash chain; exit 1 when one is broken', ['audit verify']).action(host.does(verify));
}
