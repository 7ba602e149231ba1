import type { ReceiptProof, SignedReceipt } from '@assay/contracts';
import { type AuditLog, isoTime, isUuid } from '@assay/kernel';
import { type AuditReader, hashedRecord, type KeptInvocation, type KeptReceipt } from '@assay/persistence';

/** Finds recorded calls, also those whose record is still on its way to the database. */
export class FinishedCalls {
  readonly #audit: AuditLog;
  readonly #reader: Pick<AuditReader, 'findInvocation' | 'receipt'>;

  constructor(audit: AuditLog, reader: Pick<AuditReader, 'findInvocation' | 'receipt'>) {
    this.#audit = audit;
    this.#reader = reader;
  }

  async find(id: string): Promise<KeptInvocation | undefined> {
    if (!isUuid(id)) return undefined;
    const found = await this.#reader.findInvocation(id);
    if (found !== undefined || this.#audit.backlog === 0) return found;
    await this.#audit.flush();
    return this.#reader.findInvocation(id);
  }

  /** The signed receipt of a call that was found; undefined when its record is gone, which only tampering brings about. */
  async signedReceipt(invocationId: string, { receipt }: KeptInvocation): Promise<SignedReceipt | undefined> {
    const kept = receipt === null ? undefined : await this.#reader.receipt(receipt);
    return kept && { invocationId, record: hashedRecord(kept.record), proof: proofView(kept) };
  }
}

const proofView = ({ proof }: KeptReceipt): ReceiptProof | null =>
  proof && { ...proof.group, signedAt: isoTime(proof.group.signedAt), index: proof.index, path: [...proof.path] };
