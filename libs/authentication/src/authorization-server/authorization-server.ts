import type { IncomingMessage, ServerResponse } from 'node:http';
import type { InteractionResults, Provider } from 'oidc-provider';
import { type AuthorizationServerOptions, settingsOf } from './provider-settings.js';
import { destinationOf } from './redirect-addresses.js';

/** An authorization request that a person has to decide on. */
export interface PendingAuthorization {
  readonly id: string;
  readonly client: {
    readonly id: string;
    readonly name: string;
    readonly uri: string | null;
    /** Its id is the address of its own description, which its makers control. */
    readonly isDocument: boolean;
  };
  /** Where the person is sent afterwards. */
  readonly redirect: { readonly host: string; readonly isLocal: boolean };
  /** The canonical MCP address. */
  readonly resource: string;
  /** As asked for, without those of OpenID Connect. */
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** A person's consent: the key that the client was given, and what it may do. */
export interface DecidedGrant {
  readonly principalId: string;
  readonly keyId: string;
  readonly scopes: readonly string[];
}

export type ServerLog = (error: unknown) => void;

interface Opened {
  readonly provider: Provider;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

const openIdScopes = new Set(['openid', 'offline_access']);

/** The authorization server of an installation. The library behind it is loaded with the first request. */
export class AuthorizationServer {
  #opened: Promise<Opened> | undefined;

  constructor(
    private readonly options: () => AuthorizationServerOptions,
    private readonly log: ServerLog,
  ) {}

  /** Answers a request to one of its addresses. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { handle } = await this.#open();
    await handle(request, response);
  }

  /** A request that waits for a decision; undefined when there is none, or it was decided. */
  async pending(id: string): Promise<PendingAuthorization | undefined> {
    const { provider } = await this.#open();
    const interaction = await provider.Interaction.find(id);
    if (interaction === undefined || interaction.result !== undefined) return undefined;
    const { client_id, redirect_uri, scope, resource } = interaction.params as Record<string, string>;
    const client = await provider.Client.find(client_id as string);
    const canonical = this.options().canonicalResource(String([resource].flat()[0]));
    if (client === undefined || canonical === undefined) return undefined;
    const { clientId, clientName, clientUri } = client;
    return {
      id,
      client: {
        ...{ id: clientId, name: clientName ?? clientId, uri: clientUri ?? null },
        isDocument: /^https:/i.test(clientId),
      },
      redirect: destinationOf(redirect_uri as string),
      resource: canonical,
      scopes: (scope ?? '').split(' ').filter((it) => it !== '' && !openIdScopes.has(it)),
      expiresAt: interaction.exp * 1_000,
    };
  }

  /** Lets the client have its tokens; the address to which the person's browser goes on. */
  async allow(id: string, { principalId, keyId, scopes }: DecidedGrant): Promise<string | undefined> {
    const { provider } = await this.#open();
    const interaction = await provider.Interaction.find(id);
    if (interaction === undefined || interaction.result !== undefined) return undefined;
    const { client_id, scope, resource } = interaction.params as Record<string, string>;
    const grant = new provider.Grant({ accountId: principalId, clientId: client_id as string });
    grant.jti = keyId;
    grant.addResourceScope(String([resource].flat()[0]), scopes.join(' '));
    const ofOpenId = (scope ?? '').split(' ').filter((it) => openIdScopes.has(it));
    if (ofOpenId.length > 0) grant.addOIDCScope(ofOpenId.join(' '));
    const grantId = await grant.save();
    const login = { accountId: principalId, remember: false };
    return this.#finish(interaction, { login, select_account: {}, consent: { grantId } });
  }

  /** Tells the client that the person refused. */
  async refuse(id: string): Promise<string | undefined> {
    const { provider } = await this.#open();
    const interaction = await provider.Interaction.find(id);
    if (interaction === undefined || interaction.result !== undefined) return undefined;
    return this.#finish(interaction, { error: 'access_denied', error_description: 'The person refused.' });
  }

  async #finish(interaction: InstanceType<Provider['Interaction']>, result: InteractionResults): Promise<string> {
    interaction.result = result;
    await interaction.save(interaction.exp - Math.floor(this.options().clock.now() / 1_000));
    return interaction.returnTo;
  }

  #open(): Promise<Opened> {
    this.#opened ??= this.#load().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #load(): Promise<Opened> {
    const library = await import('oidc-provider');
    const options = this.options();
    const provider = new library.Provider(options.issuer, settingsOf(options, library));
    provider.silent = true;
    provider.on('server_error', (_ctx, error) => this.log(error));
    const isSecure = options.issuer.startsWith('https:');
    provider.use(async (ctx, next) => {
      // TLS ends at a proxy in front: whether cookies are secure follows from the public address.
      ctx.cookies.secure = isSecure;
      await next();
    });
    return { provider, handle: provider.callback() };
  }
}
