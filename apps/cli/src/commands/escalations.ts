import type { EscalationView, ResolveEscalation } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { parseJson, readJson } from '../input/read-json.js';
import { addList, addShow } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

interface ResolveOptions {
  readonly output?: string;
  readonly file?: string;
  readonly refuse?: boolean;
  readonly reason?: string;
}

function shown(it: EscalationView): string {
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    `${it.tool}, ${it.status}, asked by ${it.askedBy} at ${it.openedAt}, until ${it.expiresAt}`,
    ...(it.task === null ? [] : [`For: ${it.task}`]),
    it.reason,
    `Input: ${json(it.input)}`,
    it.outputSchema === null ? 'Any output is accepted.' : `An output must fit: ${json(it.outputSchema)}`,
    ...(it.decision === null ? [] : [`${it.closedBy ?? 'nobody'}: ${it.decision}`]),
  ].join('\n');
}

async function resolve(context: Context<ResolveOptions>, id: string) {
  const { output, file, refuse, reason } = context.options;
  if ([output, file, refuse].filter((it) => it !== undefined).length !== 1)
    throw new UsageError('Give an answer with --output or --file, or --refuse with a --reason.');
  if (refuse && reason === undefined) throw new UsageError('--refuse requires --reason: it is shown to the caller.');
  const value =
    output !== undefined
      ? parseJson(output, 'The output')
      : file === undefined
        ? undefined
        : await readJson(context.io, file);
  const body: ResolveEscalation = {
    ...(refuse ? { refuse: true } : { output: value }),
    ...(reason !== undefined && { reason }),
  };
  return outcome<EscalationView>({
    data: await (await context.assay()).escalations.resolve(id, body, context.request),
    text: (it, page) =>
      `${page.good(it.status === 'refused' ? 'Refused' : 'Answered')} ${it.tool}: GET /v1/invocations/${it.invocationId} shows it to ${it.askedBy}.`,
  });
}

export function addEscalationCommands(program: Command, host: Host): void {
  const group = program.command('escalations').description('Calls escalated to a person');
  addList(group, host, {
    route: 'listEscalations',
    description: 'List, newest first',
    examples: ['escalations', 'escalations list --status open'],
    isDefault: true,
    filters: [new Option('--status <status>', 'only these').choices(['open', 'resolved', 'refused', 'expired'])],
    layout: {
      headings: ['ID', 'STATUS', 'TOOL', 'ASKED BY', 'OPENED', 'EXPIRES'],
      row: (it) => [it.id, it.status, it.tool, it.askedBy, it.openedAt, it.expiresAt],
      empty: 'No escalations: every call was answered by a tool.',
    },
  });
  addShow(group, host, {
    route: 'showEscalation',
    description: 'Show an escalation: its input and the required output',
    examples: ['escalations show 0198f000-…'],
    explain: { id: 'id, as shown by `assay escalations`' },
    text: shown,
  });
  add(group, 'resolve', 'Resolve an escalation with an output, or refuse it', [
    'escalations resolve 0198f000-… --output \'{"lat": 52.5, "lon": 13.4}\'',
    'escalations resolve 0198f000-… --file answer.json --reason "looked up by hand"',
    'escalations resolve 0198f000-… --refuse --reason "there is no such address"',
  ])
    .argument('<id>', 'id, as shown by `assay escalations`')
    .option('--output <json>', 'the answer')
    .option('--file <file>', 'read the answer from a JSON file')
    .option('--refuse', 'there is no answer')
    .option('--reason <text>', 'recorded and shown to the caller')
    .action(host.does(resolve));
}
