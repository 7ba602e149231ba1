import type { RegistryStatusBody } from '@assay/contracts';
import { type Failure, fail } from '../../kernel/failure.js';
import { ok, type Result } from '../../kernel/result.js';
import { latestUpdates } from './latest-version.js';
import { type OfficialPorts, recordOfficial } from './official-ports.js';
import { namespaceOfServer, type Publisher } from './publisher.js';
import type { RegistryServer, ServerVersion } from './registry-server.js';
import type { ServerChange, ServerSituation, ServerUpdate } from './registry-server-store.js';
import { conflictingUse } from './remote-use.js';

type StatusPorts = Pick<OfficialPorts, 'store' | 'audit'>;

/** Changes the status of one version of a server, or of all of them at once. Any status may follow any other. */
export class ChangeServerStatus {
  constructor(private readonly ports: StatusPorts) {}

  async one(
    publisher: Publisher,
    { name, version }: { readonly name: string; readonly version: string },
    body: RegistryStatusBody,
  ): Promise<Result<RegistryServer, Failure>> {
    const changed = await this.#change(publisher, name, body, {
      chosen: (it) => it.version === version,
      missing: 'Server version not found',
      unchanged: 'No changes to apply: status and message are already set to the provided values',
    });
    if (!changed.ok) return changed;
    await recordOfficial(this.ports, publisher, 'registry.status', `${name}@${version}`, { ...body });
    return ok(changed.value[0] as RegistryServer);
  }

  /** Answers the versions that changed, newest publication first. */
  async all(
    publisher: Publisher,
    name: string,
    body: RegistryStatusBody,
  ): Promise<Result<readonly RegistryServer[], Failure>> {
    const changed = await this.#change(publisher, name, body, {
      chosen: () => true,
      missing: 'Server not found',
      unchanged: 'No changes to apply: all versions already have the requested status and message',
    });
    if (!changed.ok) return changed;
    await recordOfficial(this.ports, publisher, 'registry.status', name, { ...body, versions: changed.value.length });
    return changed;
  }

  async #change(
    publisher: Publisher,
    name: string,
    body: RegistryStatusBody,
    about: Selection,
  ): Promise<Result<readonly RegistryServer[], Failure>> {
    if (body.status === 'active' && body.statusMessage)
      return fail('malformed_request', 'status_message cannot be provided when setting status to active');
    if (!publisher.mayEdit(namespaceOfServer(name)))
      return fail('forbidden', 'You do not have publish or edit permissions for this server');
    const { result, written } = await this.ports.store.change({ names: [name] }, (situation) =>
      decide(name, body, about, situation),
    );
    if (!result.ok) return result;
    return ok(written.filter(({ id }) => result.value.has(id)));
  }
}

interface Selection {
  readonly chosen: (version: ServerVersion) => boolean;
  readonly missing: string;
  readonly unchanged: string;
}

function decide(
  name: string,
  { status, statusMessage }: RegistryStatusBody,
  { chosen, missing, unchanged }: Selection,
  situation: ServerSituation,
): ServerChange<Result<ReadonlySet<string>, Failure>> {
  const present = situation.versions.get(name) ?? [];
  const targets = present.filter(chosen);
  if (targets.length === 0) return { result: fail('not_found', missing) };
  if (targets.some(({ origin }) => origin !== null))
    return {
      result: fail('malformed_request', `Server ${name} is mirrored from another registry: change its status there`),
    };
  const message = statusMessage || null;
  const moving = targets.filter((it) => it.status !== status || it.statusMessage !== message);
  if (moving.length === 0) return { result: fail('malformed_request', unchanged) };
  const restored = status === 'deleted' ? [] : moving.filter((it) => it.status === 'deleted');
  const used = conflictingUse(
    name,
    restored.flatMap((it) => it.remoteUrls),
    situation,
  );
  if (used !== undefined)
    return {
      result: fail('invalid_manifest', 'Failed to update server status', {
        issues: [{ path: 'remotes', message: used }],
      }),
    };
  const { at } = situation;
  const ids = new Set(moving.map(({ id }) => id));
  const values = { status, statusMessage: message, statusChangedAt: at, updatedAt: at };
  const next = present.map((it) => (ids.has(it.id) ? { ...it, ...values } : it));
  return {
    update: merged(
      moving.map(({ id }) => ({ id, ...values })),
      latestUpdates(next, at),
    ),
    result: ok(ids),
  };
}

/** Updates of the same version become one. */
function merged(...lists: readonly (readonly ServerUpdate[])[]): ServerUpdate[] {
  const byId = new Map<string, ServerUpdate>();
  for (const update of lists.flat()) byId.set(update.id, { ...byId.get(update.id), ...update });
  return [...byId.values()];
}
