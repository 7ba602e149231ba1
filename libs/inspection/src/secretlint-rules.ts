import type { FoundSecret, SecretRules } from '@assay/core';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

const options = {
  config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] },
  noPhysicFilePath: true,
  maskSecrets: true,
};
/** Comments such as `secretlint-disable` would switch rules off: a text that is judged has no say in how. */
const directive = /secretlint-/gi;

/** Secretlint's recommended rules. */
export class SecretlintRules implements SecretRules {
  async find(text: string): Promise<readonly FoundSecret[]> {
    const content = text.replaceAll(directive, 'secretlint_');
    const source = { content, filePath: '/text.txt', ext: '.txt', contentType: 'text' as const };
    const { messages } = await lintSource({ source, options });
    return messages.flatMap(({ type, ruleId, range }) =>
      type === 'message' ? [{ kind: kindOf(ruleId), start: range[0], end: range[1] }] : [],
    );
  }
}

const kindOf = (ruleId: string): string => ruleId.slice(ruleId.lastIndexOf('rule-') + 'rule-'.length);
