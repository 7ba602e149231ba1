import type { Failure, Result } from '@assay/kernel';
import type { ShownTool } from './token-budget.js';

/** The token accounts of sessions. The wiring supplies them: discovery knows nothing of calls. */
export interface SessionAccounts<Caller> {
  /** How many tokens the session has left; negative when it has spent more than its window. */
  left(caller: Caller, session: string): Promise<Result<number, Failure>>;
  /** Counts definitions that a response put into the context, each once a session. */
  shown(caller: Caller, session: string, tools: readonly ShownTool[]): void;
}
