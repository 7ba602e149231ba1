import type { Issue } from '@assay/contracts';
import { compileSchema, type JsonSchema } from '@assay/json-schema';

type Preset = Readonly<Record<string, unknown>>;

const propertiesOf = ({ properties }: JsonSchema): Readonly<Record<string, unknown>> =>
  (properties ?? {}) as Readonly<Record<string, unknown>>;

/** Problems of a tool's preset arguments: unknown properties, and invalid values. */
export function presetProblems(schema: JsonSchema, preset: Preset): Issue[] {
  const properties = propertiesOf(schema);
  const known = Object.keys(preset).filter((it) => Object.hasOwn(properties, it));
  const unknown = Object.keys(preset)
    .filter((it) => !Object.hasOwn(properties, it))
    .map((it) => ({ path: `/${escaped(it)}`, message: 'is not a property of the tool’s input' }));
  if (known.length === 0) return unknown;
  // The whole schema, so that its references resolve, but only with the rules of the preset properties.
  const { $schema, $id, $defs, definitions } = schema;
  const chosen = Object.fromEntries(known.map((it) => [it, properties[it]]));
  const narrowed = { $schema, $id, $defs, definitions, type: 'object', properties: chosen };
  const present = Object.fromEntries(Object.entries(narrowed).filter(([, value]) => value !== undefined));
  const values = Object.fromEntries(known.map((it) => [it, preset[it]]));
  return [...unknown, ...compileSchema(present)(values)];
}

/** The schema as shown to callers of a tool with presets: without the preset properties. */
export function withoutPreset(schema: JsonSchema, preset: Preset): JsonSchema {
  if (Object.keys(preset).length === 0) return schema;
  const left = (names: readonly string[]) => names.filter((it) => !Object.hasOwn(preset, it));
  const properties = propertiesOf(schema);
  const { required, ...rest } = schema;
  const stillRequired = left(Array.isArray(required) ? (required as string[]) : []);
  return {
    ...rest,
    properties: Object.fromEntries(left(Object.keys(properties)).map((it) => [it, properties[it]])),
    ...(stillRequired.length > 0 && { required: stillRequired }),
  };
}

/** The preset arguments that a call contains, which is not allowed. */
export const givenAnyway = (input: Preset, preset: Preset): string[] =>
  Object.keys(preset).filter((it) => Object.hasOwn(input, it));

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
