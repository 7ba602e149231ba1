import { z } from 'zod';

const namespacePattern = '[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?';
const localPattern = '[A-Za-z0-9_.-]{1,128}';

/** A namespace: lower-case letters, digits, dots and hyphens, 1 to 63 characters, no dot or hyphen at the ends. */
export const namespaceNameSchema = z
  .string()
  .regex(
    new RegExp(`^${namespacePattern}$`),
    'must be 1 to 63 of a-z, 0-9, "." and "-", starting and ending with a letter or digit',
  );

/** The part of a tool's or server's name after the slash. */
export const localNameSchema = z
  .string()
  .regex(new RegExp(`^${localPattern}$`), 'must be 1 to 128 of A-Z, a-z, 0-9, "_", "." and "-"');

/** `namespace/tool` or `namespace/server`. */
export const qualifiedNameSchema = z
  .string()
  .regex(new RegExp(`^${namespacePattern}/${localPattern}$`), 'must be namespace/name, such as acme/orders.create');

/** `namespace/tool` with an optional `@range`. */
export const toolReferenceSchema = z
  .string()
  .max(400)
  .regex(new RegExp(`^${namespacePattern}/${localPattern}(?:@[^@]{1,200})?$`), {
    // The tool that runs plans has no namespace, so that nothing else would say why it cannot be named.
    error: ({ input }) =>
      input === 'execute_tool_plan'
        ? 'runs plans and cannot be a step of one: list its steps here instead'
        : 'must be namespace/tool or namespace/tool@range, such as acme/orders.create@^1',
  });

/** Servers of the registry list have longer names, and capitals in their namespaces. */
const listedNamespacePattern = '[A-Za-z0-9](?:[A-Za-z0-9.-]{0,196}[A-Za-z0-9])?';
const listedLocalPattern = '[A-Za-z0-9_.-]{1,198}';

/** `namespace/tool` with an optional `@range`, or `namespace/*`. */
export const revocationTargetSchema = z
  .string()
  .max(600)
  .regex(
    new RegExp(`^${listedNamespacePattern}/(?:\\*|${listedLocalPattern}(?:@[^@\\0]{1,255})?)$`),
    'must be namespace/tool, namespace/tool@range or namespace/*, such as acme/orders.create@1.2.0',
  );

/** A dotted capability tag such as `data.query.sql`. */
export const capabilitySchema = z
  .string()
  .max(100)
  .regex(
    /^[a-z0-9]+(?:[-_][a-z0-9]+)*(?:\.[a-z0-9]+(?:[-_][a-z0-9]+)*)*$/,
    'must be a dotted tag of lower-case words, such as data.query.sql',
  );
