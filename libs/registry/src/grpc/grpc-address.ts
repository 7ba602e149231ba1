/** Where a gRPC server listens. */
export interface GrpcTarget {
  /** A name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  /** The server's name in requests: `host:port`. */
  readonly authority: string;
}

const shape = /^(?:(grpcs?|https?):\/\/)?(\[[0-9a-f:.]+\]|[^\s:/[\]]+)(?::(\d{1,5}))?\/?$/i;
const tlsPort = 443;
const plainPort = 80;
const defaultPorts: Readonly<Record<string, number>> = { https: tlsPort, grpcs: tlsPort, http: plainPort };
const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i;

/**
 * Parses an address; undefined when invalid. `grpcs://` and `https://` are encrypted, `grpc://` and `http://` are not.
 * `host:port` alone is encrypted unless the host is this machine, where certificates are rare and nobody can intercept.
 */
export function grpcTarget(address: string): GrpcTarget | undefined {
  const [, scheme, bracketed = '', digits] = shape.exec(address) ?? [];
  const host = bracketed.replace(/^\[|\]$/g, '').toLowerCase();
  const port = digits === undefined ? defaultPorts[scheme?.toLowerCase() ?? ''] : Number(digits);
  if (host === '' || port === undefined || port < 1 || port > 65_535) return undefined;
  const isEncrypted = scheme === undefined ? !thisMachine.test(host) : /s$/i.test(scheme);
  return { host, port, isEncrypted, authority: `${host.includes(':') ? `[${host}]` : host}:${port}` };
}

/** Why an address is none, for who wrote it. */
export const noGrpcAddress =
  'must be host:port with a port from 1 to 65535; only https://, grpcs:// and http:// have a default port';
