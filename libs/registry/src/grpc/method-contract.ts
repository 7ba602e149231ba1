import { mapEntryOf, type Reachable, reachableFrom } from './reachable.js';
import type { FieldShape, MethodShape, ProtoTypes } from './types.js';

/**
 * What of a method's types decides the bytes on the wire, as plain JSON by full name: the pinned definition. Comments,
 * options and the order of descriptors do not matter, and what the method does not use is not in it.
 */
export interface MethodContract {
  readonly input: string;
  readonly output: string;
  readonly serverStreaming: boolean;
  readonly messages: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly enums: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** A message is its fields by number, each a line as in a .proto file: `repeated shop.v1.Item items`. */
export function methodContract(types: ProtoTypes, method: MethodShape): MethodContract {
  const reached = reachableFrom(types, method);
  return {
    input: method.input,
    output: method.output,
    serverStreaming: method.serverStreaming,
    messages: messagesOf(types, reached),
    enums: Object.fromEntries([...reached.enums].map(([name, it]) => [name, Object.fromEntries(it.values)])),
  };
}

/** Entries of maps are told where they stand: what a compiler calls them is nobody's business. */
const messagesOf = (types: ProtoTypes, { messages }: Reachable): MethodContract['messages'] =>
  Object.fromEntries(
    [...messages]
      .filter(([, { isMapEntry }]) => !isMapEntry)
      .map(([name, { fields }]) => [
        name,
        Object.fromEntries(fields.map((field) => [String(field.number), lineOf(types, field)])),
      ]),
  );

function lineOf(types: ProtoTypes, field: FieldShape): string {
  const { label, jsonName, oneof } = field;
  const entry = mapEntryOf(types, field);
  const written =
    entry === undefined
      ? [label === 'optional' ? '' : label, nameOf(field), jsonName]
      : [
          `map<${[1, 2].map((number) => nameOf(entry.fields.find((it) => it.number === number))).join(', ')}>`,
          jsonName,
        ];
  const line = written.filter((it) => it !== '').join(' ');
  return oneof === undefined ? line : `${line} in oneof ${oneof}`;
}

const nameOf = (field: FieldShape | undefined): string => field?.typeName || (field?.type ?? 'nothing');
