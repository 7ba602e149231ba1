import type { SagaChange } from '../saga/changes.js';
import type { Saga } from '../saga/saga.js';
import type { NumberedSagaEvent, SagaQuery, SagaStore } from '../saga/saga-store.js';

const isMoving = ({ state }: Saga): boolean => ['PENDING', 'RUNNING', 'COMPENSATING'].includes(state);
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Sagas without a database. */
export class InMemorySagaStore implements SagaStore {
  readonly #sagas = new Map<string, Saga>();
  readonly #events = new Map<string, NumberedSagaEvent[]>();

  async begin(saga: Saga, maxOpen: number): Promise<Saga | undefined> {
    const { principalId, idempotencyKey } = saga;
    const known = idempotencyKey === null ? undefined : await this.underKey(principalId, idempotencyKey);
    if (known !== undefined) return known;
    const open = [...this.#sagas.values()].filter((it) => it.principalId === principalId && it.endedAt === null);
    if (open.length >= maxOpen) return undefined;
    this.#sagas.set(saga.id, copy(saga));
    this.#events.set(saga.id, []);
    return saga;
  }

  async find(id: string): Promise<Saga | undefined> {
    const found = this.#sagas.get(id);
    return found && copy(found);
  }

  async underKey(principalId: string, key: string): Promise<Saga | undefined> {
    const known = [...this.#sagas.values()].find((it) => it.principalId === principalId && it.idempotencyKey === key);
    return known && copy(known);
  }

  async save({ saga, changed, events }: SagaChange, at: number): Promise<Saga | undefined> {
    const known = this.#sagas.get(saga.id);
    if (known === undefined || known.revision !== saga.revision) return undefined;
    const steps = known.steps.map((step, position) => (changed.includes(position) ? saga.steps[position] : step));
    const kept = copy({ ...saga, steps, revision: saga.revision + 1, updatedAt: at }) as Saga;
    this.#sagas.set(saga.id, kept);
    const all = this.#events.get(saga.id) ?? [];
    for (const event of events) all.push({ ...copy(event), number: all.length + 1 });
    return { ...saga, revision: saga.revision + 1, updatedAt: at };
  }

  async list({ organisationId, principalId, state, before, limit }: SagaQuery): Promise<readonly Saga[]> {
    return [...this.#sagas.values()]
      .filter((it) => (organisationId === null ? it.principalId === principalId : it.organisationId === organisationId))
      .filter((it) => (state === undefined || it.state === state) && (before === undefined || it.id < before))
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit)
      .map(bare);
  }

  events = async (id: string, after: number, limit: number): Promise<readonly NumberedSagaEvent[]> =>
    (this.#events.get(id) ?? []).filter(({ number }) => number > after).slice(0, limit);

  stalled = async (writtenBefore: number, limit: number): Promise<readonly Saga[]> =>
    [...this.#sagas.values()]
      .filter((it) => isMoving(it) && it.updatedAt < writtenBefore)
      .sort((a, b) => a.updatedAt - b.updatedAt)
      .slice(0, limit)
      .map(bare);

  async forget(endedBefore: number): Promise<number> {
    let forgotten = 0;
    for (const saga of this.#sagas.values()) {
      const isKept = saga.steps.some(
        ({ forward, arguments: given }) => forward.input !== null || Object.keys(given).length > 0,
      );
      if (saga.endedAt === null || saga.endedAt >= endedBefore || !isKept) continue;
      forgotten += 1;
      this.#sagas.set(saga.id, { ...saga, steps: saga.steps.map(withoutContent) });
    }
    return forgotten;
  }
}

const bare = (saga: Saga): Saga => copy({ ...saga, steps: saga.steps.map(withoutContent) });

function withoutContent(step: Saga['steps'][number]): Saga['steps'][number] {
  const { compensation, forward } = step;
  const isOwn = compensation?.input.kind === 'arguments';
  return {
    ...step,
    arguments: {},
    compensation: isOwn ? { ...compensation, input: { kind: 'arguments', arguments: {} } } : compensation,
    forward: { ...forward, input: null, output: null },
  };
}
