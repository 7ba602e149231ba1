import { type Failure, fail, ok, type Pause, type Result } from '@assay/kernel';
import {
  descriptorPruner,
  type MethodShape,
  messageSchema,
  methodContract,
  type ProtoTypes,
  type PruneDescriptors,
  reachableFrom,
  readTypes,
  type ServiceShape,
  streamSchema,
} from '@assay/registry';
import { tagCapability } from '../openapi/tag-capability.js';
import type { UpstreamListing, UpstreamTool } from '../upstream.js';
import type { DescribedServer } from './described-server.js';

/** What one server may offer: more is imported in parts. */
export const methodCaps = { methods: 2_000, schemaBytes: 64 * 1_048_576 } as const;

/** Reading a method takes about a millisecond when its types are many: after so many others have their turn. */
const atOnce = 20;

/** Services that are there for machinery, not for callers. */
const infrastructure = /^grpc\.(?:reflection|health|channelz|binlog)\./;

/**
 * A tool a method, unary or with a stream of answers; what cannot be a tool is named in `leftOut`. Refused are files that
 * cannot be read, types that are missing, and more than may be held.
 */
export async function listMethods(described: DescribedServer, pause: Pause): Promise<Result<UpstreamListing, Failure>> {
  const read = readTypes(described.files);
  if (!read.ok) return read;
  const types = read.value;
  const offered = (described.services ?? [...types.services.keys()]).filter((name) => !infrastructure.test(name));
  const services = offered.flatMap((name) => types.services.get(name) ?? []);
  const count = services.reduce((sum, it) => sum + it.methods.length, 0);
  if (count > methodCaps.methods)
    return tooMuch(`${count} methods, of which ${methodCaps.methods} can be read in one import`);
  if (count === 0) return fail('invalid_request', 'The gRPC server offers no method: name the file that defines one.');
  const leftOut: string[] = [];
  const tools: UpstreamTool[] = [];
  let bytes = 0;
  const prune = descriptorPruner(described.files);
  for (const { service, method } of methodsOf(services)) {
    if (tools.length % atOnce === atOnce - 1) await pause();
    const tool = toolOf(prune, types, service, method, shortNames(services));
    if (typeof tool === 'string') leftOut.push(tool);
    else {
      bytes += JSON.stringify(tool).length;
      if (bytes > methodCaps.schemaBytes) return tooMuch(`types of more than ${methodCaps.schemaBytes} bytes together`);
      tools.push(tool);
    }
  }
  return ok({ name: commonName(services), version: '', tools, leftOut });
}

const methodsOf = (services: readonly ServiceShape[]) =>
  services.flatMap((service) => service.methods.map((method) => ({ service, method })));

/** Services that are known by their last name alone, since no other has it. */
function shortNames(services: readonly ServiceShape[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { name } of services) counts.set(lastOf(name), (counts.get(lastOf(name)) ?? 0) + 1);
  return new Set(services.map(({ name }) => name).filter((name) => counts.get(lastOf(name)) === 1));
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
const packageOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')));

/** What the packages of all services begin with, else the first service's own name. */
function commonName(services: readonly ServiceShape[]): string {
  const [first = [], ...others] = services.map(({ name }) => packageOf(name).split('.'));
  const end = first.findIndex((part, index) => others.some((it) => it[index] !== part));
  const common = (end === -1 ? first : first.slice(0, end)).join('.');
  return common === '' ? lastOf(services[0]?.name ?? 'grpc') : common;
}

/** The tool, or why the method is none. */
function toolOf(
  prune: PruneDescriptors,
  types: ProtoTypes,
  { name: service }: ServiceShape,
  method: MethodShape,
  short: ReadonlySet<string>,
): UpstreamTool | string {
  const label = `${service}/${method.name}`;
  if (method.clientStreaming) return `${label}: takes a stream of messages, which a tool call cannot send`;
  const reached = reachableFrom(types, method);
  if (reached.missing.length > 0) return `${label}: uses ${reached.missing[0]}, which is defined nowhere`;
  const capability = tagCapability(withoutVersion(packageOf(service)));
  return {
    name: `${short.has(service) ? lastOf(service) : service}.${method.name}`,
    ...(method.comment !== '' && { description: method.comment }),
    inputSchema: messageSchema(types, method.input, 'input'),
    outputSchema: method.serverStreaming
      ? streamSchema(types, method.output)
      : messageSchema(types, method.output, 'output'),
    ...(method.effects !== 'unknown' && { annotations: annotationsOf(method) }),
    ...(capability !== undefined && { capabilities: [capability] }),
    grpc: {
      service,
      method: method.name,
      descriptorSet: Buffer.from(prune(service, reached)).toString('base64'),
      contract: methodContract(types, method),
    },
    notes: notesOf(method),
  };
}

const annotationsOf = ({ effects }: MethodShape) =>
  effects === 'none' ? { readOnlyHint: true, idempotentHint: true } : { idempotentHint: true };

const notesOf = ({ serverStreaming, isDeprecated }: MethodShape): string[] => [
  ...(serverStreaming ? ['Answers with a stream: the output is the list of its messages, up to the size limit.'] : []),
  ...(isDeprecated ? ['The server declares the method deprecated.'] : []),
];

const tooMuch = (what: string): Result<never, Failure> =>
  fail(
    'invalid_request',
    `The gRPC server describes ${what}: import it in parts, with a descriptor set of some services.`,
  );

/** `shop.v1` is shop. */
function withoutVersion(name: string): string {
  const last = name.lastIndexOf('.');
  return last >= 0 && /^v\d\w*$/.test(name.slice(last + 1)) ? name.slice(0, last) : name;
}
