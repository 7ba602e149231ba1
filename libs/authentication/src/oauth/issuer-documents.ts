import { constants } from 'node:http2';
import { type Clock, type Failure, fail, ok, type Result } from '@assay/kernel';
import type { FoundIssuer } from '@assay/vault';
import { type AuthorizationServer, processDiscoveryResponse } from 'oauth4webapi';
import { oauthFailure } from './oauth-failure.js';
import { type OAuthFetch, readable } from './oauth-fetch.js';

/** How long an issuer's document is taken as it was read, in ms. */
const keptMs = 10 * 60_000;
const maxKept = 200;

interface Kept {
  readonly server: AuthorizationServer;
  readonly until: number;
}

/** What issuers and resources publish of themselves: RFC 8414, OpenID Connect Discovery and RFC 9728. */
export class IssuerDocuments {
  readonly #fetch: OAuthFetch;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #kept = new Map<string, Kept>();

  constructor(fetch: OAuthFetch, clock: Pick<Clock, 'monotonic'>) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  /** An issuer's metadata, whose own name must be the one it was asked under. */
  async server(issuer: string): Promise<Result<AuthorizationServer, Failure>> {
    const kept = this.#kept.get(issuer);
    if (kept !== undefined && kept.until > this.#clock.monotonic()) return ok(kept.server);
    const problem = unsafe(issuer);
    if (problem !== undefined) return problem;
    let failure: Failure | undefined;
    for (const address of addressesOf(issuer)) {
      try {
        const response = await this.#fetch(address, { method: 'GET', headers: { accept: 'application/json' } });
        if (response.status !== constants.HTTP_STATUS_OK) continue;
        const server = await processDiscoveryResponse(new URL(issuer), await readable(response));
        this.#keep(issuer, server);
        return ok(server);
      } catch (error) {
        failure = oauthFailure(`The issuer ${issuer}`, error);
        if (failure.code === 'address_forbidden') break;
      }
    }
    return { ok: false, error: failure ?? nothingAt(issuer) };
  }

  /**
   * The issuer of a resource: by what it challenges with, else by its well-known document, else, as servers of the
   * revision 2025-03-26 have it, the resource's own origin.
   */
  async issuerOf(resource: string, speaksMcp = false, named?: string): Promise<Result<FoundIssuer, Failure>> {
    const problem = unsafe(resource);
    if (problem !== undefined) return problem;
    const challenge = await this.#challengeOf(resource, speaksMcp);
    if (!challenge.ok) return challenge;
    const { scopes } = challenge.value;
    const metadata = challenge.value.metadata ?? (named !== undefined && isLoopbackOrTls(named) ? named : undefined);
    for (const address of [...(metadata === undefined ? [] : [metadata]), ...resourceAddresses(resource)]) {
      const document = await this.#document(address);
      if (document === undefined) continue;
      const found = readResource(document, resource);
      if (!found.ok) return found;
      return ok({ ...found.value, scopes: scopes ?? found.value.scopes });
    }
    const { origin } = new URL(resource);
    const own = await this.server(origin);
    if (own.ok) return ok({ issuer: own.value.issuer, resource: null, scopes: scopes ?? [] });
    return own.error.code === 'address_forbidden'
      ? own
      : fail('invalid_request', `${resource} does not say who issues its tokens: name the issuer in "issuer".`, {
          issues: [{ path: '/credential/issuer', message: 'is needed: the server publishes none' }],
        });
  }

  async #challengeOf(
    resource: string,
    speaksMcp: boolean,
  ): Promise<Result<{ readonly metadata?: string; readonly scopes?: readonly string[] }, Failure>> {
    try {
      const asked = await this.#fetch(resource, { method: 'GET', headers: { accept: 'text/event-stream' } });
      await asked.body?.cancel();
      const answer =
        asked.status !== constants.HTTP_STATUS_UNAUTHORIZED && speaksMcp ? await this.#greet(resource) : asked;
      const header =
        answer.status === constants.HTTP_STATUS_UNAUTHORIZED ? (answer.headers.get('www-authenticate') ?? '') : '';
      const metadata = /\bresource_metadata="?([^\s",]{1,2000})/.exec(header)?.[1];
      const scope = /\bscope="([\x21\x23-\x5b\x5d-\x7e ]{1,2000})"/.exec(header)?.[1];
      return ok({
        ...(metadata !== undefined && isLoopbackOrTls(metadata) && { metadata }),
        ...(scope !== undefined && { scopes: scope.split(' ').filter((it) => it !== '') }),
      });
    } catch (error) {
      const failure = oauthFailure(resource, error);
      // One that cannot be asked this way may publish its document all the same.
      return failure.code === 'address_forbidden' ? { ok: false, error: failure } : ok({});
    }
  }

  /** The first message of MCP: what its answer says of credentials is wanted, and no session is begun. */
  async #greet(resource: string): Promise<Response> {
    const answer = await this.#fetch(resource, {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' }),
    });
    await answer.body?.cancel();
    return answer;
  }

  async #document(address: string): Promise<unknown> {
    try {
      const answer = await this.#fetch(address, { method: 'GET', headers: { accept: 'application/json' } });
      if (answer.status === constants.HTTP_STATUS_OK) return await answer.json();
      await answer.body?.cancel();
    } catch {
      // The next address may have it.
    }
    return undefined;
  }

  #keep(issuer: string, server: AuthorizationServer): void {
    if (this.#kept.size >= maxKept) this.#kept.clear();
    this.#kept.set(issuer, { server, until: this.#clock.monotonic() + keptMs });
  }
}

