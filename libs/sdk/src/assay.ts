import type { Discover, DiscoveryAnswer, Invoke, Me } from '@assay/contracts';
import { Endorsements, Grants, Keys, Organisations } from './access.js';
import { Audit } from './audit.js';
import { Connection, type RequestOptions } from './connection.js';
import { type Health, readHealth } from './health.js';
import { type InvocationOf, Invocations, type InvokeOptions, invoke } from './invocations.js';
import { Namespaces } from './namespaces.js';
import { Imports, Servers } from './servers.js';
import { type AssayOptions, settingsOf } from './settings.js';
import { Tools } from './tools.js';

/**
 * A client of one Assay server. Every method takes an `AbortSignal`, rejects with an `AssayError`, and is otherwise
 * the REST route of the same name.
 *
 *     const assay = new Assay({ url, apiKey });
 *     const { results } = await assay.discover({ query: 'read a text file' });
 *     const { output } = await assay.invoke({ tool: results[0].tool, input: { path: 'README.md' } });
 */
export class Assay {
  readonly tools: Tools;
  readonly invocations: Invocations;
  readonly servers: Servers;
  readonly imports: Imports;
  readonly keys: Keys;
  readonly namespaces: Namespaces;
  readonly grants: Grants;
  readonly endorsements: Endorsements;
  readonly organisations: Organisations;
  readonly audit: Audit;
  /** The server's address, without a slash at its end. */
  readonly url: string;
  readonly #connection: Connection;

  constructor(options: AssayOptions = {}) {
    const connection = new Connection(settingsOf(options));
    this.#connection = connection;
    this.url = connection.settings.url;
    this.tools = new Tools(connection);
    this.invocations = new Invocations(connection);
    this.servers = new Servers(connection);
    this.imports = new Imports(connection);
    this.keys = new Keys(connection);
    this.namespaces = new Namespaces(connection);
    this.grants = new Grants(connection);
    this.endorsements = new Endorsements(connection);
    this.organisations = new Organisations(connection);
    this.audit = new Audit(connection);
  }

  /** Finds tools by what they do. */
  discover(question: Discover, options?: RequestOptions): Promise<DiscoveryAnswer> {
    return this.#connection.request('discover', { body: question }, options);
  }

  /**
   * Calls a tool through the gateway. A call that failed rejects with an `AssayError` whose `envelope` is the record of
   * it; with `throwOnFailure: false` the envelope is returned. Requests refused before they became a call always reject.
   */
  invoke<Output = unknown>(call: Invoke, options: InvokeOptions = {}): Promise<InvocationOf<Output>> {
    return invoke<Output>(this.#connection, call, options);
  }

  /** Says who is calling, with which scopes, and which namespaces are theirs. */
  me(options?: RequestOptions): Promise<Me> {
    return this.#connection.request('me', {}, options);
  }

  /** Whether the server is ready to work. */
  health(options?: RequestOptions): Promise<Health> {
    return readHealth(this.#connection, options);
  }
}
