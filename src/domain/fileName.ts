/** Names and formats of files. */

/**
 * Removes control characters: U+202E displays `exe.pdf` as `fdp.exe`, and a line break would end an HTTP header.
 */
export const plainFileName = (name: string): string => name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')

/** File formats of exports; each is also the file extension. */
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
