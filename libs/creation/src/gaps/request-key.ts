import { digestText } from '@assay/kernel';

/** Words that say nothing about what a tool should do. */
const fillers = new Set(
  'a an and be can for from i in into is it me my of on or please some that the this to with'.split(' '),
);

/** The words that make a request, each once. */
export const wordsOf = (text: string): readonly string[] => {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const all = words.filter((it) => it !== '');
  const telling = all.filter((it) => !fillers.has(it));
  return [...new Set(telling.length === 0 ? all : telling)];
};

/** Equal for requests that have the same words, whatever their order, case and punctuation. */
export const requestKey = (text: string): string => digestText([...wordsOf(text)].sort().join(' '));
