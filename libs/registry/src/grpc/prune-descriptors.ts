import { create, toBinary } from '@bufbuild/protobuf';
import { type FileDescriptorProto, FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import type { Reachable } from './reachable.js';
import { readMessage } from './wire-reader.js';

/** Writes the descriptors of one method. */
export type PruneDescriptors = (service: string, reached: Reachable) => Uint8Array;

/**
 * Reads files once, and writes a `FileDescriptorSet` of what one method needs for each: the files of its service and its
 * types and those they import, in an order in which each comes after its imports, without the definitions that the method
 * does not use, extensions and source positions. Throws WireError for files that cannot be read.
 */
export function descriptorPruner(files: readonly Uint8Array[]): PruneDescriptors {
  // Options that this registry does not know are unknown fields, and stay.
  const parsed = files.map((file) => readMessage(FileDescriptorProtoSchema, file, true));
  const byName = new Map(parsed.map((file) => [file.name, file]));
  return (service, reached) => {
    const needed = new Set([...reached.messages.keys(), ...reached.enums.keys()]);
    const starts = parsed.filter((file) => defines(file, service, needed)).map(({ name }) => name);
    const file = inOrder(byName, starts).map((it) => pruneFile(it, service, needed));
    return toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file }));
  };
}

interface Named {
  readonly name: string;
}

const fullName = (file: FileDescriptorProto, { name }: Named): string =>
  file.package === '' ? name : `${file.package}.${name}`;

function defines(file: FileDescriptorProto, service: string, needed: ReadonlySet<string>): boolean {
  const types = [...file.messageType, ...file.enumType];
  return (
    file.service.some((it) => fullName(file, it) === service) ||
    types.some((it) => isNeeded(fullName(file, it), needed))
  );
}

/** Whether a definition, or one inside it, is used. */
const isNeeded = (name: string, needed: ReadonlySet<string>): boolean =>
  needed.has(name) || [...needed].some((it) => it.length > name.length && it.startsWith(`${name}.`));

/** Files after everything they import, each once; imports that are not there are skipped. */
function inOrder(
  byName: ReadonlyMap<string, FileDescriptorProto>,
  starts: readonly string[],
): readonly FileDescriptorProto[] {
  const ordered = new Map<string, FileDescriptorProto>();
  const seen = new Set<string>();
  const waiting = starts.map((name) => ({ name, isReady: false }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const file = byName.get(next.name);
    if (file === undefined || ordered.has(next.name)) continue;
    if (next.isReady) {
      ordered.set(next.name, file);
      continue;
    }
    if (seen.has(next.name)) continue;
    seen.add(next.name);
    waiting.push({ name: next.name, isReady: true });
    for (const name of file.dependency.toReversed()) waiting.push({ name, isReady: false });
  }
  return [...ordered.values()];
}

function pruneFile(file: FileDescriptorProto, service: string, needed: ReadonlySet<string>): FileDescriptorProto {
  const { sourceCodeInfo: _positions, ...kept } = file;
  return {
    ...kept,
    messageType: file.messageType.filter((it) => isNeeded(fullName(file, it), needed)),
    enumType: file.enumType.filter((it) => isNeeded(fullName(file, it), needed)),
    service: file.service.filter((it) => fullName(file, it) === service),
    extension: [],
  };
}
