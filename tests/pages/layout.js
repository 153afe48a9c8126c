// What a page must not do, looked for in the browser: run over its room, or lay one thing over another.

(() => {
  const told = (element) => `${element?.localName}#${element?.id}.${element?.getAttribute?.("class") ?? ""}`;

  function runsOver() {
    const found = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide in ${root.clientWidth}`);
    for (const element of document.body.querySelectorAll("*")) {
      if (element.closest("svg, .visually-hidden, [hidden]") || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      if (["inline", "contents"].includes(style.display) || element.clientWidth === 0) continue;
      if (["auto", "scroll"].includes(style.overflowX)) continue;
      const [needs, has] = [element.scrollWidth, element.clientWidth];
      if (needs > has + 1) found.push(`${told(element)} needs ${needs} and has ${has}`);
    }
    return found;
  }

  function isFree(element, at) {
    if (!at) return false;
    return element.contains(at) || at.contains(element) || at.closest("label")?.control === element;
  }

  function covered() {
    const found = [];
    for (const element of document.querySelectorAll("button, a[href], input:not([type=hidden]), select, textarea")) {
      if (!element.checkVisibility() || element.closest(".visually-hidden, .skip")) continue;
      element.scrollIntoView({ block: "center", inline: "center" });
      const [box] = element.getClientRects(); // a link that is broken has one for each line
      if (!box || box.width === 0 || box.height === 0) continue;
      const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!isFree(element, at)) found.push(`${told(element)} "${element.value ?? ""}" is under ${told(at)}`);
    }
    scrollTo(0, 0);
    return found;
  }

  return [...runsOver(), ...covered()];
})();
