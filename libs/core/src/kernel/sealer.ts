/** Encrypts secrets at rest. `context` binds a sealed text to its place: it opens under the same one only. */
export interface Sealer {
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): string;
}
