import { type Envelope, type ErrorCode, errorTable, type Invoke, type Outcome } from '@assay/contracts';
import type { Invoked, KeyUse } from '@assay/gateway';
import { InMemoryApprovalStore } from '@assay/gateway/testing';
import { Directory } from '@assay/identity';
import { FakeRandom, InMemoryNotices } from '@assay/kernel/testing';
import { aPrincipal } from '@assay/registry/testing';
import { CarryOutSagas } from '../saga/carry-out-sagas.js';
import { NotifyOfSagas } from '../saga/notify-of-sagas.js';
import type { SagaStore } from '../saga/saga-store.js';
import { InMemorySagaStore } from './in-memory-saga-store.js';

/** How an upstream answers: it acts; it refuses without acting; it acts and then says nothing of use. */
export type UpstreamSays = 'acts' | 'refuses' | 'acts, and breaks';

export interface KilledWorldPlan {
  /** By what is asked for: a step's line, or `undo` and the line. */
  readonly says: (line: string) => UpstreamSays;
  /** Whether the tools honour keys, and may so be asked again. */
  readonly honours: boolean;
  /** The process dies at its so many-th next moment, one number a life; the last one lives. */
  readonly lives: readonly number[];
}

class Killed extends Error {}

const answer = (parts: Partial<Envelope>): Invoked => ({ envelope: { id: 'call', ...parts } }) as Invoked;
const failed = (code: ErrorCode, outcome: Outcome): Partial<Envelope> => ({
  status: 'failed',
  error: { code, class: errorTable[code].class, message: code, retryable: errorTable[code].retryable, outcome },
});

/**
 * Sagas on a machine that is killed again and again, at any moment between two things that last: before and after every
 * write of a row, and around every step of a call. What lasts are the rows, the ledger of keys, and the upstream's effects.
 */
export class KilledSagas {
  readonly store = new InMemorySagaStore();
  readonly notices = new InMemoryNotices();
  /** How often each line took effect. */
  readonly effects = new Map<string, number>();
  /** In the order of their effects. */
  readonly order: string[] = [];
  readonly #plan: KilledWorldPlan;
  readonly #approvals = new InMemoryApprovalStore();
  readonly #directory = new Directory();
  /** By key: its answer, or null while it is unknown whether the tool was reached. */
  readonly #ledger = new Map<string, Invoked | null>();
  readonly #answered = new Set<string>();
  #now = Date.UTC(2026, 0, 1);
  #left = Number.POSITIVE_INFINITY;

  constructor(plan: KilledWorldPlan) {
    this.#plan = plan;
    const carl = aPrincipal({ id: 'principal-carl', name: 'carl', organisationId: 'org-acme' });
    this.#directory.apply({ kind: 'principal', id: carl.id, state: carl });
  }

  /** Carries the saga out, life after life, until one goes as far as it gets; how many lives were lost. */
  async carryOut(id: string): Promise<number> {
    for (const [lost, life] of [...this.#plan.lives, Number.POSITIVE_INFINITY].entries()) {
      this.#left = life;
      try {
        await this.#process().advance(id, new AbortController().signal);
        return lost;
      } catch (cause) {
        if (!(cause instanceof Killed)) throw cause;
      }
    }
    return this.#plan.lives.length;
  }

  /** A moment at which the process may die. */
  #moment(): void {
    this.#left -= 1;
    if (this.#left < 0) throw new Killed('kill -9');
  }

  async #around<T>(work: () => Promise<T>): Promise<T> {
    this.#moment();
    const done = await work();
    this.#moment();
    return done;
  }

  #process(): CarryOutSagas {
    const { store, notices } = this;
    const clock = {
      now: () => this.#now,
      monotonic: () => this.#now,
      after: (ms: number, run: () => void) => {
        const timer = setImmediate(() => {
          this.#now += ms;
          run();
        });
        return () => clearImmediate(timer);
      },
    };
    const kept: Pick<SagaStore, 'find' | 'save'> = {
      find: (id) => this.#around(() => store.find(id)),
      save: (change, at) => this.#around(() => store.save(change, at)),
    };
    const key = (use: Pick<KeyUse, 'key'>['key']) => this.#ledger.has(use);
    return new CarryOutSagas({
      ...{ store: kept, clock, directory: this.#directory, random: new FakeRandom(), approvals: this.#approvals },
      ledger: {
        find: async (_principalId, name) =>
          key(name) ? { invocationId: 'call', requestDigest: 'digest', isFinished: true } : undefined,
      },
      invoke: { run: (request) => this.#call(request) },
      consents: { open: async () => undefined, standing: async () => 'given' },
      tell: new NotifyOfSagas({ notices, directory: this.#directory, url: () => 'http://assay', clock }),
      audit: { append: () => ({ settled: Promise.resolve() }) as never },
      drop: async () => undefined,
    });
  }

  /** A call as the gateway makes it: once under a key, and never again when its outcome is unknown. */
  async #call({ idempotencyKey = '', input }: Invoke): Promise<Invoked> {
    this.#moment();
    const known = this.#ledger.get(idempotencyKey);
    if (known !== undefined && known !== null) return known;
    if (known === null && !this.#plan.honours) return this.#end(idempotencyKey, failed('outcome_unknown', 'unknown'));
    this.#ledger.set(idempotencyKey, null);
    this.#moment();
    const said = this.#reach(String(input.line), idempotencyKey);
    this.#moment();
    if (said === 'acts') return this.#end(idempotencyKey, { status: 'succeeded', output: { ok: true } });
    if (said === 'refuses') return this.#end(idempotencyKey, failed('tool_error', 'none'));
    const broken = failed('upstream_error', 'unknown');
    return this.#plan.honours ? answer(broken) : this.#end(idempotencyKey, broken);
  }

  #end(key: string, parts: Partial<Envelope>): Invoked {
    const ended = answer(parts);
    this.#ledger.set(key, ended);
    this.#moment();
    return ended;
  }

  #reach(line: string, key: string): UpstreamSays {
    const said = this.#plan.says(line);
    const isRepeat = this.#plan.honours && this.#answered.has(key);
    if (said === 'refuses' || isRepeat) return said;
    this.#answered.add(key);
    this.effects.set(line, (this.effects.get(line) ?? 0) + 1);
    this.order.push(line);
    return said;
  }
}
