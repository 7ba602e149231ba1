import type { Discover, DiscoveryAnswer } from '@assay/contracts';
import {
  type Clock,
  type Failure,
  fail,
  type LoadTokenCounter,
  ok,
  pausing,
  type Random,
  type Result,
} from '@assay/kernel';
import semver from 'semver';
import {
  byStanding,
  type CandidateSource,
  type CandidateTool,
  type MayCall,
  type Verdict,
  type Wish,
} from './candidate.js';
import { fitsVersion, unmetConstraints } from './constraints.js';
import { draftAnswer, nearMisses } from './draft-answer.js';
import type { Meaning, QueryMeaning } from './embedding/query-meaning.js';
import { gateBest, gateResults } from './gate-results.js';
import { explainPlaces } from './learning/explain-places.js';
import type { LearningSearch, Searcher, UseLearning } from './learning/use-learning.js';
import { nothingFits } from './match-confidence.js';
import { mergeConstraints } from './merge-constraints.js';
import { type Found, narrow, unmetOf } from './narrow.js';
import { type DiscoveryQuery, parseQuery } from './query.js';
import { type Chosen, choose } from './selection/choose.js';
import type { SelectTools } from './selection/select-tools.js';
import type { Selectable } from './selection/strategy.js';
import type { SessionAccounts } from './session-accounts.js';
import { type Draft, type Serialise, TokenBudget, wholeAnswer } from './token-budget.js';
import type { Candidate, IndexAnswer, ToolIndex } from './tool-index.js';

/** Keys are rounded; what is trusted enough is decided by trust itself. */
const keyMargin = 1e-9;

