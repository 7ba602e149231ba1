import type { MayCall } from '@assay/discovery';
import { type ForeseeCallPorts, foreseeCall } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import type { Catalogue } from '@assay/registry';

export interface PolicyGatePorts extends ForeseeCallPorts {
  readonly catalogue: Pick<Catalogue, 'tool'>;
}

/** The gateway's verdict on a tool, for discovery. */
export const policyGate = ({ catalogue, ...ports }: PolicyGatePorts): MayCall<Caller> => ({
  verdict({ id, version: number, mayCall }, caller) {
    const version = catalogue.tool(id)?.versions.find((it) => it.version === number);
    if (version !== undefined && mayCall.allowed) return foreseeCall(caller, version, ports);
    return { callable: 'no', why: mayCall.why, policies: [], openUntil: null };
  },
});
