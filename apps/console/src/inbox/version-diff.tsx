import type { MadeToolView } from '@assay/sdk';
import { Code } from '@mantine/core';
import { visibleText } from '../frame/visible-text.js';

type Previous = NonNullable<MadeToolView['previous']>;

const kindOf = (line: string): string => {
  if (line.startsWith('---') || line.startsWith('+++') || line.startsWith('@@')) return 'diff-place';
  if (line.startsWith('+')) return 'diff-added';
  return line.startsWith('-') ? 'diff-removed' : 'diff-same';
};

/** What changed since the version before, line by line; the marks say it, too, for who sees no colors. */
export function VersionDiff({ previous, about }: { readonly previous: Previous; readonly about: string }) {
  const lines = previous.diff.split('\n').map((text, at) => ({ text, key: `${at} ${text}` }));
  return (
    <details className="why" open>
      <summary>Changes since {visibleText(previous.version)}</summary>
      {previous.diff === '' ? (
        'Definition and code are the same.'
      ) : (
        <Code block className="code" tabIndex={0} role="region" aria-label={`Changes in ${about}`}>
          {lines.map(({ text, key }) => (
            <span key={key} className={kindOf(text)}>
              {`${visibleText(text)}\n`}
            </span>
          ))}
        </Code>
      )}
    </details>
  );
}
