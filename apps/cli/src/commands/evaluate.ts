import { setTimeout as pause } from 'node:timers/promises';
import type { Assay, EvaluationView, StartEvaluation } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { number, toolReference, whole } from '../input/options.js';
import { evaluationText } from '../output/evaluation.js';
import { during } from '../output/progress.js';

interface Options {
  readonly against: string;
  readonly calls?: StartEvaluation['calls'];
  readonly limit?: number;
  readonly relative?: number;
  readonly text?: number;
  readonly wait: boolean;
}

const betweenMs = 500;

async function ended(
  assay: Assay,
  id: string,
  see: (now: EvaluationView) => void,
  request: { readonly signal: AbortSignal },
): Promise<EvaluationView> {
  for (;;) {
    const now = await assay.evaluations.show(id, request);
    if (now.state !== 'running') return now;
    see(now);
    await pause(betweenMs, undefined, request);
  }
}

async function evaluate(context: Context<Options>, tool: string) {
  const { against, calls, limit, relative, text, wait } = context.options;
  const isTolerant = relative !== undefined || text !== undefined;
  const body: StartEvaluation = {
    ...{ tool, against },
    ...(calls !== undefined && { calls }),
    ...(limit !== undefined && { limit }),
    ...(isTolerant && {
      tolerance: { ...(relative !== undefined && { relative }), ...(text !== undefined && { text }) },
    }),
  };
  const assay = await context.assay();
  const begun = await assay.evaluations.start(body, context.request);
  let latest = begun;
  const label = () => `Replaying calls: ${latest.progress.done} of ${latest.progress.total}`;
  const see = (now: EvaluationView) => {
    latest = now;
  };
  const found = wait ? await during(context, label, () => ended(assay, begun.id, see, context.request)) : begun;
  return report(found);
}

const report = (found: EvaluationView) =>
  outcome<EvaluationView>({
    data: found,
    text: evaluationText,
    notes: ({ id, state, progress }) => {
      if (state === 'running') return [`Still running: assay evaluations show ${id}`];
      if (progress.total > 0) return [];
      return ['No call to replay: save examples with `assay calls save`, or record calls with `assay recordings set`.'];
    },
    failed: found.state === 'failed' || found.verdict === 'worse',
  });

async function show(context: Context<object>, id: string) {
  return report(await (await context.assay()).evaluations.show(id, context.request));
}

export function addEvaluateCommands(program: Command, host: Host): void {
  add(program, 'evaluate', 'Replay calls on two tools or versions and compare them', [
    'evaluate acme/rates.read@1.2.0 --against acme/rates.read@2.0.0',
    'evaluate acme/rates.read --against other/rates --calls recorded --limit 100 --relative 0.01',
  ])
    .argument('<tool>', 'the tool in use: namespace/tool, or namespace/tool@range', toolReference)
    .requiredOption('--against <tool>', 'the tool or version to compare it with', toolReference)
    .addOption(new Option('--calls <which>', 'recorded calls or examples only').choices(['recorded', 'examples']))
    .option('--limit <n>', 'maximum calls to replay (default: 50)', whole(1, 200))
    .option('--relative <share>', 'numbers may differ by this share', number(0, 1))
    .option('--text <likeness>', 'texts at least this alike count as the same', number(0, 1))
    .option('--no-wait', 'return immediately')
    .action(host.does(evaluate));
  const group = program.command('evaluations').description('Comparisons of tools');
  add(group, 'show', 'Show an evaluation: its progress, and its report', [
    'evaluations show 0198f000-0000-7000-8000-0000000e7a11',
  ])
    .argument('<id>', 'id, as printed by `assay evaluate --no-wait`')
    .action(host.does(show));
}
