import type { LearningView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import type { Page } from '../output/page.js';
import { table } from '../output/table.js';
import { brief, plural } from '../output/text.js';
import { addShow } from '../route-commands.js';

const taskLength = 60;

function learningText(learning: LearningView, page: Page): string {
  const { enabled, outcomes, mostOutcomes, halfLifeDays, keptDays, tools } = learning;
  const state = enabled
    ? `Learning is ${page.good('on')}: ${plural(outcomes, 'outcome')} of at most ${mostOutcomes.toLocaleString('en')}; half-life ${halfLifeDays} days, deleted after ${keptDays}.`
    : `Learning is off${outcomes === 0 ? '' : `; ${plural(outcomes, 'outcome')} of before ${outcomes === 1 ? 'is' : 'are'} kept but unused`}.`;
  if (tools.length === 0) return `${state}\n${nextOf(learning)}`;
  const rows = tools.map(({ tool, successes, failures, lastAt, tasks }) => [
    tool,
    String(successes),
    String(failures),
    lastAt.slice(0, 10),
    tasks.map((task) => brief(task, taskLength)).join(' · '),
  ]);
  return `${state}\n\n${table(page, ['TOOL', 'WORKED', 'FAILED', 'LAST', 'FOR'], rows)}`;
}

const nextOf = ({ enabled }: LearningView): string =>
  enabled
    ? 'Nothing learnt yet. When calling, name the search (`assay call <tool> … --discovery <id>`) or the task (--task).'
    : 'An administrator can switch it on: `assay learning on`. Searches and calls stay within your organisation.';

const set = (enabled: boolean) => async (context: Context<object>) =>
  outcome<LearningView>({
    data: await (await context.assay()).learning.set(enabled, context.request),
    text: learningText,
  });

async function erase(context: Context<object>) {
  await (await context.assay()).learning.erase(context.request);
  return outcome({ data: null, text: () => 'Deleted everything your organisation had learnt.' });
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
  add(group, 'on', 'Start learning from searches and calls', ['learning on']).action(host.does(set(true)));
  add(group, 'off', 'Stop learning and stop using what was learnt; it is kept', ['learning off']).action(
    host.does(set(false)),
  );
  add(group, 'erase', 'Delete everything that was learnt', ['learning erase']).action(host.does(erase));
}
