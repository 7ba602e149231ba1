import type { PolicyRequest } from '@assay/core';
import type { CedarValueJson, EntityJson, StatefulAuthorizationCall } from '@cedar-policy/cedar-wasm/nodejs';
import { awayFromZero, cedarDecimals, cedarValue, decimal, moment } from './cedar-values.js';

/** A call as Cedar is asked about it. Principal and tool are the only entities with attributes. */
export function cedarRequest(
  { principal, tool, context }: PolicyRequest,
  preparsedPolicySetId: string,
): StatefulAuthorizationCall {
  return {
    principal: { type: 'Principal', id: principal.id },
    action: { type: 'Action', id: 'call' },
    resource: { type: 'Tool', id: tool.id },
    context: {
      ...context,
      arguments: cedarValue(context.arguments),
      decimals: cedarDecimals(context.arguments),
      trust: decimal(context.trust, Math.floor),
      costUsd: decimal(context.costUsd, awayFromZero),
      time: moment(context.time),
    },
    preparsedPolicySetId,
    entities: [principalEntity(principal), toolEntity(tool)],
  };
}

const principalEntity = ({ id, name, kind, organisation, teams }: PolicyRequest['principal']): EntityJson => ({
  uid: { type: 'Principal', id },
  attrs: { name, kind, organisation, teams: [...teams] },
  parents: [{ type: 'Organisation', id: organisation }],
});

const toolEntity = ({ id, capabilities, ...tool }: PolicyRequest['tool']): EntityJson => ({
  uid: { type: 'Tool', id },
  attrs: { name: id, ...tool } satisfies Record<string, CedarValueJson>,
  parents: [{ type: 'Organisation', id: tool.provider }, ...capabilities.map((it) => ({ type: 'Capability', id: it }))],
});
