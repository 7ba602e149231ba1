import type { Finding, Rule } from './finding.js';
import { placeOf } from './place.js';
import type { SourceFile } from './source-tree.js';
import { isNode, nameOf, type SyntaxNode, syntaxOf } from './syntax.js';

/** Files of core whose behaviour is tested under another name: the file, and the test that would fail without it. */
export const testedElsewhere: Readonly<Record<string, string>> = {
  'libs/core/src/assurance/abuse/attack.fixture.ts': 'libs/core/src/assurance/abuse/detect.test.ts',
  'libs/core/src/assurance/abuse/behaviour-log.ts': 'libs/core/src/assurance/abuse/watch-behaviour.test.ts',
  'libs/core/src/assurance/abuse/concepts.ts': 'libs/core/src/assurance/abuse/instruction-signs.test.ts',
  'libs/core/src/assurance/abuse/conjunctions.ts': 'libs/core/src/assurance/abuse/instruction-signs.test.ts',
  'libs/core/src/assurance/abuse/other-languages.ts': 'libs/core/src/assurance/abuse/instruction-signs.test.ts',
  'libs/core/src/assurance/abuse/purpose.ts': 'libs/core/src/assurance/abuse/detect.test.ts',
  'libs/core/src/assurance/abuse/record-finding.ts': 'libs/core/src/assurance/abuse/output-watch.test.ts',
  'libs/core/src/assurance/abuse/settle-alert.ts': 'libs/core/src/assurance/abuse/revoke-abuse.test.ts',
  'libs/core/src/assurance/abuse/sweep-definitions.ts': 'libs/core/src/assurance/abuse/definition-examiner.test.ts',
  'libs/core/src/composition/check/check-edges.ts': 'libs/core/src/composition/check/check-plan.test.ts',
  'libs/core/src/composition/check/edge-fit.ts': 'libs/core/src/composition/check/check-plan.test.ts',
  'libs/core/src/composition/check/fit-schemas.ts': 'libs/core/src/composition/check/check-plan.test.ts',
  'libs/core/src/composition/check/given.ts': 'libs/core/src/composition/check/check-plan.test.ts',
  'libs/core/src/composition/check/irreversible.ts': 'libs/core/src/composition/check/check-plan.test.ts',
  'libs/core/src/composition/check/output-schema.ts': 'libs/core/src/composition/check/check-plan.test.ts',
  'libs/core/src/composition/estimate/cost-and-reliability.ts':
    'libs/core/src/composition/estimate/estimate-plan.test.ts',
  'libs/core/src/composition/estimate/latency.ts': 'libs/core/src/composition/estimate/estimate-plan.test.ts',
  'libs/core/src/composition/expected.ts': 'libs/core/src/composition/run/execute.test.ts',
  'libs/core/src/composition/notations/draft.ts': 'libs/core/src/composition/notations/tool-plan.test.ts',
  'libs/core/src/composition/plan.ts': 'libs/core/src/composition/run/execute.test.ts',
  'libs/core/src/composition/plans-in.ts': 'libs/core/src/composition/check/check-plan.test.ts',
  'libs/core/src/composition/run/hand-on.ts': 'libs/core/src/composition/run/execute.test.ts',
  'libs/core/src/composition/run/make-input.ts': 'libs/core/src/composition/run/execute.test.ts',
  'libs/core/src/composition/run/outcome-of.ts': 'libs/core/src/composition/run/execute.test.ts',
  'libs/core/src/composition/run/outcome.ts': 'libs/core/src/composition/run/execute.test.ts',
  'libs/core/src/composition/run/joined.ts': 'libs/core/src/composition/run/run-parallel.test.ts',
  'libs/core/src/composition/run/situation.ts': 'libs/core/src/composition/run/run-parallel.test.ts',
  'libs/core/src/composition/run/sources.ts': 'libs/core/src/composition/run/execute.test.ts',
  'libs/core/src/invocation/approvals/approval.ts': 'libs/core/src/invocation/approvals/open-approvals.test.ts',
  'libs/core/src/composition/run/tools-as-functions.fixture.ts': 'libs/core/src/composition/run/execute.test.ts',
  'libs/core/src/composition/text-place.ts': 'libs/core/src/composition/notations/pipeline.test.ts',
  'libs/core/src/composition/compile-composition.ts': 'libs/core/src/composition/runs/run-compositions.test.ts',
  'libs/core/src/composition/composition.ts': 'libs/core/src/composition/find-tools.test.ts',
  'libs/core/src/composition/composites/composite-answer.ts': 'test/e2e/composed-tools.test.ts',
  'libs/core/src/composition/composites/composite-transport.ts': 'test/e2e/composed-tools.test.ts',
  'libs/core/src/composition/composites/derived-output.ts':
    'libs/core/src/composition/composites/check-composite.test.ts',
  'libs/core/src/composition/composites/promises.ts': 'libs/core/src/composition/composites/check-composite.test.ts',
  'libs/core/src/composition/estimate/estimate-composition.ts': 'test/e2e/composed-tools-held.test.ts',
  'libs/core/src/composition/composites/definition.ts': 'libs/core/src/composition/find-tools.test.ts',
  'libs/core/src/composition/plan-graph.ts': 'test/e2e/runs.test.ts',
  'libs/core/src/composition/runs/carry-out.ts': 'libs/core/src/composition/runs/run-compositions.test.ts',
  'libs/core/src/composition/runs/carry-runs.ts': 'libs/core/src/composition/runs/run-compositions.test.ts',
  'libs/core/src/composition/runs/check-compositions.ts': 'test/e2e/runs.test.ts',
  'libs/core/src/composition/runs/composition-in.ts': 'libs/core/src/composition/runs/run-compositions.test.ts',
  'libs/core/src/composition/composites/acted-steps.ts': 'libs/core/src/composition/composites/composite-call.test.ts',
  'libs/core/src/composition/composites/told-steps.ts': 'libs/core/src/composition/composites/composite-call.test.ts',
  'libs/core/src/composition/composites/forget-notes.ts': 'libs/core/src/composition/composites/call-notes.test.ts',
  'libs/core/src/composition/runs/forget-runs.ts': 'libs/core/src/composition/runs/run.test.ts',
  'libs/core/src/composition/runs/make-step.ts': 'libs/core/src/composition/runs/run-compositions.test.ts',
  'libs/core/src/composition/runs/run-metrics.ts': 'libs/core/src/composition/runs/run-compositions.test.ts',
  'libs/core/src/composition/runs/step-effects.ts': 'libs/core/src/composition/runs/run-steps.test.ts',
  'libs/core/src/composition/runs/step-ends.ts': 'libs/core/src/composition/runs/run-steps.test.ts',
  'libs/core/src/composition/runs/new-run.ts': 'libs/core/src/composition/runs/run-compositions.test.ts',
  'libs/core/src/composition/runs/show-runs.ts': 'libs/core/src/composition/runs/run-compositions.test.ts',
  'libs/core/src/composition/saga/begin-sagas.ts': 'libs/core/src/composition/saga/manage-sagas.test.ts',
  'libs/core/src/composition/saga/call-step.ts': 'libs/core/src/composition/saga/make-step.test.ts',
  'libs/core/src/composition/saga/changes.ts': 'libs/core/src/composition/saga/carry-out-sagas.test.ts',
  'libs/core/src/composition/saga/consents.ts': 'libs/core/src/composition/saga/manage-sagas.test.ts',
  'libs/core/src/composition/saga/resolving.ts': 'libs/core/src/composition/saga/manage-sagas.test.ts',
  'libs/core/src/composition/saga/saga.ts': 'libs/core/src/composition/saga/carry-out-sagas.test.ts',
  'libs/core/src/composition/saga/step-ports.ts': 'libs/core/src/composition/saga/carry-out-sagas.test.ts',
  'libs/core/src/composition/saga/sweep-sagas.ts': 'libs/core/src/composition/saga/manage-sagas.test.ts',
  'libs/core/src/composition/saga/tell-of-sagas.ts': 'libs/core/src/composition/saga/manage-sagas.test.ts',
  'libs/core/src/composition/saga/wake-sagas.ts': 'libs/core/src/composition/saga/manage-sagas.test.ts',
  'libs/core/src/invocation/content/conceal.ts': 'libs/core/src/invocation/content/reveal-masked.test.ts',
  'libs/core/src/invocation/content/mask-input.ts': 'libs/core/src/invocation/policy-stage.test.ts',
  'libs/core/src/invocation/content/withheld-result.ts': 'libs/core/src/invocation/content/guard-result.test.ts',
  'libs/core/src/invocation/approvals/paused-call.ts': 'libs/core/src/invocation/approvals/open-approvals.test.ts',
  'libs/core/src/invocation/part-of.ts': 'libs/core/src/composition/needed-by.test.ts',
  'libs/core/src/invocation/credentials/connection.ts': 'libs/core/src/invocation/credentials/renew-tokens.test.ts',
  'libs/core/src/invocation/credentials/credentials.ts':
    'libs/core/src/invocation/credentials/call-with-credential.test.ts',
  'libs/core/src/invocation/credentials/draft-connection.ts':
    'libs/core/src/invocation/credentials/manage-connections.test.ts',
  'libs/core/src/invocation/credentials/open-secret.ts': 'libs/core/src/invocation/credentials/renew-tokens.test.ts',
  'libs/core/src/invocation/credentials/provide-credential.ts':
    'libs/core/src/invocation/credentials/call-with-credential.test.ts',
  'libs/core/src/invocation/credentials/reseal-secrets.ts':
    'libs/core/src/invocation/credentials/manage-connections.test.ts',
  'libs/core/src/invocation/credentials/settle-oauth.ts':
    'libs/core/src/invocation/credentials/manage-connections.test.ts',
  'libs/core/src/invocation/pass-through/without-secrets.ts':
    'libs/core/src/invocation/pass-through/begin-conversation.test.ts',
  'libs/core/src/invocation/escalation/answer-tickets.ts': 'libs/core/src/invocation/escalation/tickets.test.ts',
  'libs/core/src/invocation/escalation/ask-persons.ts': 'libs/core/src/invocation/escalation/tickets.test.ts',
  'libs/core/src/invocation/escalation/close-ticket.ts': 'libs/core/src/invocation/escalation/tickets.test.ts',
  'libs/core/src/invocation/escalation/complete-call.ts': 'libs/core/src/invocation/escalation/tickets.test.ts',
  'libs/core/src/invocation/escalation/expire-tickets.ts': 'libs/core/src/invocation/escalation/tickets.test.ts',
  'libs/core/src/invocation/hierarchies/check-levels.ts':
    'libs/core/src/invocation/hierarchies/manage-fallbacks.test.ts',
  'libs/core/src/invocation/hierarchies/found-levels.ts': 'libs/core/src/invocation/hierarchies/hierarchies.test.ts',
  'libs/core/src/discovery/found-tools.ts': 'libs/core/src/invocation/hierarchies/hierarchies.test.ts',
  'libs/core/src/invocation/hierarchies/level-at.ts': 'libs/core/src/invocation/hierarchies/hierarchies.test.ts',
  'libs/core/src/invocation/hierarchies/standing.ts': 'libs/core/src/invocation/hierarchies/hierarchies.test.ts',
  'libs/core/src/catalog/revocation/appeal-revocation.ts': 'libs/core/src/catalog/revocation/revoke-by-rule.test.ts',
  'libs/core/src/catalog/sanity/check-sanity.ts': 'libs/core/src/catalog/sanity/sanity-predicate.test.ts',
  'libs/core/src/catalog/sanity/sanity-environment.ts': 'libs/core/src/catalog/sanity/sanity-predicate.test.ts',
  'libs/core/src/identity/administrators-of.ts': 'libs/core/src/catalog/revocation/revoke-by-rule.test.ts',
  'libs/core/src/catalog/compatibility/atoms.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/complement.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/compare-schemas.ts':
    'libs/core/src/catalog/compatibility/compare-manifests.test.ts',
  'libs/core/src/catalog/compatibility/difference-text.ts':
    'libs/core/src/catalog/compatibility/schema-differences.test.ts',
  'libs/core/src/catalog/compatibility/disjointness.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/expansion.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/likeness.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/meaning.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/meet.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/membership.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/membership-of-text.ts':
    'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/names.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/object-fit.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/own-shape.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/remainder.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/samples.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/shape.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/shape-fit.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/space.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/catalog/compatibility/union.ts': 'libs/core/src/catalog/compatibility/schema-pair.test.ts',
  'libs/core/src/assurance/attestation.ts': 'libs/core/src/assurance/attest-version.test.ts',
  'libs/core/src/assurance/owned-version.ts': 'libs/core/src/assurance/request-verification.test.ts',
  'libs/core/src/assurance/provider-identity.ts': 'libs/core/src/assurance/change-stage.test.ts',
  'libs/core/src/assurance/run-examples.ts': 'libs/core/src/assurance/verify-version.test.ts',
  'libs/core/src/assurance/tell-of-verification.ts': 'libs/core/src/assurance/verify-version.test.ts',
  'libs/core/src/assurance/taken-back.ts': 'libs/core/src/assurance/sweep-stages.test.ts',
  'libs/core/src/assurance/turn-stage.ts': 'libs/core/src/assurance/change-stage.test.ts',
  'libs/core/src/assurance/verification-lanes.ts': 'libs/core/src/assurance/verify-version.test.ts',
  'libs/core/src/invocation/consistency/arbitrate.ts': 'libs/core/src/invocation/consistency/settle-conflicts.test.ts',
  'libs/core/src/invocation/consistency/compare-facts.ts':
    'libs/core/src/invocation/consistency/resolve-conflict.test.ts',
  'libs/core/src/invocation/consistency/corroboration-failures.ts':
    'libs/core/src/invocation/consistency/corroborate.test.ts',
  'libs/core/src/invocation/consistency/field-rule.ts': 'libs/core/src/invocation/consistency/read-facts.test.ts',
  'libs/core/src/invocation/invocation-ports.ts': 'libs/core/src/invocation/invoke-tool.test.ts',
  'libs/core/src/invocation/quality-ports.ts': 'libs/core/src/invocation/invoke-tool.test.ts',
  'libs/core/src/invocation/repair/healing.ts': 'libs/core/src/invocation/validate-input.test.ts',
  'libs/core/src/invocation/repair/protected-name.ts': 'libs/core/src/invocation/repair/compare-inputs.test.ts',
  'libs/core/src/invocation/sanity/sanity-predicates.ts': 'libs/core/src/invocation/sanity/judge-sanity.test.ts',
  'libs/core/src/kernel/quick-searches.ts': 'libs/core/src/composition/predicates/compile-predicate.test.ts',
  'libs/core/src/policy/rate-limits.ts': 'libs/core/src/policy/local-rate-limits.test.ts',
  'libs/core/src/invocation/seen-version.ts': 'libs/core/src/invocation/read-limits.test.ts',
  'libs/core/src/invocation/stages.ts': 'libs/core/src/invocation/invoke-tool.test.ts',
  'libs/core/src/invocation/output/fit-attempt.ts': 'libs/core/src/invocation/output/fit-into.test.ts',
  'libs/core/src/invocation/output/forms.ts': 'libs/core/src/invocation/output/fit-into.test.ts',
  'libs/core/src/invocation/output/offers-for.ts': 'libs/core/src/invocation/output/fit-into.test.ts',
  'libs/core/src/invocation/output/output-text.ts': 'libs/core/src/invocation/output/keep-output.test.ts',
  'libs/core/src/invocation/output/parse-range.ts': 'libs/core/src/invocation/output/read-range.test.ts',
  'libs/core/src/invocation/output/why-level.ts': 'libs/core/src/invocation/output/fit-into.test.ts',
  'libs/core/src/invocation/repair/edit.ts': 'libs/core/src/invocation/repair/repair-input.test.ts',
  'libs/core/src/invocation/resilience/circuits.ts': 'libs/core/src/invocation/resilience/local-circuits.test.ts',
  'libs/core/src/trust/stage-requirements.ts': 'libs/core/src/trust/promotion-stages.test.ts',
  'libs/core/src/catalog/pinning/settle-drift.ts': 'libs/core/src/catalog/pinning/watch-definitions.test.ts',
  'libs/core/src/catalog/taxonomy/a-capability.fixture.ts': 'libs/core/src/catalog/taxonomy/taxonomy.test.ts',
  'libs/core/src/catalog/taxonomy/place-capability.ts': 'libs/core/src/catalog/taxonomy/manage-capabilities.test.ts',
  'libs/core/src/catalog/taxonomy/seeded-taxonomy.ts': 'libs/core/src/catalog/taxonomy/seed-set.test.ts',
  'libs/core/src/catalog/grpc/descriptors.fixture.ts': 'libs/core/src/catalog/grpc/list-methods.test.ts',
  'libs/core/src/catalog/grpc/features.ts': 'libs/core/src/catalog/grpc/read-types.test.ts',
  'libs/core/src/catalog/grpc/message-schema.ts': 'libs/core/src/catalog/grpc/list-methods.test.ts',
  'libs/core/src/catalog/grpc/method-contract.ts': 'libs/core/src/catalog/grpc/list-methods.test.ts',
  'libs/core/src/catalog/grpc/prune-descriptors.ts': 'libs/core/src/catalog/grpc/list-methods.test.ts',
  'libs/core/src/catalog/grpc/reachable.ts': 'libs/core/src/catalog/grpc/list-methods.test.ts',
  'libs/core/src/catalog/grpc/resolve-names.ts': 'libs/core/src/catalog/grpc/read-types.test.ts',
  'libs/core/src/catalog/grpc/scalar-schema.ts': 'libs/core/src/catalog/grpc/list-methods.test.ts',
  'libs/core/src/catalog/grpc/types.ts': 'libs/core/src/catalog/grpc/list-methods.test.ts',
  'libs/core/src/catalog/grpc/well-known.ts': 'libs/core/src/catalog/grpc/list-methods.test.ts',
  'libs/core/src/catalog/grpc/wire-fields.ts': 'libs/core/src/catalog/grpc/read-types.test.ts',
  'libs/core/src/catalog/choose-proposals.ts': 'libs/core/src/catalog/import-server.test.ts',
  'libs/core/src/catalog/openapi/a-document.fixture.ts': 'libs/core/src/catalog/openapi/document.test.ts',
  'libs/core/src/catalog/lifecycle/lifecycle.ts': 'libs/core/src/catalog/lifecycle/change-status.test.ts',
  'libs/core/src/catalog/lifecycle/tell-status.ts': 'libs/core/src/catalog/lifecycle/sweep-lifecycle.test.ts',
  'libs/core/src/catalog/lifecycle/turn-status.ts': 'libs/core/src/catalog/lifecycle/deprecate-older.test.ts',
  'libs/core/src/catalog/official/check-addresses.ts': 'libs/core/src/catalog/official/check-server.test.ts',
  'libs/core/src/catalog/official/check-hosts.ts': 'libs/core/src/catalog/official/check-server.test.ts',
  'libs/core/src/catalog/official/check-name.ts': 'libs/core/src/catalog/official/check-server.test.ts',
  'libs/core/src/catalog/official/check-packages.ts': 'libs/core/src/catalog/official/check-server.test.ts',
  'libs/core/src/catalog/official/check-schema-address.ts': 'libs/core/src/catalog/official/check-server.test.ts',
  'libs/core/src/catalog/official/check-transport.ts': 'libs/core/src/catalog/official/check-server.test.ts',
  'libs/core/src/catalog/official/official-ports.ts': 'libs/core/src/catalog/official/publish-server.test.ts',
  'libs/core/src/catalog/official/registry-server.ts': 'libs/core/src/catalog/official/read-servers.test.ts',
  'libs/core/src/catalog/official/remote-use.ts': 'libs/core/src/catalog/official/publish-server.test.ts',
  'libs/core/src/catalog/official/server-issue.ts': 'libs/core/src/catalog/official/check-server.test.ts',
  'libs/core/src/catalog/revocation/revocation-rights.ts': 'libs/core/src/catalog/revocation/revoke-tools.test.ts',
  'libs/core/src/discovery/candidate.fixture.ts': 'libs/core/src/discovery/candidate.test.ts',
  'libs/core/src/discovery/draft-answer.ts': 'libs/core/src/discovery/discover-tools.test.ts',
  'libs/core/src/discovery/learning/forget-outcomes.ts': 'libs/core/src/discovery/learning/learn-from-calls.test.ts',
  'libs/core/src/discovery/learning/learnt.ts': 'libs/core/src/discovery/learning/use-learning.test.ts',
  'libs/core/src/discovery/learning/learnt-outcome.fixture.ts': 'libs/core/src/discovery/learning/task-memory.test.ts',
  'libs/core/src/discovery/learning/task-statistics.ts': 'libs/core/src/discovery/learning/task-memory.test.ts',
  'libs/core/src/discovery/rules/rule.ts': 'libs/core/src/discovery/rules/manage-rules.test.ts',
  'libs/core/src/discovery/selection/choose.ts': 'libs/core/src/discovery/selection/select-tools.test.ts',
  'libs/core/src/discovery/selection/policy-gate.ts': 'libs/core/src/discovery/selection/select-tools.test.ts',
  'libs/core/src/discovery/selection/rule-choices.ts': 'libs/core/src/discovery/selection/select-tools.test.ts',
  'libs/core/src/discovery/selection/selectable.fixture.ts': 'libs/core/src/discovery/selection/select-tools.test.ts',
  'libs/core/src/identity/anonymous.ts': 'libs/core/src/identity/caller.test.ts',
  'libs/core/src/identity/kept-credential.ts': 'libs/core/src/composition/saga/saga-caller.test.ts',
  'libs/core/src/identity/authenticate-key.ts': 'libs/core/src/identity/authenticate.test.ts',
  'libs/core/src/identity/notices/attempt-delivery.ts': 'libs/core/src/identity/notices/deliver-webhooks.test.ts',
  'libs/core/src/kernel/result.ts': 'libs/core/src/kernel/failure.test.ts',
};

