import { OutcomeUnknown, Refusal } from '@assay/kit';
import { z } from 'zod';
import { request } from '../web/request.js';

/** How the account gets access tokens: one that is given, or new ones for a refresh token (RFC 6749, section 6). */
export type MailOAuth =
  | { readonly accessToken: string }
  | {
      readonly tokenUrl: string;
      readonly clientId: string;
      /** Empty for a public client. */
      readonly clientSecret: string;
      readonly refreshToken: string;
      /** Empty for the scope that was consented to. */
      readonly scope: string;
    };

type Refreshing = Extract<MailOAuth, { readonly tokenUrl: string }>;

const answered = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().optional(),
  refresh_token: z.string().min(1).optional(),
});

/** A token is not used in its last minute; one without an end for five minutes. */
const earlyMs = 60_000;
const unstatedMs = 360_000;

/** Access tokens of one account, each used until shortly before its end. */
export class AccessTokens {
  readonly #oauth: MailOAuth;
  readonly #now: () => number;
  #known: { readonly token: string; readonly until: number } | undefined;
  #asking: Promise<string> | undefined;
  /** Servers may replace it with each answer. */
  #refreshToken: string | undefined;

  constructor(oauth: MailOAuth, now: () => number = Date.now) {
    this.#oauth = oauth;
    this.#now = now;
  }

  /** @throws Refusal that names the setting to change, never a token. */
  async token(): Promise<string> {
    const oauth = this.#oauth;
    if ('accessToken' in oauth) return oauth.accessToken;
    if (this.#known !== undefined && this.#now() < this.#known.until) return this.#known.token;
    this.#asking ??= this.#refresh(oauth).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** Forgets a token that a server refused; false when there is no other one to try. */
  forget(token: string): boolean {
    if ('accessToken' in this.#oauth) return false;
    if (this.#known?.token === token) this.#known = undefined;
    return true;
  }

  async #refresh(oauth: Refreshing): Promise<string> {
    const { tokenUrl, clientId, clientSecret, scope } = oauth;
    const form = {
      grant_type: 'refresh_token',
      refresh_token: this.#refreshToken ?? oauth.refreshToken,
      client_id: clientId,
      ...(clientSecret !== '' && { client_secret: clientSecret }),
      ...(scope !== '' && { scope }),
    };
    // Calls share one request: a cancelled call leaves it to the others.
    const { signal } = new AbortController();
    const { json } = await request({ url: tokenUrl, method: 'POST', headers: {}, form, signal }).catch(refused);
    const read = answered.safeParse(json);
    if (!read.success) throw new Refusal('MAIL_OAUTH_TOKEN_URL answered without an access token. Nothing was done.');
    const { access_token: token, expires_in: seconds, refresh_token: replaced } = read.data;
    if (replaced !== undefined) this.#refreshToken = replaced;
    const lastsMs = seconds === undefined ? unstatedMs : seconds * 1_000;
    this.#known = { token, until: this.#now() + lastsMs - earlyMs };
    return token;
  }
}

/** Asking for a token changes nothing of the mail, so that a failure is never an unknown outcome. */
function refused(error: unknown): never {
  if (!(error instanceof Refusal || error instanceof OutcomeUnknown)) throw error;
  const isOver = error.message.includes('invalid_grant');
  const next = isOver ? ' The consent is over: sign in again, and set MAIL_OAUTH_REFRESH_TOKEN.' : '';
  throw new Refusal(`No access token for the mail account: ${error.message}${next} Nothing was done.`);
}