/** The document must describe this resource: the same origin, and a path that contains it. */
function readResource(document: unknown, asked: string): Result<FoundIssuer, Failure> {
  const {
    resource,
    authorization_servers: servers,
    scopes_supported: scopes,
  } = (document ?? {}) as Record<string, unknown>;
  if (typeof resource !== 'string' || !holds(resource, asked))
    return fail('upstream_error', `The document of ${asked} describes a different resource and is ignored.`);
  const issuer = Array.isArray(servers) ? servers[0] : undefined;
  if (typeof issuer !== 'string' || !URL.canParse(issuer))
    return fail('upstream_error', `The document of ${asked} names no issuer: name it in "issuer".`);
  const wanted = Array.isArray(scopes) ? scopes.filter((it): it is string => typeof it === 'string') : [];
  return ok({ issuer, resource, scopes: wanted.slice(0, 64) });
}

function holds(resource: string, asked: string): boolean {
  const [whole, part] = [URL.parse(resource), new URL(asked)];
  if (whole === null || whole.origin !== part.origin) return false;
  const path = whole.pathname.replace(/\/$/, '');
  return part.pathname === path || part.pathname.startsWith(`${path}/`) || path === '';
}

/** RFC 9728, section 3.1: before the path, then at the root. */
function resourceAddresses(resource: string): string[] {
  const { origin, pathname } = new URL(resource);
  const root = `${origin}/.well-known/oauth-protected-resource`;
  return pathname === '/' ? [root] : [`${root}${pathname.replace(/\/$/, '')}`, root];
}

/** RFC 8414 before the path, OpenID Connect before and after it. */
function addressesOf(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const known = `${origin}/.well-known`;
  const all = [
    `${known}/oauth-authorization-server${path}`,
    `${known}/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(all)];
}

/** Tokens and secrets go over TLS, save to this machine itself. */
function unsafe(address: string): Result<never, Failure> | undefined {
  if (isLoopbackOrTls(address)) return undefined;
  return fail(
    'invalid_request',
    `${address} must be an https address: secrets would travel readable (http is for loopback).`,
  );
}

export function isLoopbackOrTls(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}

const nothingAt = (issuer: string): Failure => ({
  code: 'upstream_unavailable',
  message: `The issuer ${issuer} publishes no metadata (RFC 8414), so its token endpoint is unknown: check the address.`,
  outcome: 'none',
});
