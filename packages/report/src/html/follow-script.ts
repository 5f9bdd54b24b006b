/**
 * Follows a run in the browser: on word from the server it fetches the page again and puts the new report in the
 * place of the old one. Unfolded parts stay open, and the focus stays in place.
 */
export const followScript = `
(() => {
  const live = document.getElementById('live');
  const say = (text) => { live.textContent = text; };
  let busy = false, again = false;
  const update = async (isQuiet) => {
    if (busy) { again = true; return; }
    busy = true;
    try {
      const answer = await fetch('./', { cache: 'no-store' });
      if (!answer.ok) throw new Error(String(answer.status));
      const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const main = document.getElementById('main');
      const open = [...main.querySelectorAll('details[open]')].map((one) => one.id);
      const focused = document.activeElement;
      const place = focused && main.contains(focused) ? focused.id || focused.closest('[id]').id : '';
      main.replaceChildren(...next.getElementById('main').childNodes);
      for (const id of open) { const one = document.getElementById(id); if (one) one.open = true; }
      const found = place && document.getElementById(place);
      if (found) {
        const target = found.matches('details') ? found.querySelector('summary') : found;
        target.focus({ preventScroll: true });
      }
      document.title = next.title;
      if (!isQuiet) say('Updated: ' + next.title);
    } catch { say('Could not read the report; trying again'); }
    busy = false;
    if (again) { again = false; update(); }
  };
  const events = new EventSource('./events');
  let isFirst = true;
  // The run may have moved on between the page and this word, so the first one counts as well.
  events.addEventListener('version', () => { update(isFirst); isFirst = false; });
  events.addEventListener('end', () => { events.close(); say('The server has ended; this is the last state'); });
  events.onerror = () => { say('The server is gone; this is the last state'); };
})();
`;
