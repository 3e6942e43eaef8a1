/** What may be done with a file that an answer names (§3): only an address of this server's is fetched with the token. */

export type Address = { kind: 'ours'; path: string } | { kind: 'foreign'; url: string }

/** `undefined` for what is no address of a file, such as `javascript:`. */
export function addressOf(photo: string, origin = location.origin): Address | undefined {
  let url: URL
  try {
    url = new URL(photo, origin)
  } catch {
    return undefined
  }
  if (photo.trim() === '' || !/^https?:$/.test(url.protocol)) return undefined
  if (url.origin === origin) return { kind: 'ours', path: url.pathname + url.search }
  return { kind: 'foreign', url: url.href }
}

export type View = 'image' | 'sheet'

/** How the console shows a file of this name; `undefined` when it can only be downloaded. */
export function viewOf(name: string): View | undefined {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  // No svg: it is a program as much as a picture.
  if (['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'avif'].includes(ending)) return 'image'
  return ending === 'xlsx' || ending === 'csv' ? 'sheet' : undefined
}
