import type { AuditLine, CheckpointView, SignedGroupView } from '@assay/contracts';
import { chainStart, checkpointText, groupText, recordHash, signatureProblem } from './audit-texts.js';
import { merkleRoot } from './merkle-path.js';
import type { ReadKey } from './public-key.js';

/** Most records of a group; the server writes no larger ones. */
const groupCap = 500;

interface ChainState {
  readonly chain: string;
  /** Nothing is asked of records up to here. */
  readonly base: number;
  /** Of the last record; undefined while the chain begins in its middle. */
  hash: string | undefined;
  sequence: number;
  /** Hashes since the last group. */
  open: string[];
  /** Records of a chain without groups that `open` holds no more. */
  unsigned: number;
  groups: number;
  covered: number;
  /** Its own server has signed a checkpoint of it: one that does signs its records in groups, too. */
  isSpokenFor: boolean;
}

/** What an export must be, line by line: each method answers why it is not, as half a sentence. */
export class ExportCheck {
  readonly counts = { records: 0, hidden: 0, chains: 0, groups: 0, checkpoints: 0, unsigned: 0 };
  readonly #keys: readonly ReadKey[];
  #header: Extract<AuditLine, { type: 'export' }> | undefined;
  #state: ChainState | undefined;
  #isOver = false;
  readonly #numbers = new Set<number>();

  constructor(keys: readonly ReadKey[]) {
    this.#keys = keys;
  }

  async next(line: AuditLine): Promise<string | undefined> {
    if (line.type === 'export') return this.#begin(line);
    if (this.#header === undefined) return 'it does not start like an audit log export';
    if (this.#isOver) return 'it continues after its end';
    if (line.type === 'end') {
      this.#isOver = true;
      return undefined;
    }
    if (line.type === 'mark') return undefined;
    const left = line.chain === this.#state?.chain ? undefined : this.#leave();
    if (left !== undefined) return left;
    if (line.type === 'group') return this.#group(line);
    if (line.type === 'checkpoint') return this.#checkpoint(line);
    return this.#record(line);
  }

  end(): string | undefined {
    if (this.#header === undefined) return 'it is empty';
    if (!this.#isOver) return 'it is truncated: resume it from its last mark';
    return this.#leave() ?? this.#missingNumber();
  }

  #begin(line: Extract<AuditLine, { type: 'export' }>): string | undefined {
    if (this.#header !== undefined) return 'another export starts within it';
    this.#header = line;
    return undefined;
  }

  async #record(line: Extract<AuditLine, { type: 'record' | 'hidden' }>): Promise<string | undefined> {
    const state = this.#state ?? (await this.#enter(line.chain, line.sequence - 1, undefined));
    const expected = state.sequence + 1;
    if (line.sequence > expected) return `${span(expected, line.sequence - 1)} missing in ${state.chain}`;
    if (line.sequence < expected) return `record ${line.sequence} of ${state.chain} is there twice`;
    if (line.type === 'record') {
      const { type: _, ...record } = line;
      if (state.hash !== undefined && record.previous !== state.hash)
        return 'the record does not point to the one before it';
      if ((await recordHash(record)) !== record.hash) return "the record's content does not match its hash";
      this.counts.records += 1;
    } else this.counts.hidden += 1;
    state.sequence = line.sequence;
    state.hash = line.hash;
    state.open.push(line.hash);
    if (state.open.length <= groupCap) return undefined;
    if (state.groups > 0) return unsignedIn(state);
    state.unsigned += state.open.length;
    state.open = [];
    return undefined;
  }

  async #group({ type: _, ...group }: Extract<AuditLine, { type: 'group' }>): Promise<string | undefined> {
    const state = this.#state;
    if (state === undefined || !isGroupOf(state, group))
      return `the signed group ${group.first} to ${group.last} has different records`;
    if ((await merkleRoot(state.open)) !== group.root) return 'the group was signed with different records';
    const problem = await signatureProblem(this.#keys, group, groupText(group), group.signedAt);
    if (problem !== null) return `the group's signature ${problem}`;
    state.open = [];
    state.groups += 1;
    this.counts.groups += 1;
    return undefined;
  }

  async #checkpoint({
    type: _,
    ...checkpoint
  }: Extract<AuditLine, { type: 'checkpoint' }>): Promise<string | undefined> {
    const { sequence, hash, number } = checkpoint;
    const problem = await signatureProblem(this.#keys, checkpoint, checkpointText(checkpoint), checkpoint.at);
    if (problem !== null) return `the signature of checkpoint ${number} ${problem}`;
    if (!this.#numbers.has(number)) this.counts.checkpoints += 1;
    this.#numbers.add(number);
    const state = this.#state ?? (await this.#enter(checkpoint.chain, 0, checkpoint));
    state.isSpokenFor ||= checkpoint.state === 'open' || checkpoint.state === 'closed';
    if (sequence <= state.base) return undefined;
    if (sequence !== state.sequence || hash !== state.hash) return `checkpoint ${number} covers different records`;
    state.covered = sequence;
    return undefined;
  }

  /** A chain begins with its first record, with a checkpoint that its older records were removed, or with a chosen time. */
  async #enter(chain: string, before: number, checkpoint: CheckpointView | undefined): Promise<ChainState> {
    const pruned = checkpoint?.state === 'pruned' ? checkpoint : undefined;
    const isWhole = this.#header?.from === null && pruned === undefined;
    const base = pruned?.sequence ?? (isWhole ? 0 : before);
    const hash = pruned?.hash ?? (base === 0 ? await chainStart(chain) : undefined);
    this.#state = {
      chain,
      base,
      hash,
      sequence: base,
      open: [],
      unsigned: 0,
      groups: 0,
      covered: 0,
      isSpokenFor: false,
    };
    this.counts.chains += 1;
    return this.#state;
  }

  /** What is wrong with the chain that ends here. */
  #leave(): string | undefined {
    const state = this.#state;
    this.#state = undefined;
    const unsigned = (state?.open.length ?? 0) + (state?.unsigned ?? 0);
    if (state === undefined || unsigned === 0) return undefined;
    if (state.groups > 0 || state.isSpokenFor) return unsignedIn(state);
    this.counts.unsigned += unsigned;
    const isHeld = state.covered === state.sequence || this.#header?.until !== null;
    return isHeld ? undefined : `${span(state.covered + 1, state.sequence)} signed by nothing in ${state.chain}`;
  }

  /** Of a whole export every checkpoint must be there: with a chain that was removed, numbers are gone. */
  #missingNumber(): string | undefined {
    const { from, until, checkpoints } = this.#header ?? { from: '', until: '', checkpoints: 0 };
    if (from !== null || until !== null) return undefined;
    for (let number = 1; number <= checkpoints; number += 1)
      if (!this.#numbers.has(number)) return `checkpoint ${number} is missing, possibly with a whole chain`;
    return undefined;
  }
}

const isGroupOf = ({ sequence, open, unsigned }: ChainState, { first, last }: SignedGroupView): boolean =>
  unsigned === 0 && open.length > 0 && last === sequence && first === sequence - open.length + 1;

const unsignedIn = ({ chain, sequence, open, unsigned }: ChainState): string =>
  `${span(sequence - open.length - unsigned + 1, sequence)} in no signed group of ${chain}`;

const span = (first: number, last: number): string =>
  first === last ? `record ${first} is` : `records ${first} to ${last} are`;
