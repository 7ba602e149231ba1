import { excerptOf, type Sign } from '../sign.js';
import { faintBar, orderBar, weakBar } from './order-bars.js';
import { type Order, ordersIn } from './order-model.js';

export const orderSignWeights = {
  faint: 0.05,
  weak: 0.2,
  atBar: 0.4,
  perLogit: 0.1,
  max: 0.85,
  oneInDefinition: 0.28,
  severalInDefinition: 0.5,
};
/** Text is longer in a definition, and most of it tells a model what to do: it takes more there. */
const extraInDefinitions = 2.9;

const weightOf = ({ logit }: Order): number =>
  logit < weakBar
    ? orderSignWeights.faint
    : logit < orderBar
      ? orderSignWeights.weak
      : Math.min(orderSignWeights.max, orderSignWeights.atBar + (logit - orderBar) * orderSignWeights.perLogit);

/** Sentences of an answer that read like orders to the model, however they are worded: one sign for each. */
export const orderSigns = (text: string, path: string): Sign[] =>
  ordersIn(text, faintBar).map((order) => signOf(text, path, order));

/**
 * As above, of a text that may tell a model how to use a tool. One such sentence only supports what other rules see; real tools
 * have one now and then.
 */
export function orderSignsInDefinition(text: string, path: string): Sign[] {
  const orders = ordersIn(text, orderBar + extraInDefinitions);
  const weight = orders.length > 1 ? orderSignWeights.severalInDefinition : orderSignWeights.oneInDefinition;
  return orders.map((order) => ({ ...signOf(text, path, order), weight }));
}

const signOf = (text: string, path: string, order: Order): Sign => ({
  rule: 'order',
  kind: 'instruction',
  weight: weightOf(order),
  path,
  start: order.start,
  end: order.end,
  excerpt: excerptOf(text, order.start, order.end - order.start),
});
