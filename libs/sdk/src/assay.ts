import type { Discover, DiscoveryAnswer, Invoke, Me, RegistryKeys, RouteName } from '@assay/contracts';
import { Endorsements, Grants, Keys, Organisations } from './access.js';
import { Alerts } from './alerts.js';
import { Approvals } from './approvals.js';
import { Assurance } from './assurance.js';
import { Audit } from './audit.js';
import { Capabilities } from './capabilities.js';
import { Code } from './code.js';
import { Connection, type RequestOptions, type RequestParts } from './connection.js';
import { Connections } from './connections.js';
import { Evaluations } from './evaluations.js';
import { Findings } from './findings.js';
import { Gaps } from './gaps.js';
import { type Health, readHealth } from './health.js';
import { Breakers, Escalations, Fallbacks } from './hierarchies.js';
import { type InvocationOf, Invocations, type InvokeOptions, invoke } from './invocations.js';
import { Kits } from './kits.js';
import { Learning } from './learning.js';
import { Limits, Usage } from './limits.js';
import { listing } from './listing.js';
import { MadeTools } from './made-tools.js';
import { McpRegistry } from './mcp-registry.js';
import { Mirrors } from './mirrors.js';
import { Models } from './models.js';
import { Namespaces } from './namespaces.js';
import { Notifications, Pins } from './notices.js';
import { Memory, Outputs } from './outputs.js';
import type { PagedList } from './paged-list.js';
import { Policies } from './policies.js';
import { Quarantines } from './quarantines.js';
import { Questions } from './questions.js';
import { Reviews } from './reviews.js';
import { Revocations } from './revocations.js';
import { Rules } from './rules.js';
import { Runs } from './runs.js';
import { Sagas } from './sagas.js';
import { SearchIndex } from './search-index.js';
import { Imports, Servers } from './servers.js';
import { Sessions } from './sessions.js';
import { type AssayOptions, settingsOf } from './settings.js';
import { PublisherKeys, readRegistryKeys } from './signatures.js';
import { Teams } from './teams.js';
import { Tools } from './tools.js';
import { Toolsets } from './toolsets.js';
import { Webhooks } from './webhooks.js';
import type { AnswerOf, ItemOf, ListRoute } from './wire.js';

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
  readonly capabilities: Capabilities;
  readonly searchIndex: SearchIndex;
  readonly invocations: Invocations;
  readonly outputs: Outputs;
  readonly memory: Memory;
  readonly sessions: Sessions;
  readonly servers: Servers;
  readonly imports: Imports;
  readonly kits: Kits;
  readonly keys: Keys;
  readonly namespaces: Namespaces;
  readonly teams: Teams;
  readonly grants: Grants;
  readonly endorsements: Endorsements;
  readonly organisations: Organisations;
  readonly mcpRegistry: McpRegistry;
  readonly mirrors: Mirrors;
  readonly models: Models;
  readonly publisherKeys: PublisherKeys;
  readonly assurance: Assurance;
  readonly quarantines: Quarantines;
  readonly findings: Findings;
  readonly alerts: Alerts;
  readonly approvals: Approvals;
  readonly sagas: Sagas;
  readonly reviews: Reviews;
  readonly revocations: Revocations;
  readonly notifications: Notifications;
  readonly pins: Pins;
  readonly connections: Connections;
  readonly webhooks: Webhooks;
  readonly learning: Learning;
  readonly limits: Limits;
  readonly rules: Rules;
  readonly runs: Runs;
  /** Code that calls tools. */
  readonly code: Code;
  readonly madeTools: MadeTools;
  /** What no tool does yet. */
  readonly gaps: Gaps;
  readonly fallbacks: Fallbacks;
  readonly escalations: Escalations;
  readonly questions: Questions;
  readonly breakers: Breakers;
  readonly policies: Policies;
  readonly toolsets: Toolsets;
  readonly evaluations: Evaluations;
  readonly usage: Usage;
  readonly audit: Audit;
  /** The server's address, without a slash at its end. */
  readonly url: string;
  readonly #connection: Connection;

  constructor(options: AssayOptions = {}) {
    const connection = new Connection(settingsOf(options));
    this.#connection = connection;
    this.url = connection.settings.url;
    this.tools = new Tools(connection);
    this.capabilities = new Capabilities(connection);
    this.searchIndex = new SearchIndex(connection);
    this.invocations = new Invocations(connection);
    this.outputs = new Outputs(connection);
    this.memory = new Memory(connection);
    this.sessions = new Sessions(connection);
    this.servers = new Servers(connection);
    this.imports = new Imports(connection);
    this.kits = new Kits(connection);
    this.keys = new Keys(connection);
    this.namespaces = new Namespaces(connection);
    this.teams = new Teams(connection);
    this.grants = new Grants(connection);
    this.endorsements = new Endorsements(connection);
    this.organisations = new Organisations(connection);
    this.mcpRegistry = new McpRegistry(connection);
    this.mirrors = new Mirrors(connection);
    this.models = new Models(connection);
    this.publisherKeys = new PublisherKeys(connection);
    this.assurance = new Assurance(connection);
    this.quarantines = new Quarantines(connection);
    this.findings = new Findings(connection);
    this.alerts = new Alerts(connection);
    this.approvals = new Approvals(connection);
    this.sagas = new Sagas(connection);
    this.reviews = new Reviews(connection);
    this.revocations = new Revocations(connection);
    this.notifications = new Notifications(connection);
    this.pins = new Pins(connection);
    this.connections = new Connections(connection);
    this.webhooks = new Webhooks(connection);
    this.learning = new Learning(connection);
    this.limits = new Limits(connection);
    this.rules = new Rules(connection);
    this.runs = new Runs(connection);
    this.code = new Code(connection);
    this.madeTools = new MadeTools(connection);
    this.gaps = new Gaps(connection);
    this.fallbacks = new Fallbacks(connection);
    this.escalations = new Escalations(connection);
    this.questions = new Questions(connection);
    this.breakers = new Breakers(connection);
    this.policies = new Policies(connection);
    this.toolsets = new Toolsets(connection);
    this.evaluations = new Evaluations(connection);
    this.usage = new Usage(connection);
    this.audit = new Audit(connection);
  }

  /** Any route of the REST API by its name. */
  request<R extends RouteName>(route: R, parts: RequestParts<R>, options?: RequestOptions): Promise<AnswerOf<R>> {
    return this.#connection.request(route, parts, options);
  }

  /** Any list of the REST API by its name. */
  list<R extends ListRoute>(route: R, parts: RequestParts<R>, options?: RequestOptions): PagedList<ItemOf<R>> {
    return listing(this.#connection, route, parts, options);
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

  /** The registry's public keys, former ones included: what `verifyEntry` checks its signatures with. */
  registryKeys(options?: RequestOptions): Promise<RegistryKeys> {
    return readRegistryKeys(this.#connection, options);
  }

  /** Whether the server is ready to work. */
  health(options?: RequestOptions): Promise<Health> {
    return readHealth(this.#connection, options);
  }
}
