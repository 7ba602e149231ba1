import { type PolicyAction, policyActions } from '@assay/gateway';
import type { ArgumentType } from './argument-types.js';

/**
 * What policies are checked against. The arguments of a call are those of whichever tool is called, so their types are
 * taken from how a policy uses them; each may be absent, which a policy has to ask for with `has`. A policy that names no
 * action is checked against the actions it is about.
 */
export const schemaText = (
  argumentsType: string,
  decimalsType: string,
  actions: readonly PolicyAction[] = policyActions,
): string => `${entities}${actions.map((it) => actionText(it, argumentsType, decimalsType)).join('')}`;

const entities = `entity Organisation;
entity Capability in [Capability];
entity Principal in [Organisation] {
  name: String,
  kind: String,             // user, agent, service
  organisation: String,
  teams: Set<String>,
};
entity Tool in [Capability, Organisation] {
  name: String,             // namespace/tool
  namespace: String,
  version: String,
  protocol: String,
  provider: String,         // the organisation that provides it
};
`;

const actionText = (action: PolicyAction, argumentsType: string, decimalsType: string): string => {
  const members = action === 'call' ? callContext(argumentsType, decimalsType) : otherContexts[action];
  return `action "${action}" appliesTo {
  principal: [Principal],
  resource: [Tool],
  context: {
${members}  },
};
`;
};

const callContext = (argumentsType: string, decimalsType: string): string => `    arguments: ${argumentsType},
    decimals: ${decimalsType},
    trust: decimal,         // now, from 0 to 1, rounded down
    stage: String,          // SANDBOX, BETA, GENERAL_AVAILABILITY, VERIFIED
    costUsd: decimal,       // rounded up; 0 when the tool declares none
    readOnly: Bool,
    destructive: Bool,
    declared: Bool,         // it says that it only reads, or whether it destroys
    owned: Bool,            // by the caller
    endorsed: Bool,         // for the caller's organisation
    granted: Bool,          // to the caller or its organisation
    grantedByName: Bool,    // the same by a grant that names this very tool
    time: datetime,
    inputFindings: Set<String>, // what the arguments contain: secret.github, personal.email …
`;

const otherContexts: Readonly<Record<Exclude<PolicyAction, 'call'>, string>> = {
  return: `    outputFindings: Set<String>, // what the result contains: instruction, secret.github, personal.email …
    trust: decimal,
    stage: String,
    time: datetime,
`,
  reveal: `    class: String,          // of the masked value: personal.email
    source: String,         // the server it came from: acme/crm
    trust: decimal,
    stage: String,
    time: datetime,
`,
};

/** For people. */
export const shownSchema = schemaText(
  '{}, // whatever a policy asks for: whole numbers are Long, others decimal',
  '{},  // the same with every number as a decimal, rounded away from zero',
).replaceAll(/,( {1,2}\/\/[^\n]*),/g, ',$1');

/** A type as Cedar writes it. */
export function typeText(type: ArgumentType): string {
  if (typeof type === 'string') return type;
  if ('set' in type) return `Set<${typeText(type.set)}>`;
  const members = [...type.record].map(([name, of]) => `${JSON.stringify(name)}?: ${typeText(of)}`);
  return `{${members.join(', ')}}`;
}
