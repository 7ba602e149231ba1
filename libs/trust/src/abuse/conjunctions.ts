/** Concepts that say more together than each alone, when they stand near one another. */
export interface Conjunction {
  readonly id: string;
  /** Every group must have a member present. */
  readonly groups: readonly (readonly string[])[];
  readonly weight: number;
  /** Farthest distance between the first and the last, in characters. */
  readonly within: number;
}

const near = 260;
const wide = 700;
const close = 90;

const of = (id: string, weight: number, within: number, ...groups: string[]): Conjunction => ({
  id,
  weight,
  within,
  groups: groups.map((it) => it.split(' ')),
});

/** Each group is a list of concepts, one of which is needed. The first group of each is the rarest, for speed. */
export const conjunctions: readonly Conjunction[] = [
  of('asks-for-context', 0.7, close, 'model-context', 'transfer'),
  of(
    'asks-for-local-secrets',
    0.75,
    near,
    'local-secrets',
    'reading transfer',
    'imperative precondition tool-hook secrecy model-address again vocative',
  ),
  of('carries-off-local-secrets', 0.5, 200, 'local-secrets', 'sending', 'reading address precondition again'),
  of(
    'asks-for-credentials',
    0.55,
    160,
    'credentials',
    'transfer',
    'of-the-user other-tools bypass model-context secrecy vocative',
    'imperative model-address again vocative precondition tool-hook',
  ),
  of(
    'hides-an-act',
    0.45,
    near,
    'secrecy',
    'transfer redirect reading commands destruction tool-hook other-tools precondition bypass',
  ),
  of(
    'shadows-a-tool',
    0.6,
    near,
    'redirect secrecy other-tools commands bypass destruction vocative',
    'tool-hook',
    'imperative redirect sending destruction commands secrecy',
  ),
  of('redirects', 0.55, near, 'redirect', 'address secrecy bypass threat', 'imperative tool-hook model-address'),
  of(
    'sends-elsewhere',
    0.5,
    near,
    'address',
    'sending',
    'model-context local-secrets credentials tool-hook other-tools secrecy vocative',
  ),
  of('orders-before-use', 0.5, near, 'local-secrets model-context commands', 'precondition', 'reading', 'imperative'),
  of('displaces-tools', 0.5, near, 'preference', 'other-tools threat bypass secrecy'),
  of(
    'presses',
    0.35,
    near,
    'threat',
    'precondition secrecy tool-hook model-context local-secrets redirect bypass commands',
  ),
  of(
    'skips-consent',
    0.35,
    near,
    'bypass',
    'commands redirect tool-hook transfer other-tools destruction',
    'imperative model-address vocative',
  ),
  of('commands-the-model', 0.4, 160, 'commands', 'precondition model-address tool-hook imperative vocative'),
  of(
    'marked-orders',
    0.5,
    wide,
    'tag comment role-marker',
    'imperative model-address secrecy tool-hook precondition reading sending vocative',
  ),
  of(
    'addressed-orders',
    0.5,
    near,
    'vocative',
    'sending redirect commands destruction tool-hook other-tools reading bypass secrecy imperative',
  ),
  of(
    'answer-that-asks',
    0.5,
    near,
    'again',
    'credentials local-secrets model-context',
    'transfer',
    'secrecy local-secrets model-context bypass vocative',
  ),
  of('answer-asks-more', 0.15, near, 'again', 'credentials local-secrets model-context', 'transfer'),
  of('extends-the-reach', 0.4, near, 'local-secrets', 'transfer', 'tool-hook other-tools precondition bypass secrecy'),
  of('answer-wants-secrets', 0.05, 90, 'local-secrets', 'transfer'),
  of('hooked-to-an-address', 0.4, 120, 'address', 'tool-hook', 'orders-a-call'),
  of('plants-memory', 0.35, 160, 'memory', 'address redirect preference bypass alters-tool of-the-user'),
  of('plants-code', 0.45, wide, 'code-to-plant', 'harmful-code'),
  of('new-role', 0.3, near, 'persona', 'bypass secrecy transfer commands other-tools imperative'),
];
