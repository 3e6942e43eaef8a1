/** The sentence of a failure for the user, or its key; empty when it has none. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : '')
