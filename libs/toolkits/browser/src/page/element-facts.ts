/// <reference lib="dom" />

/** What decides the effect of an action on an element. */
export interface ElementFacts {
  /** The tag and type, such as `input[password]`. */
  readonly what: string;
  /** Address of the link that it is in; null when it is in none. */
  readonly link: string | null;
  /** Whether clicking it sends its form. */
  readonly submits: boolean;
  /** Whether Enter in it sends its form. */
  readonly entersForm: boolean;
  /** A password, a one-time code or a card number. */
  readonly secret: boolean;
  /** Where its form goes; null without a form. */
  readonly formAction: string | null;
  /** Origin of its document. */
  readonly origin: string;
  readonly downloads: boolean;
  readonly editable: boolean;
}

/** Runs in the page, so it uses nothing of this module. */
export function elementFacts(element: Element): ElementFacts {
  const node = element.nodeType === 1 ? element : (element.parentElement as Element);
  const label = node.closest('label');
  const control = (label?.control ??
    node.closest('a[href],area[href],button,input,select,textarea,summary') ??
    node) as HTMLElement;
  const form = (control as HTMLInputElement).form ?? null;
  const tag = control.localName;
  const type = ((control as HTMLInputElement).type ?? '').toLowerCase();
  const isButton = tag === 'button' || tag === 'input';
  const purposes = (control.getAttribute('autocomplete') ?? '').toLowerCase().split(/\s+/);
  const secretPurposes = ['current-password', 'new-password', 'one-time-code', 'cc-number', 'cc-csc'];
  const link = tag === 'a' || tag === 'area' ? (control as HTMLAnchorElement).href : null;
  return {
    what: type === '' ? tag : `${tag}[${type}]`,
    link,
    submits: isButton && form !== null && (type === 'submit' || type === 'image'),
    entersForm: form !== null && tag === 'input',
    secret: type === 'password' || purposes.some((it) => secretPurposes.includes(it)),
    formAction:
      form === null
        ? null
        : form.getAttribute('action') === null
          ? document.location.href
          : new URL(form.getAttribute('action') ?? '', document.baseURI).href,
    origin: document.location.origin,
    downloads: link !== null && control.hasAttribute('download'),
    editable: ['input', 'textarea', 'select'].includes(tag) || control.isContentEditable,
  };
}
