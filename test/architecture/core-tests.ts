import { posix } from 'node:path';
import { isDomain } from './contexts.js';
import type { Finding, Rule } from './finding.js';
import { importsOf } from './imports.js';
import { placeOf } from './place.js';
import type { SourceFile, SourceTree } from './source-tree.js';
import { isNode, nameOf, type SyntaxNode, syntaxOf } from './syntax.js';

/** Files of core whose behaviour is tested under another name: the file, and the test that would fail without it. */
export const testedElsewhere: Readonly<Record<string, string>> = {
  'libs/trust/src/abuse/record-finding.ts': 'libs/trust/src/abuse/output-watch.test.ts',
  'libs/trust/src/abuse/settle-alert.ts': 'libs/trust/src/abuse/revoke-abuse.test.ts',
  'libs/runs/src/check/check-edges.ts': 'libs/runs/src/check/check-plan.test.ts',
  'libs/runs/src/check/edge-fit.ts': 'libs/runs/src/check/check-plan.test.ts',
  'libs/runs/src/check/fit-schemas.ts': 'libs/runs/src/check/check-plan.test.ts',
  'libs/runs/src/check/irreversible.ts': 'libs/runs/src/check/check-plan.test.ts',
  'libs/runs/src/check/output-schema.ts': 'libs/runs/src/check/check-plan.test.ts',
  'libs/runs/src/run/outcome-of.ts': 'libs/runs/src/run/execute.test.ts',
  'libs/runs/src/run/joined.ts': 'libs/runs/src/run/run-parallel.test.ts',
  'libs/runs/src/compile-composition.ts': 'libs/runs/src/runs/run-compositions.test.ts',
  'libs/runs/src/composition.ts': 'libs/runs/src/find-tools.test.ts',
  'libs/runs/src/composites/derived-output.ts': 'libs/runs/src/composites/check-composite.test.ts',
  'libs/runs/src/runs/carry-out.ts': 'libs/runs/src/runs/run-compositions.test.ts',
  'libs/runs/src/runs/undo-steps.ts': 'libs/runs/src/runs/resumed-runs.test.ts',
  'libs/runs/src/runs/carry-runs.ts': 'libs/runs/src/runs/run-compositions.test.ts',
  'libs/runs/src/composites/composite-answer.ts': 'libs/runs/src/composites/composite-call.test.ts',
  'libs/runs/src/estimate/estimate-composition.ts': 'libs/runs/src/runs/check-compositions.test.ts',
  'libs/runs/src/plan-graph.ts': 'libs/runs/src/runs/check-compositions.test.ts',
  'libs/runs/src/composites/acting-steps.ts': 'libs/runs/src/composites/composite-call.test.ts',
  'libs/runs/src/composites/reported-steps.ts': 'libs/runs/src/composites/composite-call.test.ts',
  'libs/runs/src/runs/make-step.ts': 'libs/runs/src/runs/run-compositions.test.ts',
  'libs/runs/src/runs/step-effects.ts': 'libs/runs/src/runs/run-steps.test.ts',
  'libs/runs/src/runs/new-run.ts': 'libs/runs/src/runs/run-compositions.test.ts',
  'libs/runs/src/runs/show-runs.ts': 'libs/runs/src/runs/run-compositions.test.ts',
  'libs/runs/src/saga/call-step.ts': 'libs/runs/src/saga/make-step.test.ts',
  'libs/runs/src/saga/changes.ts': 'libs/runs/src/saga/carry-out-sagas.test.ts',
  'libs/runs/src/saga/resolving.ts': 'libs/runs/src/saga/manage-sagas.test.ts',
  'libs/runs/src/saga/step-ports.ts': 'libs/runs/src/saga/carry-out-sagas.test.ts',
  'libs/gateway/src/content/mask-input.ts': 'libs/gateway/src/policy-stage.test.ts',
  'libs/gateway/src/content/withheld-result.ts': 'libs/gateway/src/content/guard-result.test.ts',
  'libs/gateway/src/approvals/paused-call.ts': 'libs/gateway/src/approvals/open-approvals.test.ts',
  'libs/vault/src/credentials.ts': 'libs/gateway/src/credentials/call-with-credential.test.ts',
  'libs/vault/src/provide-credential.ts': 'libs/gateway/src/credentials/call-with-credential.test.ts',
  'libs/vault/src/settle-oauth.ts': 'libs/vault/src/manage-connections.test.ts',
  'libs/gateway/src/escalation/complete-call.ts': 'libs/gateway/src/escalation/tickets.test.ts',
  'libs/gateway/src/hierarchies/check-levels.ts': 'libs/gateway/src/hierarchies/manage-fallbacks.test.ts',
  'libs/gateway/src/hierarchies/found-levels.ts': 'libs/gateway/src/hierarchies/hierarchies.test.ts',
  'libs/discovery/src/found-tools.ts': 'libs/gateway/src/hierarchies/hierarchies.test.ts',
  'libs/registry/src/sanity/sanity-environment.ts': 'libs/registry/src/sanity/sanity-predicate.test.ts',
  'libs/trust/src/assurance/owned-version.ts': 'libs/trust/src/assurance/request-verification.test.ts',
  'libs/gateway/src/examples/run-examples.ts': 'libs/trust/src/assurance/verify-version.test.ts',
  'libs/trust/src/assurance/notify-of-verification.ts': 'libs/trust/src/assurance/verify-version.test.ts',
  'libs/trust/src/assurance/turn-stage.ts': 'libs/trust/src/assurance/change-stage.test.ts',
  'libs/trust/src/assurance/verification-queue.ts': 'libs/trust/src/assurance/verify-version.test.ts',
  'libs/gateway/src/consistency/arbitrate.ts': 'libs/gateway/src/consistency/settle-conflicts.test.ts',
  'libs/gateway/src/consistency/corroboration-failures.ts': 'libs/gateway/src/consistency/corroborate.test.ts',
  'libs/gateway/src/repair/healing.ts': 'libs/gateway/src/validate-input.test.ts',
  'libs/gateway/src/seen-version.ts': 'libs/gateway/src/read-limits.test.ts',
  'libs/gateway/src/stages.ts': 'libs/gateway/src/invoke-tool.test.ts',
  'libs/gateway/src/output/offers-for.ts': 'libs/gateway/src/output/fit-into.test.ts',
  'libs/gateway/src/output/why-level.ts': 'libs/gateway/src/output/fit-into.test.ts',
  'libs/importing/src/pinning/settle-drift.ts': 'libs/importing/src/pinning/watch-definitions.test.ts',
  'libs/registry/src/taxonomy/place-capability.ts': 'libs/registry/src/taxonomy/manage-capabilities.test.ts',
  'libs/registry/src/grpc/message-schema.ts': 'libs/importing/src/grpc/list-methods.test.ts',
  'libs/registry/src/grpc/method-contract.ts': 'libs/importing/src/grpc/list-methods.test.ts',
  'libs/importing/src/choose-proposals.ts': 'libs/importing/src/import-server.test.ts',
  'libs/registry/src/lifecycle/lifecycle.ts': 'libs/registry/src/lifecycle/change-status.test.ts',
  'libs/registry/src/lifecycle/notify-status.ts': 'libs/registry/src/lifecycle/sweep-lifecycle.test.ts',
  'libs/registry/src/lifecycle/turn-status.ts': 'libs/registry/src/lifecycle/deprecate-older.test.ts',
  'libs/registry/src/revocation/revocation-rights.ts': 'libs/registry/src/revocation/revoke-tools.test.ts',
  'libs/discovery/src/draft-answer.ts': 'libs/discovery/src/discover-tools.test.ts',
  'libs/discovery/src/learning/task-statistics.ts': 'libs/discovery/src/learning/task-memory.test.ts',
  'libs/discovery/src/selection/rule-choices.ts': 'libs/discovery/src/selection/select-tools.test.ts',
  'libs/identity/src/kept-credential.ts': 'libs/runs/src/saga/saga-caller.test.ts',
  'libs/identity/src/notices/attempt-delivery.ts': 'libs/identity/src/notices/deliver-webhooks.test.ts',
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

/** Files that a test of their own package imports by their path, to call them. */
function importedByTests(tree: SourceTree): ReadonlySet<string> {
  const tests = tree.filter((file) => /\.test\.ts$/.test(file.path) && isDomain(placeOf(file)?.workspace));
  return new Set(
    tests.flatMap((file) =>
      importsOf(file)
        .map(({ specifier }) => specifier)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => posix.join(posix.dirname(file.path), specifier).replace(/\.js$/, '.ts')),
    ),
  );
}

/**
 * Every file of core that does something has a test: beside it, or elsewhere in its package where a test imports it; the
 * rest names the test that covers it.
 */
export const coreTests =
  (elsewhere: Readonly<Record<string, string>>): Rule =>
  (tree) => {
    const paths = new Set(tree.map(({ path }) => path));
    const imported = importedByTests(tree);
    const covered = (path: string): boolean =>
      paths.has(path.replace(/\.ts$/, '.test.ts')) || imported.has(path) || paths.has(elsewhere[path] ?? '');
    const stale = Object.keys(elsewhere).filter((path) => !paths.has(path));
    return [
      ...tree
        .filter((file) => isDomain(placeOf(file)?.workspace) && placeOf(file)?.kind === 'source')
        .filter((file) => !covered(file.path) && exportedBehaviours(file).length > 0)
        .map(
          (file): Finding => ({
            file: file.path,
            found: `${exportedBehaviours(file).join(', ')} without a test`,
            instead: `write ${file.path.replace(/\.ts$/, '.test.ts')}`,
          }),
        ),
      ...stale.map((file) => ({
        file,
        found: 'the file is gone',
        instead: 'take it out of test/architecture/core-tests.ts',
      })),
    ];
  };
