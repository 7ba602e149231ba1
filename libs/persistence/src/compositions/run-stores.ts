import type { Sealer } from '@assay/kernel';
import type pg from 'pg';
import { PostgresGapStore } from '../creation/postgres-gap-store.js';
import { PostgresMadeToolStore } from '../creation/postgres-made-tool-store.js';
import { PostgresCallNoteStore } from './postgres-call-note-store.js';
import { PostgresQuestionStore } from './postgres-question-store.js';
import { PostgresRunStore } from './postgres-run-store.js';
import { PostgresSuspendedCallStore } from './postgres-suspended-call-store.js';

/** Stores of runs and of what they consist of, of made tools, and of what is missing. */
export const runStores = (pool: pg.Pool, sealer: Sealer) => ({
  compositionRuns: new PostgresRunStore(pool, sealer),
  suspendedCalls: new PostgresSuspendedCallStore(pool, sealer),
  callNotes: new PostgresCallNoteStore(pool, sealer),
  questions: new PostgresQuestionStore(pool),
  gaps: new PostgresGapStore(pool),
  madeTools: new PostgresMadeToolStore(pool),
});
