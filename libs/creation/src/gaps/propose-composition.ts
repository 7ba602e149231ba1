import type { Manifest } from '@assay/contracts';
import { isObject, localNameOf } from '@assay/kernel';
import type { Sequence } from './call-sequences.js';
import type { Origin, TracedCall } from './gap-store.js';

export interface ProposalPorts {
  /** The manifest of a tool that the reader sees. */
  readonly manifestOf: (tool: string) => Manifest | undefined;
  /** Whether a composition fits together, as when it is published. */
  readonly isValid: (manifest: Manifest) => boolean;
  /** `ns/tool` of the proposal. */
  readonly name: string;
}

interface Drafted {
  readonly properties: Record<string, unknown>;
  readonly required: Set<string>;
  readonly mappings: Record<string, string>[];
}

/**
 * The composition that does the same as a sequence of calls. An argument that was, each time, the same part of an earlier
 * output is taken from there; every other one is asked of the caller. Undefined when the tools do not fit together.
 */
export function proposeComposition(sequence: Sequence, ports: ProposalPorts): Manifest | undefined {
  const manifests = sequence.tools.map(ports.manifestOf);
  if (manifests.some((it) => it === undefined)) return undefined;
  const known = manifests as Manifest[];
  // Where an output schema does not have what was handed on, the caller is asked for it.
  for (const withOutputs of [true, false]) {
    const manifest = composed(sequence, known, draft(sequence, known, withOutputs), ports.name);
    if (ports.isValid(manifest)) return manifest;
  }
  return undefined;
}

function composed(
  { tools, occurrences }: Sequence,
  manifests: readonly Manifest[],
  { properties, required, mappings }: Drafted,
  name: string,
): Manifest {
  const last = occurrences.at(-1) ?? [];
  const steps = tools.map((tool, at) => ({
    ...{ name: `step ${at + 1}`, tool: `${tool}@^${last[at]?.version ?? manifests[at]?.version}` },
    inputMapping: mappings[at],
  }));
  return {
    ...{ name, version: '1.0.0', description: descriptionOf(manifests), protocol: 'composite' },
    inputSchema: { type: 'object', properties, required: [...required], additionalProperties: false },
    annotations: annotationsOf(manifests),
    endpoint: { notation: 'compose', definition: { mode: 'compose', steps } },
  } as Manifest;
}

function draft({ tools, occurrences }: Sequence, manifests: readonly Manifest[], withOutputs: boolean): Drafted {
  const drafted: Drafted = { properties: {}, required: new Set(), mappings: [] };
  for (const [at, tool] of tools.entries()) {
    const schema = schemaOf(manifests[at]);
    const mapping: Record<string, string> = {};
    const names = new Set(occurrences.flatMap((calls) => Object.keys(calls[at]?.parameters ?? {})));
    for (const name of names) {
      const given = occurrences.filter((calls) => Object.hasOwn(calls[at]?.parameters ?? {}, name));
      const known = commonOrigin(given, at, name);
      const reference = known && referenceTo(known, drafted.mappings, withOutputs);
      if (reference !== undefined) {
        mapping[name] = reference;
        continue;
      }
      const property = freeName(name, tool, drafted.properties);
      drafted.properties[property] = propertyOf(schema, name);
      if (given.length === occurrences.length || schema.required.includes(name)) drafted.required.add(property);
      mapping[name] = `$input.${property}`;
    }
    drafted.mappings.push(mapping);
  }
  return drafted;
}

type Known = Omit<Origin, 'call'> & { readonly step: number };

/** Where an argument came from every time; undefined when it differed. */
function commonOrigin(occurrences: readonly (readonly TracedCall[])[], at: number, name: string): Known | undefined {
  const origins = occurrences.map((calls): Known | undefined => {
    const origin = calls[at]?.parameters[name];
    const step = calls.findIndex(({ id }) => id === origin?.call);
    return origin && step >= 0 && step < at ? { step, of: origin.of, path: origin.path } : undefined;
  });
  const signs = new Set(origins.map((it) => JSON.stringify(it)));
  return signs.size === 1 ? origins[0] : undefined;
}

function referenceTo({ step, of, path }: Known, mappings: Drafted['mappings'], withOutputs: boolean) {
  if (of === 'input') return mappings[step]?.[path[0] ?? ''];
  return withOutputs ? [`$steps[${step}]`, ...path].join('.') : undefined;
}

function schemaOf(manifest: Manifest | undefined) {
  const { properties, required } = (manifest?.inputSchema ?? {}) as { properties?: unknown; required?: unknown };
  return {
    properties: isObject(properties) ? properties : {},
    required: Array.isArray(required) ? (required as string[]) : [],
  };
}

/** A schema that refers to definitions of its own document cannot be read elsewhere. */
function propertyOf({ properties }: ReturnType<typeof schemaOf>, name: string): unknown {
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return !isObject(schema) || JSON.stringify(schema).includes('"$ref"') ? {} : schema;
}

/** A reference leads through names without dots. */
function freeName(name: string, tool: string, taken: Readonly<Record<string, unknown>>): string {
  const plain = (it: string) => it.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  const candidates = [plain(name), plain(`${localNameOf(tool)}_${name}`)];
  const free = candidates.find((it) => !Object.hasOwn(taken, it) && it !== '__proto__');
  if (free !== undefined) return free;
  let count = 2;
  while (Object.hasOwn(taken, `${candidates[1]}_${count}`)) count += 1;
  return `${candidates[1]}_${count}`;
}

const maxSentence = 160;

/** The first sentences of the tools, in their order. */
function descriptionOf(manifests: readonly Manifest[]): string {
  const sentences = manifests.map(({ description }) => (description.split(/(?<=\.)\s/)[0] ?? '').slice(0, maxSentence));
  return `In one call: ${sentences.map((it, at) => `${at + 1}. ${it.replace(/\.$/, '')}`).join('; ')}.`.slice(0, 2_000);
}

/** A composition promises no more than each of its tools does. */
function annotationsOf(manifests: readonly Manifest[]): NonNullable<Manifest['annotations']> {
  const acting = manifests.map(({ annotations = {} }) => annotations).filter((it) => it.readOnlyHint !== true);
  if (acting.length === 0) return { readOnlyHint: true, idempotentHint: true };
  const every = (name: 'idempotentHint' | 'honoursKey') => acting.every((it) => it[name] === true);
  return {
    readOnlyHint: false,
    destructiveHint: !acting.every((it) => it.destructiveHint === false),
    ...(every('idempotentHint') && { idempotentHint: true }),
    ...(every('honoursKey') && { honoursKey: true }),
  };
}
