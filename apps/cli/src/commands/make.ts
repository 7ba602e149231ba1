import type { MadeToolView, ToolTemplate } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { readJsonObject } from '../input/read-json.js';
import { addList } from '../route-commands.js';

async function makeTool(context: Context<object>, file: string) {
  const template = (await readJsonObject(context.io, file)) as unknown as ToolTemplate;
  const made = await (await context.assay()).madeTools.make(template, context.request);
  return outcome<MadeToolView>({
    data: made,
    text: (it) => `${it.tool}@${it.version}\n${reportText(it)}`,
    notes: ({ id, tool }) => [`Call it with: assay call ${tool}`, `Show it with: assay make show ${id}`],
  });
}

const reportText = ({ score, tier, report }: MadeToolView): string => {
  const { tests, fuzzing, conformance, static: statics } = report;
  const part = (name: string, { passed, total }: { passed: number; total: number }) => `${name} ${passed}/${total}`;
  const parts = [part('tests', tests), part('fuzzing', fuzzing), part('conformance', conformance)];
  const findings = statics.findings.map(
    ({ rule, message, line }) => `  ${rule}${line ? ` (line ${line})` : ''}: ${message}`,
  );
  return [`score ${score} · tier ${tier} · ${parts.join(' · ')}`, ...findings].join('\n');
};

async function show(context: Context<object>, id: string) {
  const made = await (await context.assay()).madeTools.show(id, context.request);
  return outcome<MadeToolView>({
    data: made,
    text: (it) =>
      [
        `${it.tool}@${it.version} · ${it.status} · ${it.createdBy}`,
        reportText(it),
        `used in ${it.uses.sessions} sessions with ${it.uses.inputs} inputs over ${it.uses.spanHours.toFixed(1)} hours`,
        '',
        it.template.code,
      ].join('\n'),
  });
}

async function promote(
  context: Context<{ readonly deny?: boolean; readonly as?: string; readonly reason?: string }>,
  id: string,
) {
  const { deny, as, reason } = context.options;
  const decision = deny ? ('deny' as const) : ('approve' as const);
  const body = { decision, ...(as !== undefined && { name: as }), ...(reason !== undefined && { reason }) };
  const made = await (await context.assay()).madeTools.promote(id, body, context.request);
  return outcome<MadeToolView>({ data: made, text: ({ status, promotedAs }) => promotedAs ?? status });
}

export function addMakeCommands(program: Command, host: Host): void {
  const group = program.command('make').description('Make tools from code, and decide on made tools');
  add(group, 'tool', 'Make a tool: it is validated, and then callable by you alone', ['make tool initials.json'])
    .argument('<file>', 'the template as JSON: schemas, code and at least three tests; - reads standard input')
    .action(host.does(makeTool));
  addList(group, host, {
    route: 'listMadeTools',
    description: "List the tools you made; for reviewers, the organisation's",
    examples: ['make list'],
    filters: [],
    layout: () => ({
      headings: ['ID', 'TOOL', 'STATUS', 'SCORE', 'BY'],
      row: (it) => [it.id, `${it.tool}@${it.version}`, it.status, String(it.score), it.createdBy],
      empty: 'No made tools. See `assay make tool --help`.',
    }),
  });
  add(group, 'show', 'Show a made tool: report, uses and code', ['make show 0198f000-0000-7000-8000-000000000000'])
    .argument('<id>', 'id of the made tool')
    .action(host.does(show));
  add(group, 'promote', 'Approve or deny a made tool', [
    'make promote 0198f000-0000-7000-8000-000000000000 --as acme/initials',
    'make promote 0198f000-0000-7000-8000-000000000000 --deny --reason "there is one"',
  ])
    .argument('<id>', 'id of the made tool')
    .option('--as <tool>', 'namespace/tool to publish it as')
    .option('--deny', 'deny it')
    .option('--reason <text>', 'why')
    .action(host.does(promote));
}
