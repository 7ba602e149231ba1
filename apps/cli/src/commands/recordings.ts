import type { RecordingView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { qualifiedName, whole } from '../input/options.js';
import { addList } from '../route-commands.js';

async function set(context: Context<{ readonly keep?: number }>, tool: string) {
  const { keep } = context.options;
  return outcome<RecordingView>({
    data: await (await context.assay()).evaluations.record(tool, keep === undefined ? {} : { keep }, context.request),
    text: (it, page) =>
      `${page.good('Recording')} ${it.tool}: the arguments of the newest ${it.keep} successful calls are kept, encrypted, for 30 days.`,
  });
}

async function remove(context: Context<object>, tool: string) {
  await (await context.assay()).evaluations.stopRecording(tool, context.request);
  return outcome({ data: null, text: () => `${tool} is no longer recorded, and its recorded calls are deleted.` });
}

export function addRecordingCommands(program: Command, host: Host): void {
  const group = program
    .command('recordings')
    .description('Tools whose calls your organisation records for evaluations');
  addList(group, host, {
    route: 'listRecordings',
    description: 'List recordings',
    examples: ['recordings'],
    isDefault: true,
    layout: {
      headings: ['TOOL', 'RECORDED', 'KEEPS'],
      row: (it) => [it.tool, String(it.recorded), String(it.keep)],
      empty: 'No calls are recorded. See `assay recordings set --help`.',
    },
  });
  add(group, 'set', "Record the arguments of your organisation's successful calls of a read-only tool", [
    'recordings set acme/rates.read',
    'recordings set acme/rates.read --keep 500',
  ])
    .argument('<tool>', 'namespace/tool', qualifiedName)
    .option('--keep <n>', 'newest calls to keep (default: 100)', whole(1, 1_000))
    .action(host.does(set));
  add(group, 'remove', 'Stop recording calls of a tool and delete what was recorded', [
    'recordings remove acme/rates.read',
  ])
    .argument('<tool>', 'namespace/tool', qualifiedName)
    .action(host.does(remove));
}
