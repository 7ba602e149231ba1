import {
  type AuditKeys,
  type Checkpoint,
  checkpointText,
  groupCap,
  groupText,
  type SignedGroup,
} from './audit-signatures.js';
import { type ChainedRecord, chainStart, linkHash } from './hash-chain.js';
import { merkleRoot } from './merkle-tree.js';

/** A stored record. */
export interface KeptLink extends ChainedRecord {
  readonly previous: string;
  readonly hash: string;
}

/** The elements of a chain in order: a record, then the group that ends with it, then checkpoints at it. */
export type ChainEvent =
  | { readonly kind: 'record'; readonly record: KeptLink }
  | { readonly kind: 'group'; readonly group: SignedGroup }
  | { readonly kind: 'checkpoint'; readonly checkpoint: Checkpoint };

export interface ChainBreak {
  readonly chain: string;
  readonly sequence: number;
  readonly reason: string;
}

export interface ChainStart {
  readonly chain: string;
  /** A trusted checkpoint to start from, because older records were removed or have been verified. */
  readonly from?: Checkpoint | undefined;
  /** Whether its records are signed in groups; older chains are protected by checkpoints alone. */
  readonly isSigned: boolean;
}

/**
 * Verifies one chain as a stream and keeps at most one group in memory: each record follows its predecessor and matches
 * its hash, each belongs to a signed group, and each checkpoint matches the chain. A truncation after the last
 * checkpoint and group cannot be detected from the chain alone.
 */
export class ChainCheck {
  /** Records that no group signature covers. */
  unsigned = 0;
  #sequence: number;
  #hash: string;
  /** Hashes of the records since the last group. */
  #open: string[] = [];
  #covered = 0;
  #isClosed = false;
  readonly #start: ChainStart;
  readonly #keys: AuditKeys;

  constructor(start: ChainStart, keys: AuditKeys) {
    this.#start = start;
    this.#keys = keys;
    this.#sequence = start.from?.sequence ?? 0;
    this.#hash = start.from?.hash ?? chainStart(start.chain);
  }

  /** Records after the last checkpoint. */
  get uncovered(): number {
    return Math.max(0, this.#sequence - Math.max(this.#covered, this.#base));
  }

  /** The first problem; undefined while everything is valid. */
  next(event: ChainEvent): ChainBreak | undefined {
    if (event.kind === 'record') return this.#record(event.record);
    if (event.kind === 'group') return this.#group(event.group);
    return this.#checkpoint(event.checkpoint);
  }

  /** Call after the last element. */
  end(): ChainBreak | undefined {
    if (this.#open.length > 0) return this.#unsignedTail();
    const isHeld = this.#start.isSigned || this.uncovered === 0;
    return isHeld ? undefined : this.#break(this.#sequence, `nothing signs ${span(this.#covered + 1, this.#sequence)}`);
  }

  #record(record: KeptLink): ChainBreak | undefined {
    const reason = this.#misplaced(record);
    if (reason !== undefined) return this.#break(record.sequence, reason);
    this.#sequence = record.sequence;
    this.#hash = record.hash;
    if (!this.#start.isSigned) this.unsigned += 1;
    else this.#open.push(record.hash);
    return this.#open.length > groupCap ? this.#unsignedTail() : undefined;
  }

  #misplaced(record: KeptLink): string | undefined {
    const expected = this.#sequence + 1;
    if (record.sequence > expected)
      return `${span(expected, record.sequence - 1)} ${verb(expected, record.sequence - 1)} missing`;
    if (record.sequence < expected) return `record ${record.sequence} is there twice`;
    if (record.previous !== this.#hash) return 'it does not point to the record before it';
    if (linkHash(this.#hash, record) !== record.hash) return 'its content does not match its hash';
    return this.#isClosed ? 'it is after the end of its chain' : undefined;
  }

  #group(group: SignedGroup): ChainBreak | undefined {
    const { first, last, root, signedAt } = group;
    if (last <= this.#base) return undefined;
    if (last > this.#sequence) return this.#cutOff(last, 'a signed group');
    const expected = this.#sequence - this.#open.length + 1;
    if (last !== this.#sequence || first !== expected)
      return this.#break(
        last,
        `${span(expected, this.#sequence)} are not the records of the signed group ${first} to ${last}`,
      );
    if (merkleRoot(this.#open) !== root) return this.#break(last, 'its group was signed with other records');
    this.#open = [];
    return this.#signed(last, "its group's signature is", groupText(group), group, signedAt);
  }

  #checkpoint(checkpoint: Checkpoint): ChainBreak | undefined {
    const { sequence, hash, state, at } = checkpoint;
    const unsigned = this.#signed(
      sequence,
      "its checkpoint's signature is",
      checkpointText(checkpoint),
      checkpoint,
      at,
    );
    if (unsigned !== undefined || sequence <= this.#base) return unsigned;
    if (sequence > this.#sequence) return this.#cutOff(sequence, `checkpoint ${checkpoint.number}`);
    if (hash !== this.#hash) return this.#break(sequence, `checkpoint ${checkpoint.number} says another hash`);
    this.#covered = sequence;
    this.#isClosed ||= state === 'closed';
    return undefined;
  }

  get #base(): number {
    return this.#start.from?.sequence ?? 0;
  }

  #signed(
    sequence: number,
    what: string,
    text: string,
    signature: Pick<SignedGroup, 'keyId' | 'signature'>,
    at: number,
  ): ChainBreak | undefined {
    const problem = this.#keys.problem(text, signature, at);
    return problem === undefined ? undefined : this.#break(sequence, `${what} ${problem}`);
  }

  #cutOff(last: number, by: string): ChainBreak {
    const first = this.#sequence + 1;
    return this.#break(first, `${span(first, last)} ${verb(first, last)} missing: ${by} says so`);
  }

  #unsignedTail(): ChainBreak {
    const first = this.#sequence - this.#open.length + 1;
    return this.#break(first, `${span(first, this.#sequence)} ${verb(first, this.#sequence)} in no signed group`);
  }

  #break = (sequence: number, reason: string): ChainBreak => ({ chain: this.#start.chain, sequence, reason });
}

const span = (first: number, last: number): string =>
  first === last ? `record ${first}` : `records ${first} to ${last}`;
const verb = (first: number, last: number): string => (first === last ? 'is' : 'are');
