import { mapEntryOf, type Reachable, reachableFrom } from './reachable.js';
import type { FieldShape, MethodShape, ProtoTypes } from './types.js';

/**
 * The parts of a method's types that determine the bytes on the wire, as plain JSON by full name: the pinned
 * definition. Excludes comments, options, the order of descriptors, and everything the method does not use.
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

/** Map entries are listed at their field: the compiler's name for them is irrelevant. */
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
