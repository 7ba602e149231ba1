import type { EmbeddingChange, LearningChange, RuleChange } from '@assay/discovery';
import type { HierarchyChange, LimitChange, PolicyChange } from '@assay/gateway';
import type { IdentityChange, InboxChange, SessionChange } from '@assay/identity';
import type { Sealer } from '@assay/kernel';
import type { CatalogueChange, LatencyChange, ToolsetChange } from '@assay/registry';
import type { ConnectionChange } from '@assay/vault';
import { toAccount, toAccountSession } from '../accounts/account-rows.js';
import type { Database } from '../database/open-database.js';
import { keptDigests } from '../discovery/kept-digests.js';
import { toLearningSetting, toLearntOutcome } from '../discovery/postgres-learning-store.js';
import { toRule } from '../discovery/postgres-rule-store.js';
import { toHierarchy } from '../hierarchies/postgres-hierarchy-store.js';
import { toLimitRule } from '../limits/postgres-limit-store.js';
import { toPolicy } from '../policies/postgres-policy-store.js';
import { toServer, toToolVersion } from '../stores/catalogue-rows.js';
import {
  toApiKey,
  toEndorsement,
  toGrant,
  toNamespace,
  toNamespaceAlias,
  toOrganisation,
  toPrincipal,
  toTeam,
  toToolAlias,
  withNamespace,
} from '../stores/identity-rows.js';
import { toCapability } from '../stores/prisma-capability-store.js';
import { toRevocation } from '../stores/prisma-revocation-store.js';
import { toToolset } from '../toolsets/postgres-toolset-store.js';
import { toMeasuredLatency } from '../trust/latency-rows.js';
import { toConnection } from '../vault/connection-rows.js';

export type StoredChange =
  | IdentityChange
  | CatalogueChange
  | ConnectionChange
  | EmbeddingChange
  | HierarchyChange
  | InboxChange
  | LatencyChange
  | LearningChange
  | LimitChange
  | PolicyChange
  | RuleChange
  | SessionChange
  | ToolsetChange;
export type Kind = StoredChange['kind'];
type State = NonNullable<StoredChange['state']>;

/** Which rows: some by id, or the next `limit` ones after an id in the order of ids. */
export type Wanted = { readonly ids: readonly string[] } | { readonly after: string | null; readonly limit: number };

/** Reads the current states of one kind of row in one query. */
export type Reader = (wanted: Wanted) => Promise<readonly State[]>;

interface Selection {
  readonly where: { readonly id: { in: string[] } | { gt: string } } | undefined;
  readonly orderBy: { readonly id: 'asc' };
  readonly take: number | undefined;
}

function select(wanted: Wanted): Selection {
  const orderBy = { id: 'asc' } as const;
  if ('ids' in wanted) return { where: { id: { in: [...wanted.ids] } }, orderBy, take: undefined };
  const where = wanted.after === null ? undefined : { id: { gt: wanted.after } };
  return { where, orderBy, take: wanted.limit };
}

/** One reader a kind. Their order is that of the first delivery: what others refer to comes first. */
export function stateReaders({ prisma }: Pick<Database, 'prisma'>, sealer: Sealer): Readonly<Record<Kind, Reader>> {
  return {
    organisation: async (wanted) => (await prisma.organisation.findMany(select(wanted))).map(toOrganisation),
    principal: async (wanted) => (await prisma.principal.findMany(select(wanted))).map(toPrincipal),
    account: async (wanted) => (await prisma.account.findMany(select(wanted))).map(toAccount),
    session: async (wanted) => (await prisma.accountSession.findMany(select(wanted))).map(toAccountSession),
    team: async (wanted) => (await prisma.team.findMany({ ...select(wanted), include: { members: true } })).map(toTeam),
    key: async (wanted) => (await prisma.apiKey.findMany(select(wanted))).map(toApiKey),
    namespace: async (wanted) =>
      (await prisma.namespace.findMany({ ...select(wanted), include: withNamespace })).map(toNamespace),
    'namespace-alias': async (wanted) => (await prisma.namespaceAlias.findMany(select(wanted))).map(toNamespaceAlias),
    'tool-alias': async (wanted) => (await prisma.toolAlias.findMany(select(wanted))).map(toToolAlias),
    grant: async (wanted) => (await prisma.grant.findMany(select(wanted))).map(toGrant),
    endorsement: async (wanted) => (await prisma.endorsement.findMany(select(wanted))).map(toEndorsement),
    policy: async (wanted) => (await prisma.policy.findMany(select(wanted))).map(toPolicy),
    limit: async (wanted) => (await prisma.limit.findMany(select(wanted))).map(toLimitRule),
    server: async (wanted) => (await prisma.server.findMany(select(wanted))).map((row) => toServer(sealer, row)),
    revocation: async (wanted) => (await prisma.revocation.findMany(select(wanted))).map(toRevocation),
    capability: async (wanted) => (await prisma.capability.findMany(select(wanted))).map(toCapability),
    'tool-version': async (wanted) => (await prisma.toolVersion.findMany(select(wanted))).map(toToolVersion),
    embedding: (wanted) => keptDigests(prisma, wanted),
    connection: async (wanted) => (await prisma.connection.findMany(select(wanted))).map(toConnection),
    fallback: async (wanted) => (await prisma.fallback.findMany(select(wanted))).map(toHierarchy),
    // Only that something changed is delivered: nothing is kept in memory.
    inbox: async () => [],
    latency: async (wanted) => (await prisma.measuredLatency.findMany(select(wanted))).map(toMeasuredLatency),
    rule: async (wanted) => (await prisma.rule.findMany(select(wanted))).map(toRule),
    toolset: async (wanted) => (await prisma.toolset.findMany(select(wanted))).map(toToolset),
    'learning-setting': async (wanted) => {
      const { where, take } = select(wanted);
      const rows = await prisma.learningSetting.findMany({
        where: where && { organisationId: where.id },
        orderBy: { organisationId: 'asc' },
        take,
      });
      return rows.map(toLearningSetting);
    },
    'learnt-outcome': async (wanted) => (await prisma.learntOutcome.findMany(select(wanted))).map(toLearntOutcome),
  };
}

/** A change to a state that is there. Kind and state come from the same reader. */
export const changed = (kind: Kind, state: State): StoredChange => ({ kind, id: state.id, state }) as StoredChange;

/** A change whose row is gone. */
export const removed = (kind: Kind, id: string): StoredChange => ({ kind, id, state: null }) as StoredChange;
