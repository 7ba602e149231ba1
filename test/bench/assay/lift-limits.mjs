const beyondReach = 1_000_000_000;

/** The limits are counted as always, and never reached: one caller floods one tool in the sandbox here. */
export async function liftLimits(requests) {
  for (const name of ['sandbox.calls', 'sandbox.calls.own', 'caller.calls', 'provider.calls', 'provider.calls.daily']) {
    const { status, text } = await requests.send('PUT', `/v1/limits/${name}/*`, { limit: beyondReach });
    if (status !== 200) throw new Error(`The limit ${name} could not be lifted: ${status} ${text}`);
  }
}
