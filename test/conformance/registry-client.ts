import type { RegistryServerView, ServerJson } from '@assay/contracts';

/** An answer of the official MCP Registry API, its text kept. */
export interface RegistryAnswer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: T;
}

export interface RegistryListBody {
  readonly servers: readonly RegistryServerView[];
  readonly metadata: { readonly nextCursor?: string; readonly count: number };
}

/** What a registry says when it refuses. */
export interface RegistryProblem {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly error: string;
  readonly errors?: readonly { readonly message: string; readonly location?: string }[];
}

/** Speaks to a registry as its clients do: paths as they are written, without a library in between. */
export class RegistryClient {
  constructor(
    readonly base: string,
    private readonly token?: string,
  ) {}

  as = (token: string): RegistryClient => new RegistryClient(this.base, token);

  async send<T>(method: string, path: string, body?: unknown): Promise<RegistryAnswer<T>> {
    const answer = await fetch(`${this.base}${path}`, {
      method,
      headers: {
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: parsed(text) as T };
  }

  get = <T = RegistryListBody>(path: string) => this.send<T>('GET', path);
  publish = <T = RegistryServerView>(server: unknown) => this.send<T>('POST', '/v0.1/publish', server);
  setStatus = <T = RegistryServerView>(name: string, version: string, body: unknown) =>
    this.send<T>(
      'PATCH',
      `/v0.1/servers/${encodeURIComponent(name)}/versions/${encodeURIComponent(version)}/status`,
      body,
    );
  setAll = <T = { updatedCount: number; servers: RegistryServerView[] }>(name: string, body: unknown) =>
    this.send<T>('PATCH', `/v0.1/servers/${encodeURIComponent(name)}/status`, body);
  latest = <T = RegistryServerView>(name: string, query = '') =>
    this.get<T>(`/v0.1/servers/${encodeURIComponent(name)}/versions/latest${query}`);

  /** Every `name@version`, page after page. `between` runs after each page. */
  async walk(query: string, between: () => Promise<void> = async () => {}): Promise<string[]> {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.get(`/v0.1/servers?${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
      if (page.status !== 200) throw new Error(page.text);
      seen.push(...page.body.servers.map(({ server }) => `${server.name}@${server.version}`));
      cursor = page.body.metadata.nextCursor;
      await between();
    } while (cursor);
    return seen;
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A server.json that every registry takes. */
export const aServerJson = (parts: Partial<ServerJson> = {}): ServerJson => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: 'com.example/server',
  description: 'A server to test with.',
  version: '1.0.0',
  ...parts,
});

/** The block a registry writes itself. */
export const officialOf = (view: RegistryServerView): Record<string, unknown> =>
  view._meta?.['io.modelcontextprotocol.registry/official'] as Record<string, unknown>;
/** What Assay adds. */
export const ownOf = (view: RegistryServerView): Record<string, unknown> | undefined =>
  view._meta?.['io.assay/registry'] as Record<string, unknown> | undefined;
