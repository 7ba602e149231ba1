import type { Recipient } from '@assay/kernel';
import type { Consumers, ConsumersQuery } from '../consumers.js';
import type { Pin, PinStore } from '../pin-store.js';
import type { ToolVersion } from '../records.js';
import { dayOf, type VersionCall, type VersionCallers } from '../version-callers.js';
import { normaliseRange, satisfies } from '../version-number.js';

type Versions = () => Iterable<ToolVersion>;

/** Pins without a database. `versions`: what there is to pin. */
export class InMemoryPinStore implements PinStore {
  readonly #pins = new Map<string, Pin>();

  constructor(private readonly versions: Versions) {}

  async put(pin: Pin): Promise<Pin | undefined> {
    if (![...this.versions()].some((it) => `${it.namespace}/${it.tool}` === pin.tool)) return undefined;
    const key = `${pin.principalId} ${pin.tool}`;
    const kept = { ...pin, createdAt: this.#pins.get(key)?.createdAt ?? pin.createdAt };
    this.#pins.set(key, kept);
    return kept;
  }

  async remove(principalId: string, tool: string): Promise<Pin | undefined> {
    const pin = this.#pins.get(`${principalId} ${tool}`);
    this.#pins.delete(`${principalId} ${tool}`);
    return pin;
  }

  async list(principalId: string): Promise<readonly Pin[]> {
    return [...this.#pins.values()]
      .filter((it) => it.principalId === principalId)
      .sort((a, b) => (a.tool < b.tool ? -1 : 1));
  }

  all = (): Iterable<Pin> => this.#pins.values();
}

/** Who depends on a tool, without a database. */
export class InMemoryConsumers implements Consumers, VersionCallers {
  readonly #calls = new Map<string, VersionCall>();

  constructor(
    private readonly versions: Versions,
    private readonly pins: InMemoryPinStore,
  ) {}

  async of({ tool, versionKeys, calledSince }: ConsumersQuery): Promise<readonly Recipient[]> {
    const wanted = new Set(
      [...this.versions()]
        .filter((it) => `${it.namespace}/${it.tool}` === tool && versionKeys.includes(it.versionKey))
        .map((it) => it.id),
    );
    const callers = [...this.#calls.values()].filter((it) => wanted.has(it.versionId) && it.day >= dayOf(calledSince));
    const pinned = [...this.pins.all()].filter((it) => it.tool === tool && covers(it.range, versionKeys));
    const found = new Map<string, Recipient>();
    for (const { organisationId, principalId } of [...callers, ...pinned])
      found.set(principalId, { organisationId, principalId });
    return [...found.values()];
  }

  async add(calls: readonly VersionCall[]): Promise<void> {
    const known = new Set([...this.versions()].map((it) => it.id));
    for (const call of calls) {
      const key = `${call.versionId} ${call.principalId}`;
      const present = this.#calls.get(key);
      if (known.has(call.versionId) && (present === undefined || present.day < call.day)) this.#calls.set(key, call);
    }
  }

  async prune(before: number): Promise<number> {
    const old = [...this.#calls].filter(([, call]) => call.day < before);
    for (const [key] of old) this.#calls.delete(key);
    return old.length;
  }
}

function covers(range: string, versionKeys: readonly string[]): boolean {
  const normal = normaliseRange(range);
  return normal !== undefined && versionKeys.some((key) => satisfies(key, normal));
}
