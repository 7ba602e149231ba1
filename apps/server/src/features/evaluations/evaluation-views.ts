import type { EvaluationView, RecordingView, SavedExampleView } from '@assay/contracts';
import { type Evaluation, evaluationReport, type ShownExample, type ShownRecording } from '@assay/gateway';
import { isoTime } from '@assay/kernel';

export function evaluationView(evaluation: Evaluation): EvaluationView {
  const { id, calls, chosen, cases, startedAt, endedAt, problem } = evaluation;
  const { tool, against, outcomes, different, differences, verdict, reasons } = evaluationReport(cases);
  const isDone = endedAt !== null;
  return {
    id,
    state: !isDone ? 'running' : problem === null ? 'done' : 'failed',
    tool: { tool: evaluation.tool.reference, ...tool },
    against: { tool: evaluation.against.reference, ...against },
    calls,
    progress: { done: cases.length, total: chosen?.length ?? 0 },
    verdict: isDone ? verdict : null,
    reasons: isDone ? [...reasons] : [],
    outcomes: { ...outcomes },
    different,
    differences: differences.map((it) => ({ ...it })),
    cases: cases.map(({ name, source, outcome, tool: first, against: second, differences: found, note }) => ({
      ...{ name, source, outcome },
      ...(first && { tool: attemptView(first) }),
      ...(second && { against: attemptView(second) }),
      differences: found.map((it) => ({ ...it })),
      ...(note !== undefined && { note }),
    })),
    startedAt: isoTime(startedAt),
    endedAt: endedAt === null ? null : isoTime(endedAt),
    ...(problem !== null && { problem }),
  };
}

const attemptView = ({ invocationId, status, code, ms }: NonNullable<Evaluation['cases'][number]['tool']>) => ({
  ...{ invocationId, status, ms },
  ...(code !== undefined && { code }),
});

export const exampleView = ({ example, version }: ShownExample): SavedExampleView => ({
  ...{ id: example.id, tool: version.manifest.name, version: version.version, name: example.name },
  input: { ...example.input },
  ...(example.output !== undefined && { output: example.output }),
  match: example.match,
  usedBy: example.verifies ? 'verification' : 'evaluations',
  masked: [...example.masked],
  createdAt: isoTime(example.createdAt),
});

export const recordingView = ({ tool, keep, recorded, createdAt }: ShownRecording): RecordingView => ({
  ...{ tool, keep, recorded },
  createdAt: isoTime(createdAt),
});
