import type { Issue } from '@assay/contracts';
import { classesOf, classOfSign, type Failure, fail } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { OpenApprovals } from '../approvals/open-approvals.js';
import { type Call, isReadOnly, type Stage } from '../call.js';
import { mark } from '../inspect-output.js';
import type { DecideCalls } from '../policy/decide-calls.js';
import type { PolicyDecision } from '../policy/policy-decision.js';
import type { UpstreamAnswer } from '../upstream-answer.js';
import type { ExamineContent, Examined } from './examine-content.js';
import { examineAnswer } from './mask-answer.js';
import { placesToMask } from './mask-input.js';
import { maskPlaces, textsAt } from './mask-value.js';
import { type MaskedValues, ownerOf } from './masked-values.js';
import { replacing } from './replace-texts.js';
import { hideRevealed } from './reveal-masked.js';
import { sourceServer } from './source-server.js';
import { withdraw, withheldResult, withoutExcerpt } from './withheld-result.js';

export interface GuardResultPorts {
  readonly content: Pick<ExamineContent, 'examine' | 'mark'>;
  readonly masked: Pick<MaskedValues, 'mask'>;
  readonly policies: Pick<DecideCalls, 'guardsReturns' | 'runReturn'>;
  readonly approvals: Pick<OpenApprovals, 'open'>;
  readonly outputIssues: (version: ToolVersion, output: unknown) => readonly Issue[];
  readonly onProblem: (cause: unknown) => void;
}

/**
 * What policies say of the result, before its caller gets any of it: it is returned, masked, withheld until a person has
 * looked at it, or not returned. Where no policy is about results it is marked with what it contains.
 */
export const guardResult = (ports: GuardResultPorts): Stage => ({
  name: 'return',
  reaches: true,
  isNeeded: ({ resolved: { pause } }) => pause === undefined,
  note: ({ resolved: { returned } }) => returned,
  run(call) {
    concealRevealed(call);
    if (ports.policies.guardsReturns(call.requested.caller)) return guard(call, ports);
    mark(call, ports.content.mark(call.resolved.output));
    return undefined;
  },
});

/** A result that was withheld and that people have released: policies are asked once more, the tool is not. */
export const releaseResult = (ports: GuardResultPorts): Stage => ({
  name: 'release',
  isNeeded: ({ resolved: { withheld } }) => withheld !== undefined,
  note: ({ resolved: { returned } }) => returned,
  run(call) {
    const { contains: _contains, ...result } = call.resolved.withheld ?? {
      contains: [],
      validation: call.resolved.validation,
    };
    Object.assign(call.resolved, result);
    return guard(call, ports);
  },
});

/** What an upstream echoes of values that only it was to get. */
function concealRevealed(call: Call): void {
  if (call.resolved.revealed === undefined) return;
  const hide = hideRevealed(call.resolved.revealed);
  call.resolved.output = hide(call.resolved.output);
  if (call.resolved.answer !== undefined) call.resolved.answer = hide(call.resolved.answer);
}

async function guard(call: Call, ports: GuardResultPorts): Promise<Failure | undefined> {
  const version = call.resolved.version as ToolVersion;
  const examined = await ports.content.examine(call.resolved.output);
  const signs = (call.resolved.findings ?? []).map((it) => ({ class: classOfSign(it) }));
  const aside =
    call.resolved.answer === undefined ? undefined : await examineAnswer(call.resolved.answer, ports.content, () => []);
  const classes = classesOf([...[...examined.classes, ...(aside?.classes ?? [])].map(asClass), ...signs]);
  const isWhole = examined.isWhole && (aside?.isWhole ?? true);
  const decision = ports.policies.runReturn(call.requested.caller, version, { classes, isWhole });
  if (classes.length > 0) call.resolved.contains = classes.filter((it) => it !== 'instruction');
  if (decision === undefined) return undefined;
  call.resolved.returned = noteOf(decision);
  if (decision.verdict === 'DENY') return refuse(call, notReturned(version, decision));
  if (decision.verdict === 'REQUIRE_APPROVAL') {
    const failure = await askOrRelease(call, decision, classes, ports);
    if (failure !== undefined || call.resolved.pause !== undefined) return failure;
  }
  return decision.masks === undefined ? undefined : maskResult(call, examined, decision.masks, ports);
}

const asClass = (it: string) => ({ class: it });

const noteOf = ({ verdict, masks, policies }: PolicyDecision): string => {
  const by = policies.map(({ id, version }) => `${id} v${version}`).join(', ');
  return `${verdict}${masks === undefined ? '' : ', masked'}${by === '' ? '' : ` by ${by}`}`;
};

