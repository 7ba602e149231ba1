/** Encrypts secrets at rest. `context` binds a sealed text to its place: it opens under the same one only. */
export interface Sealer {
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): string;
  /** Whether a sealed text needs no other key than the present one. */
  isPresent(sealed: string): boolean;
  /** The same secret under the present key, without opening it; the text itself when it already is. */
  rewrap(sealed: string): string;
}
