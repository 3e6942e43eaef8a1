/** Names of files, which come from anywhere and are believed by their ending. */

/**
 * Without what controls how a text is shown: U+202E makes `fdp.exe` of `exe.pdf`, and a line break ends a header.
 */
export const plainFileName = (name: string): string => name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
