import type { Clock, LanguageModel } from '@assay/kernel';
import { FakeRandom } from '@assay/kernel/testing';
import { CallTokens } from '../output/call-tokens.js';
import { KeepOutput } from '../output/keep-output.js';
import type { OutputPorts } from '../output/output-ports.js';
import { OutputRouter } from '../output/output-router.js';
import { SessionResults } from '../output/session-results.js';
import { SessionTokens } from '../output/session-tokens.js';
import { InMemoryKeptOutputs } from './in-memory-kept-outputs.js';
import { InMemorySessionTotals } from './in-memory-session-totals.js';

/** Where results go, without a database; a token is four characters. */
export function smallOutputs(clock: Clock, languageModel: LanguageModel | null = null) {
  const store = new InMemoryKeptOutputs();
  const totals = new InMemorySessionTotals();
  const random = new FakeRandom();
  const problems: unknown[] = [];
  const onProblem = (cause: unknown) => void problems.push(cause);
  const keep = new KeepOutput({ store, clock, random, onProblem });
  const sessions = new SessionTokens(totals, clock, onProblem);
  const results = new SessionResults(keep);
  const loadTokens = async () => (text: string) => Math.ceil(text.length / 4);
  const ports: OutputPorts = {
    router: new OutputRouter({ loadTokens, languageModel, keep, clock }),
    keep,
    maxInlineBytes: 1024 * 1024,
    tokens: new CallTokens({ loadTokens, sessions, results, clock }),
  };
  return { ...ports, store, totals, sessions, results, loadTokens, problems };
}
