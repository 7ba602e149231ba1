/**
 * Decides where a sandbox may connect to: resolves to the addresses of `host` that may be connected to at `port` (0: at
 * any port), none when it is forbidden. Rejects when the name cannot be resolved.
 */
export type Permit = (host: string, port: number) => Promise<readonly string[]>;

/** Something the sandbox stopped. */
export type Refusal =
  | { readonly kind: 'host'; readonly host: string; readonly port: number }
  | { readonly kind: 'memory'; readonly limitMb: number }
  | { readonly kind: 'processes'; readonly limit: number };
