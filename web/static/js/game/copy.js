// Copying text, on plain http too, where navigator.clipboard does not exist.

/**
 * @param {string} text @param {HTMLInputElement} field that shows it
 * @returns {Promise<boolean>} whether it was copied; if not it is selected, ready to be copied by hand
 */
export async function copyText(text, field) {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Not allowed: the old way may be.
  }
  field.focus();
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  }
}
