import {
  CallTokens,
  KeepOutput,
  type KeptOutputs,
  type OutputPorts,
  OutputRouter,
  ReadKept,
  SessionTokens,
  type SessionTotals,
} from '@assay/gateway';
import type { AuditLog, Clock, LanguageModel, LoadTokenCounter, Random } from '@assay/kernel';

export interface OutputParts {
  readonly store: KeptOutputs;
  readonly totals: SessionTotals;
  readonly audit: AuditLog;
  readonly loadTokens: LoadTokenCounter;
  readonly languageModel: LanguageModel | null;
  /** Longest result an answer holds when nothing is said of it. */
  readonly maxInlineBytes: number;
  readonly clock: Clock;
  readonly random: Random;
  /** Told of what could not be kept, or added up. */
  readonly onProblem: (cause: unknown) => void;
}

/** Where results go, what is kept of them, and what they take of a model's context. */
export function buildOutputs({ store, totals, audit, loadTokens, languageModel, ...parts }: OutputParts) {
  const { maxInlineBytes, clock, random, onProblem } = parts;
  const keep = new KeepOutput({ store, clock, random, onProblem });
  const sessions = new SessionTokens(totals, clock, onProblem);
  const calls: OutputPorts = {
    router: new OutputRouter({ loadTokens, languageModel, keep, clock }),
    keep,
    maxInlineBytes,
    tokens: new CallTokens({ loadTokens, sessions, clock }),
  };
  return { calls, sessions, kept: new ReadKept({ store, audit, clock }) };
}
