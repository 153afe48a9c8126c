// The fields of score pads' forms: counters, switches and numbers. A field names its action in `data-act`.

/** Text as markup. */
export function escaped(text) {
  const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return String(text).replace(/[&<>"']/g, (sign) => signs[sign]);
}

/** A counter: touching its picture adds one, the small button takes one away. Its number is read out with the group. */
export function counter({ act, label, picture, count, more, less, most = Infinity, css = "" }) {
  const minus = `<button type="button" class="pad-less" id="${act}-less" data-act="less ${act}" aria-label="${escaped(less)}"${off(count <= 0)}>−</button>`;
  const plus = `<button type="button" class="pad-more ${css}" id="${act}-more" data-act="more ${act}" aria-label="${escaped(more)}"${off(count >= most)}>${picture}<b class="pad-count" data-shown="${count}"></b></button>`;
  const caption = `<span class="pad-caption" aria-hidden="true">${escaped(label)}</span>`;
  return `<div class="pad-counter${count ? " has-some" : ""}" role="group" aria-label="${escaped(label)}: ${count}"><div class="pad-pair">${plus}${minus}</div>${caption}</div>`;
}

/** Something that is so or not. */
export function toggle({ act, label, isOn, picture = "", css = "" }) {
  return `<button type="button" class="pad-toggle ${css}" id="${act}" data-act="${act}" aria-pressed="${isOn}">${picture}<span>${escaped(label)}</span></button>`;
}

/** A number that is typed, or stepped. */
export function number({ act, label, value, most, picture = "" }) {
  return `<p class="pad-number"><label for="${act}">${picture}${escaped(label)}</label><input type="number" id="${act}" data-act="${act}" inputmode="numeric" min="0" max="${most}" step="1" value="${value}"></p>`;
}

/** The value of a number field, within its bounds. */
export function typed(value, most) {
  const found = Math.trunc(Number(value));
  return Number.isFinite(found) ? Math.min(Math.max(found, 0), most) : 0;
}

function off(isOff) {
  return isOff ? ' aria-disabled="true"' : "";
}
