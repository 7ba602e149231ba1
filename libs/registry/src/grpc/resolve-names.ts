import type { ProtoTypes } from './types.js';

/**
 * Replaces every reference with its full name. Compilers write `.shop.v1.Item`; some libraries write `Item`, which is
 * looked up from the innermost scope outwards, as in a .proto file. Unresolved names stay unchanged.
 */
export function resolveNames({ messages, enums, services }: ProtoTypes): ProtoTypes {
  const resolve = (reference: string, scope: string): string => {
    if (reference === '' || reference.startsWith('.')) return reference.slice(1);
    for (let around = scope; ; around = around.slice(0, Math.max(0, around.lastIndexOf('.')))) {
      const name = around === '' ? reference : `${around}.${reference}`;
      if (around === '' || messages.has(name) || enums.has(name)) return name;
    }
  };
  return {
    enums,
    messages: new Map(
      [...messages].map(([name, it]) => [
        name,
        { ...it, fields: it.fields.map((field) => ({ ...field, typeName: resolve(field.typeName, name) })) },
      ]),
    ),
    services: new Map(
      [...services].map(([name, it]) => [
        name,
        {
          ...it,
          methods: it.methods.map((method) => ({
            ...method,
            input: resolve(method.input, name),
            output: resolve(method.output, name),
          })),
        },
      ]),
    ),
  };
}
