import type { Command } from 'commander';
import { add, type Context, type Host } from '../command.js';
import { cursorOption, limitOption, type PageOptions } from '../input/options.js';
import { listOutcome } from '../output/list.js';
import { exportAudit } from './audit-export.js';
import { receipt } from './audit-receipt.js';
import { verify } from './audit-verify.js';

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

const keyOptions = (command: Command): Command =>
  command
    .option('--keys <file>', "the registry's public keys (default: fetched once and pinned)")
    .option('--refresh-keys', 'replace the pinned keys with those the server shows now');

export function addAuditCommands(program: Command, host: Host): void {
  const group = program.command('audit').description('The audit log');
  add(group, 'list', "List your organisation's audit records, newest first", [
    'audit list --subject acme/orders.create',
  ])
    .option('--action <action>', 'this action only')
    .option('--subject <subject>', 'this subject only')
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(list));
  const verifying = add(group, 'verify', 'Verify every hash chain, signature and checkpoint; exit 1 if one is broken', [
    'audit verify',
    'audit verify --file export.ndjson --keys assay-keys.json',
  ]).option('--file <file>', 'verify an export on this machine instead; "-" for standard input');
  keyOptions(verifying).action(host.does(verify));
  add(group, 'export', "Export your organisation's records with everything needed to verify them elsewhere", [
    'audit export --out audit.ndjson',
    'audit export --out audit.ndjson --resume',
    'audit export --from 2026-11-01T00:00:00Z --until 2026-12-01T00:00:00Z > november.ndjson',
  ])
    .option('--out <file>', 'write to this file (default: standard output)')
    .option('--from <time>', 'records from this time on, such as 2026-11-01T00:00:00Z')
    .option('--until <time>', 'records before this time')
    .option('--resume', 'resume an interrupted export')
    .action(host.does(exportAudit));
  const receipts = add(group, 'receipt', "Verify a call's signed receipt on this machine", [
    'audit receipt 0192f0c1-7a3b-7c55-8d2e-4f5a6b7c8d9e',
    'audit receipt receipt.json --keys assay-keys.json --envelope answer.json',
  ])
    .argument('<id|file>', "the call's id, or a receipt saved with --json")
    .option('--envelope <file>', "the call's response, to compare with the record");
  keyOptions(receipts).action(host.does(receipt));
}
