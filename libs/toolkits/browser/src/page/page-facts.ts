/// <reference lib="dom" />

export interface FieldFacts {
  readonly name: string;
  readonly type: string;
  /** Absent of secrets, which are never returned. */
  readonly value?: string | undefined;
  readonly filled: boolean;
  readonly required: boolean;
  readonly checked?: boolean | undefined;
  readonly options?: readonly string[] | undefined;
  readonly error?: string | undefined;
}

export interface FormFacts {
  readonly name: string;
  readonly action: string;
  readonly method: string;
  readonly fields: readonly FieldFacts[];
}

export interface PageFacts {
  readonly forms: readonly FormFacts[];
  /** What the page says went wrong. */
  readonly errors: readonly string[];
  /** What is in fields for secrets, to be left out of everything that is returned. */
  readonly secrets: readonly string[];
  readonly scroll: { readonly y: number; readonly height: number; readonly viewport: number };
}

/** Runs in the page, so it uses nothing of this module. Bounded, whatever the page holds. */
export function pageFacts(bounds: { forms: number; fields: number; options: number; text: number }): PageFacts {
  const cut = (text: string | null | undefined): string =>
    (text ?? '').replace(/\s+/g, ' ').trim().slice(0, bounds.text);
  const secretPurposes = ['current-password', 'new-password', 'one-time-code', 'cc-number', 'cc-csc'];
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  const isSecret = (it: Field): boolean =>
    it.type === 'password' || (it.autocomplete ?? '').split(/\s+/).some((purpose) => secretPurposes.includes(purpose));
  const labelText = (label: Element | undefined): string => {
    const copy = label?.cloneNode(true) as Element | undefined;
    for (const inner of copy?.querySelectorAll('select,textarea') ?? []) inner.remove();
    return copy?.textContent ?? '';
  };
  const nameOf = (it: Field): string =>
    cut(labelText(it.labels?.[0])) ||
    cut(it.getAttribute('aria-label')) ||
    cut(it.getAttribute('placeholder')) ||
    it.name ||
    it.id;
  const errorOf = (it: Field): string | undefined => {
    const described =
      it.getAttribute('aria-errormessage') ??
      (it.getAttribute('aria-invalid') === 'true' ? it.getAttribute('aria-describedby') : null);
    const text = described === null ? '' : cut(document.getElementById(described.split(/\s+/)[0] ?? '')?.textContent);
    if (text !== '') return text;
    const wasRefused = it.matches(':user-invalid') || it.getAttribute('aria-invalid') === 'true';
    return wasRefused ? cut(it.validationMessage) || 'invalid' : undefined;
  };
  const fieldOf = (it: Field) => {
    const secret = isSecret(it);
    const isToggle = it.type === 'checkbox' || it.type === 'radio';
    return {
      name: nameOf(it),
      type: it.localName === 'input' ? it.type : it.localName,
      filled: it.value !== '',
      required: it.required,
      ...(!secret && !isToggle && it.value !== '' && { value: cut(it.value) }),
      ...(isToggle && { checked: (it as HTMLInputElement).checked }),
      ...(it.localName === 'select' && {
        options: [...(it as HTMLSelectElement).options].slice(0, bounds.options).map((option) => cut(option.label)),
      }),
      ...(errorOf(it) !== undefined && { error: errorOf(it) }),
    };
  };
  const fieldsIn = (form: HTMLFormElement) =>
    ([...form.elements] as Field[]).filter(
      (it) =>
        ['input', 'select', 'textarea'].includes(it.localName) &&
        !['hidden', 'submit', 'button', 'image', 'reset'].includes(it.type),
    );
  const isShown = (it: Element) => it.getClientRects().length > 0;
  const alerts = [...document.querySelectorAll('[role=alert],[aria-live=assertive],.error,.errors,.invalid-feedback')];
  const inputs = [...document.querySelectorAll('input')].slice(0, 1_000);
  const root = document.scrollingElement ?? document.documentElement;
  return {
    forms: [...document.forms]
      .filter(isShown)
      .slice(0, bounds.forms)
      .map((form) => ({
        name: cut(form.getAttribute('aria-label')) || form.getAttribute('name') || form.id,
        action: new URL(form.getAttribute('action') ?? '', document.baseURI).href.slice(0, 500),
        method: form.method,
        fields: fieldsIn(form).slice(0, bounds.fields).map(fieldOf),
      })),
    errors: [...new Set(alerts.filter(isShown).map((it) => cut(it.textContent)))]
      .filter((it) => it !== '')
      .slice(0, 10),
    secrets: inputs.filter((it) => isSecret(it) && it.value.length > 2).map((it) => it.value),
    scroll: { y: Math.round(root.scrollTop), height: root.scrollHeight, viewport: window.innerHeight },
  };
}
