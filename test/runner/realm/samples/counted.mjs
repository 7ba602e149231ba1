/** Each realm evaluates this module once. */
globalThis.evaluations = (globalThis.evaluations ?? 0) + 1;
export const realmNumber = Math.random();
