import type { CreatePublisherKey } from '@assay/contracts';
import {
  audienceOf,
  type Caller,
  canSee,
  type Directory,
  type IdentityPorts,
  recordChange,
  requireOwned,
} from '@assay/identity';
import { type Failure, fail, ok, type Result, type SignatureVerifier } from '@assay/kernel';
import type { PublisherKey, PublisherKeyStore } from './publisher-key-store.js';

export interface PublisherKeyPorts extends Pick<IdentityPorts, 'audit' | 'feed' | 'clock' | 'random'> {
  readonly directory: Directory;
  readonly publisherKeys: PublisherKeyStore;
  readonly verifier: SignatureVerifier;
}

/** Most keys a namespace has in use; retired ones do not count. */
const maxKeys = 20;

/** The public keys by which the owners of a namespace sign what they publish. */
export class ManagePublisherKeys {
  readonly #ports: PublisherKeyPorts;

  constructor(ports: PublisherKeyPorts) {
    this.#ports = ports;
  }

  /** For everybody who sees the namespace: verifying a signature requires its keys. */
  async list(caller: Caller, namespace: string): Promise<Result<readonly PublisherKey[], Failure>> {
    const found = this.#ports.directory.namespace(namespace);
    if (found === undefined || !canSee(caller, audienceOf(found)))
      return fail('not_found', `No namespace "${namespace}".`);
    return ok(await this.#ports.publisherKeys.publisherKeys(found.name));
  }

  /** Registering a key again changes nothing; a retired one stays retired. */
  async add(
    caller: Caller,
    name: string,
    body: CreatePublisherKey,
  ): Promise<Result<{ key: PublisherKey; created: boolean }, Failure>> {
    const owned = requireOwned(this.#ports.directory, caller, name);
    if (!owned.ok) return owned;
    const namespace = owned.value.name;
    const read = this.#ports.verifier.read(body.publicKey);
    if (read === undefined) return fail('invalid_request', noPublicKey, { issues: [noKeyIssue] });
    const present = await this.#ports.publisherKeys.publisherKeys(namespace);
    const same = present.find((it) => it.keyId === read.keyId);
    const refused = same === undefined ? tooMany(namespace, present) : retired(namespace, same);
    if (refused !== undefined) return refused;
    const drafted: PublisherKey = {
      id: this.#ports.random.uuid(),
      organisationId: owned.value.organisationId,
      namespace,
      keyId: read.keyId,
      publicKey: read.pem,
      title: body.title ?? '',
      createdAt: this.#ports.clock.now(),
      createdBy: caller.principalId,
      retiredAt: null,
    };
    const key = await this.#ports.publisherKeys.addPublisherKey(drafted);
    if (key.id !== drafted.id) return retired(namespace, key) ?? ok({ key, created: false });
    await recordChange(this.#ports, caller, 'publisher-key.create', namespace, { keyId: key.keyId });
    return ok({ key, created: true });
  }

  async retire(caller: Caller, name: string, keyId: string): Promise<Result<PublisherKey, Failure>> {
    const owned = requireOwned(this.#ports.directory, caller, name);
    if (!owned.ok) return owned;
    const namespace = owned.value.name;
    const keys = await this.#ports.publisherKeys.publisherKeys(namespace);
    const key = keys.find((it) => it.keyId === keyId);
    if (key === undefined) return fail('not_found', `"${namespace}" has no key ${keyId}.`);
    const at = this.#ports.clock.now();
    if (!(await this.#ports.publisherKeys.retirePublisherKey(key.id, at))) return ok(key);
    await recordChange(this.#ports, caller, 'publisher-key.retire', namespace, { keyId });
    return ok({ ...key, retiredAt: at });
  }
}

const noPublicKey =
  'The text is no Ed25519 public key: `openssl genpkey -algorithm ed25519 -out key.pem` makes a key, `openssl pkey -in key.pem -pubout` shows its public part.';
const noKeyIssue = { path: '/publicKey', message: 'is no Ed25519 public key as PEM' };

const tooMany = (namespace: string, keys: readonly PublisherKey[]) =>
  keys.filter((it) => it.retiredAt === null).length < maxKeys
    ? undefined
    : fail('conflict', `"${namespace}" has ${maxKeys} keys in use: retire one of them first.`);

/** Otherwise signatures made after the retirement would be trusted again. */
const retired = (namespace: string, key: PublisherKey) =>
  key.retiredAt === null
    ? undefined
    : fail('conflict', `The key ${key.keyId} of "${namespace}" has been retired for good: make a new one.`);
