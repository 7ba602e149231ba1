import { isIP } from 'node:net';
import type { Config } from '@assay/config';
import type { RelyingParty } from '@assay/identity';
import type { FastifyRequest } from 'fastify';
import { ownHosts } from './mcp/own-host.js';

type Request = Pick<FastifyRequest, 'headers' | 'protocol'>;

/** Origins at which browsers reach this server, and what follows from them. */
export class OwnOrigins {
  readonly #config: Pick<Config, 'host' | 'publicUrl'>;
  readonly #ownUrl: () => string;

  constructor(config: Pick<Config, 'host' | 'publicUrl'>, ownUrl: () => string) {
    this.#config = config;
    this.#ownUrl = ownUrl;
  }

  /** Whether cookies are sent over https alone. */
  isSecure = ({ protocol }: Request): boolean =>
    protocol === 'https' || this.#config.publicUrl?.startsWith('https:') === true;

  /** Whether a page of this server sent the request. Every browser states one of both headers when it sends data. */
  isSameOrigin(request: Request): boolean {
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (origin === undefined && site === undefined) return false;
    return this.#isNotForeign(request);
  }

  /** Whether a page of another origin sent the request; a program states no origin. */
  isCrossSite = (request: Request): boolean => !this.#isNotForeign(request);

  /** The origin of the page, or the address of the request; undefined when it is none of this server's. */
  of(request: Request): string | undefined {
    const { origin, host = '' } = request.headers;
    return this.#own(origin ?? `${this.isSecure(request) ? 'https' : 'http'}://${host}`, request);
  }

  /** For passkeys; undefined where a browser offers none: at an address without a host name, or without https. */
  partyOf(request: Request): RelyingParty | undefined {
    const origin = this.of(request);
    if (origin === undefined) return undefined;
    const { hostname, protocol } = new URL(origin);
    const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
    if (isAddress(hostname) || (protocol !== 'https:' && !isLocal)) return undefined;
    return { rpId: hostname, origin };
  }

  /** Where passkeys work when they do not at the address of the request; undefined when nowhere. */
  passkeyHost(request: Request): string | undefined {
    const { publicUrl } = this.#config;
    if (publicUrl !== null) {
      const { protocol, hostname } = new URL(publicUrl);
      return protocol === 'https:' && !isAddress(hostname) ? publicUrl : undefined;
    }
    const own = URL.canParse(this.#ownUrl()) ? new URL(this.#ownUrl()) : undefined;
    const isLocal = own !== undefined && ownHosts('localhost', '').has(own.hostname);
    const { port } = new URL(this.of(request) ?? this.#ownUrl());
    return isLocal ? `http://localhost:${port}` : undefined;
  }

  #isNotForeign(request: Request): boolean {
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
    return origin === undefined || this.#own(origin, request) !== undefined;
  }

  /** The origin when it is that of the public address, or the request's own host under a name this server has. */
  #own(origin: string, { headers }: Request): string | undefined {
    if (!URL.canParse(origin)) return undefined;
    const url = new URL(origin);
    const publicUrl = this.#config.publicUrl ?? this.#ownUrl();
    if (URL.canParse(publicUrl) && url.origin === new URL(publicUrl).origin) return url.origin;
    const isOwnName = ownHosts(this.#config.host, publicUrl).has(url.hostname);
    return isOwnName && url.host === headers.host ? url.origin : undefined;
  }
}

const isAddress = (hostname: string): boolean => hostname.startsWith('[') || isIP(hostname) !== 0;
