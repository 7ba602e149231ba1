import type { SaveExample as Asked, Envelope } from '@assay/contracts';
import { type Caller, type Directory, owns } from '@assay/identity';
import {
  type AuditLog,
  type Clock,
  digestJson,
  type Failure,
  fail,
  isUuid,
  namespaceOf,
  ok,
  type Random,
  type Result,
  type Sealer,
} from '@assay/kernel';
import { type Catalogue, type ToolVersion, visibleVersions } from '@assay/registry';
import type { ExamineContent } from '../content/examine-content.js';
import { type RecordedCallStore, recordedContext } from '../recording/recorded-calls.js';
import { Validators } from '../validators.js';
import { maskExample } from './mask-example.js';
import { maxSavedExamples, type SavedExample, type SavedExampleStore } from './saved-example.js';

export interface SaveExamplePorts {
  readonly store: SavedExampleStore;
  readonly recorded: Pick<RecordedCallStore, 'find'>;
  /** Writes recorded arguments that still wait. */
  readonly flush: () => Promise<void>;
  readonly sealer: Pick<Sealer, 'open'>;
  readonly content: Pick<ExamineContent, 'examine'>;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly audit: AuditLog;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
}

export interface ShownExample {
  readonly example: SavedExample;
  readonly version: ToolVersion;
}

const validatorsAtHand = 50;

/**
 * Turns calls into examples of their version. Owners of its namespace save examples for its verifications; any other
 * caller saves examples for the evaluations of its own organisation.
 */
export class SaveExample {
  readonly #ports: SaveExamplePorts;
  readonly #validators = new Validators(validatorsAtHand);

  constructor(ports: SaveExamplePorts) {
    this.#ports = ports;
  }

