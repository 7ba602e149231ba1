import { type CompactedSession, type CompactSession, sessionNameSchema } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import {
  type Clock,
  type Failure,
  fail,
  isoTime,
  type LanguageModel,
  type LoadTokenCounter,
  ok,
  pausing,
  type Result,
} from '@assay/kernel';
import { Counting, formsOf } from './forms.js';
import { pointerTo } from './keep-output.js';
import type { KeptContent, KeptOutputs, KeptOwner } from './kept-outputs.js';
import type { SessionResults } from './session-results.js';
import type { SessionTokens } from './session-tokens.js';
import { summariseCalls } from './summarise-calls.js';

export interface CompactSessionPorts {
  readonly store: Pick<KeptOutputs, 'list' | 'find'>;
  readonly results: Pick<SessionResults, 'settled'>;
  readonly sessions: Pick<SessionTokens, 'release'>;
  readonly loadTokens: LoadTokenCounter;
  readonly languageModel: LanguageModel | null;
  readonly clock: Clock;
}

type Compacted = CompactedSession['results'][number];

/** Results that one request shortens at the most; each is read, decrypted and counted. */
const maxResults = 200;
/** The newest result is what the model works with now. */
const keptLast = 1;
/** A short form takes at most this share of the whole, where any does. */
const maxShare = 0.3;

/** A kept result with its tokens. */
interface Counted {
  readonly kept: KeptContent;
  readonly output: unknown;
  readonly tokens: number;
}

/**
 * Shorter forms of what earlier calls of a session returned, oldest first, so that a client can replace them in its
 * history: the whole stays behind a pointer for as long as it is kept. Nothing is called again.
 */
export class CompactSessions {
  constructor(private readonly ports: CompactSessionPorts) {}

  async run(caller: Caller, session: string, wish: CompactSession): Promise<Result<CompactedSession, Failure>> {
    const { organisationId, principalId, namespaces } = caller;
    if (principalId === null || organisationId === null)
      return fail('unauthenticated', 'Sessions require authentication: send a key.');
    const counting = new Counting(await this.ports.loadTokens(), pausing(this.ports.clock));
    const isName = sessionNameSchema.safeParse(session).success;
    const all = isName ? await this.#results({ principalId, namespaces }, session, counting) : [];
    if (all.length === 0)
      return fail(
        'not_found',
        `No results of the session "${session}" are kept: they are for 24 hours, from 100 tokens on.`,
      );
    const { results, left } = await this.#shorten(all, wish, counting);
    const saved = results.reduce((sum, { tokens }) => sum + tokens.saved, 0);
    const summary = await summariseCalls(results, this.ports);
    if (saved > 0) await this.ports.sessions.release(caller, session, saved);
    const isWithinBudget = wish.tokenBudget === undefined || left <= wish.tokenBudget;
    const notes = [...(summary.note === undefined ? [] : [summary.note]), ...(isWithinBudget ? [] : [tooSmall])];
    const answer = { session, results, saved, left, isWithinBudget, summary: summary.text, notes };
    return ok({ ...answer, tokens: await counting.of(JSON.stringify(answer)) });
  }

  /** Oldest first. */
  async #results(owner: KeptOwner, session: string, counting: Counting): Promise<Counted[]> {
    const { store, results, clock } = this.ports;
    await results.settled();
    const at = clock.now();
    const listed = await store.list({ ...owner, kind: 'result', session, at, after: null, limit: maxResults });
    const counted: Counted[] = [];
    for (const { id } of [...listed].reverse()) {
      const kept = await store.find(owner, 'result', id, at);
      if (kept === undefined) continue;
      counted.push({ kept, output: outputOf(kept), tokens: await counting.about(kept.content) });
    }
    return counted;
  }

  /** From the oldest on, until all of them fit the budget; the newest stay whole. */
  async #shorten(
    all: readonly Counted[],
    { keepLast = keptLast, tokenBudget = 0 }: CompactSession,
    counting: Counting,
  ): Promise<{ results: Compacted[]; left: number }> {
    const results: Compacted[] = [];
    let left = all.reduce((sum, { tokens }) => sum + tokens, 0);
    for (const one of all.slice(0, Math.max(0, all.length - keepLast))) {
      if (left <= tokenBudget) break;
      const compacted = await shortened(one, counting);
      if (compacted.tokens.saved <= 0) continue;
      results.push(compacted);
      left -= compacted.tokens.saved;
    }
    return { results, left };
  }
}

const tooSmall =
  'The results do not fit the budget even so: keep fewer of the newest whole (keepLast), or drop shortened ones from the history; their pointers stay.';

const outputOf = ({ content, mediaType }: KeptContent): unknown =>
  mediaType === 'application/json' ? JSON.parse(content) : content;

/** The fullest short form that takes little; the signal where none does. */
async function shortened({ kept, output, tokens }: Counted, counting: Counting): Promise<Compacted> {
  const forms = formsOf({ output, isProjected: false, schema: undefined, task: undefined }).slice(1);
  const pointer = pointerTo(kept);
  const { invocationId, tool, version, createdAt } = kept;
  let best: Compacted | undefined;
  for (const { level, output: short } of forms) {
    const taken = await counting.about(JSON.stringify({ tool, short, pointer: pointer.url }));
    best = {
      ...{ invocationId, tool, version, at: isoTime(createdAt), pointer, level, short },
      tokens: { whole: tokens, short: taken, saved: tokens - taken },
    };
    if (taken <= maxShare * tokens) break;
  }
  return best as Compacted;
}
