/**
 * Small pictures, stored in records as data URLs: only four bitmap formats, which can contain neither scripts nor
 * links (decision 149).
 */

const DATA_URL =
  /^data:(image\/(?:png|jpeg|gif|webp));base64,((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/

/** Checks the first bytes (as Latin-1) against the signature of the format. */
const HAS_SIGNATURE: Readonly<Record<string, (head: string) => boolean>> = {
  'image/png': head => head.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': head => head.startsWith('\xff\xd8\xff'),
  'image/gif': head => head.startsWith('GIF87a') || head.startsWith('GIF89a'),
  'image/webp': head => head.startsWith('RIFF') && head.startsWith('WEBP', 8),
}

/** Base64 characters for the first 18 bytes. */
const HEAD_CHARS = 24

interface PictureParts {
  type: string
  base64: string
}

/** `undefined` if the text is no such data URL, or its bytes do not match the declared type. */
export function parsePicture(text: string): PictureParts | undefined {
  const [, type = '', base64 = ''] = DATA_URL.exec(text) ?? []
  return type && HAS_SIGNATURE[type]!(atob(base64.slice(0, HEAD_CHARS))) ? { type, base64 } : undefined
}
