import type { RegistryStatusBody } from '@assay/contracts';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
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
    const server = changed.value[0] as RegistryServer;
    await this.#record(publisher, server, `${name}@${version}`, { ...body });
    return ok(server);
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
    const details = { ...body, versions: changed.value.length };
    await this.#record(publisher, changed.value[0] as RegistryServer, name, details);
    return changed;
  }

  #record(publisher: Publisher, { organisationId }: RegistryServer, subject: string, details: Record<string, unknown>) {
    return recordOfficial(this.ports, publisher, { organisationId, action: 'registry.status', subject, details });
  }

  async #change(
    publisher: Publisher,
    name: string,
    body: RegistryStatusBody,
    about: Selection,
  ): Promise<Result<readonly RegistryServer[], Failure>> {
    if (body.status === 'active' && body.statusMessage)
      return fail('malformed_request', 'status_message cannot be provided when setting status to active');
    if (name.includes('\0')) return fail('not_found', about.missing);
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
  body: RegistryStatusBody,
  { chosen, missing, unchanged }: Selection,
  situation: ServerSituation,
): ServerChange<Result<ReadonlySet<string>, Failure>> {
  const present = situation.versions.get(name) ?? [];
  const targets = present.filter(chosen);
  if (targets.length === 0) return { result: fail('not_found', missing) };
  if (targets.some(({ origin }) => origin !== null)) return { result: fail('malformed_request', mirroredText(name)) };
  const message = body.statusMessage || null;
  const moving = targets.filter((it) => it.status !== body.status || it.statusMessage !== message);
  if (moving.length === 0) return { result: fail('malformed_request', unchanged) };
  const used = body.status === 'deleted' ? undefined : conflictOfRestored(name, moving, situation);
  if (used !== undefined) {
    const issues = [{ path: 'remotes', message: used }];
    return { result: fail('invalid_manifest', 'Failed to update server status', { issues }) };
  }
  const { at } = situation;
  const ids = new Set(moving.map(({ id }) => id));
  const values = { status: body.status, statusMessage: message, statusChangedAt: at, updatedAt: at };
  const next = present.map((it) => (ids.has(it.id) ? { ...it, ...values } : it));
  return {
    update: merged(
      moving.map(({ id }) => ({ id, ...values })),
      latestUpdates(next, at),
    ),
    result: ok(ids),
  };
}

const mirroredText = (name: string): string =>
  `Server ${name} is mirrored from another registry: change its status there`;

/** A deleted version released its addresses; another server may use them now. */
function conflictOfRestored(
  name: string,
  moving: readonly ServerVersion[],
  situation: ServerSituation,
): string | undefined {
  const restored = moving.filter(({ status }) => status === 'deleted');
  return conflictingUse(
    name,
    restored.flatMap(({ remoteUrls }) => remoteUrls),
    situation,
  );
}

/** Merges updates of the same version. */
function merged(...lists: readonly (readonly ServerUpdate[])[]): ServerUpdate[] {
  const byId = new Map<string, ServerUpdate>();
  for (const update of lists.flat()) byId.set(update.id, { ...byId.get(update.id), ...update });
  return [...byId.values()];
}
