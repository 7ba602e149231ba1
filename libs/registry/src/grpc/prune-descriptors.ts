import type { Reachable } from './reachable.js';
import { WireFields } from './wire-fields.js';
import { WireReader } from './wire-reader.js';

/** Fields of `FileDescriptorProto`: messages, enums, services; extensions and source positions are omitted. */
const definitions = { messages: 4, enums: 5, services: 6 } as const;
const leftOut = new Set([7, 9]);

/**
 * A `FileDescriptorSet` reduced to one method: the files of its service and its types and those they import, in import
 * order, without the definitions that the method does not use. Bytes that remain are copied.
 */
export function pruneDescriptors(files: readonly Uint8Array[], service: string, reached: Reachable): Uint8Array {
  const byName = new Map(files.map((file) => [new WireFields(file).text(1), file]));
  const needed = new Set([...reached.messages.keys(), ...reached.enums.keys()]);
  const starts = files.filter((file) => defines(file, service, needed)).map((file) => new WireFields(file).text(1));
  const kept = [...inOrder(byName, starts)];
  return joined(kept.map((file) => prefixed(1, pruneFile(file, service, needed))));
}

const prefixOf = (file: WireFields): string => (file.text(2) === '' ? '' : `${file.text(2)}.`);

function defines(bytes: Uint8Array, service: string, needed: ReadonlySet<string>): boolean {
  const file = new WireFields(bytes);
  const names = (field: number) => file.messages(field).map((it) => `${prefixOf(file)}${it.text(1)}`);
  const types = [...names(definitions.messages), ...names(definitions.enums)];
  return names(definitions.services).includes(service) || types.some((name) => isNeeded(name, needed));
}

/** Whether a definition, or one inside it, is used. */
const isNeeded = (name: string, needed: ReadonlySet<string>): boolean =>
  needed.has(name) || [...needed].some((it) => it.length > name.length && it.startsWith(`${name}.`));

/** Files after all of their imports, each once; missing imports are skipped. */
function inOrder(byName: ReadonlyMap<string, Uint8Array>, starts: readonly string[]): Iterable<Uint8Array> {
  const ordered = new Map<string, Uint8Array>();
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
    for (const name of new WireFields(file).texts(3).reverse()) waiting.push({ name, isReady: false });
  }
  return ordered.values();
}

function pruneFile(bytes: Uint8Array, service: string, needed: ReadonlySet<string>): Uint8Array {
  const prefix = prefixOf(new WireFields(bytes));
  const reader = new WireReader(bytes);
  const parts: Uint8Array[] = [];
  while (!reader.done) {
    const from = reader.at;
    const tag = reader.tag();
    reader.skip(tag);
    const part = bytes.subarray(from, reader.at);
    const { field } = tag;
    if (leftOut.has(field)) continue;
    if (field === definitions.messages || field === definitions.enums || field === definitions.services) {
      const name = `${prefix}${new WireFields(part).message(field).text(1)}`;
      if (field === definitions.services ? name !== service : !isNeeded(name, needed)) continue;
    }
    parts.push(part);
  }
  return joined(parts);
}

/** Bytes as a length-delimited field. */
function prefixed(field: number, bytes: Uint8Array): Uint8Array {
  const head = [field * 8 + 2];
  let length = bytes.length;
  for (; length > 127; length = Math.floor(length / 128)) head.push((length % 128) + 128);
  head.push(length);
  return joined([Uint8Array.from(head), bytes]);
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
