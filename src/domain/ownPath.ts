/** Addresses within this console: what is followed after signing in, and nothing else. */

const HERE = 'http://here'
/** What browsers leave out of an address, or take for a slash. */
const IGNORED = /[\p{Cc}\\]/u
const LONGEST = 2000

/**
 * True for a path of this console with its query and fragment: `/app/devices?filter=…`. Not for what leads elsewhere,
 * or would once it is decoded: `//evil`, `/\evil`, `https:…`, `/%2fevil`, `/..//evil`.
 */
export function isOwnPath(address: string): boolean {
  if (address.length > LONGEST || IGNORED.test(address)) return false
  let path = address.replace(/[?#].*$/, '')
  // Twice: a proxy may decode what another one has encoded.
  for (let times = 0; times <= 2; times++) {
    if (!staysHere(path)) return false
    path = decoded(path)
  }
  return true
}

function staysHere(path: string): boolean {
  if (!path.startsWith('/') || IGNORED.test(path) || !URL.canParse(path, HERE)) return false
  const { origin, pathname } = new URL(path, HERE)
  return origin === HERE && !pathname.startsWith('//')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
