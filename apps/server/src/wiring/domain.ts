import {
  type AuditLog,
  Authenticate,
  AuthenticateKey,
  AuthenticateToken,
  anonymousCaller,
  Catalogue,
  type CatalogueStore,
  type ChangeFeed,
  type Clock,
  Directory,
  DiscoverTools,
  type IdentityPorts,
  type IdentityStore,
  ImportServer,
  InvokeTool,
  ManageGrants,
  ManageKeys,
  ManageNamespaces,
  ManageServers,
  PublishVersion,
  type Random,
  RunningCalls,
  type TokenVerifier,
  type ToolIndex,
  type ToolSource,
  type ToolTransport,
  type TransportOf,
  visibleVersions,
} from '@assay/core';
import { candidateSource } from './candidates.js';
import { trustAt } from './trust.js';
import { UsageCounter } from './usage.js';

/** What the domain is wired to. */
export interface Adapters {
  readonly identities: IdentityStore;
  readonly catalogueStore: CatalogueStore;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly index: ToolIndex;
  readonly mcp: { readonly transport: ToolTransport; readonly source: ToolSource };
  readonly tokens: TokenVerifier | null;
  readonly clock: Clock;
  readonly random: Random;
}

export interface DomainOptions {
  readonly anonymousReads: boolean;
  readonly trustHalfLifeDays: number;
  readonly defaultDeadlineMs: number;
}

export type Domain = ReturnType<typeof buildDomain>;

/** Every use case, made once from the adapters. */
export function buildDomain(adapters: Adapters, options: DomainOptions) {
  const { audit, feed, clock, random, identities } = adapters;
  const directory = new Directory();
  const catalogue = new Catalogue();
  const identityPorts: IdentityPorts = { directory, store: identities, audit, feed, clock, random };
  const cataloguePorts = { catalogue, directory, store: adapters.catalogueStore, audit, feed, clock, random };
  const trustOf = trustAt(clock, options.trustHalfLifeDays);
  const servers = new ManageServers(cataloguePorts);
  const publish = new PublishVersion(cataloguePorts);
  const running = new RunningCalls();
  const usage = new UsageCounter(adapters.catalogueStore, clock);
  const transports: Partial<Record<string, ToolTransport>> = { mcp: adapters.mcp.transport };
  const transportOf: TransportOf = (protocol) => transports[protocol];
  return {
    directory,
    catalogue,
    identityPorts,
    trustOf,
    servers,
    publish,
    running,
    usage,
    clock,
    random,
    audit,
    authenticate: new Authenticate(
      new AuthenticateKey(directory, clock),
      adapters.tokens && new AuthenticateToken(adapters.tokens, directory, identities, { clock, random }),
      anonymousCaller(options.anonymousReads),
    ),
    namespaces: new ManageNamespaces(identityPorts),
    keys: new ManageKeys(identityPorts),
    grants: new ManageGrants(
      identityPorts,
      (caller, tool) => visibleVersions(catalogue.tool(tool), caller, directory).length > 0,
    ),
    imports: new ImportServer({ ...cataloguePorts, source: adapters.mcp.source, servers, publish, identities }),
    discover: new DiscoverTools(adapters.index, candidateSource(catalogue, directory, trustOf), clock, random),
    invoke: new InvokeTool({
      catalogue,
      directory,
      transportOf,
      audit,
      running,
      finished: usage.count,
      clock,
      random,
      defaultDeadlineMs: options.defaultDeadlineMs,
    }),
  };
}
