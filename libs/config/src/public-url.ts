import type { Config } from './config.js';

/** Hosts that mean "every interface": good to listen on, useless to connect to. */
const everyInterface: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * The address others use, without a slash at its end: the configured one, or the one the server listens on.
 * `listeningPort` is the port in use, which differs from the configured one when that is 0.
 */
export function publicUrlOf(config: Pick<Config, 'publicUrl' | 'host'>, listeningPort: number): string {
  if (config.publicUrl !== null) return config.publicUrl;
  const host = everyInterface[config.host] ?? config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${listeningPort}`;
}
