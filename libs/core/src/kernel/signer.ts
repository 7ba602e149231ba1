/** The registry's own signature. */
export interface Signer {
  /** Names the public key: the first 16 hex digits of its SHA-256. */
  readonly keyId: string;
  /** Ed25519 over the UTF-8 bytes of the text, in base64url. */
  sign(text: string): string;
}
