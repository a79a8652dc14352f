/* Keeps a setting of this device as the app names and sets its cookies: over https bound to the host (companion/web/door.py);
   an app that stands below a path has them there, where nobody else's pages are told them. */

const YEAR = 31536000;

export function keep(name, value) {
  const { root } = document.documentElement.dataset, safe = location.protocol === "https:";
  const path = root ? `${root.slice(0, root.lastIndexOf("/"))}/` : "/";
  document.cookie = `${safe && !root ? "__Host-" : ""}${name}=${value};path=${path};max-age=${YEAR};samesite=lax${safe ? ";secure" : ""}`;
}
