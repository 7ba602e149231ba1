import type { FastifyRequest } from 'fastify';

/** An MCP address as a protected resource (RFC 9728). Its query is not part of it. */
export interface McpResource {
  /** As this server names it; what access tokens are for. */
  readonly canonical: string;
  /** As the client addressed it: on a local installation `localhost` and `127.0.0.1` are one server. */
  readonly asked: string;
  /** Where its metadata is. */
  readonly metadata: string;
}

export const metadataPath = '/.well-known/oauth-protected-resource';

const path = /^\/mcp(?:\/toolsets\/[^/?#]+|\/servers\/[^/?#]+\/[^/?#]+)?$/;
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Names the MCP addresses of this server. */
export class McpResources {
  constructor(private readonly ownUrl: () => string) {}

  /** The address that a request is for, which is one of MCP. */
  of({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): McpResource {
    return this.at(pathOf(url), headers.host);
  }

  /** @param host as a request names it */
  at(path: string, host: string | undefined): McpResource {
    const origin = host !== undefined && this.#isLocalName(`http://${host}`) ? `http://${host}` : this.ownUrl();
    return {
      canonical: `${this.ownUrl()}${path}`,
      asked: `${origin}${path}`,
      metadata: `${origin}${metadataPath}${path}`,
    };
  }

  /** The canonical form of a resource indicator (RFC 8707); undefined when it names no MCP address of this server. */
  canonical(resource: string): string | undefined {
    if (!URL.canParse(resource)) return undefined;
    const { origin, pathname, hash, username, password } = new URL(resource);
    if (hash !== '' || username !== '' || password !== '') return undefined;
    const own = this.ownUrl();
    const base = new URL(own).pathname.replace(/\/$/, '');
    const isOwn = origin === new URL(own).origin || this.#isLocalName(origin);
    const local = pathname.startsWith(base) ? pathname.slice(base.length).replace(/\/$/, '') : '';
    return isOwn && isMcpPath(local) ? `${own}${local}` : undefined;
  }

  /** Another name of this server on a machine of its own: no name that somebody else's host can have. */
  #isLocalName(origin: string): boolean {
    if (!URL.canParse(origin) || !URL.canParse(this.ownUrl())) return false;
    const [asked, own] = [new URL(origin), new URL(this.ownUrl())];
    return (
      own.protocol === 'http:' &&
      asked.protocol === 'http:' &&
      asked.port === own.port &&
      isLocal(own) &&
      loopback.has(asked.hostname)
    );
  }
}

export const isMcpPath = (text: string): boolean => path.test(text);

const isLocal = ({ hostname }: URL): boolean => loopback.has(hostname) || hostname === '0.0.0.0';

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] as string;
