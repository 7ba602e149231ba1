import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { MadeToolView, ToolTemplate } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { readJsonObject } from '../input/read-json.js';
import { addList } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

async function makeTool(context: Context<object>, file: string) {
  const template = (await readJsonObject(context.io, file)) as unknown as ToolTemplate;
  const made = await (await context.assay()).madeTools.make(template, context.request);
  return madeOutcome(made);
}

const madeOutcome = (made: MadeToolView) =>
  outcome<MadeToolView>({
    data: made,
    text: (it) => `${it.tool}@${it.version}\n${reportText(it)}`,
    notes: ({ id, tool }) => [`Call it with: assay call ${tool}`, `Show it with: assay make show ${id}`],
  });

const languages = ['javascript', 'typescript', 'python'] as const;
interface DescribeOptions {
  readonly gap?: string;
  readonly name?: string;
  readonly language?: (typeof languages)[number];
}

async function describeTool(context: Context<DescribeOptions>, words: string[]) {
  const { gap, language, name } = context.options;
  const body = {
    description: words.join(' '),
    ...(gap !== undefined && { gap }),
    ...(language !== undefined && { language }),
    ...(name !== undefined && { name }),
  };
  return madeOutcome(await (await context.assay()).madeTools.describe(body, context.request));
}

interface Written {
  readonly folder: string;
  readonly files: readonly string[];
}

/** Writes the package of a tool into a new folder: nothing that exists is replaced. */
async function exportTool(context: Context<{ readonly to?: string }>, id: string) {
  const { name, files } = await (await context.assay()).madeTools.export(id, context.request);
  const folder = context.options.to ?? name;
  const at = resolve(context.io.cwd, folder);
  try {
    await mkdir(at);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    throw new UsageError(`${folder} exists: name another folder with --to.`);
  }
  for (const { path, text } of files) await writeFile(join(at, basename(path)), text);
  return outcome<Written>({
    data: { folder, files: files.map(({ path }) => path) },
    text: (it) => `${it.folder}: ${it.files.join(', ')}`,
    notes: () => [`Start it with: cd ${folder} && npm install && npm start`],
  });
}

const reportText = ({ score, tier, report }: MadeToolView): string => {
  const { tests, fuzzing, conformance, static: statics } = report;
  const part = (name: string, { passed, total }: { passed: number; total: number }) => `${name} ${passed}/${total}`;
  const parts = [part('tests', tests), part('fuzzing', fuzzing), part('conformance', conformance)];
  const findings = statics.findings.map(
    ({ rule, message, line }) => `  ${rule}${line ? ` (line ${line})` : ''}: ${message}`,
  );
  const first = `score ${score} · tier ${tier} · ${parts.join(' · ')}`;
  return [first, ...(tier > 0 ? [`  ${report.tier.why}`] : []), ...findings].join('\n');
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
        ...(it.previous === undefined ? [] : ['', `changes since ${it.previous.version}`, it.previous.diff]),
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
  add(group, 'describe', 'Let the configured model make a tool from a description', [
    'make describe "Initials of a name, in capitals"',
    'make describe "Initials of a name, in capitals" --gap 3f2a9c4be1d07a65',
  ])
    .argument('<words...>', 'what the tool has to do')
    .option('--gap <id>', 'show the model the evidence of a gap (assay gaps)')
    .option('--name <name>', 'local name of the tool')
    .addOption(
      new Option('--language <language>', 'language of its code (default: javascript)').choices([...languages]),
    )
    .action(host.does(describeTool));
  add(group, 'export', 'Write a made tool as an MCP server package that runs without Assay', [
    'make export 0198f000-0000-7000-8000-000000000000 --to initials',
  ])
    .argument('<id>', 'id of the made tool; its tier is at most 2')
    .option('--to <folder>', 'new folder for the package; default: its name')
    .action(host.does(exportTool));
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
