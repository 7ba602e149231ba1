import type { Detail, DiscoveryAnswer, DiscoveryResult, Manifest } from '@assay/contracts';
import { type CountTokens, countTokensInChunks, type Failure, fail, ok, type Pause, type Result } from '@assay/kernel';
import { describeTool, detailsDownFrom } from './describe-tool.js';

/** A result without what describes the tool, which is added as far as the budget goes. */
export interface Undescribed {
  readonly head: DiscoveryResult;
  readonly manifest: Manifest;
  /** Never described, whatever detail was asked for. */
  readonly isNameOnly?: boolean;
}

const fullest = ({ isNameOnly }: Undescribed, detail: Detail): Detail => (isNameOnly === true ? 'names' : detail);

/** An answer before its results are described. Near misses and explored tools come after the results. */
export interface Draft {
  readonly frame: Omit<DiscoveryAnswer, 'results' | 'excluded' | 'explored' | 'tokens'>;
  readonly results: readonly Undescribed[];
  readonly explored: NonNullable<DiscoveryAnswer['explored']>;
  readonly excluded: DiscoveryAnswer['excluded'];
  readonly detail: Detail;
}

/** A tool as an answer described it. */
export interface ShownTool {
  readonly tool: string;
  readonly version: string;
  readonly tokens: number;
}

/** How the answer goes over the wire: what its tokens are counted of. */
export type Serialise = (answer: DiscoveryAnswer) => string;

/** The list as it stands, cut behind `kept` entries, each result at the detail of its place. */
interface Choice {
  readonly details: Detail[];
  explored: number;
  excluded: number;
}

/** Joins an entry to the one before. */
const comma = 1;
/** What is longer, in characters for each token there is left, does not fit, and is not counted to find out. */
const maxPerToken = 16;
/** After so many characters counted, some 5 to 50 ms of work, others get their turn. */
const maxTurn = 100_000;

/**
 * Spends a budget of tokens best-first: each result in turn with the fullest detail that still fits, else shorter, else it
 * and those behind it are dropped; what is left goes to explored tools, then to near misses. The parts are estimated one by
 * one and the whole is counted at last, so that the answer as it is sent never exceeds the budget. Scores are rounded to
 * three digits, because each one costs tokens. How many tokens a description takes is kept as long as its manifest.
 */
export class TokenBudget {
  readonly #described: Readonly<Record<Detail, WeakMap<Manifest, number>>> = {
    names: new WeakMap(),
    summary: new WeakMap(),
    schemas: new WeakMap(),
  };

  /** Characters counted since others had their turn. */
  #turn = 0;

  constructor(
    private readonly countTokens: CountTokens,
    private readonly pause: Pause,
  ) {}

  /** Everything, at the detail asked for, with what it costs. */
  async whole(draft: Draft, serialise: Serialise): Promise<DiscoveryAnswer> {
    const { explored, excluded } = draft;
    const details = draft.results.map((it) => fullest(it, draft.detail));
    const answer = answerOf(draft, { details, explored: explored.length, excluded: excluded.length }, undefined);
    const counted = await countTokensInChunks(serialise(answer), this.countTokens, this.pause);
    return this.#withTotals(answer, counted);
  }

  /** What an answer puts of each tool into a context. */
  shown({ results }: Pick<DiscoveryAnswer, 'results'>, draft: Draft): ShownTool[] {
    const manifests = new Map(draft.results.map(({ head, manifest }) => [head.tool, manifest]));
    return results.flatMap((result) => {
      const manifest = manifests.get(result.tool);
      const name = this.#count(result.tool);
      const described = manifest && this.#costOf(manifest, detailOf(result), Number.POSITIVE_INFINITY);
      return { tool: result.tool, version: result.version, tokens: name + (described ?? 0) };
    });
  }

  /** Fails with `invalid_request` when not even an answer without a result fits. */
  async fit(draft: Draft, budget: number, serialise: Serialise): Promise<Result<DiscoveryAnswer, Failure>> {
    const rounded = { ...draft, results: draft.results.map((it) => ({ ...it, head: round(it.head) })) };
    const build = (choice: Choice) => answerOf(rounded, choice, budget);
    const min = this.#count(serialise(build({ details: [], explored: 0, excluded: 0 })));
    if (min > budget) return tooSmall(budget, min);
    const choice = await this.#choose(rounded, budget - min);
    for (;;) {
      const answer = build(choice);
      const counted = this.#count(serialise(answer));
      if (counted <= budget) return ok(this.#withTotals(answer, counted));
      this.#shorten(choice, rounded, counted - budget);
      await this.#rest();
    }
  }

  async #choose({ results, explored, excluded, detail }: Draft, tokens: number): Promise<Choice> {
    let left = tokens;
    const take = (cost: number): boolean => {
      if (cost > left) return false;
      left -= cost;
      return true;
    };
    const chosen: Detail[] = [];
    for (const result of results) {
      const { head, manifest } = result;
      const own = this.#costOfEntry(head);
      const fitting = detailsDownFrom(fullest(result, detail)).find((it) =>
        take(own + this.#costOf(manifest, it, left)),
      );
      if (fitting === undefined) return { details: chosen, explored: 0, excluded: 0 };
      chosen.push(fitting);
      await this.#rest();
    }
    const fitting = (entries: readonly unknown[]): number => {
      const refused = entries.findIndex((it) => !take(this.#costOfEntry(it)));
      return refused < 0 ? entries.length : refused;
    };
    return { details: chosen, explored: fitting(explored), excluded: fitting(excluded) };
  }

  /** Infinite when it is clear without counting that it is more than `most`. */
  #costOf(manifest: Manifest, detail: Detail, max: number): number {
    if (detail === 'names') return 0;
    const known = this.#described[detail].get(manifest);
    if (known !== undefined) return known;
    const text = JSON.stringify(describeTool(manifest, detail));
    if (text.length > max * maxPerToken) return Number.POSITIVE_INFINITY;
    const cost = this.#count(text);
    this.#described[detail].set(manifest, cost);
    return cost;
  }

  /** Takes away what is worth least until so many tokens are spared: near misses, explored tools, then the last results. */
  #shorten(choice: Choice, draft: Draft, excess: number): void {
    for (let spared = 0; spared < excess; ) {
      const { details, explored, excluded } = choice;
      if (details.length + explored + excluded === 0) return;
      spared += Math.max(1, this.#takeAway(choice, draft));
    }
  }

  /** Takes away one entry, or some detail of the last result; answers about how many tokens that was. */
  #takeAway(choice: Choice, { results, explored, excluded }: Draft): number {
    if (choice.excluded > 0) return this.#costOfEntry(excluded[--choice.excluded]);
    if (choice.explored > 0) return this.#costOfEntry(explored[--choice.explored]);
    const last = choice.details.pop() ?? 'names';
    const result = results[choice.details.length] as Undescribed;
    const [, shorter] = detailsDownFrom(last);
    if (shorter === undefined) return this.#costOfEntry(result.head);
    choice.details.push(shorter);
    const cost = (detail: Detail) => this.#costOf(result.manifest, detail, Number.POSITIVE_INFINITY);
    return cost(last) - cost(shorter);
  }

  #count(text: string): number {
    this.#turn += text.length;
    return this.countTokens(text);
  }

  async #rest(): Promise<void> {
    if (this.#turn < maxTurn) return;
    this.#turn = 0;
    await this.pause();
  }

  #costOfEntry = (entry: unknown): number => this.#count(JSON.stringify(entry)) + comma;

  /** A larger number is written in the place of the number used, which may have fewer digits. */
  #withTotals(answer: DiscoveryAnswer, counted: number): DiscoveryAnswer {
    const tokens = answer.tokens as NonNullable<DiscoveryAnswer['tokens']>;
    const spared = this.#count(String(tokens.used)) - this.#count(String(counted));
    return { ...answer, tokens: { ...tokens, used: counted - Math.max(0, spared) } };
  }
}

