import type { ApprovalDetail, ApprovalView, Envelope } from '@assay/sdk';
import type { Page } from './page.js';
import { pairs } from './table.js';

type Risks = ApprovalView['risks'];

/** What of a tool a person should look at twice, worst first; empty when nothing stands out. */
export function riskWords({ readOnly, destructive, openWorld, undo, costUsd }: Risks): string[] {
  if (readOnly) return ['only reads'];
  return [
    ...(destructive === 'yes' ? ['destructive'] : []),
    ...(destructive === 'undeclared' ? ['does not say whether it destroys'] : []),
    ...(undo === null || undo === 'irreversible' ? ['cannot be undone'] : []),
    ...(openWorld === 'yes' ? ['reaches the outside world'] : []),
    ...(costUsd !== null && costUsd > 0 ? [`costs $${costUsd}`] : []),
  ];
}

const trustText = ({ trust: { score, confidence }, stage }: Risks): string =>
  `${score.toFixed(2)} (confidence ${confidence.toFixed(2)}), ${stage}`;

/** Everything a person needs to decide: exactly what would run, for whom, and why it waits. */
export function approvalText(approval: ApprovalDetail, page: Page): string {
  const { id, tool, version, caller, status, risks, why, needed, decisions, outcome, repaired } = approval;
  const facts = pairs(page, [
    ['approval', id],
    ['status', outcome === null ? status : `${status}, the call ${outcome}`],
    ['caller', `${caller.name} (${caller.kind})`],
    ['does', approval.description ?? undefined],
    ['risks', riskWords(risks).join(', ')],
    ['trust', trustText(risks)],
    ['why', why],
    ['needs', needed > 1 ? `${needed} users, ${decisions.length} so far` : undefined],
    ['opened', approval.openedAt],
    ['expires', status === 'pending' ? approval.expiresAt : undefined],
    ['decide at', status === 'pending' ? approval.url : undefined],
  ]);
  const said = decisions.map(
    ({ by, decision, reason, at }) => `  ${at} ${by}: ${decision}${reason === null ? '' : ` (${reason})`}`,
  );
  const input = approval.arguments === null ? 'forgotten' : JSON.stringify(approval.arguments, null, 2);
  return [
    page.bold(`${tool}@${version}`),
    facts,
    ...said,
    page.dim('arguments'),
    input,
    ...repaired.map((it) => `  mended: ${it}`),
  ].join('\n');
}

/** One line of a call that waits. */
export const approvalLine = ({ id, tool, version, caller, risks, expiresAt }: ApprovalView): readonly string[] => [
  id,
  caller.name,
  expiresAt,
  `${tool}@${version}: ${riskWords(risks).join(', ')}`,
];

/** What to do with a call that waits for a person; undefined of any other. */
export function waitingNotes({ id, status, approval }: Envelope): string[] {
  if (status !== 'awaiting_approval' || approval === undefined) return [];
  return [
    `It waits for a person's approval at ${approval.url}, or: assay approve ${approval.id}`,
    `See what came of it: assay call --of ${id}`,
  ];
}
