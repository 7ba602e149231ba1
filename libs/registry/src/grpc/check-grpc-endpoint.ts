import type { GrpcEndpoint, Issue } from '@assay/contracts';
import { grpcTarget, noGrpcAddress } from './grpc-address.js';
import { reachableFrom } from './reachable.js';
import { filesOf, readTypes } from './read-types.js';
import { methodOf, type ProtoTypes } from './types.js';
import { WireError } from './wire-reader.js';

/** What of a gRPC endpoint could not be called, beyond its shape; pointers are below the endpoint. */
export function checkGrpcEndpoint({ address, service, method, descriptorSet }: GrpcEndpoint): Issue[] {
  const issues: Issue[] = [];
  if (address !== undefined && grpcTarget(address) === undefined)
    issues.push({ path: '/address', message: noGrpcAddress });
  if (descriptorSet === undefined) return issues;
  const types = typesOf(descriptorSet);
  if (typeof types === 'string') return [...issues, { path: '/descriptorSet', message: types }];
  return [...issues, ...checkMethod(types, service, method)];
}

/** The types of a base64 descriptor set, or the reason why it is invalid. */
function typesOf(descriptorSet: string): ProtoTypes | string {
  try {
    const types = readTypes(filesOf(Buffer.from(descriptorSet, 'base64')));
    return types.ok ? types.value : `cannot be used. ${types.error.message}`;
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return `is no FileDescriptorSet: ${error.message}. Write it with protoc --include_imports --descriptor_set_out`;
  }
}

function checkMethod(types: ProtoTypes, service: string, method: string): Issue[] {
  const found = types.services.get(service);
  if (found === undefined)
    return [{ path: '/service', message: `is not in the descriptor set, which has ${named(types.services.keys())}` }];
  const shape = methodOf(types, service, method);
  if (shape === undefined)
    return [
      {
        path: '/method',
        message: `is not a method of ${service}, which has ${named(found.methods.map((it) => it.name))}`,
      },
    ];
  if (shape.clientStreaming)
    return [
      { path: '/method', message: 'takes a stream of messages, which a tool call cannot send: use a unary method' },
    ];
  const { missing } = reachableFrom(types, shape);
  if (missing.length === 0) return [];
  return [
    {
      path: '/descriptorSet',
      message: `does not define ${named(missing)}, which the method uses: write it with --include_imports`,
    },
  ];
}

const named = (names: Iterable<string>): string => {
  const all = [...names];
  const more = all.length > 5 ? ` and ${all.length - 5} more` : '';
  return all.length === 0 ? 'none' : `${all.slice(0, 5).join(', ')}${more}`;
};
