/** A trust score in words of two digits, with a colour that says no more than the number. */
const levelOf = (score: number): string => (score >= 0.75 ? 'high' : score >= 0.5 ? 'middle' : 'low');

export function Trust({ score }: { readonly score: number }) {
  return (
    <span className={`trust trust-${levelOf(score)}`} title={`Trust ${score.toFixed(3)} of 1`}>
      <span className="trust-word">Trust</span>
      {score.toFixed(2)}
    </span>
  );
}
