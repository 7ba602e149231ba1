/** What a search looks for. */
export interface Finder {
  /** Where it begins in a line; -1 when it is not there. */
  inLine(line: string): number;
  /** False only when no line of the text has it. */
  maybeIn(text: string): boolean;
}