const list = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

const behaving = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'ClassExpression']);

/** Functions and classes that a declaration brings about. */
function behavioursOf(declaration: unknown): string[] {
  if (!isNode(declaration)) return [];
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
    return [nameOf(declaration.identifier) ?? ''];
  return list(declaration.declarations)
    .filter(({ init }) => isNode(init) && behaving.has(init.type))
    .map(({ id }) => nameOf(id) ?? '');
}

/** Names of the functions and classes a file exports, in whichever way. */
export function exportedBehaviours(file: SourceFile): string[] {
  const body = list(syntaxOf(file).body);
  const local = new Set(body.flatMap(behavioursOf));
  return body.flatMap((node) => {
    if (node.type === 'ExportDeclaration') return behavioursOf(node.declaration);
    if (node.type === 'ExportDefaultDeclaration') return ['default'];
    if (node.type !== 'ExportNamedDeclaration' || isNode(node.source)) return [];
    return list(node.specifiers)
      .map(({ orig }) => nameOf(orig) ?? '')
      .filter((name) => local.has(name));
  });
}

/** Every file of core that does something has a test beside it, or names the one that covers it. */
export const coreTests =
  (elsewhere: Readonly<Record<string, string>>): Rule =>
  (tree) => {
    const paths = new Set(tree.map(({ path }) => path));
    const covered = (path: string): boolean =>
      paths.has(path.replace(/\.ts$/, '.test.ts')) || paths.has(elsewhere[path] ?? '');
    const stale = Object.keys(elsewhere).filter((path) => !paths.has(path));
    return [
      ...tree
        .filter((file) => placeOf(file)?.workspace === 'libs/core' && placeOf(file)?.kind === 'source')
        .filter((file) => !covered(file.path) && exportedBehaviours(file).length > 0)
        .map(
          (file): Finding => ({
            file: file.path,
            found: `${exportedBehaviours(file).join(', ')} without a test`,
            instead: `write ${file.path.replace(/\.ts$/, '.test.ts')}, or name the covering test in test/architecture/core-tests.ts`,
          }),
        ),
      ...stale.map((file) => ({
        file,
        found: 'the file is gone',
        instead: 'take it out of test/architecture/core-tests.ts',
      })),
    ];
  };
