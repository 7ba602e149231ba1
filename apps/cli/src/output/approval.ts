import type { ApprovalDetail, ApprovalView, Envelope } from '@assay/sdk';
import { exactJson, mixedWords } from './exact.js';
import type { Page } from './page.js';
import { pairs } from './table.js';
import { harmless } from './text.js';

type Risks = ApprovalView['risks'];

/** What of a tool a person should look at twice, worst first; empty when nothing stands out. */
export function riskWords({ readOnly, destructive, openWorld, undo, costUsd }: Risks): string[] {
  if (readOnly) return ['read-only'];
  return [
    ...(destructive === 'yes' ? ['destructive'] : []),
    ...(destructive === 'undeclared' ? ['may be destructive (not declared)'] : []),
    ...(undo === null || undo === 'irreversible' ? ['cannot be undone'] : []),
    ...(openWorld === 'yes' ? ['reaches the outside world'] : []),
    ...(costUsd !== null && costUsd > 0 ? [`costs $${costUsd}`] : []),
  ];
}

const trustText = ({ trust: { score, confidence }, stage }: Risks): string =>
  `${score.toFixed(2)} (confidence ${confidence.toFixed(2)}), ${stage}`;

/**
 * Everything a person needs to decide: exactly what would run, for whom, and why it waits.
 * @param input the arguments as they came: what a terminal must not get is written out in them, and nothing left away
 */
export function approvalText(approval: ApprovalDetail, input: ApprovalDetail['arguments'], page: Page): string {
  const { id, tool, version, caller, status, risks, why, needed, decisions, outcome, repaired, partOf } = approval;
  const { subject, result } = approval;
  const facts = pairs(page, [
    ['approval', id],
    ['status', statusText(status, outcome)],
    ['waits', subject === 'result' ? 'the result of a completed call' : undefined],
    ['caller', `${caller.name} (${caller.kind})`],
    ['does', approval.description ?? undefined],
    ['risks', riskWords(risks).join(', ')],
    ['trust', trustText(risks)],
    ['why', why],
    ['step', partOf === null ? undefined : `${partOf.step} of the ${partOf.kind} ${partOf.id}`],
    ['needed by', partOf === null ? undefined : neededByText(partOf)],
    ['needs', needed > 1 ? `${needed} users, ${decisions.length} so far` : undefined],
    ['opened', approval.openedAt],
    ['expires', status === 'pending' ? approval.expiresAt : undefined],
    ['decide at', status === 'pending' ? approval.url : undefined],
  ]);
  const said = decisions.map(
    ({ by, decision, reason, at }) => `  ${at} ${by}: ${decision}${reason === null ? '' : ` (${reason})`}`,
  );
  const delegated = approval.delegations.map(
    ({ by, to, reason, at }) => `  ${at} ${by}: delegated to ${to}${reason === null ? '' : ` (${reason})`}`,
  );
  const shown = input === null ? 'forgotten' : exactJson(input);
  const mixed = mixedWords(shown);
  return [
    page.bold(`${tool}@${version}`),
    facts,
    ...said,
    ...delegated,
    page.dim('arguments'),
    shown,
    ...(mixed.length === 0 ? [] : [page.warn(`  Contains look-alike characters: ${mixed.join(', ')}`)]),
    ...repaired.map((it) => `  repaired: ${it}`),
    ...resultLines(result, page),
    ...answerLines(approval.answer, page),
  ].join('\n');
}

/** The result that a person is asked to release. */
function resultLines(result: ApprovalDetail['result'], page: Page): string[] {
  if (result === null) return [];
  const contains = result.contains.length === 0 ? [] : [page.warn(`  contains: ${result.contains.join(', ')}`)];
  return [page.dim('result'), ...contains, exactJson(result.output as Parameters<typeof exactJson>[0])];
}

/** How the call was answered, for those who may see it. */
function answerLines(answer: ApprovalDetail['answer'], page: Page): string[] {
  if (answer === null) return [];
  const { error, output } = answer;
  if (error !== null) return [page.dim('answer'), page.warn(`  ${error.code}: ${harmless(error.message)}`)];
  return output === undefined ? [] : [page.dim('answer'), exactJson(output as Parameters<typeof exactJson>[0])];
}

function neededByText({ neededBy, neededByCount }: NonNullable<ApprovalDetail['partOf']>): string {
  if (neededByCount === 0) return 'none';
  const more = neededByCount - neededBy.length;
  return `${neededBy.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** One line of a call that waits. */
export const approvalLine = ({ id, tool, version, caller, risks, expiresAt }: ApprovalView): readonly string[] => [
  id,
  caller.name,
  expiresAt,
  `${tool}@${version}: ${riskWords(risks).join(', ')}`,
];

/** One line of a pending or decided call: its outcome instead of its deadline once it is decided. */
export const decidedLine = ({ id, tool, version, caller, status, outcome }: ApprovalView): readonly string[] => [
  id,
  caller.name,
  statusText(status, outcome),
  `${tool}@${version}`,
];

const statusText = (status: ApprovalView['status'], outcome: ApprovalView['outcome']): string =>
  outcome === null || outcome === status ? status : `${status}, the call ${outcome}`;

/** What to do with a call that waits for a person; none of any other. */
export function waitingNotes({ id, status, approval }: Envelope): string[] {
  if (status !== 'awaiting_approval' || approval === undefined) return [];
  return [
    approval.holds === 'result'
      ? `The tool was called; its result is waiting for approval: ${approval.url}, or: assay approve ${approval.id}`
      : `Waiting for approval: ${approval.url}, or: assay approve ${approval.id}`,
    `Check the result: assay call --of ${id}`,
  ];
}
