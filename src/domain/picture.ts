/**
 * A small picture as records keep it: a data URL of one of four kinds, none of which can hold a program or an address
 * (decision 149).
 */

const DATA_URL =
  /^data:(image\/(?:png|jpeg|gif|webp));base64,((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/

/** How the bytes of each kind begin, as Latin-1. */
const BEGINS: Readonly<Record<string, (head: string) => boolean>> = {
  'image/png': head => head.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': head => head.startsWith('\xff\xd8\xff'),
  'image/gif': head => head.startsWith('GIF87a') || head.startsWith('GIF89a'),
  'image/webp': head => head.startsWith('RIFF') && head.startsWith('WEBP', 8),
}

/** 16 bytes as base64. */
const HEAD = 24

interface PictureParts {
  type: string
  base64: string
}

/** `undefined` for what is no such picture, and for bytes that are not of the kind that is said. */
export function pictureOf(text: string): PictureParts | undefined {
  const [, type = '', base64 = ''] = DATA_URL.exec(text) ?? []
  return type && BEGINS[type]!(atob(base64.slice(0, HEAD))) ? { type, base64 } : undefined
}
