import { type CreatedKey, type CreateKey, type KeyView, type PrincipalKind, type Role, roles } from '@assay/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { duration, listed } from '../input/options.js';
import { addDelete, addList } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

const kinds: readonly PrincipalKind[] = ['user', 'agent', 'service'];

const stateOf = ({ revokedAt, expiresAt }: KeyView, now: number): string => {
  if (revokedAt) return 'revoked';
  if (!expiresAt) return 'valid';
  return Date.parse(expiresAt) <= now ? 'expired' : `until ${expiresAt}`;
};

interface CreateKeyOptions {
  readonly kind: PrincipalKind;
  readonly role?: Role;
  readonly scope?: string[];
  readonly namespace?: string[];
  readonly organisation?: string;
  readonly expires?: string;
}

/** A date, or a time from now. */
function expiry(value: string, now: number): string {
  if (/^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))) return new Date(value).toISOString();
  try {
    return new Date(now + duration(value)).toISOString();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new UsageError('--expires must be a date such as 2027-01-31 or a duration such as 30d.');
  }
}

async function createKey(context: Context<CreateKeyOptions>, name: string) {
  const { kind, role, scope, namespace, organisation, expires } = context.options;
  if ((role === undefined) === (scope === undefined)) throw new UsageError('Give either --role or --scope.');
  const body: CreateKey = {
    principal: { kind, name },
    ...(role ? { role } : { scopes: scope }),
    ...(namespace ? { namespaces: namespace } : {}),
    ...(organisation ? { organisation } : {}),
    ...(expires ? { expiresAt: expiry(expires, context.io.now()) } : {}),
  };
  const created = await (await context.assay()).keys.create(body, context.request);
  return outcome<CreatedKey>({
    data: created,
    text: ({ key }) => key,
    notes: ({ id }) => [`Save it now: it is not shown again. To revoke it: assay keys revoke ${id}`],
  });
}

export function addKeyCommands(program: Command, host: Host): void {
  const keys = program.command('keys').description('API keys');
  addList(keys, host, {
    route: 'listKeys',
    description: 'List keys: your own, or all for an administrator',
    examples: ['keys list'],
    isDefault: true,
    layout: ({ io }) => ({
      headings: ['ID', 'PREFIX', 'PRINCIPAL', 'CLIENT', 'STATE', 'SCOPES'],
      row: (key) => [
        key.id,
        key.prefix,
        `${key.principal.kind} ${key.principal.name}`,
        key.client?.name ?? '',
        stateOf(key, io.now()),
        key.scopes.join(' '),
      ],
      empty: 'No keys. Create one with: assay keys create <name> --role caller',
    }),
  });
  add(keys, 'create <name>', 'Create a key for a principal; it is shown only once', [
    'keys create planner --kind agent --role caller --expires 30d',
  ])
    .addOption(new Option('--kind <kind>', 'kind of principal').choices(kinds).default('agent'))
    .addOption(new Option('--role <role>', 'a set of scopes').choices(roles))
    .option('--scope <scopes>', 'individual scopes (comma-separated, or repeat)', listed)
    .option('--namespace <names>', 'restrict the key to these namespaces (comma-separated, or repeat)', listed)
    .option('--organisation <name>', 'default: your own (administrators only)')
    .option('--expires <when>', 'a date, or a duration such as 30d')
    .action(host.does(createKey));
  addDelete(keys, host, {
    route: 'revokeKey',
    word: 'revoke',
    description: 'Revoke a key immediately',
    examples: ['keys revoke 0198f2a0-…'],
    done: (id) => `Revoked ${id}; it no longer works.`,
  });
}
