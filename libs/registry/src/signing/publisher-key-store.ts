/** A publisher's public key, registered for one namespace. Times in ms since the epoch. */
export interface PublisherKey {
  readonly id: string;
  readonly organisationId: string;
  readonly namespace: string;
  /** Unique in the namespace. */
  readonly keyId: string;
  /** SPKI as PEM. */
  readonly publicKey: string;
  readonly title: string;
  readonly createdAt: number;
  readonly createdBy: string | null;
  /** From then on it signs nothing new; null while it does. */
  readonly retiredAt: number | null;
}

/** Publishers' keys. They are read only for signed publications and when shown, so no in-memory copy exists. */
export interface PublisherKeyStore {
  /** Adds the key, or answers the one the namespace has under that key id. */
  addPublisherKey(key: PublisherKey): Promise<PublisherKey>;
  /** Of a namespace, in the order of their key ids, retired ones included. */
  publisherKeys(namespace: string): Promise<readonly PublisherKey[]>;
  /** False when there is no such key, or it is already retired. */
  retirePublisherKey(id: string, at: number): Promise<boolean>;
}
