/** Whether a statement is a COPY of `copyMany`, whose one parameter are its rows. */
export const isCopy = (sql: string): boolean => /^copy .* from stdin$/.test(sql)
