// Pads and rules are kept by a service worker where browsers allow one: over https, or on the server's own machine.

/** Have them kept in this page's language; whether they are. */
export async function kept() {
  try {
    if (!navigator.serviceWorker) return false;
    await navigator.serviceWorker.register("/sw.js");
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
    active.postMessage({ language: document.documentElement.lang }, [port2]);
    return await answer;
  } catch {
    return false; // everything works as before, only not without a network
  }
}
