import type { FindingSign } from '@assay/contracts';
import type { ToolVersion } from '../../catalog/records.js';
import { ownersOf } from '../../identity/owners-of.js';
import type { Call } from '../../invocation/call.js';
import type { UpstreamAnswer } from '../../invocation/tool-transport.js';
import { digestText } from '../../kernel/digest.js';
import type { ExaminerPorts } from './definition-examiner.js';
import { judgeOutput, ruleSetVersion } from './detect.js';
import { plainly } from './reading.js';
import { type Judgement, judge, type Sign } from './sign.js';
import { sightingWindowMs } from './sweep-definitions.js';

export interface OutputWatchPorts
  extends Pick<ExaminerPorts, 'findings' | 'directory' | 'notices' | 'audit' | 'clock' | 'random'> {
  /** Told of a sighting that could not be kept; the result was marked all the same. */
  readonly onProblem: (cause: unknown) => void;
}

/** So many callers have to meet a text before it counts against the tool. */
export const callersNeeded = 3;
/** Sightings that this replica has written, so that a caller in a loop costs one write. */
const mostRemembered = 10_000;
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

  constructor(ports: OutputWatchPorts) {
    this.#ports = ports;
  }

  /** The signs in an answer, for its caller; none when they come to less than a finding. */
  inspect = (call: Call): readonly FindingSign[] => {
    const judgement = judgeOutput(shownOf(call.answer as UpstreamAnswer));
    if (judgement.severity === 'LOW') return [];
    const pending = this.#count(call, judgement).catch(this.#ports.onProblem);
    this.#pending.add(pending);
    void pending.finally(() => this.#pending.delete(pending));
    return judgement.signs;
  };

  /** Resolves when what was seen so far has been counted. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #count(call: Call, { signs }: Judgement): Promise<void> {
    const version = call.version as ToolVersion;
    const own = judge(notEchoed(signs, call.input));
    const { principalId } = call.caller;
    if (own.severity === 'LOW' || principalId === null) return;
    const fingerprint = digestText(lettersOf(own.signs[0]?.excerpt ?? ''));
    const key = `${version.id} ${fingerprint} ${principalId}`;
    if (this.#written.has(key)) return;
    if (this.#written.size >= mostRemembered) this.#written.clear();
    this.#written.add(key);
    const at = this.#ports.clock.now();
    const sighting = { versionId: version.id, fingerprint, principalId, at };
    const callers = await this.#ports.findings.sighted(sighting, at - sightingWindowMs);
    if (callers >= callersNeeded) await this.#record(version, own, { fingerprint, callers, at });
  }

  async #record(
    version: ToolVersion,
    { severity, score, signs }: Judgement,
    { fingerprint, callers, at }: { readonly fingerprint: string; readonly callers: number; readonly at: number },
  ): Promise<void> {
    const { findings, audit, random } = this.#ports;
    const { organisationId, id: versionId, namespace, tool } = version;
    const id = random.uuid();
    const open = { state: 'open', foundAt: at, decidedAt: null, decidedBy: null, reason: null } as const;
    const what = { subject: 'output', fingerprint, severity, score, signs, ruleSet: ruleSetVersion, callers } as const;
    if (!(await findings.add({ id, organisationId, versionId, ...what, ...open }))) return;
    const subject = `${namespace}/${tool}@${version.version}`;
    const details = { finding: id, severity, score, rules: signs.map((it) => it.rule), callers };
    await audit.append({ organisationId, principalId: null, action: 'finding.record', subject, details }).settled;
    await this.#ports.notices.send([
      {
        key: `finding.recorded ${id}`,
        kind: 'finding.recorded',
        subject,
        text: `${callers} callers of ${subject} were given text that looks like an attack on the model that reads it (${signs[0]?.rule}). Look at GET /v1/findings/${id}: mend the tool, or ask an administrator to dismiss the finding.`,
        details: { finding: id, severity, rules: signs.map((it) => it.rule) },
        to: ownersOf(this.#ports.directory, namespace),
      },
    ]);
  }
}

/** What the caller will be shown of an answer. */
const shownOf = ({ isError, structured, content }: UpstreamAnswer): unknown =>
  isError || structured === undefined ? content : structured;

/** Signs that the caller's own input does not explain: it neither has the same sign nor the text itself. */
function notEchoed(signs: readonly Sign[], input: unknown): Sign[] {
  const sent = judgeOutput(input).signs;
  const rules = new Set(sent.map((it) => it.rule));
  const letters = lettersOf(JSON.stringify(input) ?? '');
  return signs.filter(({ rule, excerpt }) => !rules.has(rule) && !shares(letters, lettersOf(excerpt)));
}

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
