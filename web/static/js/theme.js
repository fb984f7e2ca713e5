// Runs before the page is drawn (a plain script in the head), so that a chosen theme never flashes.
// Without a choice the page follows the system; pressing the toggle chooses, and choosing what the
// system has anyway goes back to following it. Kept in localStorage as fallas.theme.
(() => {
  const key = "fallas.theme";
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");

  const read = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  /** @param {string | null} theme */
  const keep = (theme) => {
    try {
      if (theme) localStorage.setItem(key, theme);
      else localStorage.removeItem(key);
    } catch {
      // Storage may be closed to us; the choice then lasts as long as the page.
    }
  };

  /** @param {string | null} theme */
  const show = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };

  show(read());
  addEventListener("storage", (event) => {
    if (event.key === key) show(event.newValue);
  });
  addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-theme-toggle]")) return;
    const now = root.dataset.theme ?? (system.matches ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    const chosen = next === (system.matches ? "dark" : "light") ? null : next;
    keep(chosen);
    show(chosen);
  });
})();
