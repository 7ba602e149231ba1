import type { AuditDraft } from '@assay/kernel';
import type { LinkedRecord } from './chain.js';
import type { WritableRecord } from './insert-records.js';

/** A linked record on its way to the disk, and who waits for it. The promise is made only when somebody asks. */
export class WaitingRecord {
  private promise: Promise<void> | undefined;
  private resolve: () => void = () => undefined;
  private reject: (cause: Error) => void = () => undefined;
  private end: 'durable' | Error | undefined;

  constructor(
    readonly record: LinkedRecord,
    private readonly invocation: AuditDraft['invocation'],
  ) {}

  get isOver(): boolean {
    return this.end !== undefined;
  }

  settled(): Promise<void> {
    this.promise ??=
      this.end === undefined
        ? new Promise<void>((resolve, reject) => {
            this.resolve = resolve;
            this.reject = reject;
          })
        : this.end === 'durable'
          ? Promise.resolve()
          : Promise.reject(this.end);
    return this.promise;
  }

  /** Asks for the envelope's text; what cannot be said is kept as null rather than keeping the record back. */
  toWritable(onProblem: (cause: unknown) => void): WritableRecord {
    if (!this.invocation) return { record: this.record, invocation: undefined };
    const { id, summary } = this.invocation;
    try {
      const measures = this.invocation.measures?.();
      return { record: this.record, invocation: { id, summary, measures, body: this.invocation.body() } };
    } catch (cause) {
      onProblem(cause);
      return { record: this.record, invocation: { id, summary, body: 'null' } };
    }
  }

  finish(end: 'durable' | Error): void {
    this.end = end;
    if (end === 'durable') this.resolve();
    else this.reject(end);
  }
}
