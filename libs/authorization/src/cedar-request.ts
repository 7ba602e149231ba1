import type { PolicyRequest, ReturnRequest, RevealRequest } from '@assay/gateway';
import type { CedarValueJson, EntityJson, StatefulAuthorizationCall } from '@cedar-policy/cedar-wasm/nodejs';
import { awayFromZero, cedarDecimals, cedarValue, decimal, moment } from './cedar-values.js';

type Request = PolicyRequest | ReturnRequest | RevealRequest;

/** A question as Cedar is asked. Principal and tool are the only entities with attributes. */
export function cedarRequest(request: Request, preparsedPolicySetId: string): StatefulAuthorizationCall {
  const { principal, tool } = request;
  return {
    principal: { type: 'Principal', id: principal.id },
    action: { type: 'Action', id: request.action ?? 'call' },
    resource: { type: 'Tool', id: tool.id },
    context: contextOf(request),
    preparsedPolicySetId,
    entities: [principalEntity(principal), toolEntity(tool)],
  };
}

function contextOf(request: Request): Record<string, CedarValueJson> {
  const common = { trust: decimal(request.context.trust, Math.floor), time: moment(request.context.time) };
  if (request.action === 'return')
    return { ...request.context, ...common, outputFindings: [...request.context.outputFindings] };
  if (request.action === 'reveal') return { ...request.context, ...common };
  const { context } = request;
  return {
    ...context,
    ...common,
    arguments: cedarValue(context.arguments),
    decimals: cedarDecimals(context.arguments),
    costUsd: decimal(context.costUsd, awayFromZero),
    inputFindings: [...context.inputFindings],
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
