const betweenTriesMs = 25;

/**
 * Asks again and again, 25 ms apart, until `probe` answers something other than undefined, false or null. The only
 * place where these tests wait; what never comes fails with what was waited for.
 */
export async function until<T>(
  what: string,
  probe: () => T | Promise<T>,
  tries = 4_000,
): Promise<Exclude<T, undefined | null | false>> {
  for (let tried = 0; tried < tries; tried += 1) {
    const found = await probe();
    if (found !== undefined && found !== null && found !== false) {
      return found as Exclude<T, undefined | null | false>;
    }
    await new Promise((resolve) => setTimeout(resolve, betweenTriesMs));
  }
  throw new Error(`Waited ${tries} times for ${what}, and it did not come.`);
}
