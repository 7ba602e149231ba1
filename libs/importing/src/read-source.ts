import type {
  CreateImport,
  GrpcAddress,
  GrpcSource,
  HttpAddress,
  ListedServer,
  McpAddress,
  OpenApiSource,
} from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type Clock, type Deadline, type Failure, fail, ok, pausing, type Result } from '@assay/kernel';
import { type Catalogue, filesOf, WireError } from '@assay/registry';
import { fitName } from './fit-name.js';
import type { DescribedServer } from './grpc/described-server.js';
import { listMethods } from './grpc/list-methods.js';
import type { ManageServers } from './manage-servers.js';
import { isShown } from './official/registry-server.js';
import type { RegistryServerStore } from './official/registry-server-store.js';
import { serverAddress } from './official/server-address.js';
import { titleOf } from './openapi/document.js';
import { listOperations } from './openapi/list-operations.js';
import type { GrpcReflection, OpenApiReader, ToolSource, UpstreamListing } from './upstream.js';

export interface SourcePorts {
  readonly catalogue: Catalogue;
  readonly servers: ManageServers;
  /** Lists the tools of registered servers. */
  readonly source: ToolSource;
  readonly documents: OpenApiReader;
  readonly reflection: GrpcReflection;
  readonly clock: Pick<Clock, 'after'>;
  readonly registryServers: Pick<RegistryServerStore, 'find'>;
}

/** A source's list, and the server to register for it. */
export interface ReadSource {
  /** `ns/server`. */
  readonly name: string;
  readonly address: { readonly mcp: McpAddress } | { readonly http: HttpAddress } | { readonly grpc: GrpcAddress };
  readonly listing: UpstreamListing;
}

/** Reads the tools of an import's source, for a caller who may register a server for them. */
export function readSource(
  ports: SourcePorts,
  caller: Caller,
  body: CreateImport,
  deadline: Deadline,
): Promise<Result<ReadSource, Failure>> {
  const { mcp, openapi, grpc, registry } = body.source;
  if (openapi !== undefined) return readDocument(ports, caller, body, openapi, deadline);
  if (grpc !== undefined) return readServices(ports, caller, body, grpc, deadline);
  if (registry !== undefined) return readListed(ports, caller, body, registry, deadline);
  return readServer(ports, caller, body, mcp as McpAddress, deadline);
}

/** A server of this registry's own list, by the address or command in its entry. */
async function readListed(
  ports: SourcePorts,
  caller: Caller,
  body: CreateImport,
  { name, version = 'latest', values = {} }: ListedServer,
  deadline: Deadline,
): Promise<Result<ReadSource, Failure>> {
  const listed = await ports.registryServers.find(name, version);
  if (listed === undefined || !isShown(listed)) {
    return fail('not_found', `No server ${name}@${version} is listed here: GET /v0.1/servers lists them.`);
  }
  const address = serverAddress(listed.server, values);
  if (!address.ok) return address;
  const server = body.server ?? fitName(name.slice(name.indexOf('/') + 1), 64);
  return readServer(ports, caller, { ...body, server }, address.value, deadline);
}

/** The name given by the caller, else the source's own name, converted. */
const nameOf = ({ namespace, server }: Pick<CreateImport, 'namespace' | 'server'>, own: string): string =>
  `${namespace}/${server ?? fitName(own, 64)}`;

async function readServer(
  ports: SourcePorts,
  caller: Caller,
  body: CreateImport,
  mcp: McpAddress,
  deadline: Deadline,
): Promise<Result<ReadSource, Failure>> {
  const draft = await ports.servers.draft(
    caller,
    { name: nameOf(body, 'server'), mcp, stateless: body.stateless, isolation: body.isolation },
    '/source/mcp',
  );
  if (!draft.ok) return draft;
  const listing = await ports.source.list(draft.value, deadline);
  return listing.ok
    ? ok({ name: nameOf(body, listing.value.name), address: { mcp }, listing: listing.value })
    : listing;
}

async function readDocument(
  ports: SourcePorts,
  caller: Caller,
  body: CreateImport,
  openapi: OpenApiSource,
  deadline: Deadline,
): Promise<Result<ReadSource, Failure>> {
  const { document, baseUrl, headers, query } = openapi;
  const wanted = { url: baseUrl ?? 'http://localhost', ...(headers && { headers }), ...(query && { query }) };
  const draft = await ports.servers.draft(caller, { name: nameOf(body, 'server'), http: wanted }, '/source/openapi');
  if (!draft.ok) return draft;
  const read = await ports.documents.read(openapi.url === undefined ? { document } : { url: openapi.url }, deadline);
  if (!read.ok) return read;
  // Only the title is needed to find the server whose address is used for a document without one.
  const name = nameOf(body, titleOf(read.value));
  const known = ports.catalogue.server(name)?.http ?? undefined;
  const listing = await listOperations(read.value, pausing(ports.clock), baseUrl ?? known?.url);
  if (!listing.ok) return listing;
  const { baseUrl: url } = listing.value;
  const kept = known !== undefined && new URL(known.url).origin === new URL(url).origin ? known : undefined;
  const http: HttpAddress = {
    url,
    // Credentials are never sent to another origin than the one they were given for.
    ...keep('headers', headers ?? kept?.headers),
    ...keep('query', query ?? kept?.query),
    ...keep('openapi', openapi.url),
  };
  return ok({ name, address: { http }, listing: listing.value });
}

/**
 * A gRPC server, by an uploaded descriptor set or by its own reflection. Credentials that are not given again stay with
 * the address they were given for.
 */
async function readServices(
  ports: SourcePorts,
  caller: Caller,
  body: CreateImport,
  { descriptorSet, ...given }: GrpcSource,
  deadline: Deadline,
): Promise<Result<ReadSource, Failure>> {
  const draft = await ports.servers.draft(caller, { name: nameOf(body, 'server'), grpc: given }, '/source/grpc');
  if (!draft.ok) return draft;
  const withMetadata = (name: string): GrpcAddress => {
    const known = ports.catalogue.server(name)?.grpc ?? undefined;
    return {
      ...given,
      ...keep('metadata', given.metadata ?? (known?.address === given.address ? known.metadata : undefined)),
    };
  };
  const asked = { ...draft.value, grpc: body.server === undefined ? given : withMetadata(nameOf(body, body.server)) };
  const described =
    descriptorSet === undefined ? await ports.reflection.describe(asked, deadline) : handedIn(descriptorSet);
  if (!described.ok) return described;
  const listing = await listMethods(described.value, pausing(ports.clock));
  if (!listing.ok) return listing;
  const name = nameOf(body, listing.value.name);
  const grpc = { ...withMetadata(name), ...(descriptorSet !== undefined && { reflection: false }) };
  return ok({ name, address: { grpc }, listing: listing.value });
}

function handedIn(descriptorSet: string): Result<DescribedServer, Failure> {
  try {
    return ok({ files: filesOf(Buffer.from(descriptorSet, 'base64')) });
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const message = `is no FileDescriptorSet (${error.message}): write it with protoc --include_imports --descriptor_set_out`;
    return fail('invalid_request', `/source/grpc/descriptorSet ${message}.`, {
      issues: [{ path: '/source/grpc/descriptorSet', message }],
    });
  }
}

const keep = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [key in K]?: V };