/** Stores the result for a person; or lets it go, when that is what the person was asked. */
async function askOrRelease(
  call: Call,
  decision: PolicyDecision,
  classes: readonly string[],
  { approvals }: GuardResultPorts,
): Promise<Failure | undefined> {
  const {
    requested: { approved, caller, beside },
  } = call;
  const version = call.resolved.version as ToolVersion;
  if (call.resolved.withheld !== undefined && approved !== undefined)
    return approved.policyDigest === decision.digest ? undefined : refuse(call, policiesChanged(approved.id));
  if (beside !== undefined || caller.principalId === null) return refuse(call, nobodyWaits(version, decision));
  call.resolved.withheld = withheldResult(call, classes);
  const opened = await approvals.open(call, decision, 'result');
  if (!opened.ok) return refuse(call, notStored(opened.error));
  const { id, url, invocationId, until } = opened.value;
  withdraw(call);
  call.resolved.pause = { status: 'awaiting_approval', id, url, invocationId, until, holds: 'result' };
  return undefined;
}

/** Replaces what policies mask, in the output and in everything else that the tool said. */
async function maskResult(
  call: Call,
  examined: Examined,
  masks: NonNullable<PolicyDecision['masks']>,
  { content, masked, outputIssues, onProblem }: GuardResultPorts,
): Promise<Failure | undefined> {
  const version = call.resolved.version as ToolVersion;
  const owner = ownerOf(call);
  if (owner === undefined) return refuse(call, needsKey(version));
  try {
    const select = (it: Examined) => placesToMask(it.places, masks);
    const selected = select(examined);
    const answer = call.resolved.answer && (await examineAnswer(call.resolved.answer, content, select));
    const texts = [...textsAt(call.resolved.output, selected), ...(answer?.toMask() ?? [])];
    const placeholder = await masked.mask(owner, sourceServer(version), texts);
    const output = maskPlaces(call.resolved.output, selected, placeholder);
    const issues = outputIssues(version, output);
    if (issues.length > 0) return refuse(call, unfitting(version, issues));
    const replace = replacing(new Map(texts.map((it) => [it.text, placeholder(it.class, it.text)])));
    call.resolved.output = output;
    call.resolved.answer = answer?.masked(placeholder) as UpstreamAnswer;
    call.resolved.validation = replace(call.resolved.validation);
    call.happened.warnings.splice(0, call.happened.warnings.length, ...replace(call.happened.warnings));
    call.resolved.isAltered = true;
    if (call.resolved.findings !== undefined) call.resolved.findings = call.resolved.findings.map(withoutExcerpt);
    return undefined;
  } catch (cause) {
    onProblem(cause);
    return refuse(call, notMasked(version));
  }
}

/** The tool has done its work, regardless of what happens to the result. */
function refuse(call: Call, failure: Failure): Failure {
  withdraw(call);
  return { ...failure, outcome: isReadOnly(call.resolved.version) ? 'none' : 'done' };
}

const notReturned = ({ manifest, version }: ToolVersion, { why, policies }: PolicyDecision): Failure =>
  fail('denied', `${manifest.name}@${version} was called; its result is not returned: ${why}.`, { data: { policies } })
    .error;

const nobodyWaits = ({ manifest }: ToolVersion, { why }: PolicyDecision): Failure =>
  fail(
    'denied',
    `The result of ${manifest.name} is withheld and cannot be released, because the call was secondary or anonymous (${why}).`,
  ).error;

const policiesChanged = (id: string): Failure =>
  fail('denied', `The release ${id} is void: the policies that withheld the result have changed since.`, {
    data: { approval: id },
  }).error;

const notStored = ({ message }: Failure): Failure =>
  fail(
    'unavailable',
    `The tool was called. A policy withholds its result until a person reviews it, but it could not be stored: ${message}`,
  ).error;

const needsKey = ({ manifest }: ToolVersion): Failure =>
  fail('denied', `A policy masks results of ${manifest.name}, which takes a known caller: authenticate.`).error;

const unfitting = ({ manifest, version }: ToolVersion, issues: readonly Issue[]): Failure =>
  fail(
    'denied',
    `A policy masks the result of ${manifest.name}@${version}, but a placeholder does not match its output schema: ${issues[0]?.path || 'it'} ${issues[0]?.message}. The result is not returned; @obligation("withhold") lets a person release it.`,
    { issues: issues.map((it) => ({ ...it, path: `/output${it.path}` })) },
  ).error;

const notMasked = ({ manifest }: ToolVersion): Failure =>
  fail(
    'unavailable',
    `${manifest.name} was called; a policy masks its result, but the masked values could not be stored, so the result is not returned. /readyz shows when the database is back.`,
  ).error;
