/** What a server describes: its files, and which services of theirs it offers. All of them when absent. */
export interface DescribedServer {
  readonly files: readonly Uint8Array[];
  readonly services?: readonly string[];
}