/** A placeholder for the number of tokens while they are counted. */
const anyCount = 100_000;

const detailOf = ({ inputSchema, description }: DiscoveryResult): Detail =>
  inputSchema !== undefined ? 'schemas' : description !== undefined ? 'summary' : 'names';

function answerOf({ frame, results, explored, excluded, detail }: Draft, choice: Choice, budget: number | undefined) {
  const given = choice.details.flatMap((it, at): DiscoveryResult[] => {
    const result = results[at];
    return result === undefined ? [] : [{ ...result.head, ...describeTool(result.manifest, it) }];
  });
  const { warnings, selection, match, ...rest } = frame;
  // Without a result there is nothing that could be a good match.
  const isEmptied = given.length === 0 && results.length > 0;
  return {
    ...rest,
    ...(match && { match: isEmptied ? { confidence: match.confidence, good: false } : match }),
    results: given,
    ...(explored.length > 0 && { explored: explored.slice(0, choice.explored) }),
    excluded: excluded.slice(0, choice.excluded),
    ...(selection && { selection }),
    ...(warnings && { warnings }),
    tokens: {
      ...(budget !== undefined && { budget }),
      used: budget ?? anyCount,
      shortened: choice.details.filter((it, at) => it !== fullest(results[at] as Undescribed, detail)).length,
      dropped: results.length - given.length + explored.length - choice.explored + excluded.length - choice.excluded,
    },
  } satisfies DiscoveryAnswer;
}

/** Everything, at the detail asked for and with scores as they are; where no tokens can be counted. */
export function wholeAnswer({ frame, results, explored, excluded, detail }: Draft): DiscoveryAnswer {
  const { warnings, selection, ...rest } = frame;
  return {
    ...rest,
    results: results.map((it) => ({ ...it.head, ...describeTool(it.manifest, fullest(it, detail)) })),
    ...(explored.length > 0 && { explored: [...explored] }),
    excluded: [...excluded],
    ...(selection && { selection }),
    ...(warnings && { warnings }),
  };
}

function tooSmall(budget: number, min: number) {
  const message = `a tokenBudget of ${budget} is too small: an answer without any result takes ${min} tokens here; allow at least ${min}, and some 200 more for each tool`;
  return fail('invalid_request', message, { issues: [{ path: '/tokenBudget', message: `at least ${min}` }] });
}

const digits = 1_000;
const rounded = (value: number): number => Math.round(value * digits) / digits;

function round(head: DiscoveryResult): DiscoveryResult {
  const { trust, relevance, latency, cost } = head.parts;
  return {
    ...head,
    score: rounded(head.score),
    parts: { trust: rounded(trust), relevance: rounded(relevance), latency: rounded(latency), cost: rounded(cost) },
    ...(head.learning && { learning: { ...head.learning, share: rounded(head.learning.share) } }),
  };
}
