import { officialMetaKey, type ServerJson, serverJsonSchema } from '@assay/contracts';
import { isObject } from '@assay/kernel';
import { checkServerName } from '../official/check-name.js';
import { keptServer } from '../official/publisher-meta.js';
import { type RegistryStatus, registryStatuses } from '../official/registry-server.js';

/** Maximum size of an entry, as JSON. */
const entryBytesCap = 65_536;

/** An entry of another registry, parsed as far as storing it requires. */
export interface MirroredEntry {
  readonly name: string;
  readonly version: string;
  readonly server: ServerJson;
  readonly official: Readonly<Record<string, unknown>> | null;
  readonly status: RegistryStatus;
  readonly statusMessage: string | null;
  /** Milliseconds since the epoch; null when absent. */
  readonly publishedAt: number | null;
  readonly statusChangedAt: number | null;
  /** As written. */
  readonly updatedAt: string | null;
}

/**
 * Parses `{server, _meta}` of another registry, or reports why it cannot be stored. Registries differ in strictness:
 * name and version must be valid here, remotes and packages must have the right shape, and everything else is kept
 * unchanged.
 */
export function readMirroredEntry(entry: unknown): MirroredEntry | { readonly refused: string } {
  if (!isObject(entry) || !isObject(entry.server)) return { refused: 'an entry without a server' };
  const { server } = entry;
  const { name, version } = server;
  if (typeof name !== 'string' || name.length > 200 || checkServerName(name).length > 0)
    return { refused: `${brief(name)}: no name a server can have` };
  if (typeof version !== 'string' || version === '' || version.length > 255 || !isKeepable(version))
    return { refused: `${name}: no version a server can have` };
  if (Buffer.byteLength(JSON.stringify(entry)) > entryBytesCap)
    return { refused: `${name}@${version}: larger than ${entryBytesCap} bytes` };
  const misshapen = shapes.safeParse({ remotes: server.remotes ?? undefined, packages: server.packages ?? undefined });
  if (!misshapen.success) {
    const [first] = misshapen.error.issues;
    return { refused: `${name}@${version}: ${first?.path.join('.')}: ${first?.message}` };
  }
  const meta = isObject(entry._meta) ? entry._meta[officialMetaKey] : undefined;
  const official = isObject(meta) ? meta : null;
  return {
    name,
    version,
    server: keptServer(server as ServerJson),
    official,
    status: statusOf(official?.status),
    statusMessage: typeof official?.statusMessage === 'string' ? keepable(official.statusMessage) : null,
    publishedAt: timeOf(official?.publishedAt),
    statusChangedAt: timeOf(official?.statusChangedAt),
    updatedAt: timeOf(official?.updatedAt) === null ? null : (official?.updatedAt as string),
  };
}

const statusOf = (status: unknown): RegistryStatus => registryStatuses.find((it) => it === status) ?? 'active';

/** Times outside this range are invalid, and not every store can represent them. */
const lastTime = Date.UTC(9999, 11, 31);

const timeOf = (text: unknown): number | null => {
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return at >= 0 && at <= lastTime ? at : null;
};

/** Databases cannot store a NUL in a text. */
const isKeepable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The parts of a document that are read later, when importing its tools or looking up its addresses. */
const shapes = serverJsonSchema
  .pick({ remotes: true, packages: true })
  .refine(({ remotes = [] }) => remotes.every(({ url = '' }) => isKeepable(url)), {
    message: 'an address with NUL',
    path: ['remotes'],
  });
const keepable = (text: string): string => text.slice(0, 500).replaceAll('\0', '\ufffd').toWellFormed();

const brief = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 100);
