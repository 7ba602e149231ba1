import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { type AuditVerdict, auditLines, type ExportVerification, verifyExport } from '@assay/sdk';
import { type Context, outcome } from '../command.js';
import { type KeyOptions, keyAdvice, keyIdsOf, type RegistryKeys, registryKeysFor } from '../input/registry-keys.js';
import type { Page } from '../output/page.js';
import { during } from '../output/progress.js';
import { plural } from '../output/text.js';
import { UsageError } from '../usage-error.js';

export interface VerifyAuditCommandOptions extends KeyOptions {
  readonly file?: string;
}

/** Of the server's log by the server, or of an export on this machine. */
export function verify(context: Context<VerifyAuditCommandOptions>) {
  const { file } = context.options;
  return file === undefined ? verifyThere(context) : verifyHere(context, file);
}

interface Judged extends AuditVerdict {
  /** Keys that signed, and that are not among those this machine trusts. */
  readonly strangeKeys: readonly string[];
  readonly keysFrom: string | null;
}

async function verifyThere(context: Context<VerifyAuditCommandOptions>) {
  const { audit } = await context.assay();
  const verdict = context.interactive ? await followed(context) : await audit.verify(patient(context));
  const used = verdict.keys ?? [];
  const trusted = used.length === 0 ? undefined : await registryKeysFor(context);
  const known = await keyIdsOf(trusted?.keys ?? []);
  const strangeKeys = used.filter((keyId) => !known.has(keyId));
  return outcome<Judged>({
    data: { ...verdict, strangeKeys, keysFrom: trusted?.from ?? null },
    failed: !verdict.ok || strangeKeys.length > 0,
    text: verdictText,
    notes: () => (strangeKeys.length > 0 ? [keyAdvice(context)] : []),
  });
}

/** A log of millions of records takes minutes. */
const patient = ({ request }: Context<object>) => ({ ...request, timeoutMs: 3_600_000 });

async function followed(context: Context<object>): Promise<AuditVerdict> {
  const { audit } = await context.assay();
  let said = 'Checking the audit log';
  const onProgress = (checked: number, expected: number): void => {
    said = `Checking the audit log: ${plural(checked, 'record')}, ${Math.min(99, Math.floor((checked / expected) * 100))} %`;
  };
  return during(
    context,
    () => said,
    () => audit.follow({ ...context.request, onProgress }),
  );
}

function verdictText(verdict: Judged, page: Page): string {
  const { ok, length, chains, firstBreak, strangeKeys } = verdict;
  const checked = `${plural(length, 'record')}, ${plural(chains, 'chain')}`;
  const where = firstBreak ? `: ${firstBreak.chain}, record ${firstBreak.sequence}: ${firstBreak.reason}` : '';
  if (!ok) return `${page.bad('Audit log altered')} (${checked})${where}.`;
  if (strangeKeys.length > 0)
    return `${page.bad('Audit log intact, but signed by a key you do not trust')}: ${strangeKeys.join(', ')} (${checked}).`;
  return [`${page.good('Audit log intact')}: ${checked}.`, ...details(verdict)].join('\n');
}

function details({ groups, checkpoints, unsigned = 0, uncovered = 0, pruned = 0, keysFrom }: Judged): string[] {
  if (groups === undefined || checkpoints === undefined) return [];
  return [
    `  ${plural(groups, 'signature')} over records; last checkpoint: ${checkpoints}; ${plural(uncovered, 'record')} after it`,
    ...(unsigned > 0
      ? [`  ${plural(unsigned, 'record')} from before receipts were signed, covered by checkpoints only`]
      : []),
    ...(pruned > 0 ? [`  ${plural(pruned, 'record')} removed by retention`] : []),
    ...(keysFrom === null ? [] : [`  keys: ${keysFrom}`]),
  ];
}

async function verifyHere(context: Context<VerifyAuditCommandOptions>, file: string) {
  const trusted = await registryKeysFor(context);
  let read = 0;
  const pieces = file === '-' ? context.io.stdin : createReadStream(resolve(context.io.cwd, file));
  const found = await during(
    context,
    () => `Checking ${file}: ${plural(read, 'line')}`,
    () =>
      verifyExport(auditLines(pieces as AsyncIterable<Uint8Array>), trusted.keys, (lines) => {
        read = lines;
      }),
  ).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new UsageError(`File not found: ${file}.`);
    throw error;
  });
  return outcome<ExportVerification & Pick<RegistryKeys, 'from'>>({
    data: { ...found, from: trusted.from },
    failed: !found.ok,
    text: exportText,
    notes: ({ problem }) => (problem?.reason.includes('not among your trusted keys') ? [keyAdvice(context)] : []),
  });
}

function exportText(found: ExportVerification & Pick<RegistryKeys, 'from'>, page: Page): string {
  const { problem, records, hidden, chains, groups, checkpoints, unsigned, from } = found;
  const checked = `${plural(records, 'record')}, and ${plural(hidden, 'hash', 'hashes')} of others, in ${plural(chains, 'chain')}`;
  if (problem !== null) return `${page.bad('The export is not valid')}: line ${problem.line}: ${problem.reason}.`;
  return [
    `${page.good('The export is valid')}: ${checked}.`,
    `  ${plural(groups, 'signature')} over records, ${plural(checkpoints, 'checkpoint')}; keys: ${from}`,
    ...(unsigned > 0
      ? [`  ${plural(unsigned, 'record')} from before receipts were signed, covered by checkpoints only`]
      : []),
  ].join('\n');
}
