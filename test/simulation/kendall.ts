/**
 * Kendall's τ-b of two figures of the same things: (C − D) / √((n − ties of one) · (n − ties of the other)) over all n
 * pairs, C of which both order alike and D of which they order oppositely (Kendall, "The treatment of ties in ranking
 * problems", Biometrika 1945). 1: the same order; 0: none; −1: the opposite one. NaN when either orders nothing.
 */
export function kendallTau(pairs: readonly (readonly [number, number])[]): number {
  let [balance, ordered, otherOrdered] = [0, 0, 0];
  for (const [index, [one, other]] of pairs.entries()) {
    for (let next = index + 1; next < pairs.length; next += 1) {
      const [oneNext, otherNext] = pairs[next] as readonly [number, number];
      const [way, otherWay] = [Math.sign(one - oneNext), Math.sign(other - otherNext)];
      balance += way * otherWay;
      ordered += Math.abs(way);
      otherOrdered += Math.abs(otherWay);
    }
  }
  return balance / Math.sqrt(ordered * otherOrdered);
}
