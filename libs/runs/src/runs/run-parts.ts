import type { Caller } from '@assay/identity';
import type { Compiled } from '../compile-composition.js';
import type { LiveRun } from './live-run.js';
import type { KeptStep, RunWork } from './run.js';
import type { RunJournal } from './run-journal.js';

/** What a run is carried out with. */
export interface RunParts {
  readonly live: LiveRun;
  readonly compiled: Compiled;
  readonly caller: Caller;
  readonly work: RunWork;
  readonly journal: RunJournal;
  /** Of a run that goes on: what need not be done again. */
  readonly kept: readonly KeptStep[];
}
