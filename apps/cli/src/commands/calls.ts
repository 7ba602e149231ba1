import { type Envelope, invocationStatuses } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { callNotes } from '../output/call-notes.js';
import { resultText } from '../output/routed.js';
import { addList } from '../route-commands.js';

const costText = (costUsd: number | null): string => (costUsd === null || costUsd === 0 ? '' : `$${costUsd}`);

export function addCallsCommands(program: Command, host: Host): void {
  const group = program.command('calls').description('List, show and cancel calls');
  addList(group, host, {
    route: 'listInvocations',
    description: "List your calls, or as an administrator your organisation's, newest first",
    examples: [
      'calls list',
      'calls list --tool assay/files.read --status failed',
      'calls list --session trip-42 --since 2026-11-01T00:00:00Z',
    ],
    filters: [
      new Option('--tool <tool>', 'calls of this tool only: namespace/tool, or namespace/tool@1.2.0'),
      new Option('--status <status>', 'calls with this status only').choices(invocationStatuses),
      new Option('--session <name>', 'calls of this session only'),
      new Option('--since <time>', 'calls since this time only, such as 2026-11-01T00:00:00Z'),
    ],
    layout: {
      headings: ['CALL', 'TOOL', 'STATUS', 'CALLER', 'STARTED', 'MS', 'COST', 'ERROR'],
      row: (it) => [
        it.id,
        it.version === null ? it.tool : `${it.tool}@${it.version}`,
        it.cached ? `${it.status} (cached)` : it.status,
        it.caller ?? '',
        it.notBefore === null ? it.startedAt : `due ${it.notBefore}`,
        it.ms === null ? '' : it.ms.toFixed(0),
        costText(it.costUsd),
        it.code ?? '',
      ],
      empty: 'No such calls. See `assay call --help`.',
    },
  });
  add(group, 'show', 'Show one of your calls', ['calls show 0198f000-0000-7000-8000-000000000000'])
    .argument('<call>', 'id of the call')
    .action(host.does(show));
  add(group, 'cancel', 'Cancel a running or scheduled call', ['calls cancel 0198f000-0000-7000-8000-000000000000'])
    .argument('<call>', 'id of the call')
    .action(host.does(cancel));
}

async function cancel({ assay, request }: Context<object>, id: string) {
  return outcome<Envelope>({
    data: await (await assay()).invocations.cancel(id, request),
    text: ({ status }) =>
      status === 'cancelled' ? 'The call is cancelled.' : `The call is ${status}; it is cancelled now.`,
  });
}

async function show({ assay, request }: Context<object>, id: string) {
  return outcome<Envelope>({
    data: await (await assay()).invocations.show(id, request),
    text: (it) => (it.error === undefined ? resultText(it) : `${it.error.code}: ${it.error.message}`),
    notes: callNotes,
  });
}
