/** Encrypts secrets at rest. `context` binds a sealed text to its place: it opens under the same one only. */
export interface Sealer {
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): string;
  /** Whether a sealed text needs no other key than the present one. */
  isPresent(sealed: string): boolean;
  /** The same secret under the present key, without opening it; the text itself when it already is. */
  rewrap(sealed: string): string;
  /** A keyed digest of a text, 32 bytes in base64url: it cannot be computed without the present key. */
  mac(text: string): string;
}
