/** Encrypts secrets at rest. `context` binds a sealed text to its place: it opens only with the same context. */
export interface Sealer {
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): string;
  /** Whether a sealed text uses the current key. */
  isPresent(sealed: string): boolean;
  /**
   * Re-encrypts the same secret for the current key without opening it; returns the text unchanged when it already uses
   * that key.
   */
  rewrap(sealed: string): string;
  /** A keyed digest of a text, 32 bytes in base64url: it cannot be computed without the current key. */
  mac(text: string): string;
}
