import type { Manifest } from '@assay/contracts';
import type { Caller } from '../identity/caller.js';
import type { Directory } from '../identity/directory.js';
import { requireOwned } from '../identity/ownership.js';
import { recordChange } from '../identity/record-change.js';
import type { AuditLog } from '../kernel/audit-log.js';
import type { ChangeFeed } from '../kernel/change-feed.js';
import type { Clock, Random } from '../kernel/clock.js';
import { type Failure, fail } from '../kernel/failure.js';
import { namespaceOf, splitName } from '../kernel/qualified-name.js';
import { err, ok, type Result } from '../kernel/result.js';
import type { Catalogue } from './catalogue.js';
import type { CatalogueStore } from './catalogue-store.js';
import { checkManifest } from './check-manifest.js';
import { definitionDigest, manifestDigest } from './digests.js';
import type { ToolVersion } from './records.js';
import { versionKey } from './version-number.js';

export interface CataloguePorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly store: CatalogueStore;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  readonly random: Random;
}

export interface Published {
  readonly version: ToolVersion;
  /** False when the same content had been published before. */
  readonly created: boolean;
}

/** Publishes a version of a tool: check, own, insert, record, see. A published version never changes. */
export class PublishVersion {
  readonly #ports: CataloguePorts;

  constructor(ports: CataloguePorts) {
    this.#ports = ports;
  }

  /** `upstreamDigest` pins the upstream's own definition of an imported tool. */
  async run(
    caller: Caller,
    candidate: unknown,
    upstreamDigest: string | null = null,
  ): Promise<Result<Published, Failure>> {
    const checked = this.check(caller, candidate);
    return checked.ok ? this.publish(caller, checked.value, upstreamDigest) : checked;
  }

  /** Publishes a manifest that `check` has passed for this caller. */
  async publish(
    caller: Caller,
    manifest: Manifest,
    upstreamDigest: string | null,
  ): Promise<Result<Published, Failure>> {
    const version = this.#versionOf(caller, manifest, upstreamDigest);
    const known = this.#ports.catalogue.version(manifest.name, version.versionKey);
    const outcome =
      known === undefined ? await this.#ports.store.publish(version) : { kind: 'exists' as const, version: known };
    if (outcome.kind === 'exists') {
      const conflict = conflictOf(version.manifestDigest, outcome.version);
      return conflict === undefined ? ok({ version: outcome.version, created: false }) : err(conflict);
    }
    await recordChange(this.#ports, caller, 'tool.publish', `${manifest.name}@${version.version}`, {
      id: version.id,
      manifestDigest: version.manifestDigest,
    });
    return ok({ version, created: true });
  }

  /** Everything that would keep this caller from publishing the manifest, short of an existing version. */
  check(caller: Caller, candidate: unknown): Result<Manifest, Failure> {
    const manifest = checkManifest(candidate);
    if (!manifest.ok) {
      const count = manifest.error.length;
      return fail(
        'invalid_manifest',
        `The manifest has ${count === 1 ? 'a problem' : `${count} problems`}: see errors.`,
        {
          issues: manifest.error,
        },
      );
    }
    const owned = requireOwned(this.#ports.directory, caller, namespaceOf(manifest.value.name));
    if (!owned.ok) return owned;
    return this.#checkServer(caller, manifest.value);
  }

  /** Why a checked manifest cannot have its number; undefined when it can, or has it already. */
  conflict(manifest: Manifest): Failure | undefined {
    const first = this.#ports.catalogue.version(manifest.name, versionKey(manifest.version) as string);
    return first && conflictOf(manifestDigest(manifest), first);
  }

  /** A tool may live only on a server of a namespace its publisher owns: it is called with that server's credentials. */
  #checkServer(caller: Caller, manifest: Manifest): Result<Manifest, Failure> {
    if (manifest.protocol !== 'mcp') return ok(manifest);
    const name = manifest.endpoint.server as string;
    const mine = requireOwned(this.#ports.directory, caller, namespaceOf(name)).ok;
    if (mine && this.#ports.catalogue.server(name) !== undefined) return ok(manifest);
    return fail('invalid_manifest', `No server "${name}" of yours is registered: POST /v1/servers first.`, {
      issues: [{ path: '/endpoint/server', message: `names no registered server of yours ("${name}")` }],
    });
  }

  #versionOf(caller: Caller, manifest: Manifest, upstreamDigest: string | null): ToolVersion {
    const [namespace, tool] = splitName(manifest.name);
    return {
      id: this.#ports.random.uuid(),
      organisationId: (this.#ports.directory.namespace(namespace)?.organisationId ?? caller.organisationId) as string,
      namespace,
      tool,
      version: manifest.version,
      versionKey: versionKey(manifest.version) as string,
      manifest,
      manifestDigest: manifestDigest(manifest),
      definitionDigest: definitionDigest(manifest),
      upstreamDigest,
      status: 'ACTIVE',
      stage: 'SANDBOX',
      sunsetAt: null,
      quarantined: null,
      lastVerifiedAt: null,
      usageCount: 0,
      publishedAt: this.#ports.clock.now(),
      publishedBy: caller.principalId,
    };
  }
}

/** A version never changes: undefined when the content is the same. */
function conflictOf(mine: string, first: ToolVersion): Failure | undefined {
  if (mine === first.manifestDigest) return undefined;
  return fail(
    'version_conflict',
    `${first.manifest.name}@${first.version} was published with other content, and a version never changes: publish yours under a new number.`,
    { data: { published: first.manifestDigest, yours: mine } },
  ).error;
}
