import type { CandidateView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import type { Page } from '../output/page.js';
import { addList } from '../route-commands.js';

const failed = (failures: number, calls: number): string => (calls === 0 ? '–' : `${failures} of ${calls}`);

/** Its result in a few words. */
function resultOf(it: CandidateView, page: Page): string {
  if (it.state === 'rolled_back') return page.bad(`rolled back: ${it.reason ?? ''}`);
  const { same, withinTolerance, different } = it.compared;
  const leftOut = it.leftOut > 0 ? `, ${it.leftOut} left out` : '';
  if (it.kind === 'shadow') return `${same} same, ${withinTolerance} tolerated, ${different} different${leftOut}`;
  return page.good('running');
}

async function resume(context: Context<object>, id: string) {
  return outcome<CandidateView>({
    data: await (await context.assay()).evaluations.resumeCandidate(id, context.request),
    text: (it, page) => `${page.good('Enabled')} ${it.tool} of ${it.place}: ${it.percent} % of callers.`,
  });
}

export function addCandidateCommands(program: Command, host: Host): void {
  const group = program.command('candidates').description('Shadows and canaries of toolsets and hierarchies');
  addList(group, host, {
    route: 'listCandidates',
    description: 'List shadows and canaries with their results',
    examples: ['candidates'],
    isDefault: true,
    layout: {
      headings: ['ID', 'KIND', 'PLACE', 'TOOL', 'SHARE', 'FAILED', 'IN USE FAILED', 'RESULT'],
      row: (it, page) => [
        it.id,
        it.kind,
        it.place,
        it.tool,
        `${it.percent} %`,
        failed(it.failures, it.calls),
        failed(it.primary.failures, it.primary.calls),
        resultOf(it, page),
      ],
      empty: 'No shadows or canaries. See "shadow" and "canary" in the documentation of toolsets.',
    },
  });
  add(group, 'resume', 'Enable a canary again that was rolled back; its counts start at zero', [
    'candidates resume 0198f000-0000-8000-8000-00000000ca4a',
  ])
    .argument('<id>', 'id, as shown by `assay candidates`')
    .action(host.does(resume));
}
