import { roles } from '@assay/contracts';
import {
  type AccountStore,
  type Caller,
  callerOf,
  defaultOrganisation,
  type IdentityPorts,
  issueKey,
  type Organisation,
  type Principal,
  prefixOf,
} from '@assay/identity';
import { digestText } from '@assay/kernel';
import { StartError } from '../../platform/system/start-error.js';

/** The name of the principal that has the administrator's key and the first account. */
export const administratorName = 'administrator';

/**
 * Makes sure of the organisation `default`, its administrator and the administrator's key. Running it again changes
 * nothing. Returns the administrator as a caller, for what the server itself publishes.
 * @throws StartError when the operator chose a key that has been revoked.
 */
export async function ensureAdministrator(
  ports: IdentityPorts & { readonly accounts: Pick<AccountStore, 'add'> },
  key: string,
  chosen: boolean,
): Promise<Caller> {
  const organisation = await ensureOrganisation(ports);
  const principal = await ensurePrincipal(ports, organisation);
  await ensureKey(ports, key, principal);
  await ensureAccount(ports, principal);
  if (chosen) requireLiving(ports, key);
  if (chosen) await revokeFormer(ports, key);
  await ports.feed.caughtUp();
  return callerOf(principal, roles.administrator, null);
}

/** The account of the principal, so that the person and the administrator's key own the same. */
async function ensureAccount(
  { directory, accounts, clock }: IdentityPorts & { readonly accounts: Pick<AccountStore, 'add'> },
  { id, organisationId }: Principal,
): Promise<void> {
  if (directory.accounts.of(id) !== undefined) return;
  await accounts.add({
    ...{ id, organisationId, displayName: null, roles: ['administrator'], external: null },
    ...{ disabledAt: null, resetAt: null, createdAt: clock.now(), createdBy: null },
  });
}

export const newAdminKey = (ports: Pick<IdentityPorts, 'random'>): string => issueKey(ports.random).key;

async function ensureOrganisation({ directory, store, clock, random, feed }: IdentityPorts): Promise<Organisation> {
  const known = directory.organisationNamed(defaultOrganisation);
  if (known !== undefined) return known;
  const organisation = { id: random.uuid(), name: defaultOrganisation, createdAt: clock.now() };
  if ((await store.addOrganisation(organisation)) === 'added') return organisation;
  await feed.caughtUp();
  return directory.organisationNamed(defaultOrganisation) as Organisation;
}

const ensurePrincipal = ({ store, clock, random }: IdentityPorts, organisation: Organisation): Promise<Principal> =>
  store.addPrincipal({
    id: random.uuid(),
    organisationId: organisation.id,
    kind: 'user',
    name: administratorName,
    createdAt: clock.now(),
  });

/** Replicas that start at once may both add the key: one of them does. */
async function ensureKey({ directory, store, clock, random, feed }: IdentityPorts, key: string, owner: Principal) {
  const [prefix, hash] = [prefixOf(key), digestText(key)];
  const known = () => directory.keyWithPrefix(prefix)?.hash === hash;
  if (known()) return;
  try {
    await store.addKey({
      id: random.uuid(),
      organisationId: owner.organisationId,
      principalId: owner.id,
      prefix,
      hash,
      scopes: roles.administrator,
      namespaces: null,
      createdAt: clock.now(),
      createdBy: null,
      expiresAt: null,
      revokedAt: null,
    });
  } catch (error) {
    await feed.caughtUp();
    if (!known()) throw error;
  }
}

function requireLiving({ directory }: IdentityPorts, key: string): void {
  if ((directory.keyWithPrefix(prefixOf(key))?.revokedAt ?? null) === null) return;
  throw new StartError('The key in ASSAY_ADMIN_KEY has been revoked: choose another one.');
}

/** An operator who chooses another administrator's key means the former one to end. */
async function revokeFormer({ directory, store, clock }: IdentityPorts, key: string): Promise<void> {
  const former = [...directory.keys()].filter(
    (it) => it.createdBy === null && it.revokedAt === null && it.hash !== digestText(key),
  );
  for (const { id } of former) await store.revokeKey(id, clock.now());
}
