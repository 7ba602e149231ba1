/** The registry's own signature. */
export interface Signer {
  /** Identifies the public key: the first 16 hex digits of its SHA-256. */
  readonly keyId: string;
  /** Ed25519 over the UTF-8 bytes of the text, in base64url. */
  sign(text: string): string;
}

/** An Ed25519 public key with its id. */
export interface PublicKey {
  readonly keyId: string;
  /** SPKI as PEM, in the normal form of that key. */
  readonly pem: string;
}

/** Verifies signatures of others. */
export interface SignatureVerifier {
  /** The key in a text; undefined when the text contains no Ed25519 public key. A private key does not count. */
  read(pem: string): PublicKey | undefined;
  /** Whether the signature (base64url) over the UTF-8 bytes of the text was made with that key. */
  verify(pem: string, text: string, signature: string): boolean;
}
