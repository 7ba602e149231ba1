import { fileURLToPath } from 'node:url';
import type { UpstreamCall } from '@assay/gateway';
import { type GrpcCall, listMethods } from '@assay/importing';
import type { Deadline } from '@assay/kernel';
import { filesOf, type ProtoTypes, readTypes, type Server } from '@assay/registry';
import { loadSync } from '@grpc/proto-loader';

const place = (name: string) => fileURLToPath(new URL(`../../src/grpc/${name}`, import.meta.url));

/** A gRPC server of the official library, which is started as a process; it says itself what its arguments are. */
export const shopServer = place('shop-server.fixture.mjs');

/** Certificate and key of `shop.example`, without the ends `.crt` and `.key` of their names. */
export const shopTlsFixture = place('shop-tls.fixture');

/** Where the shop's types are written down. */
export const shopProto = place('shop.fixture.proto');

/** Files of the shop as another library describes them. */
export function shopFiles(): Uint8Array[] {
  const [service] = Object.entries(loadSync(shopProto, { keepCase: true })).filter(
    ([name]) => name === 'shop.v1.Orders',
  );
  const [method] = Object.values(service?.[1] ?? {}) as { requestType: { fileDescriptorProtos: Buffer[] } }[];
  return method?.requestType.fileDescriptorProtos ?? [];
}

/** The same as a FileDescriptorSet. */
export function shopSet(): Buffer {
  const parts = shopFiles().flatMap((file) => {
    const length: number[] = [];
    let rest = file.length;
    for (; rest > 127; rest >>= 7) length.push((rest & 127) | 128);
    return [Buffer.from([0x0a, ...length, rest]), file];
  });
  return Buffer.concat(parts);
}

export function shopTypes(): ProtoTypes {
  const types = readTypes(filesOf(shopSet()));
  if (!types.ok) throw new Error(types.error.message);
  return types.value;
}

/** The shop's methods as tools. */
export async function shopTools() {
  const listing = await listMethods({ files: shopFiles() }, async () => {});
  if (!listing.ok) throw new Error(listing.error.message);
  return listing.value;
}

export const grpcServer = (grpc: NonNullable<Server['grpc']>, parts: Partial<Server> = {}): Server => ({
  id: 'id-shop',
  organisationId: 'o',
  namespace: 'acme',
  name: 'shop',
  mcp: null,
  http: null,
  grpc,
  stateless: true,
  isolation: null,
  confirmation: null,
  packages: null,
  createdAt: 1,
  updatedAt: 1,
  ...parts,
});

export interface CallParts {
  readonly input?: object;
  readonly server?: Server | null;
  readonly more?: Partial<UpstreamCall>;
}

/** A call of a method. */
export function grpcCall(
  endpoint: GrpcCall,
  deadline: Deadline,
  { input = {}, server = null, more = {} }: CallParts = {},
): UpstreamCall {
  const manifest = {
    name: 'acme/shop.tool',
    version: '1.0.0',
    description: 'x',
    inputSchema: {},
    protocol: 'grpc' as const,
    endpoint: { ...endpoint },
  };
  const invocationId = 'a0000000-1111-4222-8333-444444444444';
  return { invocationId, manifest, server, input, principalId: 'p', deadline, ...more } as UpstreamCall;
}
