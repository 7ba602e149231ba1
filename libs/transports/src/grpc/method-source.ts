import { type Clock, type Failure, fail, lruMap, ok, type Result } from '@assay/kernel';
import {
  filesOf,
  type MethodShape,
  methodOf,
  type ProtoTypes,
  reachableFrom,
  readTypes,
  WireError,
} from '@assay/registry';

/** A method, with everything its messages are made of. */
export interface KnownMethod {
  readonly types: ProtoTypes;
  readonly method: MethodShape;
}

export interface MethodNames {
  readonly service: string;
  readonly method: string;
}

interface Kept {
  readonly types: ProtoTypes;
  readonly readAt: number;
}

/** Sets of descriptors that are kept read, and how long what reflection said is believed. */
const maxKept = 500;
const believedMs = 300_000;

/** What methods are made of: read once from a descriptor set, or asked of the server and believed for a while. */
export class MethodSource {
  readonly #kept = lruMap<string, Kept>(maxKept);

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** From the descriptor set of a manifest, in base64, which was checked when the manifest was published. */
  fromSet(descriptorSet: string, names: MethodNames): Result<KnownMethod, Failure> {
    const kept = this.#kept.get(descriptorSet);
    const types = kept === undefined ? readSet(descriptorSet) : ok(kept.types);
    if (!types.ok) return types;
    if (kept === undefined) this.#keep(descriptorSet, types.value);
    return knownMethod(types.value, names);
  }

  /** From the server itself. `key` names it, and `ask` reads the files that define the service. */
  async fromServer(
    key: string,
    names: MethodNames,
    ask: () => Promise<Result<{ readonly files: readonly Uint8Array[] }, Failure>>,
  ): Promise<Result<KnownMethod, Failure>> {
    const id = `${key} ${names.service}`;
    const kept = this.#kept.peek(id);
    if (kept !== undefined && this.clock.now() - kept.readAt < believedMs) return knownMethod(kept.types, names);
    const described = await ask();
    if (!described.ok) return described;
    const types = readTypes(described.value.files);
    if (!types.ok) return fail('upstream_error', types.error.message, { outcome: 'none' });
    this.#keep(id, types.value);
    return knownMethod(types.value, names);
  }

  #keep(id: string, types: ProtoTypes): void {
    this.#kept.set(id, { types, readAt: this.clock.now() });
  }
}

function readSet(descriptorSet: string): Result<ProtoTypes, Failure> {
  try {
    return readTypes(filesOf(Buffer.from(descriptorSet, 'base64')));
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return fail('upstream_error', `The tool's descriptor set cannot be read: ${error.message}.`, { outcome: 'none' });
  }
}

function knownMethod(types: ProtoTypes, { service, method }: MethodNames): Result<KnownMethod, Failure> {
  const found = methodOf(types, service, method);
  const label = `${service}/${method}`;
  if (found === undefined)
    return fail('upstream_error', `The gRPC server describes no method ${label} any more.`, { outcome: 'none' });
  if (found.clientStreaming)
    return fail('upstream_error', `${label} takes a stream of messages, which a tool call cannot send.`, {
      outcome: 'none',
    });
  const [missing] = reachableFrom(types, found).missing;
  return missing === undefined
    ? ok({ types, method: found })
    : fail('upstream_error', `${label} uses ${missing}, which is described nowhere.`, { outcome: 'none' });
}
