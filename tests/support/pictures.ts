/** Pictures of any size. The server recognises a picture by its first bytes. */

const BEGINNINGS = {
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
  jpeg: Buffer.from('ffd8ffe0', 'hex'),
  gif: Buffer.from('GIF89a'),
  webp: Buffer.from('RIFF\0\0\0\0WEBP'),
}
export type PictureKind = keyof typeof BEGINNINGS

/** @param mark the value of all other bytes, to get different pictures */
export function pictureBytes(kind: PictureKind = 'png', bytes = 32, mark = 0): Buffer {
  return Buffer.concat([BEGINNINGS[kind], Buffer.alloc(bytes - BEGINNINGS[kind].length, mark)])
}

export const picture = (kind: PictureKind = 'png', bytes = 32, mark = 0): string =>
  `data:image/${kind};base64,${pictureBytes(kind, bytes, mark).toString('base64')}`
