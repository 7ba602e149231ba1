import { Refusal } from '@assay/kit';

const pageWithinMs = 5_000;

/**
 * What runs in a page may never end: an endless loop of a script keeps everything else waiting.
 * @throws Refusal after 5 s.
 */
export async function within<T>(work: Promise<T>, ms = pageWithinMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new Refusal('The page does not respond: a script of it keeps running. Navigate elsewhere or close the tab.'),
        ),
      ms,
    );
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What Playwright's errors mean to the caller of a tool. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [
    /ERR_BLOCKED_BY_CLIENT/,
    'The address was blocked: only http and https are allowed, and data is sent with effect "submit" only.',
  ],
  [
    /ERR_TUNNEL_CONNECTION_FAILED|ERR_PROXY|ERR_NO_SUPPORTED_PROXIES/,
    'The egress rules do not let the browser reach this host, or it does not answer.',
  ],
  [/ERR_NAME_NOT_RESOLVED|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_ADDRESS/, 'The host does not answer.'],
  [/ERR_CERT|ERR_SSL/, 'The certificate of the host is not valid.'],
  [/ERR_ABORTED/, 'The page was not opened: the address is a download, or another navigation replaced it.'],
  [/not a valid selector|Unexpected token|while parsing/i, 'The selector is not valid. Use CSS, or text=… or xpath=….'],
  [/strict mode violation/, 'The selector matches several elements. Make it narrower, or use a mark.'],
  [/Aria ref|aria-ref|getByRef/, 'This mark is not in the latest observation. Call observe again.'],
  [
    /Target page, context or browser has been closed|Target closed|crashed/,
    'The page was closed. Call tabs to see what is open.',
  ],
];

/** @throws Refusal for what the page or the caller is to blame for; everything else is thrown unchanged. */
export async function attempt<T>(work: () => Promise<T>, onTimeout: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal || !(error instanceof Error)) throw error;
    const known = meanings.find(([pattern]) => pattern.test(error.message));
    if (known !== undefined) throw new Refusal(known[1]);
    if (error.name === 'TimeoutError') throw new Refusal(onTimeout);
    const [line = ''] = error.message.replace(/^[\w.]+: (?:Error: )?/, '').split('\n');
    throw new Refusal(`The page refused it: ${line.slice(0, 300)}`);
  }
}
