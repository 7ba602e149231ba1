import type { FindingSign } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { holdsMoreThan } from '@assay/json-schema';
import { digestText, type FindInstructions, type ToolContent } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { CallerTraces } from './caller-traces.js';
import type { ExaminerPorts } from './definition-examiner.js';
import { examineOutput, judgeInSlices } from './judge-output.js';
import { plainly } from './reading.js';
import { recordFinding } from './record-finding.js';
import { notExamined } from './secret-rules.js';
import { type Judgement, judge, type Sign } from './sign.js';
import { sightingWindowMs } from './sweep-definitions.js';

/** What is examined of a call: its caller, what was sent and what the tool answered. */
export interface AnsweredCall {
  readonly requested: {
    readonly caller: Pick<Caller, 'organisationId' | 'principalId'>;
    readonly request: { readonly input: Readonly<Record<string, unknown>> };
  };
  readonly resolved: {
    /** As it was sent: the requested input, mapped or repaired. */
    readonly input: Readonly<Record<string, unknown>>;
    readonly version?: ToolVersion;
    readonly answer?: ToolContent;
  };
}

export interface OutputWatchPorts
  extends Pick<ExaminerPorts, 'findings' | 'secrets' | 'directory' | 'notices' | 'audit' | 'clock' | 'random'> {
  /** Called for each output of a successful call. */
  readonly answered?: (versionId: string, principalId: string, output: unknown) => void;
  /** Called for a sighting that could not be stored; the result was marked anyway. */
  readonly onProblem: (cause: unknown) => void;
}

/** So many callers have to meet a text before it counts against the tool. */
export const callersNeeded = 3;
/** Sightings that this replica has written, so that a caller in a loop costs one write. */
const maxRemembered = 10_000;
/** Sightings being written; while the database is slower than that, more are marked and not counted. */
const maxPending = 500;
/** A piece of so many letters in a row is no accident. */
const echoLetters = 24;

/**
 * Looks at what tools answer. Suspicious text marks its result at once. It counts against the tool only when it was not
 * in the caller's input and three callers have met the same text within 30 days, so that nobody can frame a tool by
 * having it repeat what they sent. Of the text the digest is kept until then.
 */
export class OutputWatch {
  readonly #ports: OutputWatchPorts;
  readonly #written = new Set<string>();
  readonly #pending = new Set<Promise<void>>();

  readonly #traces: CallerTraces;

  constructor(ports: OutputWatchPorts) {
    this.#ports = ports;
    this.#traces = new CallerTraces(ports.random);
  }

  /** The signs in an answer, for its caller; none when they come to less than a finding. */
  inspect = (call: AnsweredCall): readonly FindingSign[] | Promise<readonly FindingSign[]> => {
    const output = shownOf(call.resolved.answer as ToolContent);
    const { version, answer } = call.resolved;
    const { caller } = call.requested;
    if (version !== undefined && caller.principalId !== null && answer?.isError === false)
      this.#ports.answered?.(version.id, caller.principalId, output);
    const traces = this.#traced(call, output);
    const judgement = this.#examined(output, besideOf(answer as ToolContent));
    if (!(judgement instanceof Promise)) {
      // Nearly always.
      if (judgement.signs.length === 0 && traces.length === 0) return nothingSeen;
      return this.#seen(call, together(judgement, traces));
    }
    return judgement.then(
      (found) => this.#seen(call, together(found, traces)),
      (cause: unknown) => {
        this.#ports.onProblem(cause);
        return [];
      },
    );
  };

