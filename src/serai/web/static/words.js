// Sentences that scripts say. The page brings them, translated, in its body's `data-words`.

const words = JSON.parse(document.body.dataset.words ?? "{}");

/** A sentence by its name; `{key}` in it stands for a value. One with several forms is said as its `number` wants. */
export function word(name, values = {}) {
  const text = words[name] ?? name;
  const form = typeof text === "string" ? text : (text[plurals().select(values.number)] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

function plurals() {
  return new Intl.PluralRules(document.documentElement.lang);
}

/** The value that this browser stored under a key; null without one, or where storage is not allowed. */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Store something, where that is allowed; whether it was. */
export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
