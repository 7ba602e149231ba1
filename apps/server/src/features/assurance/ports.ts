import type { TrackRecordOf, verificationLanes } from '@assay/trust';
import { type PortToken, port } from '../../platform/provide.js';

/** What verifications are carried out with. */
export const VERIFICATION_PORTS: PortToken<Parameters<typeof verificationLanes>[0]> = port('ports of verifications');
/** How a version has done, for its stage. */
export const RECORD_OF = port<TrackRecordOf>('track record of');
