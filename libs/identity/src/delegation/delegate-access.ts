import { dayMs, digestText, type Failure, fail, ok, type Result } from '@assay/kernel';
import { issueKey, prefixOf } from '../api-key.js';
import { type Caller, reaches } from '../caller.js';
import type { IdentityPorts } from '../identity-ports.js';
import { endOfKey } from '../key-in-force.js';
import { seesNamespace } from '../ownership.js';
import { recordChange } from '../record-change.js';
import type { ApiKey } from '../records.js';
import { grantableScopes } from './delegable-scopes.js';

/** What a person allows a client. */
export interface ClientConsent {
  readonly clientId: string;
  readonly clientName: string;
  /** The MCP address that its tokens are for. */
  readonly resource: string;
  readonly scopes: readonly string[];
  /** Null for every namespace that the person reaches. */
  readonly namespaces: readonly string[] | null;
}

export type DelegatePorts = IdentityPorts;

/** A consent whose client never fetches a token ends after this time, in ms. */
const unusedMs = 10 * 60_000;
/** A client that does not refresh its tokens for so long has to sign in again, in ms. */
export const idleMs = 30 * dayMs;

/** Keys that clients are granted through a sign-in: made by a person's consent, used with access tokens alone. */
export class DelegateAccess {
  readonly #ports: DelegatePorts;

  constructor(ports: DelegatePorts) {
    this.#ports = ports;
  }

  /** Of the scopes a client asks for, those that this person can grant. */
  grantable = (person: Caller, asked: readonly string[]): string[] => grantableScopes(person, asked);

  /** Makes the client's key; returns its id. A person grants no right that they do not have themselves. */
  async consent(person: Caller, consent: ClientConsent): Promise<Result<string, Failure>> {
    const { clock, random, store, directory } = this.#ports;
    const { principalId, organisationId } = person;
    if (principalId === null || organisationId === null) return fail('unauthenticated', 'Sign in first.');
    const beyond = consent.scopes.filter((it) => !this.grantable(person, consent.scopes).includes(it));
    if (beyond.length > 0 || consent.scopes.length === 0)
      return invalid(
        '/scopes',
        `must be scopes that you can grant${beyond.length > 0 ? `, not ${beyond.join(', ')}` : ''}`,
      );
    const namespaces = consent.namespaces?.map(directory.aliases.namespace) ?? person.namespaces;
    const unknown = consent.namespaces?.find((it) => !this.#mayName(person, it));
    if (unknown !== undefined) return invalid('/namespaces', `"${unknown}" is not a namespace that you can see`);
    const { prefix, hash } = issueKey(random);
    const { clientId, clientName, resource, scopes } = consent;
    const key: ApiKey = {
      ...{ id: random.uuid(), organisationId, principalId, prefix, hash },
      ...{ scopes: [...scopes], namespaces, createdAt: clock.now(), createdBy: principalId },
      expiresAt: clock.now() + unusedMs,
      revokedAt: null,
      delegation: { clientId, clientName, resource, tokens: [] },
    };
    await store.addKey(key);
    await recordChange(this.#ports, person, 'key.delegate', person.name, {
      ...{ prefix, scopes, namespaces, client: clientId, clientName, resource },
    });
    return ok(key.id);
  }

  /** Lets a token act with the key. False when the key has been revoked meanwhile. */
  async addToken(keyId: string, token: string, scopes: readonly string[], expiresAt: number): Promise<boolean> {
    const { clock, store, feed } = this.#ports;
    const kept = { prefix: prefixOf(token), hash: digestText(token), scopes, expiresAt };
    const isAdded = await store.addToken(keyId, kept, clock.now() + idleMs, clock.now());
    // The client uses it at once.
    await feed.caughtUp();
    return isAdded;
  }

  async removeToken(keyId: string, token: string): Promise<void> {
    await this.#ports.store.removeToken(keyId, prefixOf(token));
    await this.#ports.feed.caughtUp();
  }

  /** Ends what a person allowed: the client gave it up, or a token of it was used twice. */
  async revoke(keyId: string, reason: string): Promise<void> {
    const { store, directory, clock, audit, feed } = this.#ports;
    if (!(await store.revokeKey(keyId, clock.now()))) return;
    const key = directory.key(keyId);
    const { settled } = audit.append({
      organisationId: key?.organisationId ?? null,
      principalId: key?.principalId ?? null,
      action: 'key.revoke',
      subject: keyId,
      details: { prefix: key?.prefix, client: key?.delegation?.clientId, reason },
    });
    await Promise.all([settled, feed.caughtUp()]);
  }

  /** Whether the key can still be given tokens, as far as this replica knows. */
  isInForce = (keyId: string): boolean =>
    endOfKey(this.#ports.directory.key(keyId), this.#ports.clock.now()) === undefined;

  /** Whether somebody still exists who consented. */
  hasPrincipal = (principalId: string): boolean => this.#ports.directory.principal(principalId) !== undefined;

  #mayName(person: Caller, name: string): boolean {
    const namespace = this.#ports.directory.namespace(name);
    return namespace !== undefined && reaches(person, namespace.name) && seesNamespace(person, namespace);
  }
}

const invalid = (path: string, message: string) =>
  fail('invalid_request', `${path.slice(1)}: ${message}.`, { issues: [{ path, message }] });
