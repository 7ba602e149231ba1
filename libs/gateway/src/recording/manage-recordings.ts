import type { Directory } from '@assay/identity';
import { type Caller, hasScope } from '@assay/identity';
import { type AuditLog, type Clock, type Failure, fail, ok, type Result } from '@assay/kernel';
import { type Catalogue, visibleVersions } from '@assay/registry';
import type { RecordArguments } from './record-arguments.js';
import { maxRecordings, type RecordedCallStore, type Recording } from './recorded-calls.js';

export interface ManageRecordingsPorts {
  readonly store: RecordedCallStore;
  readonly recording: Pick<RecordArguments, 'refresh' | 'flush'>;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly audit: AuditLog;
  readonly clock: Pick<Clock, 'now'>;
}

export interface ShownRecording extends Recording {
  readonly recorded: number;
}

const defaultKeep = 100;

/** Which of its calls an organisation records. Its administrators decide. */
export class ManageRecordings {
  readonly #ports: ManageRecordingsPorts;

  constructor(ports: ManageRecordingsPorts) {
    this.#ports = ports;
  }

  /** By tool. */
  async list({ organisationId }: Caller): Promise<readonly ShownRecording[]> {
    if (organisationId === null) return [];
    await this.#ports.recording.flush();
    const all = await this.#ports.store.all();
    const counts = await this.#ports.store.counts(organisationId);
    return all
      .filter((it) => it.organisationId === organisationId)
      .map((it) => ({ ...it, recorded: counts.get(it.tool) ?? 0 }))
      .sort((a, b) => (a.tool < b.tool ? -1 : 1));
  }

  async set(caller: Caller, tool: string, keep = defaultKeep): Promise<Result<ShownRecording, Failure>> {
    const allowed = administers(caller);
    if (!allowed.ok) return allowed;
    const { catalogue, directory, store, clock } = this.#ports;
    const versions = visibleVersions(catalogue.tool(tool), caller, directory);
    if (versions.length === 0) return fail('not_found', `No tool "${tool}" that you may see.`);
    if (!versions.some(({ manifest }) => manifest.annotations?.readOnlyHint === true))
      return fail(
        'invalid_request',
        `${tool} is not declared read-only: only calls of read-only tools are recorded, because only those are replayed.`,
      );
    const recording = { organisationId: allowed.value, tool, keep, createdAt: clock.now() };
    if (!(await store.set(recording)))
      return fail('conflict', `An organisation records at most ${maxRecordings} tools: stop recording one of them.`);
    await this.#changed(caller, 'recording.set', tool, { keep });
    return ok((await this.list(caller)).find((it) => it.tool === tool) ?? { ...recording, recorded: 0 });
  }

  async remove(caller: Caller, tool: string): Promise<Result<null, Failure>> {
    const allowed = administers(caller);
    if (!allowed.ok) return allowed;
    const { store, recording } = this.#ports;
    // Only a name that was recorded reaches the database: any text may be asked for.
    const isRecorded = (await store.all()).some((it) => it.organisationId === allowed.value && it.tool === tool);
    await recording.flush();
    if (!isRecorded || !(await store.remove(allowed.value, tool)))
      return fail('not_found', `Your organisation does not record calls of "${tool}".`);
    await this.#changed(caller, 'recording.remove', tool, {});
    return ok(null);
  }

  async #changed(caller: Caller, action: string, subject: string, details: Record<string, unknown>): Promise<void> {
    const { organisationId, principalId } = caller;
    const { settled } = this.#ports.audit.append({ organisationId, principalId, action, subject, details });
    await Promise.all([settled, this.#ports.recording.refresh()]);
  }
}

function administers(caller: Caller): Result<string, Failure> {
  if (caller.organisationId === null) return fail('unauthenticated', 'Recording calls requires authentication.');
  if (hasScope(caller, 'admin') && caller.namespaces === null) return ok(caller.organisationId);
  return fail('forbidden', 'Only administrators of the organisation decide which calls are recorded.');
}
