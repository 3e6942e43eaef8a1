/** Names of files, which come from anywhere and are believed by their ending. */

/**
 * Without what controls how a text is shown: U+202E makes `fdp.exe` of `exe.pdf`, and a line break ends a header.
 */
export const plainFileName = (name: string): string => name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')

/** What a list or an order's devices may be given as; each is the ending of a file's name. */
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
