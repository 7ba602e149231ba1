/** What a call waits for that ends for now: a person, or its time. */
export type Pause = ApprovalPause | SchedulePause;

export interface ApprovalPause {
  readonly status: 'awaiting_approval';
  readonly id: string;
  /** Where a person decides. */
  readonly url: string;
  /** Of the call that waits: another one when this repeats it under the same key. */
  readonly invocationId: string;
  /** In ms since the epoch: until then it waits at the most. */
  readonly until: number;
  /** `result`: the tool has been called, and its result waits. */
  readonly holds?: 'result';
}

export interface SchedulePause {
  readonly status: 'scheduled';
  readonly invocationId: string;
  /** When it is made, in ms since the epoch. */
  readonly notBefore: number;
  readonly until: number;
}