  /** @param call a finished call of the caller's own. */
  async save(caller: Caller, call: Envelope, asked: Asked): Promise<Result<ShownExample, Failure>> {
    const { organisationId, principalId } = caller;
    if (organisationId === null || principalId === null)
      return fail('unauthenticated', 'Saving an example requires authentication.');
    if (call.status !== 'succeeded' && call.status !== 'conditional')
      return fail('conflict', `The call ${call.id} is ${call.status}: only calls that succeeded are examples.`);
    const version = this.#version(caller, call.tool, call.version ?? undefined);
    if (version === undefined)
      return fail('not_found', `The version ${call.tool}@${call.version ?? '?'} of the call is gone.`);
    const input = await this.#inputOf(call, asked.input);
    if (!input.ok) return input;
    const masked = await maskExample(input.value, outputOf(call), this.#ports.content);
    if (masked === undefined)
      return fail(
        'payload_too_large',
        `The call ${call.id} is too large to be examined for personal data and secrets.`,
      );
    const issues = this.#validators.input(version)(masked.input);
    if (issues.length > 0)
      return fail(
        'invalid_request',
        `With personal data and secrets masked, the arguments no longer fit the tool: ${issues[0]?.path} ${issues[0]?.message}. Write an example by hand into the next version's manifest.`,
        { issues: issues.map((it) => ({ ...it, path: `/input${it.path}` })) },
      );
    const match = matchOf(asked.match, masked.masked.length > 0, masked.output !== undefined);
    if (!match.ok) return match;
    const example: SavedExample = {
      ...{ id: this.#ports.random.uuid(), organisationId, versionId: version.id, name: asked.name ?? call.id },
      ...{ input: masked.input, match: match.value, masked: masked.masked, invocationId: call.id },
      ...(masked.output !== undefined && { output: masked.output }),
      // With other arguments a tool may rightly answer "not found", which must not count as drift.
      verifies: this.#ownsIt(caller, version) && !masked.masked.some((path) => path.startsWith('/input')),
      ...{ createdBy: principalId, createdAt: this.#ports.clock.now() },
    };
    const added = await this.#ports.store.add(example);
    if (added !== 'added') return refusalOf(added, example.name, version);
    await this.#note(caller, 'example.save', version, example);
    return ok({ example, version });
  }

  /** Of a version that the caller sees. */
  async list(caller: Caller, tool: string, number: string): Promise<Result<ShownExample[], Failure>> {
    const version = this.#version(caller, tool, number);
    if (version === undefined) return unseen(tool, number);
    if (caller.organisationId === null) return ok([]);
    const found = await this.#ports.store.of(version.id, caller.organisationId);
    return ok(found.filter((it) => this.#sees(caller, it, version)).map((example) => ({ example, version })));
  }

  /** By who saved it, an administrator of its organisation, or an owner of the tool. */
  async remove(caller: Caller, tool: string, number: string, id: string): Promise<Result<null, Failure>> {
    const version = this.#version(caller, tool, number);
    if (version === undefined) return unseen(tool, number);
    const found = isUuid(id) ? await this.#ports.store.find(id) : undefined;
    if (found?.versionId !== version.id || !this.#sees(caller, found, version))
      return fail('not_found', `${tool}@${number} has no saved example "${id}" that you may see.`);
    const isOwn = found.organisationId === caller.organisationId;
    const may = isOwn && (found.createdBy === caller.principalId || caller.scopes.has('admin'));
    if (!may && !(found.verifies && this.#ownsIt(caller, version)))
      return fail(
        'forbidden',
        'A saved example is removed by who saved it, an administrator, or an owner of the tool.',
      );
    await this.#ports.store.remove(id);
    await this.#note(caller, 'example.remove', version, found);
    return ok(null);
  }

  /** Examples of owners are seen in their own organisation only: they are calls, not documentation. */
  #sees = (caller: Caller, { organisationId }: SavedExample, version: ToolVersion): boolean =>
    organisationId === caller.organisationId || this.#ownsIt(caller, version);

  #ownsIt(caller: Caller, version: ToolVersion): boolean {
    const namespace = this.#ports.directory.namespace(version.namespace);
    return namespace !== undefined && owns(caller, namespace);
  }

  #version(caller: Caller, tool: string, number: string | undefined): ToolVersion | undefined {
    const { catalogue, directory } = this.#ports;
    return visibleVersions(catalogue.tool(tool), caller, directory).find((it) => it.version === number);
  }

  /** As it was recorded; or as the caller gives it, when it is what the call was made with. */
  async #inputOf(
    { id, provenance }: Envelope,
    given: Asked['input'],
  ): Promise<Result<Readonly<Record<string, unknown>>, Failure>> {
    if (given !== undefined) {
      if (digestJson(given) === provenance?.argumentsDigest) return ok(given);
      return fail(
        'invalid_request',
        `These are not the arguments of the call ${id}: their digest is another one. A repaired call is identified by its repaired arguments.`,
        { issues: [{ path: '/input', message: 'has another digest than the arguments of the call' }] },
      );
    }
    await this.#ports.flush();
    const recorded = await this.#ports.recorded.find(id);
    if (recorded !== undefined)
      return ok(JSON.parse(this.#ports.sealer.open(recorded.sealed, recordedContext(id))).input);
    return fail(
      'conflict',
      `The arguments of the call ${id} were not recorded: give them as "input", or have an administrator record calls of this tool.`,
    );
  }

  async #note(caller: Caller, action: string, version: ToolVersion, { id, name }: SavedExample): Promise<void> {
    const { organisationId, principalId } = caller;
    const subject = `${version.namespace}/${version.tool}@${version.version}`;
    const details = { example: id, name };
    await this.#ports.audit.append({ organisationId, principalId, action, subject, details }).settled;
  }
}

/** The whole output; undefined when only another form of it was answered. */
const outputOf = (call: Envelope): unknown => (call.routed === undefined ? call.output : undefined);

function matchOf(asked: Asked['match'], isMasked: boolean, hasOutput: boolean): Result<SavedExample['match'], Failure> {
  if (asked === undefined || asked === 'schema') return ok('schema');
  const why = isMasked
    ? 'values of the call were masked, so that later outputs differ from it'
    : hasOutput
      ? undefined
      : 'the whole output of the call was not kept';
  if (why === undefined) return ok(asked);
  return fail('invalid_request', `"match" can only be "schema" here: ${why}.`, {
    issues: [{ path: '/match', message: `must be schema: ${why}` }],
  });
}

const unseen = (tool: string, number: string) => fail('not_found', `No version ${tool}@${number} that you may see.`);

function refusalOf(added: 'name_taken' | 'full' | 'gone', name: string, version: ToolVersion) {
  const subject = `${namespaceOf(version.manifest.name)}/${version.tool}@${version.version}`;
  if (added === 'gone') return fail('not_found', `${subject} is gone.`);
  if (added === 'name_taken')
    return fail('conflict', `${subject} has a saved example "${name}" already: choose another name.`);
  return fail('conflict', `An organisation saves at most ${maxSavedExamples} examples of a version: remove one.`);
}
