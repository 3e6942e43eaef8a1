/** Limits of a config folder: far above any real one, and small enough to read quickly. */

/** Bytes of a file of config or sentences. */
export const MAX_BYTES = 1024 * 1024
/** Bytes of a map. */
export const MAX_MAP_BYTES = 16 * 1024 * 1024
/** Files of a folder. */
export const MAX_FILES = 500
/** Objects and lists inside each other. */
export const MAX_LEVELS = 32
/** Entries of one list or object. */
export const MAX_ENTRIES = 1000
/** Problems of one file that are reported. */
export const MAX_ERRORS = 100
