import type { Manifest } from '@assay/contracts';
import type { Directory } from '@assay/identity';
import { type Failure, fail, namespaceOf, ok, type Result, type SignatureVerifier } from '@assay/kernel';
import { manifestDigest } from '../digests.js';
import type { Signature } from '../records.js';
import { entryText } from './entry-text.js';
import type { PublisherKeyStore } from './publisher-key-store.js';

/** A signature submitted with a manifest. */
export interface GivenSignature {
  readonly keyId: string;
  /** base64url. */
  readonly signature: string;
}

export interface PublisherSignaturePorts {
  readonly publisherKeys: Pick<PublisherKeyStore, 'publisherKeys'>;
  readonly verifier: SignatureVerifier;
  readonly directory: Pick<Directory, 'namespace'>;
}

/**
 * Verifies a publisher's signature of a manifest, made `at` or before; an unknown key or a signature of other content
 * is rejected.
 */
export async function takePublisherSignature(
  { publisherKeys, verifier, directory }: PublisherSignaturePorts,
  manifest: Manifest,
  { keyId, signature }: GivenSignature,
  at: number,
): Promise<Result<Signature, Failure>> {
  const named = namespaceOf(manifest.name);
  // The manifest may use a former name of the namespace.
  const namespace = directory.namespace(named)?.name ?? named;
  const keys = await publisherKeys.publisherKeys(namespace);
  const key = keys.find((it) => it.keyId === keyId);
  if (key === undefined) return fail('invalid_signature', unknownKey(namespace, keyId, keys.length));
  if (key.retiredAt !== null) {
    return fail('invalid_signature', `The key ${keyId} of "${namespace}" has been retired: sign with another one.`);
  }
  const digest = manifestDigest(manifest);
  const text = entryText({ manifest, manifestDigest: digest });
  if (!verifier.verify(key.publicKey, text, signature)) {
    return fail(
      'invalid_signature',
      `The signature is not one of the key ${keyId} over ${manifest.name}@${manifest.version} with the digest ${digest}: sign the manifest that is sent, as the text assay-entry-v1, name@version and digest on a line each.`,
      { data: { signedText: text, manifestDigest: digest } },
    );
  }
  return ok({ by: 'publisher', keyId, signature, signedAt: at });
}

const unknownKey = (namespace: string, keyId: string, known: number): string =>
  `"${namespace}" has ${known === 0 ? 'no publisher keys' : `no key ${keyId}`}: register the public key with POST /v1/namespaces/${namespace}/keys first.`;
