import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an issuer does next, as a test sets it. */
interface Behaviour {
  /** How long tokens are good, in seconds. */
  lifetimeS: number;
  /** Answers token requests so instead. */
  refuse: { readonly status: number; readonly error: string } | undefined;
  /** Tokens are asked for but not answered until this resolves. */
  hold: Promise<void> | undefined;
  /** Who it says it is; another name than its own is a lie. */
  claims: string | undefined;
}

export interface ProtectedApi extends Behaviour {
  readonly origin: string;
  /** `http://127.0.0.1:<port>/tenant`, an issuer with a path. */
  readonly issuer: string;
  /** Parameters of every token request. */
  readonly asked: Record<string, string>[];
  /** Headers and address of every request of the API. */
  readonly requests: { readonly url: string; readonly headers: IncomingHttpHeaders }[];
  /** Every access and refresh token it has given. */
  readonly given: string[];
  /** Ends every token given so far, although they were to be good still. */
  forget(): void;
  stop(): Promise<void>;
}

const send = (response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
};

/**
 * An API that wants tokens, and the issuer that gives them, on loopback: documents of RFC 8414 and RFC 9728, clients that
 * register themselves, consent that is given at once, and every token request noted. `/echo` needs no token and tells what
 * it was sent; `/api/…` does the same for who has one.
 */
export async function startProtectedApi(): Promise<ProtectedApi> {
  const api = new Api();
  const server = createServer((request, response) => void api.answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  api.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  api.stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return api;
}

class Api implements ProtectedApi {
  origin = '';
  lifetimeS = 3_600;
  refuse: Behaviour['refuse'];
  hold: Promise<void> | undefined;
  claims: string | undefined;
  readonly asked: Record<string, string>[] = [];
  readonly requests: { url: string; headers: IncomingHttpHeaders }[] = [];
  readonly given: string[] = [];
  readonly #good = new Set<string>();
  stop = async (): Promise<void> => {};

  get issuer(): string {
    return `${this.origin}/tenant`;
  }

  forget(): void {
    this.#good.clear();
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    const body = await textOf(request);
    if (url.pathname === '/.well-known/oauth-authorization-server/tenant') return send(response, this.#metadata());
    if (url.pathname === '/.well-known/oauth-protected-resource/api') return send(response, this.#resource());
    if (url.pathname === '/tenant/register') return send(response, registered(body), 201);
    if (url.pathname === '/tenant/authorize') return this.#authorize(url, response);
    if (url.pathname === '/tenant/token') return this.#token(request, body, response);
    if (url.pathname.startsWith('/api') && !this.#knows(request)) return this.#challenge(response);
    this.requests.push({ url: url.pathname + url.search, headers: request.headers });
    return send(response, { path: url.pathname, query: url.search, headers: request.headers, body });
  }

  #metadata() {
    const { issuer } = this;
    return {
      issuer: this.claims ?? issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #resource() {
    return { resource: `${this.origin}/api`, authorization_servers: [this.issuer], scopes_supported: ['read'] };
  }

  #authorize({ searchParams: asked }: URL, response: ServerResponse): void {
    const back = new URL(asked.get('redirect_uri') ?? '');
    const code = Buffer.from(JSON.stringify({ challenge: asked.get('code_challenge') })).toString('base64url');
    for (const [name, value] of Object.entries({ code, state: asked.get('state') ?? '', iss: this.issuer }))
      back.searchParams.set(name, value);
    response.writeHead(302, { location: back.href }).end();
  }

  async #token({ headers }: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
    this.asked.push({ ...Object.fromEntries(new URLSearchParams(body)), authorization: headers.authorization ?? '' });
    await this.hold;
    if (this.refuse !== undefined)
      return send(response, { error: this.refuse.error, error_description: `not with ${body}` }, this.refuse.status);
    const [access, refresh] = [`access-${secret()}`, `refresh-${secret()}`];
    this.given.push(access, refresh);
    this.#good.add(access);
    const isOwn = new URLSearchParams(body).get('grant_type') === 'client_credentials';
    const renewal = isOwn ? {} : { refresh_token: refresh };
    send(response, { access_token: access, token_type: 'Bearer', expires_in: this.lifetimeS, ...renewal });
  }

  #knows({ headers }: IncomingMessage): boolean {
    return this.#good.has(headers.authorization?.replace(/^Bearer /, '') ?? '');
  }

  #challenge(response: ServerResponse): void {
    const metadata = `${this.origin}/.well-known/oauth-protected-resource/api`;
    const header = `Bearer resource_metadata="${metadata}", scope="read"`;
    send(response, { message: 'who are you?' }, 401, { 'www-authenticate': header });
  }
}

const secret = (): string => randomBytes(12).toString('hex');

const registered = (body: string): object => ({ ...(JSON.parse(body) as object), client_id: `client-${secret()}` });

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
