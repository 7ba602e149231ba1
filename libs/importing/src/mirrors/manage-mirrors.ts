import type { CreateMirror } from '@assay/contracts';
import { type Caller, type Directory, defaultOrganisation, recordChange, runsInstallation } from '@assay/identity';
import {
  type AuditLog,
  type ChangeFeed,
  type Clock,
  digestText,
  type Failure,
  fail,
  isUuid,
  ok,
  type Result,
  withoutEnd,
} from '@assay/kernel';
import type { RegistryServerStore } from '../official/registry-server-store.js';
import { hideMirrored } from './hide-mirrored.js';
import type { Mirror, MirrorStore, RegistrySource } from './mirror.js';

export interface ManageMirrorsPorts {
  readonly mirrors: MirrorStore;
  readonly servers: RegistryServerStore;
  readonly source: Pick<RegistrySource, 'objection'>;
  readonly directory: Directory;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  /** Whether an address is this installation's own. */
  readonly isOwn: (url: string) => boolean;
}

const defaultEverySeconds = 600;

/** Which other registries are followed: the affair of who runs the installation. */
export class ManageMirrors {
  readonly #ports: ManageMirrorsPorts;

  constructor(ports: ManageMirrorsPorts) {
    this.#ports = ports;
  }

  async add(caller: Caller, { url, everySeconds }: CreateMirror): Promise<Result<Mirror, Failure>> {
    const allowed = this.#allowed(caller);
    if (!allowed.ok) return allowed;
    const base = baseOf(url);
    if (base === undefined) return badAddress('must have no credentials, query or fragment');
    if (this.#ports.isOwn(base)) return badAddress('is the address of this registry');
    const objection = await this.#ports.source.objection(base);
    if (objection !== null) {
      return fail('address_forbidden', objection, { issues: [{ path: '/url', message: 'may not be reached' }] });
    }
    const now = this.#ports.clock.now();
    const mirror: Mirror = {
      id: mirrorId(base),
      organisationId: caller.organisationId as string,
      url: base,
      everyMs: (everySeconds ?? defaultEverySeconds) * 1_000,
      createdAt: now,
      createdBy: caller.principalId,
      syncedTo: null,
      walk: null,
      lastSuccessAt: null,
      lastAttemptAt: null,
      nextAt: now,
      failures: 0,
      error: null,
      skipped: 0,
      skippedExample: null,
    };
    if ((await this.#ports.mirrors.addMirror(mirror)) === 'taken') {
      return fail('conflict', `${base} is already mirrored: POST /v1/mirrors/${mirror.id}/sync checks it for changes.`);
    }
    await recordChange(this.#ports, caller, 'mirror.create', base, { mirror: mirror.id });
    return ok(mirror);
  }

  async list(caller: Caller): Promise<Result<readonly Mirror[], Failure>> {
    const allowed = this.#allowed(caller);
    return allowed.ok ? ok(await this.#ports.mirrors.mirrors()) : allowed;
  }

  async find(caller: Caller, id: string): Promise<Result<Mirror, Failure>> {
    const allowed = this.#allowed(caller);
    if (!allowed.ok) return allowed;
    const mirror = isUuid(id) ? await this.#ports.mirrors.findMirror(id) : undefined;
    return mirror === undefined ? fail('not_found', `No mirror "${id}": GET /v1/mirrors lists them.`) : ok(mirror);
  }

  /** Its entries are hidden rather than deleted, so that followers of this registry see the change. */
  async remove(caller: Caller, id: string): Promise<Result<null, Failure>> {
    const found = await this.find(caller, id);
    if (!found.ok) return found;
    if (!(await this.#ports.mirrors.removeMirror(id))) return fail('not_found', `No mirror "${id}".`);
    const hidden = await hideMirrored(this.#ports.servers, id, `${found.value.url} is not followed any more`);
    await recordChange(this.#ports, caller, 'mirror.delete', found.value.url, { mirror: id, hidden });
    return ok(null);
  }

  #allowed(caller: Caller): Result<null, Failure> {
    if (runsInstallation(caller, this.#ports.directory)) return ok(null);
    return fail('forbidden', `Mirrors are managed by administrators of "${defaultOrganisation}".`);
  }
}

/** The base address of the API's versions, for any spelling. */
export function baseOf(text: string): string | undefined {
  const url = new URL(text);
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '') return undefined;
  const path = withoutEnd(url.pathname, '/').replace(/\/v0(?:\.1)?(?:\/servers)?$/, '');
  return `${url.origin}${path}`;
}

const badAddress = (message: string) =>
  fail('invalid_request', `/url ${message}.`, { issues: [{ path: '/url', message }] });

/**
 * Derived from the address (a UUID of version 8 over its SHA-256), so that a removed and re-added mirror recognises its
 * entries.
 */
function mirrorId(base: string): string {
  const hex = digestText(`assay mirror ${base}`).slice('sha256:'.length);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
