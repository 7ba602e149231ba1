import type { ErasedLearning, LearningView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import type { Page } from '../output/page.js';
import { table } from '../output/table.js';
import { brief, plural } from '../output/text.js';
import { addShow } from '../route-commands.js';

interface EraseOptions {
  readonly principal?: string;
}

const taskLength = 60;

function learningText(learning: LearningView, page: Page): string {
  const { enabled, outcomes, mine, mostOutcomes, halfLifeDays, keptDays, tools } = learning;
  const state = enabled
    ? `Learning is ${page.good('on')}: ${plural(outcomes, 'outcome')} (${mine} from your calls) of at most ${mostOutcomes.toLocaleString('en')}; half-life ${halfLifeDays} days, deleted after ${keptDays}.`
    : `Learning is off${outcomes === 0 ? '' : `; ${plural(outcomes, 'outcome')} of before ${outcomes === 1 ? 'is' : 'are'} kept but unused`}.`;
  if (tools.length === 0) return `${state}\n${nextOf(learning)}`;
  const rows = tools.map(({ tool, successes, failures, lastAt, tasks }) => [
    tool,
    String(successes),
    String(failures),
    lastAt.slice(0, 10),
    tasks.map((task) => brief(task, taskLength)).join(' · '),
  ]);
  return [
    state,
    table(page, ['TOOL', 'WORKED', 'FAILED', 'LAST', 'FOR'], rows),
    ...principalsText(learning, page),
  ].join('\n\n');
}

/** For administrators: whose calls the outcomes come from. */
const principalsText = ({ principals }: LearningView, page: Page): string[] =>
  principals.length === 0
    ? []
    : [
        table(
          page,
          ['FROM', 'OUTCOMES'],
          principals.map(({ principal, outcomes }) => [principal ?? '(not stored)', String(outcomes)]),
        ),
      ];

const nextOf = ({ enabled }: LearningView): string =>
  enabled
    ? 'Nothing learnt yet. Calls that follow a search teach it; so do calls that name a search (--discovery <id>) or a task (--task).'
    : 'An administrator can switch it on: `assay learning on`. Searches and calls stay within your organisation.';

const set = (enabled: boolean) => async (context: Context<object>) =>
  outcome<LearningView>({
    data: await (await context.assay()).learning.set(enabled, context.request),
    text: learningText,
  });

async function erase(context: Context<EraseOptions>) {
  const { principal } = context.options;
  if (principal !== undefined) {
    const erased = await (await context.assay()).learning.erasePrincipal(principal, context.request);
    return outcome<ErasedLearning | null>({
      data: erased,
      text: () => `Deleted ${plural(erased.outcomes, 'outcome')} learnt from the calls of ${principal}.`,
    });
  }
  await (await context.assay()).learning.erase(context.request);
  return outcome<ErasedLearning | null>({ data: null, text: () => 'Deleted everything your organisation had learnt.' });
}

export function addLearningCommands(program: Command, host: Host): void {
  const group = program.command('learning').description("What search learns from your organisation's calls");
  addShow(group, host, {
    route: 'showLearning',
    description: 'Show whether learning is on and what was learnt',
    examples: ['learning'],
    isDefault: true,
    text: learningText,
  });
  add(group, 'on', 'Learn from searches and calls (the default)', ['learning on']).action(host.does(set(true)));
  add(group, 'off', 'Stop learning and stop using what was learnt; it is kept', ['learning off']).action(
    host.does(set(false)),
  );
  add(group, 'erase', "Delete what was learnt: everything, or one principal's share", [
    'learning erase',
    'learning erase --principal ann',
  ])
    .option(
      '--principal <name>',
      "only what was learnt from this principal's calls: your own, or as an administrator anybody's",
    )
    .action(host.does(erase));
}
