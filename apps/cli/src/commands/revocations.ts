import type { RevocationView } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { askYes } from '../input/ask.js';
import { revocationTarget } from '../input/options.js';
import { write } from '../io.js';
import { plural } from '../output/text.js';
import { addList } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

interface RevokeOptions {
  readonly reason: string;
  readonly yes?: boolean;
}

/** Asks before everything of a namespace is revoked; one tool, or versions of it, are revoked at once. */
async function requireConsent({ io, options, interactive, assay, request }: Context<RevokeOptions>, target: string) {
  if (!target.endsWith('/*') || options.yes) return;
  const namespace = target.slice(0, -'/*'.length);
  const { items, nextCursor } = await (await assay()).tools.page({ namespace, limit: 200 }, request);
  const count = nextCursor ? 'more than 200 tools' : plural(items.length, 'tool');
  const what = `${target} covers ${count} now, and every tool published in ${namespace} later`;
  if (!interactive) throw new UsageError(`${what}. Nothing was revoked: add --yes to revoke them all.`);
  await write(io.stderr, `${what}: ${items.map(({ name }) => name).join(', ')}\n`);
  if (!(await askYes(io, `Revoke ${target}?`))) throw new Error('Nothing was revoked.');
}

async function revoke(context: Context<RevokeOptions>, target: string) {
  await requireConsent(context, target);
  const { reason } = context.options;
  const revocation = await (await context.assay()).revocations.create({ target, reason }, context.request);
  return outcome<RevocationView>({
    data: revocation,
    text: (data) =>
      `Revoked: ${data.target}, ${plural(data.versions, 'tool version')} so far, since ${data.revokedAt} (revocation ${data.id}).`,
    notes: (data, page) => [
      ...(data.versions === 0
        ? [page.warn('Warning: no published version matches. A listed server of this name shows as deleted.')]
        : []),
      ...(data.reason === reason.trim() ? [] : [`Already revoked: ${data.reason}`]),
      `Lift it with: assay revocations lift ${data.id}`,
    ],
  });
}

const stateOf = ({ lifted }: RevocationView, good: (text: string) => string, bad: (text: string) => string): string =>
  lifted === null ? bad('active') : good(`lifted ${lifted.at}`);

const whyOf = ({ reason, appeal, lifted }: RevocationView): string =>
  [
    reason,
    ...(appeal === null ? [] : [`Appeal: ${appeal.reason}`]),
    ...(lifted?.reason ? [`Lifted: ${lifted.reason}`] : []),
  ].join(' ');

async function lift(context: Context<{ reason?: string }>, id: string) {
  const revocation = await (await context.assay()).revocations.lift(id, context.options.reason, context.request);
  return outcome<RevocationView>({
    data: revocation,
    text: (data) => `Lifted: ${data.target} can be resolved and called again, unless another revocation covers it.`,
  });
}

async function appeal(context: Context<{ reason: string }>, id: string) {
  const revocation = await (await context.assay()).revocations.appeal(id, context.options.reason, context.request);
  return outcome<RevocationView>({
    data: revocation,
    text: (data) =>
      `Appeal sent: the administrators can see why ${data.target} should be restored. It stays revoked until one lifts it.`,
  });
}

export function addRevocationCommands(program: Command, host: Host): void {
  add(program, 'revoke', 'Revoke a version, range, tool or namespace immediately, on every replica', [
    "revoke acme/orders.create@1.2.0 --reason 'It loses orders'",
    "revoke 'acme/orders.create@<2' --reason 'CVE-2026-1'",
    "revoke 'acme/*' --reason 'The key of its publisher is stolen' --yes",
    "revoke com.example/server@1.2.0 --reason 'It spies'",
  ])
    .argument('<target>', 'namespace/tool, namespace/tool@range or namespace/*; also a listed server', revocationTarget)
    .requiredOption('--reason <why>', 'kept permanently and shown to everyone who can see the tool')
    .option('--yes', 'revoke a whole namespace without asking')
    .action(host.does(revoke));
  const revocations = program.command('revocations').description('Revocations, active and lifted');
  addList(revocations, host, {
    route: 'listRevocations',
    description: 'List revocations, including lifted ones',
    examples: ['revocations list --state active'],
    isDefault: true,
    filters: [new Option('--state <state>', 'this state only').choices(['active', 'lifted'])],
    layout: {
      headings: ['ID', 'WHAT', 'SINCE', 'STATE', 'WHY'],
      row: (it, paper) => [it.id, it.target, it.revokedAt, stateOf(it, paper.good, paper.bad), whyOf(it)],
      empty: 'No revocations. Revoke a tool with: assay revoke <ns/tool> --reason <why>',
    },
  });
  add(revocations, 'appeal <id>', 'Appeal a revocation, once, as an owner', [
    "revocations appeal 0198f2a0-… --reason 'The calls failed because of a network fault, now fixed'",
  ])
    .requiredOption('--reason <why>', 'shown to administrators and recorded')
    .action(host.does(appeal));
  add(revocations, 'lift <id>', 'Lift a revocation; its record is kept', [
    "revocations lift 0198f2a0-… --reason 'Fixed upstream'",
  ])
    .option('--reason <why>', 'recorded with it')
    .action(host.does(lift));
}
