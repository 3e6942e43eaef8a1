/** Checks redirect targets: after signing in, the console follows only its own paths. */

/** Stands for the console, to resolve relative URLs. */
const BASE_URL = 'http://here'
/** Refused: browsers drop control characters from URLs, and treat a backslash as a slash. */
const REFUSED_CHARACTERS = /[\p{Cc}\\]/u
const MAX_LENGTH = 2000

/**
 * True for a path of this console, with query and fragment: `/app/devices?filter=…`. False for a URL that leads to
 * another host, also after decoding: `//evil`, `/\evil`, `https:…`, `/%2fevil`, `/..//evil`.
 */
export function isOwnPath(address: string): boolean {
  if (address.length > MAX_LENGTH || REFUSED_CHARACTERS.test(address)) return false
  let path = address.replace(/[?#].*$/, '')
  // Decoded twice, since proxies may decode the URL.
  for (let times = 0; times <= 2; times++) {
    if (!isSameOrigin(path)) return false
    path = decoded(path)
  }
  return true
}

function isSameOrigin(path: string): boolean {
  if (!path.startsWith('/') || REFUSED_CHARACTERS.test(path) || !URL.canParse(path, BASE_URL)) return false
  const { origin, pathname } = new URL(path, BASE_URL)
  return origin === BASE_URL && !pathname.startsWith('//')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
