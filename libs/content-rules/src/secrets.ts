/** A secret in a text; `kind` is the rule's short name, such as `github`. */
export interface SecretPassage {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** Loaded at the first use: the rules take longer to load than most texts take to examine. */
async function loadRules() {
  const [{ lintSource }, { creator }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };
  return { lintSource, options: { config, noPhysicFilePath: true, maskSecrets: true } };
}

let loading: ReturnType<typeof loadRules> | undefined;

/** Comments such as `secretlint-disable` would switch rules off: a text that is examined has no say in how. */
const directive = /secretlint-/gi;

const kindOf = (ruleId: string): string => ruleId.slice(ruleId.lastIndexOf('rule-') + 'rule-'.length);

/**
 * Secrets by secretlint's recommended rules. Nobody has bounded the time of its expressions: give it bounded texts, in a
 * thread or process that can be ended.
 */
export async function findSecrets(text: string): Promise<SecretPassage[]> {
  loading ??= loadRules();
  const { lintSource, options } = await loading;
  const content = text.replaceAll(directive, 'secretlint_');
  const source = { content, filePath: '/text.txt', ext: '.txt', contentType: 'text' as const };
  const { messages } = await lintSource({ source, options });
  return messages.flatMap(({ type, ruleId, range }) =>
    type === 'message' ? [{ kind: kindOf(ruleId), start: range[0], end: range[1] }] : [],
  );
}
