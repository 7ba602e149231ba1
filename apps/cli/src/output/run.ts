import type { RunStepView, RunView } from '@assay/sdk';
import type { Page } from './page.js';

/** What came out of a run, for whatever reads it. */
export function runText(run: RunView): string {
  const { output, outputs, error, status } = run;
  if (output !== undefined) return valueText(output);
  const lines = Object.entries(outputs).map(([id, it]) =>
    it.status === 'succeeded'
      ? `${id}: ${valueText(it.output)}`
      : `${id}: ${it.status}${it.error ? `: ${it.error}` : ''}`,
  );
  if (lines.length > 0) return lines.join('\n');
  return error === undefined ? status : `${error.code}: ${error.message}`;
}

export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2);

/** One line of a step. */
export function stepText({ id, tool, status, ms, error, waitsFor }: RunStepView): string {
  const why = error === undefined ? '' : `: ${error.message}`;
  const or = waitsFor?.kind === 'approval' ? `, or: assay approve ${waitsFor.id}` : '';
  const waits = waitsFor === undefined ? '' : `: decide at ${waitsFor.url}${or}`;
  return `${marks[status]} ${id}  ${tool}  ${status}${ms > 0 ? ` (${ms} ms)` : ''}${why}${waits}`;
}

const marks: Readonly<Record<RunStepView['status'], string>> = {
  waiting: '·',
  running: '→',
  awaiting_approval: '?',
  succeeded: '✓',
  failed: '✗',
  skipped: '–',
  cancelled: '–',
};

/** What could be gone on with; a pipeline may have handed its failures on. */
const isUnfinished = ({ status, notation }: RunView): boolean =>
  status === 'failed' || status === 'cancelled' || (status === 'partial' && notation === 'plan');

/** Of a run whose steps have been shown. */
export const standingNotes = (run: RunView, page: Page): string[] => notesOf(run, page, []);

/** Of a run whose steps have been shown as they ended, or of one that has begun. */
export const runNotes = (run: RunView, page: Page): string[] => notesOf(run, page, run.steps.filter(isWaiting));

/** Of a run of which nothing has been shown: what failed without being an output stands behind what was skipped. */
export const executedNotes = (run: RunView, page: Page): string[] =>
  notesOf(
    run,
    page,
    run.steps.filter(
      (it) => isWaiting(it) || (run.notation === 'plan' && it.status === 'failed' && !isOutput(run, it)),
    ),
  );

const isWaiting = ({ status }: RunStepView): boolean => status === 'awaiting_approval';
const isOutput = ({ outputs }: RunView, { id }: RunStepView): boolean => Object.hasOwn(outputs, id);

function notesOf(run: RunView, page: Page, reports: readonly RunStepView[]): string[] {
  const { id, status, warnings, steps, startedAt, endedAt } = run;
  const ms = endedAt === null ? '' : ` · ${Date.parse(endedAt) - Date.parse(startedAt)} ms`;
  const counted = steps.length === 1 ? '1 step' : `${steps.length} steps`;
  const goesOn = endedAt === null ? [`Still running: assay plan run --of ${id} follows it.`] : [];
  return [
    ...warnings.map((it) => page.warn(`Warning: ${it}`)),
    ...reports.map(stepText),
    ...goesOn,
    ...(isUnfinished(run) ? [`assay plan resume ${id} continues from here, within 24 hours.`] : []),
    page.dim(`${status} · ${counted}${ms} · ${id}`),
  ];
}
