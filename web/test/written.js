// Writes what a view draws, as markup, without a page: for views that use no hooks.

/** @import { Child } from "../static/vendor/preact.js" */

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** @param {Child} child @returns {string} */
export function written(child) {
  if (child === null || child === undefined || typeof child === "boolean") return "";
  if (Array.isArray(child)) return child.map(written).join("");
  if (typeof child !== "object") return escaped(String(child));
  const { type, props } = child;
  if (typeof type === "function") return written(type(props));
  const attributes = Object.entries(props).filter(([name, value]) => name !== "children" && typeof value !== "function" && value !== null && value !== undefined && value !== false);
  const named = attributes.map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(String(value)).replaceAll('"', "&quot;")}"`)).join("");
  return `<${type}${named}>${written(/** @type {Child} */ (props.children))}</${type}>`;
}
