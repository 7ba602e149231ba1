const hints: readonly (readonly [RegExp, string])[] = [
  [/index\.lock|cannot lock ref/, 'Another git command is running in this repository. Try again in a moment.'],
  [
    /could not read Username|Authentication failed|HTTP Basic|returned error: 40[13]\b/,
    'The host refused the credential: connect one with assay connect, or check what it may do.',
  ],
  [
    /Could not resolve host|unable to access|Failed to connect/,
    'The host cannot be reached. Check the address, and the hosts that this kit may reach (assay servers show assay/git).',
  ],
  [
    /non-fast-forward|fetch first|rejected/,
    'The host has commits that this branch does not have. Fetch, merge, then push again; force is never used.',
  ],
];

/** git's own first lines, without credentials, after a sentence that says what to do where one is known. */
export function reasonOf(text: string): string {
  const own = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('hint:'))
    .slice(0, 4)
    .join(' ')
    .slice(0, 600);
  const hint = hints.find(([pattern]) => pattern.test(text))?.[1];
  return withoutSecrets(hint === undefined ? `git refused: ${own}` : `${hint} git wrote: ${own}`);
}

const withoutSecrets = (text: string): string => text.replaceAll(/\/\/[^/@\s]{1,200}@/g, '//…@');
