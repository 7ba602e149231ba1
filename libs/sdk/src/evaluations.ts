import type {
  CandidateView,
  EvaluationView,
  RecordingView,
  SavedExampleView,
  SaveExample,
  SetRecording,
  StartEvaluation,
} from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';
import { splitName } from './tool-name.js';

function toolPath(qualified: string): { ns: string; tool: string } {
  const { ns, name: tool } = splitName(qualified);
  return { ns, tool };
}

/** Comparisons of tools by replayed calls, and the calls they replay. */
export class Evaluations {
  constructor(private readonly connection: Connection) {}

  /** Starts a comparison and returns immediately; `show` returns its progress and report. */
  start(evaluation: StartEvaluation, options?: RequestOptions): Promise<EvaluationView> {
    return this.connection.request('startEvaluation', { body: evaluation }, options);
  }

  show(id: string, options?: RequestOptions): Promise<EvaluationView> {
    return this.connection.request('showEvaluation', { path: { id } }, options);
  }

  /** Saves one of your calls as an example of its version. */
  saveExample(invocationId: string, example: SaveExample = {}, options?: RequestOptions): Promise<SavedExampleView> {
    return this.connection.request('saveExample', { path: { id: invocationId }, body: example }, options);
  }

  examples(
    tool: string,
    version: string,
    query: ListQuery<'listSavedExamples'> = {},
    options?: RequestOptions,
  ): PagedList<SavedExampleView> {
    return listing(this.connection, 'listSavedExamples', { path: { ...toolPath(tool), version }, query }, options);
  }

  removeExample(tool: string, version: string, id: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('removeSavedExample', { path: { ...toolPath(tool), version, id } }, options);
  }

  recordings(query: ListQuery<'listRecordings'> = {}, options?: RequestOptions): PagedList<RecordingView> {
    return listing(this.connection, 'listRecordings', { query }, options);
  }

  /** Records the arguments of your organisation's successful calls of a read-only tool. */
  record(tool: string, recording: SetRecording = {}, options?: RequestOptions): Promise<RecordingView> {
    return this.connection.request('setRecording', { path: toolPath(tool), body: recording }, options);
  }

  /** Stops recording and deletes what was recorded. */
  stopRecording(tool: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('removeRecording', { path: toolPath(tool) }, options);
  }

  candidates(query: ListQuery<'listCandidates'> = {}, options?: RequestOptions): PagedList<CandidateView> {
    return listing(this.connection, 'listCandidates', { query }, options);
  }

  /** Re-enables a canary that was rolled back. */
  resumeCandidate(id: string, options?: RequestOptions): Promise<CandidateView> {
    return this.connection.request('resumeCandidate', { path: { id } }, options);
  }
}
