import type { AuditLine } from '@assay/contracts';
import { ExportCheck } from './export-check.js';
import { readPublicKey, type TrustedKey } from './public-key.js';

export interface ExportVerification {
  readonly ok: boolean;
  /** Of your organisation, each checked by its content. */
  readonly records: number;
  /** Of others, of which only the hash is there. */
  readonly hidden: number;
  readonly chains: number;
  /** Signatures over groups of records, and checkpoints, that hold. */
  readonly groups: number;
  readonly checkpoints: number;
  /** Records of before receipts were signed, held by checkpoints alone. */
  readonly unsigned: number;
  /** Why the first thing that is wrong is so, and in which line; null when all is well. */
  readonly problem: { readonly line: number; readonly reason: string } | null;
}

/**
 * Checks an export of the audit log line by line, without a network and whatever its length: contents, links, Merkle
 * roots, signatures and checkpoints. Stops at the first problem. Between two chains and at the end it asks whether
 * anything is missing.
 */
export async function verifyExport(
  lines: AsyncIterable<AuditLine>,
  keys: readonly TrustedKey[],
  onProgress?: (lines: number) => void,
): Promise<ExportVerification> {
  const check = new ExportCheck(await Promise.all(keys.map(readPublicKey)));
  let line = 0;
  let reason: string | undefined;
  for await (const each of lines) {
    line += 1;
    reason = await check.next(each);
    if (reason !== undefined) break;
    if (line % 1_000 === 0) onProgress?.(line);
  }
  reason ??= check.end();
  return { ok: reason === undefined, ...check.counts, problem: reason === undefined ? null : { line, reason } };
}