/** Names within a text, `ns/tool`. */
const toolNames = /[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?\/[A-Za-z0-9_.-]{1,128}/g;

/** What discovery can do beyond finding. */
export interface Choosing<Caller> {
  searcherOf(caller: Caller): Searcher;
  readonly learning: Pick<UseLearning, 'begin'>;
  readonly strategies: Pick<SelectTools, 'select'>;
  readonly loadTokens: LoadTokenCounter;
  readonly sessions?: SessionAccounts<Caller>;
  /** Called for a search that no tool answers, with the tools that came nearest. */
  readonly onUnmet?: (caller: Caller, text: string, nearest: readonly string[]) => void;
  /** Without it, the registry's rules alone say what may be called. */
  readonly gate?: MayCall<Caller>;
}

/**
 * Finds tools: index → filter (constraints, permission) → relevance cut → rank → the best with reasons. Tools that the
 * caller sees but may not call are named among the excluded ones, with the reason; those it does not see are neither
 * named nor counted.
 */
export class DiscoverTools<Caller> {
  #budget: Promise<TokenBudget> | undefined;

  constructor(
    private readonly index: ToolIndex,
    private readonly candidates: CandidateSource<Caller>,
    private readonly clock: Clock,
    private readonly random: Random,
    /** Without it, search goes by words alone. */
    private readonly meaning?: Pick<QueryMeaning, 'of'>,
    /** Without it, strategies and token budgets are refused, and nothing is learnt. */
    private readonly choosing?: Choosing<Caller>,
  ) {}

  /** `serialise`: how the answer goes over the wire, which is what a token budget is spent on. */
  async discover(
    request: Discover,
    caller: Caller,
    serialise: Serialise = JSON.stringify,
  ): Promise<Result<DiscoveryAnswer, Failure>> {
    const startedAt = this.clock.monotonic();
    const parsed = parseQuery(request);
    if (!parsed.ok) return parsed;
    const query = parsed.value;
    const meaning = (await this.meaning?.of(query.text)) ?? {};
    const { candidates, terms, warnings: lacks = [] } = await this.search(query, meaning, caller);
    const warnings = [...query.warnings, ...(meaning.warning === undefined ? [] : [meaning.warning]), ...lacks];
    const searcher = this.choosing?.searcherOf(caller) ?? nobody;
    const { organisationId } = searcher;
    const learning = this.choosing?.learning.begin(searcher, query.text, candidates);
    const wishes = wishesOf(query);
    const verdictOn = (tool: CandidateTool): Verdict => this.verdictOn(tool, caller);
    const lookAt = (some: readonly Candidate[]) => some.flatMap((it) => this.look(it, query, wishes, caller));
    const seen = lookAt(learning?.candidates ?? candidates);
    const { strategy } = request;
    const found = strategy === undefined ? seen : gateBest(seen, query.limit, verdictOn);
    const narrowed = narrow(found, query);
    const chosen = await this.choose({ request, query, organisationId, found, narrowed, learning }, wishes, caller);
    if (!chosen.ok) return chosen;
    const draft = draftAnswer({
      ...{ discoveryId: this.random.uuid(), query, narrowed, found, learning, warnings },
      ...(request.explain === true && {
        explained: explainPlaces(narrow(lookAt(candidates), query), narrowed, learning),
      }),
      chosen: gateResults(chosen.value, query.limit, strategy === 'policy', verdictOn),
      match: { terms, byMeaning: meaning.vector !== undefined, tree: this.candidates.capabilities },
      meaning,
      named: this.named(query.text, caller),
      tookMs: this.clock.monotonic() - startedAt,
    });
    const fitted = await this.fit(draft, request, caller, serialise);
    if (!fitted.ok) return fitted;
    learning?.remember(fitted.value.discoveryId, toolsIn(fitted.value));
    if (nothingFits(fitted.value)) this.choosing?.onUnmet?.(caller, query.text, nearestIn(fitted.value));
    return fitted;
  }

  /** In the order of the strategy that was asked for. */
  private async choose(
    from: Pick<Selectable, 'request' | 'query' | 'organisationId' | 'found' | 'narrowed'> & {
      readonly request: Discover;
      readonly learning: LearningSearch | undefined;
    },
    wishes: readonly Wish[],
    caller: Caller,
  ): Promise<Result<Chosen, Failure>> {
    const { request, learning, query } = from;
    const strategies = this.choosing?.strategies ?? noStrategies;
    const selectable: Selectable = {
      ...from,
      isLearnt: learning?.isUsed ?? false,
      tree: this.candidates.capabilities,
      look: (tool, range) => {
        const inRange: Wish[] = range === undefined ? [] : [({ version }) => fitsRange(version, range)];
        const named = this.look({ id: tool, relevance: 0, matched: [] }, query, [...inRange, ...wishes], caller);
        const [seen] = gateBest(named, 1, (one) => this.verdictOn(one, caller));
        if (seen === undefined) return undefined;
        const found = {
          ...seen,
          candidate: from.found.find((it) => it.tool.id === seen.tool.id)?.candidate ?? seen.candidate,
        };
        const isOutside = range !== undefined && !fitsRange(found.tool.version, range);
        const outside = isOutside ? [`no version you may call matches ${range}`] : [];
        return { ...found, against: [...found.against, ...unmetOf(found.tool, from.narrowed.applied), ...outside] };
      },
    };
    return choose(request.strategy, selectable, strategies);
  }

  /** As it is, or within the budget; what it describes counts to the session. */
  private async fit(
    draft: Draft,
    { tokenBudget, session }: Discover,
    caller: Caller,
    serialise: Serialise,
  ): Promise<Result<DiscoveryAnswer, Failure>> {
    const { choosing } = this;
    if (choosing === undefined)
      return tokenBudget === undefined
        ? ok(wholeAnswer(draft))
        : fail('not_implemented', 'Token budgets are not offered here.');
    const allowed = tokenBudget === 'session' ? await leftOf(choosing, caller, session ?? '') : ok(tokenBudget);
    if (!allowed.ok) return allowed;
    this.#budget ??= choosing.loadTokens().then((count) => new TokenBudget(count, pausing(this.clock)));
    const budget = await this.#budget;
    const fitted =
      allowed.value === undefined
        ? ok(await budget.whole(draft, serialise))
        : await budget.fit(draft, allowed.value, serialise);
    if (fitted.ok && session !== undefined)
      choosing.sessions?.shown(caller, session, budget.shown(fitted.value, draft));
    return fitted;
  }

  /**
   * The most relevant candidates regardless of trust, so that near misses can be reported. If there are more than
   * requested, the most relevant trusted ones are added: untrusted ones must not displace them.
   */
  private async search(query: DiscoveryQuery, meaning: Meaning, caller: Caller): Promise<IndexAnswer> {
    const { vector, partVectors, vectorFirst } = meaning;
    const { text, capabilities, candidates: limit } = query;
    const audience = this.candidates.audience(caller);
    const organisationId = this.candidates.organisationOf(caller);
    const asked = {
      text,
      capabilities,
      audience,
      organisationId,
      limit,
      ...(vector && { vector }),
      ...(partVectors && { partVectors }),
      ...(vectorFirst && { vectorFirst }),
    };
    const first = await this.index.search(asked);
    const { minTrust } = query.constraints;
    if (first.candidates.length < limit || minTrust === 0) return first;
    const minTrustKey = this.candidates.minTrustKey(minTrust) - keyMargin;
    const trusted = await this.index.search({ ...asked, minTrustKey });
    const known = new Set(first.candidates.map(({ id }) => id));
    return { ...first, candidates: [...first.candidates, ...trusted.candidates.filter(({ id }) => !known.has(id))] };
  }

  /** Tools out of use are not found, but the answer reports those that the query names. */
  private named(text: string, caller: Caller): DiscoveryAnswer['excluded'] {
    return [...new Set(text.match(toolNames) ?? [])].slice(0, nearMisses).flatMap((tool) => {
      const why = this.candidates.outOfUse(tool, caller);
      return why === undefined ? [] : [{ tool, why }];
    });
  }

  private verdictOn = (tool: CandidateTool, caller: Caller): Verdict =>
    this.choosing?.gate?.verdict(tool, caller) ?? byStanding(tool);

  private look(candidate: Candidate, query: DiscoveryQuery, wishes: readonly Wish[], caller: Caller): Found[] {
    const tool = this.candidates.find(candidate.id, caller, wishes);
    if (tool === undefined) return [];
    const against = unmetConstraints(tool, query);
    const verdict = byStanding(tool);
    if (verdict.callable === 'no' && tool.browsing !== true) against.push(verdict.why);
    return [{ tool, candidate, verdict, against }];
  }
}

/** An older version that fits what is asked of versions is offered before a newer one that does not. */
function wishesOf({ constraints, demands }: DiscoveryQuery): Wish[] {
  const said = demands.reduce((all, { constraint = {} }) => mergeConstraints(all, constraint), constraints);
  const isAsked = said.version !== undefined || said.platformVersion !== undefined;
  return isAsked ? [said, constraints].map((wanted) => (version) => fitsVersion(version, wanted)) : [];
}

/** What a session has left for a response. */
async function leftOf<Caller>(
  { sessions }: Choosing<Caller>,
  caller: Caller,
  session: string,
): Promise<Result<number, Failure>> {
  if (sessions === undefined) return fail('not_implemented', 'Sessions are not offered here.');
  const left = await sessions.left(caller, session);
  if (!left.ok || left.value > 0) return left;
  const remedy = `shorten its earlier results (POST /v1/sessions/${session}/compact) or set a larger window`;
  const message = `the session "${session}" has no tokens left (${left.value}): ${remedy}`;
  return fail('invalid_request', message, { issues: [{ path: '/tokenBudget', message }] });
}

const nobody: Searcher = { organisationId: null, principalId: null };

const noStrategies: Pick<SelectTools, 'select'> = {
  select: async () => fail('not_implemented', 'Strategies are not offered here.'),
};

const fitsRange = (version: string, range: string): boolean => range === 'latest' || semver.satisfies(version, range);

/** Tools that are offered although they may not fit, and then the excluded ones. */
const nearestIn = ({ results, excluded }: DiscoveryAnswer): string[] => [
  ...new Set([...results, ...excluded].map(({ tool }) => tool)),
];

/** Everything that an answer offers. */
const toolsIn = ({ results, explored = [] }: DiscoveryAnswer): string[] =>
  [...results, ...explored].map(({ tool }) => tool);