  #examined(output: unknown, beside: readonly unknown[]): Judgement | Promise<Judgement> {
    const { secrets, clock } = this.#ports;
    const found = examineOutput(output, secrets, clock);
    if (beside.length === 0) return found;
    const besides = examineOutput({ content: beside }, secrets, clock);
    return found instanceof Promise || besides instanceof Promise
      ? Promise.all([found, besides]).then(([one, other]) => together(one, other.signs))
      : together(found, besides.signs);
  }

  /** The signs in what a server answers outside of calls, such as prompts; they count against no tool. */
  readonly marksIn = async (value: unknown): Promise<readonly FindingSign[]> => {
    const judgement = await examineOutput(value, this.#ports.secrets, this.#ports.clock);
    return judgement.severity === 'LOW' ? [] : judgement.signs;
  };

  /** What of the output only other organisations have sent; what this caller sends is remembered first. */
  #traced({ requested: { caller, request }, resolved: { version } }: AnsweredCall, output: unknown): Sign[] {
    if (version === undefined || caller.organisationId === null) return [];
    const exchange = { providerId: version.organisationId, callerId: caller.organisationId };
    const now = this.#ports.clock.now();
    this.#traces.sent(exchange, request.input, now);
    return this.#traces.shown(exchange, output, now);
  }

  #seen(call: AnsweredCall, judgement: Judgement): readonly FindingSign[] {
    if (judgement.severity === 'LOW') return [];
    if (this.#pending.size >= maxPending) return judgement.signs;
    const pending = this.#count(call, judgement).catch(this.#ports.onProblem);
    this.#pending.add(pending);
    void pending.finally(() => this.#pending.delete(pending));
    return judgement.signs;
  }

  /** Every passage of a value that looks like an attack on the model that reads it; none when it comes to less than a finding. */
  readonly signsIn: FindInstructions = async (value, bounds) => {
    const { severity, passages } = await judgeInSlices(value, this.#ports.clock, bounds);
    return severity === 'LOW' ? [] : passages.filter(({ rule }) => !rule.startsWith('secret-'));
  };

  /** Resolves when what was seen so far has been counted. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #count(call: AnsweredCall, { signs }: Judgement): Promise<void> {
    const version = call.resolved.version as ToolVersion;
    const sent = await judgeInSlices(call.resolved.input, this.#ports.clock);
    const own = judge(notEchoed(signs, call.resolved.input, sent.signs));
    const { principalId } = call.requested.caller;
    if (own.severity === 'LOW' || principalId === null) return;
    const fingerprint = fingerprintOf(own);
    const key = `${version.id} ${fingerprint} ${principalId}`;
    if (this.#written.has(key)) return;
    const at = this.#ports.clock.now();
    const sighting = { versionId: version.id, fingerprint, principalId, at };
    const callers = await this.#ports.findings.sighted(sighting, at - sightingWindowMs);
    if (callers >= callersNeeded) await this.#record(version, own, fingerprint, callers);
    if (this.#written.size >= maxRemembered) this.#written.clear();
    this.#written.add(key);
  }

  async #record(version: ToolVersion, own: Judgement, fingerprint: string, callers: number): Promise<void> {
    const { severity, score, signs } = own;
    const name = `${version.namespace}/${version.tool}@${version.version}`;
    const say = (id: string) =>
      `${callers} callers of ${name} received possible prompt injection (${signs[0]?.rule}). See GET /v1/findings/${id}: fix the tool, or ask an administrator to dismiss the finding.`;
    await recordFinding(this.#ports, version, { subject: 'output', fingerprint, severity, score, signs, callers }, say);
  }
}

const nothingSeen: readonly FindingSign[] = Object.freeze([]);

const together = ({ signs }: Judgement, traces: readonly Sign[]): Judgement => judge([...signs, ...traces]);

/** The same text is the same finding; the owner of leaked data is not distinguished. */
const fingerprintOf = ({ signs: [first] }: Judgement): string =>
  first?.rule === 'other-callers-data' ? first.rule : digestText(lettersOf(first?.excerpt ?? ''));

/** What the caller will be shown of an answer. */
const shownOf = ({ isError, structured, content }: ToolContent): unknown =>
  isError || structured === undefined ? content : structured;

/**
 * The blocks that a client is shown beside structured content. A text that repeats it, as MCP recommends, is not examined
 * twice.
 */
function besideOf({ isError, structured, content }: ToolContent): readonly unknown[] {
  if (isError || structured === undefined || content.length === 0) return [];
  const [only] = content as readonly { readonly type?: unknown; readonly text?: unknown }[];
  const isCopy = content.length === 1 && only?.type === 'text' && repeats(only.text, structured);
  return isCopy ? [] : content;
}

/** A longer text is examined as well, rather than read here. */
const maxRead = 65_536;
const maxCompared = 6_000;

function repeats(text: unknown, structured: unknown): boolean {
  if (typeof text !== 'string' || text.length > maxRead || holdsMoreThan(structured, maxCompared)) return false;
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(structured);
  } catch {
    return false;
  }
}

/** Signs that the caller's own input does not explain: it neither has the same sign nor the text itself. */
function notEchoed(signs: readonly Sign[], input: unknown, sent: readonly Sign[]): Sign[] {
  const rules = new Set(sent.map((it) => it.rule));
  const text = JSON.stringify(input) ?? '';
  const letters = lettersOf(text);
  return signs.filter(
    ({ rule, excerpt }) =>
      rule !== notExamined &&
      !rules.has(rule) &&
      !shares(letters, lettersOf(excerpt)) &&
      !repeatsSecret(text, rule, excerpt),
  );
}

/** Of a secret the excerpt shows the beginning only. */
const repeatsSecret = (text: string, rule: string, excerpt: string): boolean =>
  rule.startsWith('secret-') && excerpt.includes('…') && text.includes(excerpt.slice(0, excerpt.indexOf('…')));

const lettersOf = (text: string): string =>
  plainly(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, '');

/** Whether two texts have a run of letters in common. */
function shares(one: string, other: string): boolean {
  for (let at = 0; at + echoLetters <= other.length; at += 1) {
    if (one.includes(other.slice(at, at + echoLetters))) return true;
  }
  return other.length > 0 && other.length < echoLetters && one.includes(other);
}
