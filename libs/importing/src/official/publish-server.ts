import type { ServerIssue, ServerJson } from '@assay/contracts';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { checkServer, errorsOf } from './check-server.js';
import { latestUpdates } from './latest-version.js';
import {
  type OfficialPorts,
  organisationFor,
  type PublicationBy,
  recordOfficial,
  revocationOf,
} from './official-ports.js';
import { namespaceOfServer, type Publisher } from './publisher.js';
import { keptServer } from './publisher-meta.js';
import type { RegistryServer } from './registry-server.js';
import type { ServerChange, ServerSituation } from './registry-server-store.js';
import { remoteUrlsOf } from './remote-urls.js';
import { conflictingUse } from './remote-use.js';

/** Most versions of one server. */
export const versionsCap = 10_000;

/** Publishes a version of a server: checks permission, validity and novelty, inserts it and updates the latest. */
export class PublishServer {
  constructor(private readonly ports: OfficialPorts) {}

  async run(publisher: Publisher, candidate: unknown): Promise<Result<RegistryServer, Failure>> {
    const checked = this.#check(publisher, candidate);
    if (!checked.ok) return checked;
    const server = checked.value;
    const counted = await this.ports.count?.(this.#by(publisher, server.name));
    if (counted?.ok === false) return counted;
    const about = { names: [server.name], remoteUrls: remoteUrlsOf(server) };
    const { result, written } = await this.ports.store.change(about, (situation) =>
      this.#decide(publisher, server, situation),
    );
    if (!result.ok) {
      await counted?.value();
      return result;
    }
    const published = written.find(({ id }) => id === result.value) as RegistryServer;
    await recordOfficial(this.ports, publisher, {
      organisationId: published.organisationId,
      action: 'registry.publish',
      subject: `${server.name}@${server.version}`,
      details: { id: published.id },
    });
    return ok(published);
  }

  /** Domains without an organisation do not use up the limit of the installation's own. */
  #by({ organisationId: own, subject }: Publisher, name: string): PublicationBy {
    const organisationId = this.ports.directory.namespace(namespaceOfServer(name))?.organisationId ?? own;
    return organisationId === null ? { domain: subject } : { organisationId };
  }

  #check(publisher: Publisher, candidate: unknown): Result<ServerJson, Failure> {
    const { server, issues } = checkServer(candidate, this.ports.hostRule);
    const shape = issues.filter(({ type, severity }) => type === 'schema' && severity === 'error');
    if (server === undefined || shape.length > 0)
      return fail('invalid_request', 'validation failed', { issues: shape.map(asIssue) });
    if (!publisher.mayPublish(namespaceOfServer(server.name))) return notYours(publisher, server.name);
    const errors = errorsOf(issues);
    return errors.length === 0 ? ok(keptServer(server)) : refused(...errors.map(asIssue));
  }

  #decide(publisher: Publisher, server: ServerJson, situation: ServerSituation): ServerChange<Result<string, Failure>> {
    const present = situation.versions.get(server.name) ?? [];
    const no = (path: string, message: string) => ({ result: refused({ path, message }) });
    if (present.some(({ origin }) => origin !== null))
      return no(
        'name',
        `server ${server.name} is mirrored from another registry: publish it there, or ask an administrator to stop mirroring it`,
      );
    if (present.some(({ version }) => version === server.version))
      return no('version', 'invalid version: cannot publish duplicate version');
    if (present.length >= versionsCap)
      return no('version', `server ${server.name} has the maximum of ${versionsCap} versions`);
    const used = conflictingUse(server.name, remoteUrlsOf(server), situation);
    if (used !== undefined) return no('remotes', used);
    const added = this.#newServer(publisher, server, situation.at);
    const latest = latestUpdates([...present, added], situation.at);
    return {
      insert: [{ ...added, isLatest: latest.some(({ id, isLatest }) => id === added.id && isLatest) }],
      update: latest.filter(({ id }) => id !== added.id),
      result: ok(added.id),
    };
  }

  #newServer(publisher: Publisher, server: ServerJson, at: number): RegistryServer {
    const { name, version } = server;
    return {
      id: this.ports.random.uuid(),
      organisationId: organisationFor(this.ports, name, publisher),
      name,
      version,
      server,
      status: 'active',
      statusMessage: null,
      publishedAt: at,
      updatedAt: at,
      statusChangedAt: at,
      isLatest: false,
      origin: null,
      official: null,
      revocation: revocationOf(this.ports, name, version),
    };
  }
}

const asIssue = ({ path, message }: ServerIssue) => ({ path, message });

const refused = (...issues: { path: string; message: string }[]) =>
  fail('invalid_manifest', 'Failed to publish server', { issues });

function notYours({ resources }: Publisher, name: string) {
  const list = resources.length === 0 ? 'nothing yet' : resources.join(', ');
  return fail(
    'namespace_forbidden',
    `You do not have permission to publish this server. You have permission to publish: ${list}. Attempting to publish: ${name}`,
  );
}
