import type { Browser } from '../fixtures/browser.js';
import { beginIn, decideIn, newPkce } from '../fixtures/oauth-flow.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

type Parameters = Readonly<Record<string, string | undefined>>;

export interface Code {
  readonly code: string;
  readonly verifier: string;
  /** The parameters with which the browser came back. */
  readonly sent: URLSearchParams;
}

export const redirect = 'http://127.0.0.1:33418/callback';

/** A public client of an authorization server, which sends what a test wants it to send. */
export class AuthorizationClient {
  /** @param issuer the authorization server @param resource the protected resource that tokens are for */
  constructor(
    readonly issuer: string,
    readonly resource: string,
    readonly person: Browser,
  ) {}

  id = '';

  /** Registers this client; `parts` replaces metadata. */
  async register(parts: object = {}): Promise<Answer> {
    const metadata = { client_name: 'Editor', redirect_uris: [redirect], token_endpoint_auth_method: 'none', ...parts };
    return this.send('POST', '/oauth/register', JSON.stringify(metadata), { 'content-type': 'application/json' });
  }

  authorizationUrl(challenge: string, parts: Parameters = {}): string {
    const asked: Parameters = {
      ...{ response_type: 'code', client_id: this.id, redirect_uri: redirect, state: 'xyz', resource: this.resource },
      ...{ scope: 'registry:read tools:call', code_challenge: challenge, code_challenge_method: 'S256', ...parts },
    };
    return `${this.issuer}/oauth/authorize?${encoded(asked)}`;
  }

  /** Opens the authorization endpoint in the person's browser, and follows no redirect. */
  async open(parts: Parameters = {}, challenge = newPkce().challenge) {
    const answer = await this.person.get<string>(this.authorizationUrl(challenge, parts), { redirect: 'manual' });
    const place = answer.headers.get('location');
    return {
      status: answer.status,
      headers: answer.headers,
      sentTo: place === null ? undefined : new URL(place, this.issuer),
    };
  }

  /** A code that the person allowed. */
  async code(parts: Parameters = {}): Promise<Code> {
    const { verifier, challenge } = newPkce();
    const id = await beginIn(this.person, this.authorizationUrl(challenge, parts));
    const sent = (await decideIn(this.person, id, { decision: 'allow' })).searchParams;
    return { code: sent.get('code') ?? '', verifier, sent };
  }

  exchange({ code, verifier }: Pick<Code, 'code' | 'verifier'>, parts: Parameters = {}): Promise<Answer> {
    return this.token({
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirect, client_id: this.id },
      ...{ code_verifier: verifier, ...parts },
    });
  }

  refresh(token: unknown, parts: Parameters = {}): Promise<Answer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: String(token), client_id: this.id, ...parts });
  }

  token(body: Parameters | string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', '/oauth/token', typeof body === 'string' ? body : encoded(body), {
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    });
  }

  /** Tokens that the person allowed. */
  async tokens(parts: Parameters = {}): Promise<{ access: string; refresh: string; body: Answer['body'] }> {
    const { status, body } = await this.exchange(await this.code(parts));
    if (status !== 200) throw new Error(`No tokens: ${JSON.stringify(body)}`);
    return { access: String(body.access_token), refresh: String(body.refresh_token), body };
  }

  async send(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> {
    const url = path.startsWith('http') ? path : `${this.issuer}${path}`;
    const answer = await fetch(url, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : { text } };
  }
}

const encoded = (parameters: Parameters): string =>
  new URLSearchParams(
    Object.entries(parameters).filter((it): it is [string, string] => it[1] !== undefined),
  ).toString();
