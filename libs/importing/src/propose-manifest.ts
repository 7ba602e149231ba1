import { type Issue, type Manifest, manifestSchema, type Proposal } from '@assay/contracts';
import { canonicalJson } from '@assay/kernel';
import {
  bump,
  checkManifest,
  compareManifests,
  suggestCapabilities,
  type Taxonomy,
  type ToolVersion,
} from '@assay/registry';
import { type SuggestedAnnotations, suggestAnnotations } from './suggest-annotations.js';
import type { UpstreamTool } from './upstream.js';
import { upstreamDigest } from './upstream-digest.js';

/**
 * Converts an upstream's tool into a manifest, compared with its published version.
 *
 * The number: 1.0.0 at first; the last one when nothing changed; else the minimum allowed by a comparison of the two
 * contracts: a patch for texts, a minor for additions, the next major for breaking or undecided changes.
 */
export function proposeManifest(...parts: Parameters<typeof draftProposal>): Proposal {
  const drafted = draftProposal(...parts);
  const checked = drafted.state === 'unchanged' ? undefined : checkManifest(drafted.manifest);
  return withProblems(drafted, checked === undefined || checked.ok ? [] : checked.error);
}

/** What was found wrong with a draft, which makes it one that cannot be published. */
export const withProblems = (drafted: Proposal, problems: readonly Issue[]): Proposal =>
  problems.length === 0 ? drafted : { ...drafted, state: 'invalid', problems: [...problems] };

/** The same, not yet checked. */
export function draftProposal(
  server: string,
  name: string,
  tool: UpstreamTool,
  previous: ToolVersion | undefined,
  taxonomy?: Taxonomy,
): Proposal {
  if (previous !== undefined && previous.upstreamDigest === upstreamDigest(tool)) {
    return proposal(previous.manifest, 'unchanged', previous.version, [], []);
  }
  const notes: string[] = [...(tool.notes ?? [])];
  const drafted = draft(server, name, tool, notes, taxonomy);
  const manifest: Manifest = previous === undefined ? drafted : succeed(drafted, previous);
  const suggested = previous === undefined ? suggestAnnotations(tool) : undefined;
  if (suggested !== undefined) notes.push(proposedNote(suggested));
  const proposed = proposal(
    manifest,
    previous === undefined ? 'new' : 'changed',
    previous?.version ?? null,
    previous ? differences(previous.manifest, manifest) : [],
    notes,
  );
  return suggested === undefined ? proposed : { ...proposed, proposedAnnotations: suggested.annotations };
}

const proposedNote = ({ annotations, because }: SuggestedAnnotations): string =>
  `By the word "${because}" it probably ${annotations.readOnlyHint ? 'only reads' : 'destroys something'}: accept the proposed annotations to declare that.`;

const proposal = (
  manifest: Manifest,
  state: Proposal['state'],
  previousVersion: string | null,
  changes: Proposal['changes'],
  notes: string[],
): Proposal => ({ manifest, state, previousVersion, changes, problems: [], notes });

function draft(server: string, name: string, tool: UpstreamTool, notes: string[], taxonomy?: Taxonomy): Manifest {
  const description = tool.description?.trim() ? tool.description : (tool.title ?? tool.name);
  if (description !== tool.description) notes.push('The upstream has no description: describe what the tool does.');
  const annotations = knownAnnotations(tool.annotations ?? {}, notes);
  return {
    name,
    version: '1.0.0',
    ...(tool.title?.trim() && { title: tool.title.slice(0, 200) }),
    description: description.slice(0, 16_384),
    capabilities: tool.capabilities?.length
      ? [...tool.capabilities]
      : suggestCapabilities(tool.name, description, taxonomy),
    inputSchema: schemaOf(tool.inputSchema, notes) ?? { type: 'object' },
    ...(tool.outputSchema !== undefined && { outputSchema: schemaOf(tool.outputSchema, notes) ?? {} }),
    ...reached(server, tool),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

/** Protocol and endpoint: an MCP tool by its name, an operation or method by how it is called. */
function reached(
  server: string,
  { name, http, auth, grpc }: UpstreamTool,
): Pick<Manifest, 'protocol' | 'endpoint' | 'auth'> {
  if (grpc !== undefined) {
    const { service, method, descriptorSet } = grpc;
    return { protocol: 'grpc', endpoint: { server, service, method, ...(descriptorSet && { descriptorSet }) } };
  }
  return http === undefined
    ? { protocol: 'mcp', endpoint: { server, tool: name } }
    : { protocol: 'http', endpoint: { server, ...http }, ...(auth && { auth }) };
}

function schemaOf(schema: unknown, notes: string[]): Record<string, unknown> | undefined {
  if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return schema as Record<string, unknown>;
  notes.push('An upstream schema is not an object: an open schema is used instead.');
  return undefined;
}

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

function knownAnnotations(
  declared: Readonly<Record<string, unknown>>,
  notes: string[],
): NonNullable<Manifest['annotations']> {
  const known = Object.fromEntries(
    hints.flatMap((hint) => (typeof declared[hint] === 'boolean' ? [[hint, declared[hint]]] : [])),
  );
  if (known.readOnlyHint === undefined) {
    notes.push(
      'The upstream does not say whether the tool only reads, so it counts as side-effecting: confirm readOnlyHint if it only reads.',
    );
  }
  return known;
}

/** Keeps a person's edits, unless the upstream changed the same place, and takes the next number. */
function succeed(drafted: Manifest, previous: ToolVersion): Manifest {
  const former = previous.manifest;
  const next: Manifest = {
    ...former,
    ...drafted,
    name: former.name,
    ...(former.capabilities && { capabilities: former.capabilities }),
    ...((former.annotations || drafted.annotations) && {
      annotations: { ...former.annotations, ...drafted.annotations },
    }),
  };
  return { ...next, version: bump(previous.versionKey, compareManifests(former, next).requiredBump) };
}

/** Fields of the manifest that differ, the number aside. */
function differences(before: Manifest, after: Manifest): Proposal['changes'] {
  const keys = Object.keys(manifestSchema.shape) as (keyof Manifest)[];
  return keys
    .filter((key) => key !== 'version' && canonicalJson(before[key] ?? null) !== canonicalJson(after[key] ?? null))
    .map((key) => ({ path: `/${key}`, before: before[key] ?? null, after: after[key] ?? null }));
}
