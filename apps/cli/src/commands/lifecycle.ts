import type { Assay, ChangeStatus, Entry, RequestOptions } from '@assay/sdk';
import { type Command, InvalidArgumentError } from 'commander';
import { add, type Context, type Host } from '../command.js';
import { toolReference } from '../input/options.js';
import { type ChangeOptions, changeVersions, type VersionChange } from './change-versions.js';
import { restorations } from './restorations.js';

interface DeprecateOptions extends ChangeOptions {
  /** False for `--no-sunset`. */
  readonly sunset?: string | false;
}

/** A date, which begins in UTC, or a moment. */
function date(value: string): string {
  if (!/^\d{4}-\d{2}-\d{2}(T.+)?$/.test(value) || Number.isNaN(Date.parse(value))) {
    throw new InvalidArgumentError(
      'It must be a date such as 2027-01-31 or a date and time such as 2027-01-31T12:00:00Z.',
    );
  }
  return value.includes('T') ? new Date(value).toISOString() : value;
}

const giving =
  (change: ChangeStatus) =>
  (assay: Assay, { name, version }: Entry, request: RequestOptions) =>
    assay.tools.changeStatus(name, version, change, request);

const deprecate = (context: Context<DeprecateOptions>, reference: string) => {
  const { reason, sunset } = context.options;
  const end = sunset === undefined ? {} : { sunsetAt: sunset === false ? null : sunset };
  const isMoved = sunset !== undefined;
  return changeVersions(context, reference, {
    verb: 'Deprecate',
    done: 'deprecated',
    applies: ({ status, statusReason }) =>
      status === 'ACTIVE' || (status === 'DEPRECATED' && (isMoved || statusReason !== reason)),
    run: giving({ status: 'DEPRECATED', reason, ...end }),
  });
};

const yank = (context: Context<ChangeOptions>, reference: string) =>
  changeVersions(context, reference, {
    verb: 'Yank',
    done: 'yanked',
    applies: ({ status }) => status === 'ACTIVE' || status === 'DEPRECATED',
    run: giving({ status: 'YANKED', reason: context.options.reason }),
  });

const restore = (context: Context<ChangeOptions>, reference: string) => {
  const change: VersionChange = {
    verb: 'Restore',
    done: 'restored',
    applies: (entry) => restorations.some((it) => it.applies(entry)),
    async run(assay, entry, request) {
      refuseRevoked(entry);
      let now = entry;
      for (const it of restorations) {
        if (it.applies(now)) now = await it.lift(assay, now, context.options.reason, request);
      }
      return now;
    },
  };
  return changeVersions(context, reference, change);
};

/** A revocation may cover much else: it is lifted by its own name. */
function refuseRevoked({ name, version, revocation }: Entry): void {
  if (revocation === null) return;
  const { id, reason } = revocation;
  throw new Error(`${name}@${version} is revoked (${reason}). Lift the revocation with: assay revocations lift ${id}`);
}

const choosing = (command: Command): Command =>
  command
    .argument('<versions>', 'namespace/tool@version, or namespace/tool@range for every version in it', toolReference)
    .requiredOption('--reason <text>', 'shown to everyone who can see the version and sent to its users')
    .option('--yes', 'change all versions of a range without asking');

export function addLifecycleCommands(program: Command, host: Host): void {
  choosing(
    add(program, 'deprecate', 'Deprecate versions: they still resolve, with a warning', [
      'deprecate acme/orders.create@1.2.0 --reason "2.0 takes its place" --sunset 2027-01-31',
      "deprecate 'acme/orders.create@^1' --reason 'moved to 2.x' --yes",
    ]),
  )
    .option('--sunset <date>', 'end date, at least 30 days ahead; an announced date can be postponed', date)
    .option('--no-sunset', 'withdraw the announced date')
    .action(host.does(deprecate));
  choosing(
    add(program, 'yank', 'Yank versions: only exact pins still resolve to them', [
      'yank acme/orders.create@1.2.1 --reason "charges twice"',
    ]),
  ).action(host.does(yank));
  choosing(
    add(program, 'restore', 'Restore deprecated or yanked versions', [
      'restore acme/orders.create@1.2.1 --reason "it was another tool\'s fault"',
    ]),
  ).action(host.does(restore));
}
