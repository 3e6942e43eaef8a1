/** The message of an error for the user, or its i18n key; empty if there is none. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : '')
