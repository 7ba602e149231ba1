import { port } from '../../platform/provide.js';

/** A call as the audit log has it. */
export interface RecordedCall {
  readonly principalId: string | null;
  readonly body: unknown;
}

/** A recorded call as it was recorded last. */
export const RECORDED_CALL = port<(id: string) => Promise<RecordedCall | undefined>>('recorded call');
