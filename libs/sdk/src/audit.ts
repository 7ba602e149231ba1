import type { AuditLine, AuditProgressView, AuditRecordView, AuditVerdict } from '@assay/contracts';
import { auditLines } from './audit-lines.js';
import type { Connection, RequestOptions } from './connection.js';
import { AssayError } from './error.js';
import { eventsOf } from './event-stream.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';
import type { QueryOf } from './wire.js';

export interface VerifyAuditOptions extends Pick<RequestOptions, 'signal'> {
  /** Called regularly with the number of checked records and the approximate total. */
  readonly onProgress?: (checked: number, expected: number) => void;
}

/** The audit log. */
export class Audit {
  constructor(private readonly connection: Connection) {}

  /** Your organisation's records, newest first. */
  list(query: ListQuery<'listAudit'> = {}, options?: RequestOptions): PagedList<AuditRecordView> {
    return listing(this.connection, 'listAudit', { query }, options);
  }

  /** Checks every hash chain; `ok` is false and `firstBreak` says where when one does not hold. */
  verify(options?: RequestOptions): Promise<AuditVerdict> {
    return this.connection.request('verifyAudit', {}, options);
  }

  /** The same, however long it takes, with word of how far it has come. */
  async follow({ signal, onProgress }: VerifyAuditOptions = {}): Promise<AuditVerdict> {
    const body = await this.connection.stream('followAuditVerification', {}, signal);
    for await (const event of body === null ? [] : eventsOf(body)) {
      const view = JSON.parse(event.data) as AuditProgressView;
      if (view.kind === 'verdict') return view.verdict;
      onProgress?.(view.checked, view.expected);
    }
    throw new AssayError({ code: 'unreachable', message: 'The verification ended without a verdict: try it again.' });
  }

  /** Your organisation's records with all it takes to check them elsewhere, line by line as they arrive. */
  async *export(
    query: QueryOf<'exportAudit'> = {},
    { signal }: Pick<RequestOptions, 'signal'> = {},
  ): AsyncGenerator<AuditLine> {
    const body = await this.connection.stream('exportAudit', { query }, signal, 'application/x-ndjson');
    if (body !== null) yield* auditLines(piecesOf(body, signal));
  }
}

/** Streams of browsers are not iterable everywhere. */
async function* piecesOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const message = 'The export broke off: ask for it again with the cursor of its last mark.';
    throw new AssayError({ code: 'unreachable', message, cause });
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
