import type { SagaEventView, SagaStepView, SagaView } from '@assay/sdk';
import type { Page } from './page.js';
import { pairs, table } from './table.js';
import { brief, harmless } from './text.js';

const whole = new Set(['COMPLETED', 'PENDING', 'RUNNING']);

/** The state of a saga, marked where it is not as was hoped. */
export const stateText = (state: SagaView['state'], page: Page): string =>
  whole.has(state) ? page.good(state) : page.warn(state);

const backText = ({ undo }: SagaStepView): string => {
  if (undo === null) return '';
  const error = undo.error === null || undo.status === 'succeeded' ? '' : `: ${undo.error.message}`;
  return `${undo.status}${undo.tool === null ? '' : ` (${undo.tool})`}${error}`;
};

const shownOf = (value: unknown): string => brief(JSON.stringify(value ?? null), 400);

/** What a person needs to settle a step by hand. */
const leftText = ({ id, input, output, invocation }: SagaStepView): string[] => [
  `Not undone: ${id}`,
  ...(input === undefined ? [] : [`  input  ${shownOf(input)}`]),
  ...(output === undefined ? [] : [`  output ${shownOf(output)}`]),
  ...(invocation === null ? [] : [`  call   ${invocation}`]),
];

/** A saga with each of its steps, forward and back. */
export function sagaText(
  { id, state, caller, steps, problem, ticket, resolutions, ...rest }: SagaView,
  page: Page,
): string {
  const facts = pairs(page, [
    ['saga', id],
    ['caller', `${caller.name} (${caller.kind})`],
    ['began', rest.createdAt],
    ['ended', rest.endedAt ?? undefined],
    ['because', problem?.message],
    ['ticket', ticket === null ? undefined : `${ticket.id} since ${ticket.openedAt}: ${ticket.steps.join(', ')}`],
  ]);
  const rows = steps.map((step) => [step.id, `${step.tool}@${step.version}`, step.class, step.status, backText(step)]);
  const left = steps.flatMap((step) => (step.undo?.status === 'failed' ? leftText(step) : []));
  const said = resolutions.map(({ action, by, reason, at }) => `  ${at} ${by}: ${action} (${reason})`);
  return [
    stateText(state, page),
    facts,
    table(page, ['STEP', 'TOOL', 'UNDO', 'FORWARD', 'BACK'], rows),
    ...left,
    ...said,
  ].join('\n');
}

/** What to do with a saga that waits for a person. */
export function sagaNotes({ id, state, consents, steps }: SagaView): string[] {
  const waiting = [
    ...(state === 'PENDING' ? consents.map(({ step, approval }) => ({ step, approval })) : []),
    ...steps.flatMap((it) =>
      [it, ...(it.undo === null ? [] : [it.undo])].flatMap(({ approval }) =>
        approval === null ? [] : [{ step: it.id, approval }],
      ),
    ),
  ];
  const asked = waiting.map(
    ({ step, approval }) => `Step ${step} is waiting for approval: assay approve ${approval.id}`,
  );
  if (state !== 'COMPENSATION_FAILED') return asked;
  return [`Retry: assay saga resolve ${id} --retry --reason …; resolved manually: --settle --reason …`];
}

/** How far a saga has come, a line an event. */
export class SagaProgress {
  #done = 0;

  constructor(private readonly steps: number) {}

  line({ kind, step, status, message }: SagaEventView): string {
    const because = message === null ? '' : `: ${harmless(message)}`;
    if (kind === 'step.ended' && status === 'succeeded') this.#done += 1;
    const share = `[${this.#done}/${this.steps}]`;
    if (kind.startsWith('step.')) return `${share} ${step} ${status}${because}`;
    if (kind.startsWith('undo.')) return `${share} undo of ${step} ${status}${because}`;
    return kind === 'saga.state' ? `${share} ${status}${because}` : `${share} ${kind.slice('saga.'.length)}${because}`;
  }
}
