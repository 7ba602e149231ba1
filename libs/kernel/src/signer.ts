/** The registry's own signature. */
export interface Signer {
  /** Names the public key: the first 16 hex digits of its SHA-256. */
  readonly keyId: string;
  /** Ed25519 over the UTF-8 bytes of the text, in base64url. */
  sign(text: string): string;
}

/** An Ed25519 public key, and the name every text about it uses. */
export interface PublicKey {
  readonly keyId: string;
  /** SPKI as PEM, written the one way that key always is. */
  readonly pem: string;
}

/** Checks signatures that others made. */
export interface SignatureVerifier {
  /** The key of a text; undefined when the text holds no Ed25519 public key. A private key is none. */
  read(pem: string): PublicKey | undefined;
  /** Whether the signature (base64url) is that key's over the UTF-8 bytes of the text. */
  verify(pem: string, text: string, signature: string): boolean;
}
