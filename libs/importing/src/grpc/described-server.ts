/** A server's description: its files, and the services it offers. All services in the files when absent. */
export interface DescribedServer {
  readonly files: readonly Uint8Array[];
  readonly services?: readonly string[];
}
