import { type AuditLog, isUuid } from '@assay/core';
import type { AuditReader, KeptInvocation } from '@assay/persistence';

/** Finds recorded calls, also those whose record is still on its way to the database. */
export class FinishedCalls {
  readonly #audit: AuditLog;
  readonly #reader: Pick<AuditReader, 'findInvocation'>;

  constructor(audit: AuditLog, reader: Pick<AuditReader, 'findInvocation'>) {
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
}
