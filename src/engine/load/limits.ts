/** Limits of config folders: far above any real one, low enough that reading stays fast. */

/** Bytes of a config or i18n file. */
export const MAX_BYTES = 1024 * 1024
/** Bytes of a map file. */
export const MAX_MAP_BYTES = 16 * 1024 * 1024
/** Files in a folder. */
export const MAX_FILES = 500
/** Nested objects and lists. */
export const MAX_DEPTH = 32
/** Entries of one list or object. */
export const MAX_ENTRIES = 1000
/** Reported problems of one file. */
export const MAX_ERRORS = 100
