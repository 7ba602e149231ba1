import type { ErrorCode } from '@assay/contracts';
import { faultKinds } from '@assay/gateway';

const upstreamCodes: ReadonlySet<ErrorCode> = new Set(Object.values(faultKinds).map(({ code }) => code));

/** Whether a failure may be what an upstream itself reported, in words of its own. */
export const isUpstreamCode = (code: ErrorCode): boolean => upstreamCodes.has(code);
