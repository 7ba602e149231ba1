import {
  CallTokens,
  forgetExpired,
  KeepOutput,
  type KeptOutputs,
  type OutputPorts,
  OutputRouter,
  ReadKept,
  SessionTokens,
  type SessionTotals,
} from '@assay/gateway';
import type { AuditLog, Clock, Jobs, LanguageModel, LoadTokenCounter, Random } from '@assay/kernel';

export interface OutputParts {
  readonly store: KeptOutputs;
  readonly totals: SessionTotals;
  readonly audit: AuditLog;
  readonly jobs: Pick<Jobs, 'add'>;
  readonly loadTokens: LoadTokenCounter;
  readonly languageModel: LanguageModel | null;
  /** Longest result an answer holds when nothing is said of it. */
  readonly maxInlineBytes: number;
  readonly clock: Clock;
  readonly random: Random;
  /** Called for results that could not be stored, or added up. */
  readonly onProblem: (cause: unknown) => void;
}

/** Where results go, what is kept of them, and what they take of a model's context. */
export function buildOutputs({ store, totals, audit, jobs, loadTokens, languageModel, ...parts }: OutputParts) {
  const { maxInlineBytes, clock, random, onProblem } = parts;
  const keep = new KeepOutput({ store, clock, random, onProblem });
  const sessions = new SessionTokens(totals, clock, onProblem);
  jobs.add(forgetExpired([store, totals], clock));
  const calls: OutputPorts = {
    router: new OutputRouter({ loadTokens, languageModel, keep, clock }),
    keep,
    maxInlineBytes,
    tokens: new CallTokens({ loadTokens, sessions, clock }),
  };
  return { calls, sessions, kept: new ReadKept({ store, audit, clock }) };
}
