import {
  type CallToolRequest,
  type CallToolResult,
  Client,
  type ClientCapabilities,
  type ListToolsRequest,
  type ListToolsResult,
  type RequestOptions,
  SdkHttpError,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';

export interface GatewaySettings {
  /** Address of the Assay server; its MCP edge is `/mcp` below it. */
  readonly url: string;
  /** A toolset, whose tools are served instead of the gateway's own. */
  readonly toolset?: string;
  readonly apiKey: string | undefined;
  readonly fetch: typeof fetch;
  readonly version: string;
}

type Options = Pick<RequestOptions, 'signal' | 'onprogress'>;

/** The gateway's own deadline (at most 10 minutes) ends a call; this only bounds a connection that went silent. */
const silenceMs = 630_000;

/** The MCP edge of a running server, connected on first use and reconnected after a loss. */
export class Gateway {
  #connected: Promise<Client> | undefined;
  #declared: ClientCapabilities = {};
  readonly #listeners = new Set<() => void>();

  constructor(private readonly settings: GatewaySettings) {}

  instructions(): string {
    const { url, toolset } = this.settings;
    if (toolset !== undefined) return `Tools of the toolset ${toolset} of the Assay server at ${url}.`;
    return `Tools of the Assay server at ${url}: search_tools finds tools by what they do, describe_tools shows their schemas, call_tool calls one.`;
  }

  listTools(params: ListToolsRequest['params'], options: Options): Promise<ListToolsResult> {
    return this.#request((client) => client.listTools(params, { ...options, timeout: silenceMs }));
  }

  /** @param capabilities what the client behind this one can be asked; a question is the result, then */
  callTool(
    params: CallToolRequest['params'],
    options: Options,
    capabilities: ClientCapabilities = {},
  ): Promise<CallToolResult> {
    const how = { ...options, timeout: silenceMs, resetTimeoutOnProgress: true, allowInputRequired: true };
    return this.#request(async (client) => client.callTool(params, how), capabilities);
  }

  /** Calls back when the server's tools change; returns how to stop that. */
  whenToolsChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    const connected = this.#connected;
    this.#connected = undefined;
    await (await connected?.catch(() => undefined))?.close();
  }

  /**
   * One request. A session the server no longer knows (it was restarted) was refused before anything was done, so that
   * is tried again once on a new one.
   */
  async #request<T>(work: (client: Client) => Promise<T>, capabilities = this.#declared): Promise<T> {
    await this.#declare(capabilities);
    try {
      return await work(await this.#client());
    } catch (error) {
      if (!(error instanceof SdkHttpError) || error.status !== 404) throw this.#plain(error);
      await this.close();
      return work(await this.#client()).catch((again: unknown) => {
        throw this.#plain(again);
      });
    }
  }

  /** A connection declares what the client can be asked: with other capabilities it begins again. */
  async #declare(capabilities: ClientCapabilities): Promise<void> {
    if (JSON.stringify(capabilities) === JSON.stringify(this.#declared)) return;
    this.#declared = capabilities;
    await this.close();
  }

  async #client(): Promise<Client> {
    this.#connected ??= this.#connect();
    try {
      return await this.#connected;
    } catch (error) {
      this.#connected = undefined;
      throw error;
    }
  }

  async #connect(): Promise<Client> {
    const { url, apiKey, fetch, version, toolset } = this.settings;
    const edge = toolset === undefined ? '/mcp' : `/mcp/toolsets/${encodeURIComponent(toolset)}`;
    const onChanged = () => {
      for (const listener of this.#listeners) listener();
    };
    // Where the revision asks for it, this subscribes to the news, too.
    const client = new Client(
      { name: 'assay-cli', version },
      {
        versionNegotiation: { mode: 'auto' },
        capabilities: this.#declared,
        inputRequired: { autoFulfill: false },
        listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } },
      },
    );
    const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    const transport = new StreamableHTTPClientTransport(new URL(`${url}${edge}`), { requestInit: { headers }, fetch });
    client.onclose = () => {
      this.#connected = undefined;
    };
    await client.connect(transport);
    this.#resubscribeAfter(client);
    return client;
  }

  /**
   * Where notifications have their own stream, the next request after its loss reconnects, and so resubscribes.
   */
  #resubscribeAfter(client: Client): void {
    void client.autoOpenedSubscription?.closed.then(async (how) => {
      const isCurrent = (await this.#connected?.catch(() => undefined)) === client;
      if (how !== 'local' && isCurrent) this.#connected = undefined;
    });
  }

  /** What a person in front of an MCP client should read; errors of the protocol pass unchanged. */
  #plain(error: unknown): unknown {
    const { url } = this.settings;
    if (error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.status === 401)) {
      return new Error(`${url} does not accept the key. Run \`assay login\`, or set ASSAY_API_KEY for this server.`);
    }
    if (causes(error).some((cause) => cause instanceof TypeError && /fetch/i.test(cause.message))) {
      return new Error(
        `No server answers at ${url}. Start it with \`npm start\`, or set ASSAY_URL to where yours runs.`,
      );
    }
    return error;
  }
}

/** An error and what it came from: `fetch` reports an unreachable server as a TypeError, which the client wraps. */
function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at instanceof Error && chain.length < 6; at = at.cause) chain.push(at);
  return chain;
}
