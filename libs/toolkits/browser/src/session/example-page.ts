/** A page of the kit itself, for examples: it needs no network. */
export const exampleOrigin = 'http://example.assay.invalid';
export const exampleAddress = 'example:';

/** An order form that answers what it was sent. */
export function examplePage(method: string, body: string | null): string {
  const sent = method === 'POST' ? new URLSearchParams(body ?? '') : null;
  const thanks =
    sent === null
      ? ''
      : `<p role="alert">Ordered: ${Number(sent.get('quantity')) || 1} × ${['Tea', 'Coffee'].find((it) => it === sent.get('product')) ?? 'nothing'}</p>`;
  return `<!doctype html><html lang="en"><title>Example shop</title><h1>Example shop</h1>${thanks}
<table><tr><th>Product</th><th>Price</th></tr><tr><td>Tea</td><td>4.50</td></tr><tr><td>Coffee</td><td>6.20</td></tr></table>
<form method="post" aria-label="Order"><label>Product <select name="product"><option>Tea</option><option>Coffee</option></select></label>
<label>Quantity <input name="quantity" type="number" value="1" min="1" max="9"></label><button>Order</button></form></html>`;
}
