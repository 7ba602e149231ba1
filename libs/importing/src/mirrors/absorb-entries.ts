import type { Directory } from '@assay/identity';
import { canonicalJson, type Random } from '@assay/kernel';
import { latestUpdates } from '../official/latest-version.js';
import type { RegistryServer, ServerRevocation, ServerVersion } from '../official/registry-server.js';
import type {
  RegistryServerStore,
  ServerChange,
  ServerSituation,
  ServerUpdate,
} from '../official/registry-server-store.js';
import type { Mirror } from './mirror.js';
import type { MirroredEntry } from './mirrored-entry.js';

export interface Absorbed {
  readonly inserted: number;
  readonly updated: number;
  /** Why entries were rejected. */
  readonly refused: readonly string[];
}

type Whose = Pick<Mirror, 'id' | 'organisationId'>;

export interface AbsorbPorts {
  readonly servers: RegistryServerStore;
  readonly random: Random;
  /** The revocation that covers a version of a server now. */
  readonly revocationOf: (name: string, version: string) => ServerRevocation | null;
  readonly directory: Pick<Directory, 'namespace'>;
}

/**
 * Stores a page of another registry's entries: adds new ones, replaces changed ones, skips others. A name belongs to
 * its first owner: a publisher here, or one mirror; a namespace with an owner here accepts no entries from elsewhere.
 * Revoked entries are stored as revoked.
 */
export async function absorbEntries(
  ports: AbsorbPorts,
  mirror: Whose,
  entries: readonly MirroredEntry[],
): Promise<Absorbed> {
  const byName = Map.groupBy(entries, ({ name }) => name);
  const { result } = await ports.servers.change({ names: [...byName.keys()] }, (situation) => {
    const changes = [...byName].map(([name, of]) => absorbName(name, of, { ...ports, situation, mirror }));
    return joined(changes);
  });
  return result;
}

interface Context extends Omit<AbsorbPorts, 'servers'> {
  readonly situation: ServerSituation;
  readonly mirror: Whose;
}

function absorbName(
  name: string,
  entries: readonly MirroredEntry[],
  { situation, mirror, random, revocationOf, directory }: Context,
): ServerChange<Absorbed> {
  const present = situation.versions.get(name) ?? [];
  const foreign = present.find((it) => it.origin !== mirror.id);
  if (foreign !== undefined) {
    const owner = foreign.origin === null ? 'is published here' : 'comes from another mirror';
    return { result: { inserted: 0, updated: 0, refused: [`${name}: the name ${owner}`] } };
  }
  const namespace = name.slice(0, name.indexOf('/')).toLowerCase();
  if (present.length === 0 && directory.namespace(namespace) !== undefined) {
    return { result: { inserted: 0, updated: 0, refused: [`${name}: the namespace ${namespace} is owned here`] } };
  }
  const { at } = situation;
  // For an entry that appears twice, the later one counts.
  const latest = new Map(entries.map((it) => [it.version, it]));
  const insert: RegistryServer[] = [];
  const update = new Map<string, ServerUpdate>();
  for (const entry of latest.values()) {
    const known = present.find((it) => it.version === entry.version);
    if (known === undefined) {
      const added = newServer(entry, random.uuid(), mirror, at);
      insert.push({ ...added, revocation: revocationOf(name, entry.version) });
    } else if (differs(known, entry)) update.set(known.id, { id: known.id, ...changeable(entry, at), updatedAt: at });
  }
  const updated = update.size;
  const after: Parameters<typeof latestUpdates>[0] = [
    ...present.map((it) => ({ ...it, ...update.get(it.id) })),
    ...insert,
  ];
  for (const turn of latestUpdates(after, at)) update.set(turn.id, { ...update.get(turn.id), ...turn });
  return { insert, update: [...update.values()], result: { inserted: insert.length, updated, refused: [] } };
}

/** The other registry's changes, including to the document, all change the block. */
const differs = (known: ServerVersion, entry: MirroredEntry): boolean =>
  canonicalJson(known.official) !== canonicalJson(entry.official) || known.status !== entry.status;

const changeable = (entry: MirroredEntry, at: number) => ({
  server: entry.server,
  status: entry.status,
  statusMessage: entry.statusMessage,
  statusChangedAt: entry.statusChangedAt ?? at,
  official: entry.official,
});

const newServer = (entry: MirroredEntry, id: string, mirror: Whose, at: number): RegistryServer => ({
  id,
  organisationId: mirror.organisationId,
  name: entry.name,
  version: entry.version,
  ...changeable(entry, at),
  publishedAt: entry.publishedAt ?? at,
  updatedAt: at,
  isLatest: false,
  origin: mirror.id,
  revocation: null,
});

const joined = (changes: readonly ServerChange<Absorbed>[]): ServerChange<Absorbed> => ({
  insert: changes.flatMap((it) => it.insert ?? []),
  update: changes.flatMap((it) => it.update ?? []),
  result: {
    inserted: changes.reduce((sum, it) => sum + it.result.inserted, 0),
    updated: changes.reduce((sum, it) => sum + it.result.updated, 0),
    refused: changes.flatMap((it) => it.result.refused),
  },
});
