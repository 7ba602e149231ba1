import type { MemoryLayer } from '@assay/contracts';
import type { Caller, Position } from '@assay/identity';
import { type AuditLog, type Clock, type Failure, fail, isUuid, ok, type Result } from '@assay/kernel';
import type { KeptContent, KeptKind, KeptOutput, KeptOutputs, KeptOwner } from './kept-outputs.js';
import { readRange, type Slice } from './read-range.js';

export interface ReadKeptPorts {
  readonly store: KeptOutputs;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Pick<Clock, 'now'>;
}

export interface KeptFilter {
  readonly layer?: MemoryLayer | undefined;
  readonly session?: string | undefined;
  readonly tool?: string | undefined;
  readonly after: Position | null;
  readonly limit: number;
}

export interface KeptPart {
  readonly output: KeptOutput;
  readonly slice: Slice;
}

/** What is kept for a caller, read and erased by that caller alone. */
export class ReadKept {
  constructor(private readonly ports: ReadKeptPorts) {}

  async list(caller: Caller, kind: KeptKind, filter: KeptFilter): Promise<Result<readonly KeptOutput[], Failure>> {
    const owner = ownerOf(caller);
    if (!owner.ok) return owner;
    return ok(await this.ports.store.list({ ...filter, ...owner.value, kind, at: this.ports.clock.now() }));
  }

  /** A part, or the whole as far as it fits an answer; see `readRange`. */
  async read(
    caller: Caller,
    kind: KeptKind,
    id: string,
    part: { readonly range?: string | undefined; readonly at?: string | undefined } = {},
  ): Promise<Result<KeptPart, Failure>> {
    const owner = ownerOf(caller);
    if (!owner.ok) return owner;
    const found = await this.#find(owner.value, kind, id);
    if (found === undefined) return absent(kind, id);
    const slice = readRange(found, part.range, part.at);
    if (!slice.ok) return slice;
    const { content: _content, isBinary: _isBinary, ...output } = found;
    return ok({ output, slice: slice.value });
  }

  async remove(caller: Caller, kind: KeptKind, id: string): Promise<Result<null, Failure>> {
    const owner = ownerOf(caller);
    if (!owner.ok) return owner;
    if (!(await this.#remove(owner.value, kind, id))) return absent(kind, id);
    await this.#recorded(caller, kind, id, 1);
    return ok(null);
  }

  /** Answers how many there were. */
  async removeAll(caller: Caller, kind: KeptKind): Promise<Result<number, Failure>> {
    const owner = ownerOf(caller);
    if (!owner.ok) return owner;
    const forgotten = await this.ports.store.removeAll(owner.value, kind);
    if (forgotten > 0) await this.#recorded(caller, kind, '*', forgotten);
    return ok(forgotten);
  }

  async #find(owner: KeptOwner, kind: KeptKind, id: string): Promise<KeptContent | undefined> {
    if (!isUuid(id)) return undefined;
    for (const one of readAs[kind]) {
      const found = await this.ports.store.find(owner, one, id, this.ports.clock.now());
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #remove(owner: KeptOwner, kind: KeptKind, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    for (const one of readAs[kind]) if (await this.ports.store.remove(owner, one, id)) return true;
    return false;
  }

  /** That something was erased, not what it was. */
  async #recorded({ organisationId, principalId }: Caller, kind: KeptKind, subject: string, erased: number) {
    const action = kind === 'memory' ? 'memory.forget' : 'output.delete';
    await this.ports.audit.append({ organisationId, principalId, action, subject, details: { erased } }).settled;
  }
}

/** A result of a session is read and deleted where pointers lead to. */
const readAs: Readonly<Record<KeptKind, readonly KeptKind[]>> = {
  pointer: ['pointer', 'result'],
  memory: ['memory'],
  result: ['result'],
};

const ownerOf = ({ principalId, namespaces }: Caller): Result<KeptOwner, Failure> =>
  principalId === null
    ? fail('unauthenticated', 'Stored results require authentication: send a key.')
    : ok({ principalId, namespaces });

const absent = (kind: KeptKind, id: string) =>
  kind === 'memory'
    ? fail('not_found', `You have no memory "${id}": GET /v1/memory lists yours.`)
    : fail('not_found', `You have no kept result "${id}", or its time is over: GET /v1/outputs lists yours.`);
