import type { SavedExampleView, SaveExample } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { exactVersion } from '../input/exact-version.js';
import { cursorOption, limitOption, type PageOptions, toolReference } from '../input/options.js';
import { readJsonObject } from '../input/read-json.js';
import { listOutcome } from '../output/list.js';
import { UsageError } from '../usage-error.js';

interface Options {
  readonly asExample?: boolean;
  readonly name?: string;
  readonly match?: SaveExample['match'];
  readonly input?: string;
}

async function save(context: Context<Options>, id: string) {
  const { asExample, name, match, input } = context.options;
  if (asExample !== true) throw new UsageError('Add --as-example: a call is saved as an example of its version.');
  const body: SaveExample = {
    ...(name !== undefined && { name }),
    ...(match !== undefined && { match }),
    ...(input !== undefined && { input: await readJsonObject(context.io, input) }),
  };
  return outcome<SavedExampleView>({
    data: await (await context.assay()).evaluations.saveExample(id, body, context.request),
    text: (it, page) =>
      `${page.good('Saved')} ${page.bold(it.name)} as an example of ${it.tool}@${it.version}, used by ${it.usedBy}.`,
    notes: ({ masked, tool, version }) => [
      ...(masked.length > 0 ? [`Masked: ${masked.join(', ')}`] : []),
      `To see it: assay examples ${tool}@${version}`,
    ],
  });
}

async function examples(context: Context<PageOptions>, reference: string) {
  const { limit, cursor } = context.options;
  const assay = await context.assay();
  const { tool, version } = await exactVersion(assay, reference, context.request);
  const page = await assay.evaluations.examples(tool, version, { limit }, context.request).page(cursor);
  return listOutcome(page, {
    headings: ['ID', 'NAME', 'USED BY', 'MATCH', 'INPUT'],
    row: (it) => [it.id, it.name, it.usedBy, it.match, JSON.stringify(it.input)],
    empty: 'No saved examples. See `assay calls save --help`.',
  });
}

async function removeExample(context: Context<object>, reference: string, id: string) {
  const assay = await context.assay();
  const { tool, version } = await exactVersion(assay, reference, context.request);
  await assay.evaluations.removeExample(tool, version, id, context.request);
  return outcome({ data: null, text: () => `Removed ${id}.` });
}

/** The group of commands about calls, which other files add to as well. */
const callsGroup = (program: Command): Command =>
  program.commands.find((it) => it.name() === 'calls') ?? program.command('calls').description('Calls that were made');

export function addSaveCallCommands(program: Command, host: Host): void {
  add(callsGroup(program), 'save', 'Save one of your calls as an example of its version', [
    'calls save 0198f000-0000-7000-8000-00000000ca11 --as-example',
    'calls save 0198f000-0000-7000-8000-00000000ca11 --as-example --input arguments.json --match subset',
  ])
    .argument('<id>', 'id of the call, as printed below its result or in its JSON')
    .option('--as-example', 'as an example of its version, with personal data and secrets masked')
    .option('--name <name>', "name of the example (default: the call's id)")
    .addOption(
      new Option('--match <how>', 'how later outputs are compared (default: schema)').choices([
        'exact',
        'subset',
        'schema',
      ]),
    )
    .option('--input <file>', 'the arguments of the call, when they were not recorded; - for standard input')
    .action(host.does(save));
  const group = program.command('examples').description('Saved examples of a version');
  add(group, 'list', 'List the saved examples of a version', ['examples acme/rates.read@1.2.0'], { isDefault: true })
    .argument('<tool>', 'namespace/tool, or namespace/tool@version', toolReference)
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(examples));
  add(group, 'remove', 'Remove a saved example', [
    'examples remove acme/rates.read@1.2.0 0198f000-0000-7000-8000-0000000e8a11',
  ])
    .argument('<tool>', 'namespace/tool, or namespace/tool@version', toolReference)
    .argument('<id>', 'id, as shown by `assay examples`')
    .action(host.does(removeExample));
}
