/** NDCG@10 in [0,1] of a list of ids, with relevance of one or nothing. */
export function ndcg(ids, relevant) {
  const wanted = new Set(relevant);
  let gain = 0;
  ids.slice(0, 10).forEach((id, at) => {
    if (wanted.has(id)) gain += 1 / Math.log2(at + 2);
  });
  let ideal = 0;
  for (let at = 0; at < Math.min(10, wanted.size); at += 1) ideal += 1 / Math.log2(at + 2);
  return gain / ideal;
}
