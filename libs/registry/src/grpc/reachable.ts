import type { EnumShape, FieldShape, MessageShape, MethodShape, ProtoTypes } from './types.js';
import { isWellKnown } from './well-known.js';

/** The types of a method's messages. */
export interface Reachable {
  readonly messages: ReadonlyMap<string, MessageShape>;
  readonly enums: ReadonlyMap<string, EnumShape>;
  /** Names that are used and defined nowhere. */
  readonly missing: readonly string[];
}

/** Everything that the input and output of a method refer to, transitively; well-known types need no definition. */
export function reachableFrom(types: ProtoTypes, { input, output }: Pick<MethodShape, 'input' | 'output'>): Reachable {
  const messages = new Map<string, MessageShape>();
  const enums = new Map<string, EnumShape>();
  const missing = new Set<string>();
  const waiting = [input, output];
  const visit = ({ type, typeName }: FieldShape) => {
    if (type === 'message' || type === 'group') waiting.push(typeName);
    if (type !== 'enum') return;
    const found = types.enums.get(typeName);
    if (found !== undefined) enums.set(typeName, found);
    else if (typeName !== 'google.protobuf.NullValue') missing.add(typeName);
  };
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (messages.has(name) || isWellKnown(name)) continue;
    const found = types.messages.get(name);
    if (found === undefined) {
      missing.add(name);
      continue;
    }
    messages.set(name, found);
    for (const field of found.fields) visit(field);
  }
  return { messages, enums, missing: [...missing] };
}

/** The entry message of a map field; undefined for any other field. */
export function mapEntryOf(types: Pick<ProtoTypes, 'messages'>, field: FieldShape): MessageShape | undefined {
  if (field.label !== 'repeated' || field.type !== 'message') return undefined;
  const entry = types.messages.get(field.typeName);
  return entry?.isMapEntry === true ? entry : undefined;
}
